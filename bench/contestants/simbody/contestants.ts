// Simbody, the multibody dynamics library of biomechanics.

import type { Contestant } from '../contestant.ts';
import { compiled, compilerOf, output, type Recipe } from '../native-program.ts';

/** Null where pkg-config does not know Simbody. */
async function recipe(): Promise<Recipe | null> {
  const [include, libraries] = [
    await output('pkg-config', ['--cflags-only-I', 'simbody']),
    await output('pkg-config', ['--libs', 'simbody']),
  ];
  if (include === null || libraries === null) return null;
  return {
    ...{ name: 'simbody', compiler: 'g++', sources: ['simbody/simbody.cpp'], header: 'Simbody.h' },
    flags: ['-std=c++14', ...words(include)],
    libraries: words(libraries),
  };
}

const words = (text: string) => text.split(/\s+/).filter(Boolean);

function simbody(model: 'joints' | 'rods', description: string, mostLinks: number): Contestant {
  return {
    name: `Simbody ${model}`,
    description,
    setting: 'tolerance',
    install: 'apt install g++ pkg-config libsimbody-dev',
    canRun: (system, links, until) =>
      links <= mostLinks && until <= 10 && (model === 'joints' || system !== 'top'),
    async prepare(folder) {
      const made = await recipe();
      const program = made && (await compiled(folder, made));
      if (!program) return null;
      return {
        build: `${await output(program, ['version'])}, ${await compilerOf(made)}`,
        command: task => [program, model, JSON.stringify(task)],
      };
    },
  };
}

export const simbodyContestants: readonly Contestant[] = [
  simbody('joints', 'multibody dynamics in joint coordinates, Runge–Kutta–Merson, in C++', 1000),
  simbody('rods', 'multibody dynamics of points with rods as constraints, Runge–Kutta–Merson, in C++', 10),
];
