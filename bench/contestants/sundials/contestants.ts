// SUNDIALS: CVODE and ARKODE on hand-derived equations, IDA on the constrained ones, all in C.

import type { Contestant } from '../contestant.ts';
import { compiled, compilerOf, output, type Recipe } from '../native-program.ts';

type Solver = 'cvode' | 'arkode' | 'ida';

/** The linear solvers and vectors are in the library of each. */
const recipeOf = (solver: Solver): Recipe => ({
  name: solver,
  compiler: 'gcc',
  sources: [`sundials/${solver}.c`],
  header: solver === 'arkode' ? 'arkode/arkode_erkstep.h' : `${solver}/${solver}.h`,
  flags: ['-std=gnu11'],
  libraries: [`-lsundials_${solver}`, '-lm'],
});

interface Choice extends Pick<Contestant, 'name' | 'description'> {
  readonly solver: Solver;
}

function sundials({ solver, ...words }: Choice): Contestant {
  const recipe = recipeOf(solver);
  return {
    ...words,
    setting: 'tolerance',
    install: 'apt install gcc libsundials-dev',
    canRun: () => true,
    async prepare(folder) {
      const program = await compiled(folder, recipe);
      if (!program) return null;
      return {
        build: `${await output(program, ['version'])}, ${await compilerOf(recipe)}`,
        command: task => [program, JSON.stringify(task)],
      };
    },
  };
}

export const sundialsContestants: readonly Contestant[] = [
  sundials({
    name: 'CVODE Adams',
    description: 'SUNDIALS: Adams’ methods on hand-derived equations, in C',
    solver: 'cvode',
  }),
  sundials({
    name: 'ARKODE',
    description: 'SUNDIALS: Fehlberg’s Runge–Kutta method of order 8 on hand-derived equations, in C',
    solver: 'arkode',
  }),
  sundials({
    name: 'IDA',
    description: 'SUNDIALS: BDF on the constrained equations, stabilised index 2, in C',
    solver: 'ida',
  }),
];
