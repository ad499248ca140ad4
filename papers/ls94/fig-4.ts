// Leimkuhler and Skeel 1994, Fig. 4: error of the energy at t = 10 against the step, RATTLE and BDF2.

import { exactState, slope } from '../../src/laws/order.ts';
import { distance } from '../../src/linalg/dense.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { endState } from '../helpers/motion.ts';
import { againstStep, errorCurve, log } from '../helpers/panels.ts';
import { starts } from './set-up.ts';

const until = 10;
const steps = { full: [0.04, 0.02, 0.01, 0.005, 0.0025], quick: [0.02, 0.01, 0.005] };
const methods = { rattle: 'RATTLE', bdf2: 'BDF2' } as const;
type MethodName = keyof typeof methods;
const names = Object.keys(methods) as MethodName[];

interface Point {
  readonly start: string;
  readonly method: MethodName;
  readonly h: number;
  readonly error: number;
  readonly energyError: number;
}

export function fig4(lab: Lab): Findings {
  const points = starts.flatMap(({ label, system }, i) => {
    lab.progress(i / starts.length);
    return measure(lab, label, system);
  });
  return { claims: claims(points), figures: [drawing(points)] };
}

function measure(lab: Lab, start: string, system: string): Point[] {
  const problem = lab.problem(system);
  const { initial, H } = problem;
  const exact = exactState(problem, until);
  return names.flatMap(method =>
    steps[lab.effort].map(h => {
      const end = endState(problem, method, h, until);
      const energyError = Math.abs(H.value(end) - H.value(initial));
      return { start, method, h, error: distance(end, exact), energyError };
    }),
  );
}

const energyErrors = (points: readonly Point[], start: string, method: MethodName) =>
  points
    .filter(point => point.start === start && point.method === method)
    .map(({ h, energyError }) => ({ h, error: energyError }));

type Quantity = 'error' | 'energyError';

/** BDF2 over RATTLE at each step, from one start. */
function ratios(points: readonly Point[], start: string, quantity: Quantity): number[] {
  const of = (method: MethodName) => points.filter(point => point.start === start && point.method === method);
  const rattle = of('rattle');
  return of('bdf2').map((point, i) => point[quantity] / rattle[i][quantity]);
}

const geometricMean = (values: readonly number[]) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

function claims(points: readonly Point[]): Claim[] {
  const spread = (start: string, quantity: Quantity) => geometricMean(ratios(points, start, quantity));
  const slopes = starts.map(({ label }) => slope(energyErrors(points, label, 'rattle')));
  const farthest = slopes.reduce((a, b) => (Math.abs(b - 2) > Math.abs(a - 2) ? b : a));
  const spreads = starts.map(({ label }) => spread(label, 'energyError') / spread(label, 'error'));
  const energyRatios = starts.flatMap(({ label }) => ratios(points, label, 'energyError'));
  return claimList`
    From each start and at each step the energy error of BDF2 is larger than that of RATTLE
      smallest ratio of the two: ${Math.min(...energyRatios)} ≥ 5
    The spread between the methods is even greater in the energy than in the solution
      spread in energy over spread in (q, p), the least of the three starts: ${Math.min(...spreads)} ≥ 1
    The energy error of RATTLE falls with the square of the step
      slope of log |H − H(0)| against log h, farthest from 2 of the three starts: ${farthest} in [1.9, 2.1]
  `;
}

function drawing(points: readonly Point[]): Figure {
  return {
    name: 'energy-error',
    across: 3,
    panelWidth: 460,
    panelHeight: 420,
    panels: starts.map(({ label }) => {
      const curves = names.map(method => errorCurve(energyErrors(points, label, method), methods[method]));
      return againstStep(log('|H − H(0)| at t = 10', [1e-5, 10]), curves, [2, 3], {
        title: `start ${label}`,
      });
    }),
  };
}
