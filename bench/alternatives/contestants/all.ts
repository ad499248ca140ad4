// Everybody who takes part.

import type { Contestant } from '../contestant.ts';
import { cContestants } from './c.ts';
import { gameEngines } from './game-engines.ts';
import { mujocoContestants } from './mujoco.ts';
import { odePackages } from './ode-packages.ts';
import { ourContestants } from './ours.ts';
import { scipyContestants } from './scipy.ts';
import { simbodyContestants } from './simbody.ts';
import { sundialsContestants } from './sundials.ts';

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
