// RATTLE written by hand in C for one system at a time: the limit of what can be reached.

import type { Contestant } from '../contestant.ts';
import { compiled, compilerOf, nativeFile, type Recipe } from '../native-program.ts';

const systems = ['pendulum', 'double-pendulum', 'six-node', 'chain', 'top'];

const recipe: Recipe = {
  name: 'rattle',
  compiler: 'gcc',
  sources: ['c/rattle.c', ...systems.map(system => `c/${system}.c`)],
  header: 'math.h',
  flags: ['-std=gnu11', '-I', nativeFile('c')],
  libraries: ['-lm'],
};

function handWritten(order: 2 | 8): Contestant {
  return {
    name: order === 2 ? 'C RATTLE' : 'C RATTLE-8',
    description: `RATTLE ${order === 2 ? 'of order 2' : 'composed to order 8'}, written by hand in C for each system`,
    isComposed: order === 8,
    setting: 'step',
    install: 'apt install gcc',
    canRun: () => true,
    async prepare(folder) {
      const program = await compiled(folder, recipe);
      if (!program) return null;
      return {
        build: await compilerOf(recipe),
        command: task => [program, String(order), JSON.stringify(task)],
      };
    },
  };
}

export const cContestants: readonly Contestant[] = [handWritten(2), handWritten(8)];
