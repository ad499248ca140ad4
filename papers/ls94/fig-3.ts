// Leimkuhler and Skeel 1994, Fig. 3: error at t = 10 against the step, RATTLE and BDF2.

import { type ErrorAtStep, slope } from '../../src/laws/order.ts';
import type { Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { errorsAt } from '../helpers/motion.ts';
import { againstStep, errorCurve } from '../helpers/panels.ts';

const steps = { full: [0.04, 0.02, 0.01, 0.005, 0.0025], quick: [0.02, 0.01, 0.005] };

export function fig3(lab: Lab): Findings {
  const problem = lab.problem('six-node-chain-c');
  const [rattle, bdf2] = ['rattle', 'bdf2'].map(method => errorsAt(problem, method, steps[lab.effort], 10));
  const finest = (points: readonly ErrorAtStep[]) => points[points.length - 1].error;
  const curves = [errorCurve(rattle, 'RATTLE'), errorCurve(bdf2, 'BDF2')];
  return {
    claims: claimList`
      The error of RATTLE falls with the square of the step
        slope of log error against log h: ${slope(rattle)} in [1.9, 2.1]
      The error of BDF2 falls with the square of the step
        slope of log error against log h: ${slope(bdf2)} in [1.8, 2.2]
      At the same step RATTLE is more accurate than BDF2
        error of BDF2 over error of RATTLE at the smallest step: ${finest(bdf2) / finest(rattle)} ≥ 2
    `,
    figures: [
      {
        name: 'error',
        panels: [againstStep('error ‖Δ(q, p)‖ at t = 10', curves, [2])],
      },
    ],
  };
}
