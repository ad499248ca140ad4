// Fernández-Pendás 2019, example of the multiple pendulum: a chain in Cartesian coordinates with length constraints, against
// the same chain in the angles θ of its rods, which has none,
//   q^i = Σ_{j≤i} L (sin θ_j, −cos θ_j),    p^i = m Σ_{j≤i} L (cos θ_j, sin θ_j) θ_j′.

import { createMethod, type Problem, type State } from '../../src/index.ts';
import { measureDrift } from '../../src/laws/drift.ts';
import { largestResiduals } from '../../src/laws/law.ts';
import { type ErrorAtStep, exactState, slope } from '../../src/laws/order.ts';
import { distance, maxAbs } from '../../src/linalg/dense.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claim, claimList } from '../helpers/claims.ts';
import { endState, indices, statesAlong } from '../helpers/motion.ts';
import { againstStep, errorCurve } from '../helpers/panels.ts';

const [N, until, h] = [5, 2, 0.005];
const steps = { full: [0.02, 0.01, 0.005, 0.0025, 0.00125], quick: [0.01, 0.005, 0.0025] };
const driftSteps = { full: 100_000, quick: 20_000 };

export function pendulum(lab: Lab): Findings {
  const problem = lab.problem('n-pendulum', { N });
  const angles = lab.problem('n-pendulum-angles', { N });
  const exact = fromAngles(angles, exactState(angles, until));
  const errors = steps[lab.effort].map((step, i): ErrorAtStep => {
    lab.progress((0.5 * i) / steps[lab.effort].length);
    return { h: step, error: distance(endState(problem, 'rattle', step, until), exact) };
  });
  const drift = measureDrift(problem, createMethod(problem, 'rattle'), h, driftSteps[lab.effort]);
  return {
    claims: [...claims(problem, slope(errors)), driftClaim(drift.ratio, driftSteps[lab.effort] * h)],
    figures: [drawing(problem, errors)],
  };
}

function fromAngles({ n, H, parameters: { m, L } }: Problem, z: State): State {
  const gradient = new Float64Array(2 * n);
  H.gradient(z, gradient);
  const out = new Float64Array(4 * n);
  const [place, momentum] = [
    [0, 0],
    [0, 0],
  ];
  for (let i = 0; i < n; i++) {
    const [sin, cos, rate] = [Math.sin(z[i]), Math.cos(z[i]), gradient[n + i]];
    place[0] += L * sin;
    place[1] -= L * cos;
    momentum[0] += m * L * cos * rate;
    momentum[1] += m * L * sin * rate;
    out.set(place, 2 * i);
    out.set(momentum, 2 * (n + i));
  }
  return out;
}

/** Largest entry of ½∂g/∂q − G with the matrix G as it is printed: rows q^i − q^{i−1} and its negative. */
function differenceFromPrint({ n, g }: Problem, z: State): number {
  const { start, index } = g.jacobianPattern;
  const entries = new Float64Array(index.length);
  g.jacobian(z, entries);
  let largest = 0;
  for (let i = 0; i < g.m; i++) {
    const row = new Float64Array(n);
    for (let k = start[i]; k < start[i + 1]; k++) row[index[k]] = entries[k] / 2;
    for (const axis of [0, 1]) {
      const rod = z[2 * i + axis] - (i > 0 ? z[2 * i - 2 + axis] : 0);
      row[2 * i + axis] -= rod;
      if (i > 0) row[2 * i - 2 + axis] += rod;
    }
    largest = Math.max(largest, maxAbs(row));
  }
  return largest;
}

function claims(problem: Problem, order: number): Claim[] {
  const residuals = (method: string) =>
    largestResiduals(problem, createMethod(problem, method), h, until / h);
  const [rattle, shake] = ['rattle', 'shake'].map(residuals);
  const moved = endState(problem, 'rattle', h, until);
  return claimList`
    RATTLE converges with second order to the motion of the pendulum in angles
      slope of log error at t = 2 against log h: ${order} in [1.9, 2.1]
    RATTLE preserves the tangent bundle: constraints and their hidden ones hold
      largest relative |g| and |G M⁻¹ p|: ${Math.max(rattle.g, rattle.hidden)} ≤ 1e-13
    SHAKE is a mapping of the configuration manifold
      largest relative |g|: ${shake.g} ≤ 1e-13
    SHAKE is no mapping of the tangent bundle
      largest relative |G M⁻¹ p|: ${shake.hidden} ≥ 1e-4
    The matrix of the chain is the Jacobian of the constraints, G = ∂g/∂q, with the positive sign
      largest entry of ∂g/∂q − G as printed, at t = 2: ${differenceFromPrint(problem, moved)} ≤ 1e-15
      printed: “for simplicity, we use the negative constraint Jacobian matrix”
  `;
}

const driftClaim = (ratio: number, end: number): Claim =>
  claim`
    The energy of RATTLE does not drift, though the motion is chaotic
      rise of the fitted line over [0, ${end}] over the largest error: ${ratio} ≤ 0.5
  `;

/** Times at which the chain is drawn. */
const poses = [0, 0.4, 0.8, 1.2, 1.6, 2];

function drawing(problem: Problem, errors: readonly ErrorAtStep[]): Figure {
  const every = Math.round((poses[1] - poses[0]) / h);
  const later = statesAlong(createMethod(problem, 'rattle'), problem.initial, h, 5 * every, every);
  const bobs = indices(N);
  const chains = [problem.initial, ...later].map((z, k) => ({
    label: `t = ${poses[k]}`,
    x: [0, ...bobs.map(i => z[2 * i])],
    y: [0, ...bobs.map(i => z[2 * i + 1])],
    mark: 'line and points' as const,
  }));
  return {
    name: 'chain',
    panelHeight: 460,
    panels: [
      {
        title: 'the chain',
        x: { label: 'x', domain: [-5.5, 5.5] },
        y: { label: 'y', domain: [-6.5, 1.5] },
        series: chains,
        aspect: 'equal',
        legend: 'right',
      },
      againstStep('error ‖Δ(q, p)‖ at t = 2', [errorCurve(errors)], [2], { title: 'error of RATTLE' }),
    ],
  };
}
