// Engines for games from npm: fixed steps, no collisions, no sleep, no damping but their own.

import type { Contestant } from './contestant.ts';
import { isLinkage } from './javascript/systems.ts';
import { npmContestant } from './npm-package.ts';

/** They reach no goal of a long race; what they lose in a long time, the walks tell. */
const isShort: Contestant['canRun'] = (_system, _links, until) => until <= 10;

export const gameEngines: readonly Contestant[] = [
  npmContestant({
    name: 'Rapier',
    description: 'spherical joints, single precision, 4 iterations, in WebAssembly',
    setting: 'step',
    canRun: isShort,
  }),
  npmContestant({
    name: 'planck',
    description: 'Box2D in JavaScript: distance joints, 20 and 10 iterations',
    setting: 'step',
    canRun: (system, links, until) => system !== 'top' && isShort(system, links, until),
  }),
  npmContestant({
    name: 'cannon-es',
    description: 'distance constraints, 20 iterations, in JavaScript',
    setting: 'step',
    canRun: isShort,
  }),
  npmContestant({
    name: 'matter-js',
    description: 'constraints of stiffness 1, 5 iterations, in JavaScript',
    setting: 'step',
    canRun: (system, links, until) => isLinkage(system) && isShort(system, links, until),
  }),
];
