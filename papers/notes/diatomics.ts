// Notes on constraints, application: rigid diatomic molecules, one rod each. With d₀ the rod before the step and d where it
// would end, rod i alone decides its λ,
//   |d + s d₀|² = b²,
// because no other rod has its atoms: what is printed as N equations to be solved simultaneously is N quadratics.

import { createMethod, type Problem, type State } from '../../src/index.ts';
import { measureDrift } from '../../src/laws/drift.ts';
import { type ErrorAtStep, slope } from '../../src/laws/order.ts';
import { distance } from '../../src/linalg/dense.ts';
import type { SeriesSpec } from '../../src/output/figure/spec.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { endState, errorsAt, indices, statesAlong } from '../helpers/motion.ts';
import { againstStep, errorCurve, lines, overTime } from '../helpers/panels.ts';
import { type Temperatures, temperatures } from './nitrogen.ts';

const [h, until, N] = [0.01, 5, 4];
const steps = { full: [0.02, 0.01, 0.005, 0.0025], quick: [0.02, 0.01, 0.005] };
const driftSteps = { full: 20_000, quick: 4000 };
/** In fewer steps the correlations of the heat are not seen, and its error comes out too small. */
const gasSteps = { full: 20_000, quick: 12_000 };

export function diatomics(lab: Lab): Findings {
  const problem = lab.problem('rigid-diatomics', { N });
  const errors = errorsAt(problem, 'rattle', steps[lab.effort], until);
  lab.progress(0.2);
  const drift = measureDrift(problem, createMethod(problem, 'rattle'), h, driftSteps[lab.effort]);
  lab.progress(0.4);
  const gas = temperatures(lab.problem('nitrogen-box'), gasSteps[lab.effort]);
  return {
    claims: [...trapClaims(problem, slope(errors), drift.ratio), ...gasClaims(gas)],
    figures: [drawing(problem, errors, gas)],
  };
}

/** Largest change of a component of Σ r × p; the trap is round. */
function spinChange(problem: Problem, states: readonly State[]): number {
  const { n } = problem;
  const spin = (z: State, axis: number) => {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let sum = 0;
    for (let k = 0; k < n; k += 3) sum += z[k + u] * z[n + k + v] - z[k + v] * z[n + k + u];
    return sum;
  };
  return Math.max(
    ...[0, 1, 2].flatMap(axis => states.map(z => Math.abs(spin(z, axis) - spin(problem.initial, axis)))),
  );
}

/** Largest ||r_{i1} − r_{i2}| − b|. */
function lengthError(z: State): number {
  const errors = Array.from({ length: N }, (_, i) => {
    const [a, b] = [3 * i, 3 * (N + i)];
    return Math.abs(Math.hypot(z[a] - z[b], z[a + 1] - z[b + 1], z[a + 2] - z[b + 2]) - 1);
  });
  return Math.max(...errors);
}

function trapClaims(problem: Problem, order: number, driftRatio: number): Claim[] {
  const [separate, together] = ['closed-form', 'newton'].map(solver =>
    statesAlong(createMethod(problem, 'rattle', { solver }), problem.initial, h, until / h),
  );
  const last = separate.length - 1;
  return claimList`
    The rods keep their length
      largest ||r₁ − r₂| − b| over [0, 5]: ${Math.max(...separate.map(lengthError))} ≤ 1e-14
    Each rod’s equation can be solved alone, in closed form
      distance at t = 5, rods one by one against Newton’s method for all together: ${distance(separate[last], together[last])} ≤ 1e-10
      printed: “N equations […] to be solved SIMULTANEOUSLY to obtain the N constants λᵢ(t)”
    The motion converges with second order
      slope of log error at t = 5 against log h: ${order} in [1.9, 2.1]
    The angular momentum is kept
      largest change of a component over [0, 5]: ${spinChange(problem, separate)} ≤ 1e-11
    The energy does not drift
      rise of the fitted line over the largest error: ${driftRatio} ≤ 0.5
  `;
}

function gasClaims(gas: Temperatures): Claim[] {
  const { moving, excess } = gas;
  return claimList`
    The rods of 64 molecules keep their length
      largest relative error over the run: ${gas.lengthError} ≤ 1e-12
    The forces of the rods are perpendicular to the motion that they allow: no rod is being stretched
      largest relative rate of stretching over the run: ${gas.stretching} ≤ 1e-11
    Rods share their heat evenly between moving and turning, with 3 and 2 degrees of freedom
      difference of the two temperatures in its standard errors: ${Math.abs(excess.mean) / excess.standardError} ≤ 3
    That difference is known well enough to tell rods from atoms without them
      its standard error in percent of the temperature: ${(100 * excess.standardError) / moving.mean} ≤ 6
  `;
}

function drawing(problem: Problem, errors: readonly ErrorAtStep[], gas: Temperatures): Figure {
  const rods = (z: State, label: string, style: number): SeriesSpec[] =>
    indices(N).map(i => ({
      ...(i === 0 && { label }),
      x: [z[3 * i], z[3 * (N + i)]],
      y: [z[3 * i + 1], z[3 * (N + i) + 1]],
      mark: 'line and points',
      style,
    }));
  const heat = lines(gas.times, { moving: gas.movingCurve, turning: gas.turningCurve });
  return {
    name: 'molecules',
    across: 3,
    panelWidth: 480,
    panelHeight: 440,
    panels: [
      {
        title: 'molecules in a trap',
        x: { label: 'x' },
        y: { label: 'y' },
        series: [
          ...rods(problem.initial, 't = 0', 0),
          ...rods(endState(problem, 'rattle', h, until), 't = 5', 1),
        ],
        aspect: 'equal',
      },
      againstStep('error ‖Δ(q, p)‖ at t = 5', [errorCurve(errors)], [2], { title: 'error of RATTLE' }),
      overTime({ label: 'temperature', unit: 'K' }, heat, {
        title: 'heat of nitrogen',
        x: { label: 'time', unit: 'ps' },
      }),
    ],
  };
}
