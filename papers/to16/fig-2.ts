// Tao and Owhadi 2016, Fig. 2: how well the penalty keeps the constraints, and the multiplier that it stands for.

import { constrainedMotion } from '../../src/laws/constrained-motion.ts';
import { slope } from '../../src/laws/order.ts';
import { type PenaltyRow, plainMean } from '../../src/studies/penalty-run.ts';
import { type PenaltyStudy, penaltyStudy } from '../../src/studies/penalty-study.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { errorCurve, log, overTime, time } from '../helpers/panels.ts';
import { omega, rows, until } from './double-pendulum.ts';
import { type MultiplierCurves, multiplierCurves, window } from './multiplier-curves.ts';

const h = 0.01;
/** With the step of the paper, the last one beyond hω = 1. */
const fixedStep = {
  full: [10, 12, 14, 17, 20, 24, 28, 34, 40, 48, 57, 67, 80, 100, 200, 400, 1000],
  quick: [20, 40, 100, 1000],
};
/** With steps of one fifth of 1/ω. */
const resolved = { full: [20, 40, 80, 160, 320], quick: [20, 40, 80] };
/** Fig. 2(b) is drawn so far: later the curves would be a blot. */
const drawnUntil = 10;

export function fig2(lab: Lab): Findings {
  const problem = lab.problem('double-pendulum');
  const fixed = penaltyStudy({
    ...{ problem, until, window, weight: plainMean },
    omegas: fixedStep[lab.effort],
    step: () => h,
  });
  lab.progress(0.4);
  const fine = penaltyStudy({
    problem,
    until,
    omegas: resolved[lab.effort],
    step: stiffness => 0.2 / stiffness,
  });
  lab.progress(0.8);
  const attempt = { ...rows.zhangSkeel, step: h };
  const curves = multiplierCurves(problem, attempt, constrainedMotion(problem, drawnUntil), [0, 1]);
  return { claims: claims(fixed, fine), figures: [drawing(fixed, fine, curves)] };
}

const within = ({ rows }: PenaltyStudy) => rows.filter(row => row.omega * h <= 1);

function claims(fixed: PenaltyStudy, fine: PenaltyStudy): Claim[] {
  const beyond = fixed.rows[fixed.rows.length - 1];
  const printed = fixed.rows.find(row => row.omega === omega) ?? beyond;
  const plain = slope(fine.rows.map(row => ({ h: row.omega, error: row.multiplierError.plain })));
  const ofTheory = (row: PenaltyRow) => row.scaled.largest / (row.omega ** 2 * row.expected);
  return claimList`
    ω²|g(q(T))| is bounded
      largest of ω²|g(q(50))| for ω from ${fixed.rows[0].omega} to 100 with h = 0.01: ${Math.max(...within(fixed).map(row => row.scaled.end))} ≤ 3
    So is ω²|g| at all times, by |λ| + |λ(0)| and what the step adds
      largest ω²|g| over the run, over that bound, for hω ≤ 1: ${Math.max(...within(fixed).map(ofTheory))} in [0.5, 1]
    The error of the constraints is O(ω⁻²)
      slope of log max |g| against log ω with steps that follow the vibration: ${fine.slopes.largest} in [-2.1, -1.9]
    So is the error of the motion
      slope of log |q − q constrained| at t = 50 against log ω: ${fine.slopes.distance} in [-2.2, -1.8]
    With h = 0.01 for every ω this ends where hω exceeds 1
      largest ω²|g| with ω = 1000 over that with ω = 20: ${beyond.scaled.largest / printed.scaled.largest} ≥ 10
    Averaged over 0.2 the penalty with ω = 20 gives the multipliers of the constrained motion
      largest error over [0, 50] in units of the largest multiplier: ${printed.multiplierError.averaged} ≤ 0.15
    There is no strong convergence: −ω²g itself does not approach the multipliers
      slope of log error of −ω²g against log ω: ${plain} in [-0.15, 0.15]
    There is two-scale convergence: averages approach them
      slope of log error of the averaged multipliers that the steps use against log ω: ${fine.slopes.ofStep} ≤ -1
  `;
}

function drawing(fixed: PenaltyStudy, fine: PenaltyStudy, found: MultiplierCurves): Figure {
  const against = (label: string, study: PenaltyStudy, value: (row: PenaltyRow) => number) =>
    errorCurve(
      study.rows.map(row => ({ h: row.omega, error: value(row) })),
      label,
    );
  const rod = (title: string, { exact, averaged, plain }: MultiplierCurves['curves'][number]) =>
    overTime(
      'multiplier λ',
      [
        { label: '−ω²g', x: found.stepTimes, y: plain, style: 6 },
        { label: 'constrained', x: found.times, y: exact, style: 4 },
        { label: 'averaged', x: found.times, y: averaged, style: 1 },
      ],
      { title, x: time(0, drawnUntil), legend: 'above' },
    );
  return {
    name: 'constraints-and-multipliers',
    ...{ across: 3, panelWidth: 520, panelHeight: 420 },
    panels: [
      {
        title: 'constraints',
        x: log('ω'),
        y: log('ω²|g|', [0.1, 1000]),
        series: [
          against('h = 0.01, at T', fixed, row => row.scaled.end),
          against('h = 0.01, largest', fixed, row => row.scaled.largest),
          against('h = 0.2/ω, largest', fine, row => row.scaled.largest),
        ],
      },
      rod('upper rod', found.curves[0]),
      rod('lower rod', found.curves[1]),
    ],
  };
}
