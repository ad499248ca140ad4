// Our own methods, each as a contestant.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../checkout.ts';
import { programOf } from '../../one-file.ts';
import type { Contestant } from '../contestant.ts';

const version = () => JSON.parse(readFileSync(join(checkoutRoot(), 'package.json'), 'utf8')).version;

function ours(method: string, description: string): Contestant {
  return {
    name: `Cotangent ${method}`,
    description,
    isOurs: true,
    isComposed: method === 'rattle-8',
    setting: method === 'reference' ? 'tolerance' : 'step',
    install: 'npm install',
    canRun: () => true,
    async prepare(folder) {
      const program = await programOf('contestants/ours/ours-program.ts', folder);
      return {
        build: `Cotangent ${version()}, Node ${process.versions.node}`,
        command: task => [process.execPath, program, method, JSON.stringify(task)],
      };
    },
  };
}

/** The fastest first: others are searched for settings while they stay in its sight. */
export const ourContestants: readonly Contestant[] = [
  ours('reference', 'adaptive Dormand–Prince 8 on the underlying ODE'),
  ours('rattle-8', 'RATTLE composed to order 8'),
  ours('rattle', 'RATTLE, order 2'),
];
