// A contestant that is a package from npm, run by ../javascript/program.ts.

import { fileURLToPath } from 'node:url';
import type { Contestant } from './contestant.ts';
import { type PeerName, packageOf } from './javascript/packages.ts';
import { findPeer } from './npm/find-package.ts';

const program = fileURLToPath(new URL('./javascript/program.js', import.meta.url));

export interface NpmContestant extends Pick<Contestant, 'description' | 'setting' | 'canRun'> {
  readonly name: PeerName;
}

export function npmContestant({ name, ...rest }: NpmContestant): Contestant {
  return {
    name,
    ...rest,
    install: 'npm run peers',
    async prepare() {
      const peer = findPeer(packageOf[name]);
      if (!peer) return null;
      return {
        build: `${packageOf[name]} ${peer.version}, Node ${process.versions.node}`,
        command: task => [process.execPath, program, name, JSON.stringify(task)],
      };
    },
  };
}
