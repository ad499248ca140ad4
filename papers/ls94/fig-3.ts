// Leimkuhler and Skeel 1994, Fig. 3: error at t = 10 against the step, RATTLE and BDF2.

import { workPrecision } from '../../src/studies/work-precision.ts';
import type { Entry, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';

const methods = ['rattle', 'bdf2'] as const;
const steps = { full: [0.04, 0.02, 0.01, 0.005, 0.0025], quick: [0.02, 0.01, 0.005] };

export const fig3: Entry = {
  id: 'ls94-fig-3',
  title: 'End-point error of RATTLE and BDF2 falls with the square of the step',
  place: 'Fig. 3, section 7.2; RATTLE is eq. (24)–(28)',
  setup:
    'Six nodes joined by five rods of length 1, springs across the joints with κ = 1. The paper prints no start; here ' +
    'it is a 60° zig-zag whose end nodes have momenta (0, ±½), projected to the hidden constraint. The error is the ' +
    '2-norm of (q, p) at t = 10 against a solution to 14 digits. BDF2 begins with one step of the reference method.',
  systems: ['six-node-chain-c'],
  run,
};

function run(lab: Lab): Findings {
  const { rows, slopes } = workPrecision({
    problem: lab.problem('six-node-chain-c'),
    methods,
    steps: steps[lab.effort],
    until: 10,
    options: {},
    clock: () => performance.now() / 1000,
    onRun: (_method, _h, index, count) => lab.progress(index / count),
  });
  const of = (method: string) => rows.filter(row => row.method === method);
  const finest = (method: string) => of(method)[of(method).length - 1].error;
  const slope = (method: string) => slopes.get(method) ?? Number.NaN;
  return {
    claims: claimList`
      The error of RATTLE falls with the square of the step
        slope of log error against log h: ${slope('rattle')} in [1.9, 2.1]
      The error of BDF2 falls with the square of the step
        slope of log error against log h: ${slope('bdf2')} in [1.8, 2.2]
      At the same step RATTLE is more accurate than BDF2
        error of BDF2 over error of RATTLE at the smallest step: ${finest('bdf2') / finest('rattle')} ≥ 2
    `,
    figures: [
      {
        name: 'error',
        caption: 'Error at t = 10 against the step size, with lines of slope 2 for comparison.',
        panels: [
          {
            x: { label: 'step h', scale: 'log' },
            y: { label: 'error ‖Δ(q, p)‖ at t = 10', scale: 'log' },
            series: methods.map(method => ({
              label: method === 'rattle' ? 'RATTLE' : 'BDF2',
              x: of(method).map(({ h }) => h),
              y: of(method).map(({ error }) => error),
              mark: 'line and points',
            })),
            slopes: [{ slope: 2 }],
          },
        ],
      },
    ],
  };
}
