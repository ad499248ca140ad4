// Everybody who takes part.

import { cContestants } from './c/c.ts';
import type { Contestant } from './contestant.ts';
import { gameEngines } from './game-engines.ts';
import { mujocoContestants } from './mujoco-contestants.ts';
import { odePackages } from './ode-contestants.ts';
import { ourContestants } from './ours/contestants.ts';
import { scipyContestants } from './scipy/contestants.ts';
import { simbodyContestants } from './simbody/contestants.ts';
import { sundialsContestants } from './sundials/contestants.ts';

/** In families, which share what they compile. */
export const families: readonly (readonly Contestant[])[] = [
  ourContestants,
  cContestants,
  odePackages,
  sundialsContestants,
  scipyContestants,
  simbodyContestants,
  mujocoContestants,
  gameEngines,
];
