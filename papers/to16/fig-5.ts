// Tao and Owhadi 2016, Fig. 5: multipliers of the first of seven waters, from the penalised system and with constraints.

import { type ConstrainedMotion, constrainedMotion } from '../../src/laws/constrained-motion.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import type { SeriesSpec } from '../../src/output/figure/spec.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { overTime } from '../helpers/panels.ts';
import { type MultiplierCurve, type MultiplierCurves, multiplierCurves } from './multiplier-curves.ts';
import type { Attempt } from './soft-run.ts';
import { h, timeUnit } from './water.ts';

const coarse: Attempt = { label: 'h = 0.05', method: 'zhang-skeel-stiff', step: h, omega: 500 };
/** One radian of ω per step. */
const fine: Attempt = { ...coarse, label: 'h = 0.002', step: 0.002 };

const ends = { full: 10, quick: 3.2 };

export function fig5(lab: Lab): Findings {
  const problem = lab.problem('water-7');
  const motion = constrainedMotion(problem, ends[lab.effort]);
  lab.progress(0.5);
  const all = problem.g.names.map((_, i) => i);
  const [long, short] = [coarse, fine].map(attempt => multiplierCurves(problem, attempt, motion, all));
  return { claims: claims(motion, long, short), figures: [drawing(long, short)] };
}

/** The first two rods of a water end at its oxygen. */
const shown = [0, 1];

/** Largest error of any multiplier at any time, in units of the largest. */
function worst({ curves }: MultiplierCurves, motion: ConstrainedMotion, which: 'averaged' | 'used'): number {
  const off = (curve: MultiplierCurve) => maxAbs(curve[which].map((value, k) => value - curve.exact[k]));
  return Math.max(...curves.map(off)) / motion.largestMultiplier;
}

/** Until then the motion itself, at this step, is that of the constraints. */
const comparedUntil = 3;

/** Root mean square of the error up to then, over that of the change of the multipliers. */
function unexplained({ times, curves }: MultiplierCurves): number {
  let [error, variation] = [0, 0];
  const count = times.filter(t => t <= comparedUntil).length;
  for (const { exact, used } of curves) {
    const mean = exact.subarray(0, count).reduce((sum, value) => sum + value / count, 0);
    for (let k = 0; k < count; k++) {
      error += (used[k] - exact[k]) ** 2;
      variation += (exact[k] - mean) ** 2;
    }
  }
  return Math.sqrt(error / variation);
}

/** Half of the span of −ω²g beyond that of the multiplier, the largest, in units of the largest multiplier. */
function swing({ curves }: MultiplierCurves, motion: ConstrainedMotion): number {
  const span = (values: Float64Array) => Math.max(...values) - Math.min(...values);
  const beyond = curves.map(({ plain, exact }) => span(plain) - span(exact));
  return Math.max(...beyond) / 2 / motion.largestMultiplier;
}

function claims(motion: ConstrainedMotion, long: MultiplierCurves, short: MultiplierCurves): Claim[] {
  const unit = 'in units of the largest multiplier';
  return claimList`
    Averages of what the steps use are the multipliers of the constrained motion
      largest error of all 21, h = 0.05, ${unit}: ${worst(long, motion, 'used')} ≤ 0.06
    They follow its changes
      root mean square of the error over that of the change, all 21, t ≤ ${comparedUntil}, h = 0.05: ${unexplained(long)} ≤ 0.25
    Averages of −ω²g at the positions are not, at this step
      largest error, h = 0.05, ${unit}: ${worst(long, motion, 'averaged')} ≥ 1
      printed: “Empirical average uses a time window of width 0.2”, of −ω²g by eq. (1.8), its limit for exact solutions
    With steps that follow the vibration they are
      largest error, h = 0.002, ${unit}: ${worst(short, motion, 'averaged')} ≤ 0.04
    There −ω²g itself does not converge: it swings about the multipliers
      half of the span of −ω²g beyond that of the multiplier, h = 0.002, ${unit}: ${swing(short, motion)} ≥ 0.5
  `;
}

/** So long is the stretch in which the vibration of −ω²g can be seen. */
const closeUp = 0.6;

function drawing(long: MultiplierCurves, short: MultiplierCurves): Figure {
  const y = { label: 'multiplier λ', unit: 'kcal mol⁻¹ Å⁻²' };
  const x = { label: 'time t', unit: 'ps' };
  const line = (label: string, curves: MultiplierCurves, values: Float64Array, color: number, dash = 0) => {
    const times = values.length === curves.times.length ? curves.times : curves.stepTimes;
    return { label, x: times.map(t => t * timeUnit), y: values, style: { color, dash } };
  };
  const constrained = (curves: MultiplierCurves, i: number) =>
    line('constrained motion', curves, curves.curves[i].exact, 4);
  const used = (i: number) => line('value used by the steps, averaged', long, long.curves[i].used, 1, 1);
  const { averaged, plain } = short.curves[0];
  const panel = (title: string, series: readonly SeriesSpec[], domain?: readonly [number, number]) =>
    overTime(y, series, { title, x: { ...x, ...(domain && { domain }) } });
  return {
    name: 'multipliers',
    panelWidth: 640,
    panelHeight: 340,
    legend: 'shared',
    panels: [
      ...shown.map(i => panel(`rod ${i + 1}, h = 2.44 fs`, [constrained(long, i), used(i)])),
      panel('rod 1, h = 2.44 fs', [
        line('−ω²g, averaged', long, long.curves[0].averaged, 2),
        constrained(long, 0),
        used(0),
      ]),
      panel(
        'rod 1, h = 0.098 fs',
        [
          line('−ω²g at each step', short, plain, 6),
          constrained(short, 0),
          line('−ω²g, averaged', short, averaged, 2),
        ],
        [0, closeUp * timeUnit],
      ),
    ],
  };
}
