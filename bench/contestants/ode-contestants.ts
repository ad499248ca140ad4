// General ODE solvers from npm, on equations derived by hand.

import type { Contestant } from './contestant.ts';
import { npmContestant } from './npm-package.ts';

export const odePackages: readonly Contestant[] = [
  npmContestant({
    name: 'odex',
    description: 'Hairer’s extrapolation code in JavaScript, on hand-derived equations',
    setting: 'tolerance',
    canRun: () => true,
  }),
  npmContestant({
    name: 'dopri',
    description: 'Dormand–Prince 5 in JavaScript, on hand-derived equations',
    setting: 'tolerance',
    canRun: () => true,
  }),
];
