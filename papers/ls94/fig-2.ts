// Leimkuhler and Skeel 1994, Fig. 2: the hidden constraint g'(q)p along VS, and along RATTLE.
// VS leaves it, but without memory: an error put into it is gone after one step, and so none can grow.

import { createMethod, type Problem } from '../../src/index.ts';
import { slope } from '../../src/laws/order.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import { advance } from '../../src/run/stepper.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { lines, log, overTime, time } from '../helpers/panels.ts';

const h = 0.01;
const [printedEnd, longEnd] = [10, 100];
const steps = { full: [0.04, 0.02, 0.01, 0.005, 0.0025], quick: [0.02, 0.01, 0.005] };

export function fig2(lab: Lab): Findings {
  const problem = lab.problem('six-node-chain-c');
  const vs = residuals(problem, 'shake-velocity', h, longEnd);
  lab.progress(0.3);
  const rattle = residuals(problem, 'rattle', h, longEnd);
  lab.progress(0.5);
  const sizes = steps[lab.effort].map(step => ({
    h: step,
    error: Math.max(...residuals(problem, 'shake-velocity', step, printedEnd).largest),
  }));
  return { claims: claims(problem, vs, rattle, slope(sizes)), figures: [drawing(vs, rattle)] };
}

interface Residuals {
  readonly times: Float64Array;
  /** g'(q)p of each rod. */
  readonly rods: readonly Float64Array[];
  readonly largest: Float64Array;
}

function residuals(problem: Problem, method: string, step: number, until: number): Residuals {
  const count = Math.round(until / step);
  const { m } = problem.g;
  const { hidden } = createBrackets(problem);
  const values = new Float64Array(m);
  const [times, largest] = [0, 1].map(() => new Float64Array(count));
  const rods = Array.from({ length: m }, () => new Float64Array(count));
  advance(createMethod(problem, method), problem.initial, step, count, (z, k) => {
    hidden(z, values);
    times[k - 1] = k * step;
    largest[k - 1] = maxAbs(values);
    values.forEach((value, i) => {
      rods[i][k - 1] = value;
    });
  });
  return { times, rods, largest };
}

/** |VS(z + kick) − VS(z)| over |kick|, for a kick of the momenta along g'(q)ᵗμ. */
function memoryOfKick(problem: Problem): number {
  const { n, g } = problem;
  const kick = new Float64Array(2 * n);
  const size = 1e-3;
  g.transposedTimes(
    problem.initial,
    Float64Array.from({ length: g.m }, (_, i) => (i % 2 === 0 ? size : -size)),
    kick,
  );
  const kicked = problem.initial.map((value, i) => (i < n ? value : value + kick[i - n]));
  const [plain, after] = [problem.initial, kicked].map(start =>
    advance(createMethod(problem, 'shake-velocity'), start, h, 1),
  );
  return maxAbs(after.map((value, i) => value - plain[i])) / maxAbs(kick);
}

function claims(problem: Problem, vs: Residuals, rattle: Residuals, order: number): Claim[] {
  const half = vs.largest.length / 2;
  const [early, late] = [vs.largest.subarray(0, half), vs.largest.subarray(half)].map(maxAbs);
  return claimList`
    RATTLE satisfies the velocity constraint to rounding error
      largest |g′(q)p| over [0, 100]: ${maxAbs(rattle.largest)} ≤ 1e-13
    The error of VS at the velocity level does not grow with time
      largest |g′(q)p| in [50, 100] over that in [0, 50]: ${late / early} ≤ 2
    An error at the velocity level is not carried from step to step by VS
      part of a kick along g′(q)ᵗμ that is left after one step: ${memoryOfKick(problem)} ≤ 1e-10
    The error of VS at the velocity level falls with the square of the step
      slope of log max |g′(q)p| over [0, 10] against log h: ${order} in [1.9, 2.1]
  `;
}

function drawing(vs: Residuals, rattle: Residuals): Figure {
  const printed = Math.round(printedEnd / h);
  return {
    name: 'residual',
    panels: [
      overTime(
        '(g′(q)p)ᵢ',
        vs.rods.map((rod, i) => ({
          label: `rod ${i + 1}`,
          x: vs.times.subarray(0, printed),
          y: rod.subarray(0, printed),
        })),
        { title: 'VS, each rod', x: time(0, printedEnd), legend: 'above' },
      ),
      overTime(log('max |g′(q)p|', [1e-18, 1]), lines(vs.times, { VS: vs.largest, RATTLE: rattle.largest }), {
        title: 'the largest of all rods',
        x: time(0, longEnd),
      }),
    ],
  };
}
