import type { Entry } from '../entry.ts';
import { convergence } from './convergence.ts';
import { pendulum } from './pendulum.ts';
import { sphere } from './sphere.ts';
import { twoStage } from './two-stage.ts';

export const fp19: readonly Entry[] = [pendulum, sphere, convergence, twoStage];
