// Variational Euler on SO(3) with the Cayley map in place of the exponential: the stationary points of the discrete
// Hamilton–Pontryagin action
//   Σₖ h ℓ(Rₖ, Ω) + ⟨μ, cay⁻¹(RₖᵀRₖ₊₁) − hΩ⟩,    ℓ(R, Ω) = ½ΩᵀIΩ − V(R),   Ω and μ free in each step.
// The variation by Ω gives μ = IΩ; with δ cay⁻¹(F) = (1 + x̂/2) η̂ (1 − x̂/2) for δF = F η̂, x = hΩ, those of the two ends give
//   Πₖ + h τ(Rₖ) = IΩ + (h/2) Ω × IΩ + (h²/4)(Ω·IΩ) Ω         solved for Ω
//   Rₖ₊₁ = Rₖ cay(hΩ)
//   Πₖ₊₁ = IΩ − (h/2) Ω × IΩ + (h²/4)(Ω·IΩ) Ω = cay(hΩ)ᵀ(Πₖ + h τ(Rₖ))
// with Π the momentum that belongs to Rₖ. Order 1, symplectic, keeps the momenta of the symmetries. The torque at the old
// R, as in (4.12), makes it a full kick before a symmetric turn; the adjoint map has the turn first and the torque at Rₖ₊₁.
// The printed Ωₖ of (4.12) is that of the step before, so that (1 + h²|Ωₖ|²/4)Ωₖ there is Πₖ here (I = 1).
// Reference: Tao and Owhadi, IMA J. Numer. Anal. 36 (2016), eq. 4.12; Bou-Rabee and Marsden, Found. Comput. Math. 9 (2009)
// 197.

import type { Flow } from '../flows/flow.ts';
import { maxAbs } from '../linalg/dense.ts';
import { createDenseLU } from '../linalg/lu.ts';
import type { Problem } from '../problem/problem.ts';
import type { Equations } from '../solvers/equations.ts';
import { newton } from '../solvers/newton.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
import { createCleaning, createKick, flowOfMoves, type Move, notRigid } from './body-flows.ts';
import { type BodyState, type RigidBody, rigidBodyOf } from './rigid-body.ts';
import { addTimesHat, cayleyDifferential, turnByCayley } from './so3.ts';

export function cayleyVariationalEuler(problem: Problem): Flow {
  const body = rigidBodyOf(problem);
  if (typeof body === 'string') return notRigid(body);
  return flowOfMoves(body, [
    [createKick(body), 1],
    [createCayleyTurn(body), 1],
    [createCleaning(), 1],
  ]);
}

/** The free body by the Cayley map: symmetric, of order 2, and conserves the spatial angular momentum. */
function createCayleyTurn({ I }: RigidBody): Move {
  const equation = createVelocityEquation(I);
  const solver = newton(3);
  const lu = createDenseLU(3);
  const matrix = new Float64Array(9);
  const [Omega, angle, dAngle, eta] = [0, 1, 2, 3].map(() => new Float64Array(3));

  /** angle = tΩ. */
  function solve(x: BodyState, t: number): Outcome {
    equation.begin(x, t);
    for (let i = 0; i < 3; i++) Omega[i] = x[9 + i] / I[i];
    const outcome = solver.solve(equation, Omega);
    for (let i = 0; i < 3; i++) angle[i] = t * Omega[i];
    return outcome.ok ? done : { ...outcome, detail: noVelocity };
  }
  return {
    apply(x, t) {
      const outcome = solve(x, t);
      if (outcome.ok) turnByCayley(angle, x);
      return outcome;
    },
    carry(x, t, dx) {
      const outcome = solve(x, t);
      equation.jacobian(matrix);
      const isRegular = lu.factor(matrix) && outcome.ok;
      for (let i = 0; i < 3; i++) dAngle[i] = isRegular ? t * dx[9 + i] : Number.NaN;
      lu.solve(dAngle);
      cayleyDifferential(angle, dAngle, eta);
      turnByCayley(angle, x);
      turnByCayley(angle, dx);
      // d cay(x) = cay(x) η̂, for all four rows.
      addTimesHat(x, eta, dx);
    },
  };
}

const noVelocity =
  'the angular velocity of a Cayley step was not found: the body turns too far in one step; halve the step';

interface VelocityEquation extends Equations {
  /** Prepares for the momentum of x and the step t. */
  begin(x: BodyState, t: number): void;
}

/** r(Ω) = IΩ + (t/2) Ω × IΩ + (t²/4)(Ω·IΩ) Ω − Π. */
function createVelocityEquation(I: Float64Array): VelocityEquation {
  const [Pi, Omega, L, scale] = [0, 1, 2, 3].map(() => new Float64Array(3));
  let [t, energy] = [0, 0];
  return {
    m: 3,
    model: null,
    scale,
    begin(x, step) {
      t = step;
      for (let i = 0; i < 3; i++) Pi[i] = x[9 + i];
      scale.fill(Math.max(maxAbs(Pi), Number.MIN_VALUE));
    },
    // At Ω = 0 the derivative is I: a root where its determinant is negative belongs to another branch.
    orientation: () => 1,
    residual(lambda, out) {
      energy = 0;
      for (let i = 0; i < 3; i++) {
        Omega[i] = lambda[i];
        L[i] = I[i] * Omega[i];
        energy += L[i] * Omega[i];
      }
      for (let i = 0; i < 3; i++) {
        const j = (i + 1) % 3;
        const k = (i + 2) % 3;
        const bend = Omega[j] * L[k] - Omega[k] * L[j];
        out[i] = L[i] - Pi[i] + (t / 2) * bend + (t / 2) * (t / 2) * energy * Omega[i];
      }
      return done;
    },
    jacobian(out) {
      for (let i = 0; i < 3; i++) {
        const j = (i + 1) % 3;
        const k = (i + 2) % 3;
        const twist = (t / 2) * (I[k] - I[j]);
        for (let l = 0; l < 3; l++) out[3 * i + l] = ((t * t) / 2) * Omega[i] * L[l];
        out[4 * i] += I[i] + (t / 2) * (t / 2) * energy;
        out[3 * i + j] += twist * Omega[k];
        out[3 * i + k] += twist * Omega[j];
      }
    },
  };
}
