// MuJoCo from npm, as trees of joints and as points held by tendons.

import type { Contestant } from './contestant.ts';
import { npmContestant } from './npm-package.ts';

export const mujocoContestants: readonly Contestant[] = [
  npmContestant({
    name: 'MuJoCo',
    description: 'hinges or a ball joint, Runge–Kutta 4, in WebAssembly',
    setting: 'step',
    // In a tree of a thousand joints all depend on all: 50 ms a step.
    canRun: (_, links) => links <= 100,
  }),
  npmContestant({
    name: 'MuJoCo tendons',
    description: 'points held by tendons (soft constraints), Runge–Kutta 4, in WebAssembly',
    setting: 'step',
    // Ten thousand do not fit into 2 GB.
    canRun: (system, links) => system === 'chain' && links >= 100 && links <= 1000,
  }),
];
