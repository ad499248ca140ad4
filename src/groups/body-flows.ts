// A method on SO(3) is a row of moves of the body state x = (R, Π): φ_h = write ∘ … ∘ move₂(c₂h) ∘ move₁(c₁h) ∘ read.
// Each move is symplectic; each also carries tangent vectors, so the whole has an exact derivative.

import type { Flow } from '../flows/flow.ts';
import { guardedFlow } from '../flows/identity.ts';
import { createLastPoint } from '../linalg/last-point.ts';
import { done, failed, type Outcome } from '../solvers/outcome.ts';
import { type BodyState, createBodyConversions, type RigidBody } from './rigid-body.ts';
import { addAxial, createOrthonormaliser } from './so3.ts';

export interface Move {
  /** x ← x after the time t. */
  apply(x: BodyState, t: number): Outcome;
  /** dx ← the derivative of `apply` at x, times dx; x ← x after the time t. */
  carry(x: BodyState, t: number, dx: BodyState): void;
}

/** A move and its part of the step. */
export type Stage = readonly [move: Move, part: number];

/** The flow of the stages, in their order. */
export function flowOfMoves(body: RigidBody, stages: readonly Stage[]): Flow {
  const { read, readTangent, write, writeTangent } = createBodyConversions(body);
  const start = new Float64Array(18);
  const [x, dx] = [0, 1].map(() => new Float64Array(12));
  let stepSize = 0;
  return guardedFlow({
    domain: 'g = {g,H} = 0',
    memory: [],
    step(z, h, out) {
      start.set(z);
      stepSize = h;
      read(z, x);
      for (let k = 0; k < stages.length; k++) {
        const outcome = stages[k][0].apply(x, stages[k][1] * h);
        if (!outcome.ok) return outcome;
      }
      write(x, out);
      return done;
    },
    push(v, out) {
      read(start, x);
      readTangent(start, v, dx);
      for (let k = 0; k < stages.length; k++) stages[k][0].carry(x, stages[k][1] * stepSize, dx);
      writeTangent(x, dx, out);
    },
  });
}

/** A flow that fails with the reason why it does not apply. */
export function notRigid(reason: string): Flow {
  const failure = failed(
    'not supported',
    `methods on SO(3) need a rigid body with one fixed point: ${reason}; use the method “rattle”`,
  );
  return { domain: 'g = {g,H} = 0', memory: [], step: () => failure };
}

/**
 * The motion under V alone: R stays and Π ← Π + t τ(R). A rotation R exp(η̂) changes V by ⟨V_R, R η̂⟩ = −τ·η, hence
 * τ̂ = V_RᵀR − RᵀV_R, the body torque in Π' = Π × Ω + τ.
 */
export function createKick({ V, H }: RigidBody): Move {
  const point = new Float64Array(18);
  const [direction, bend] = [0, 1].map(() => new Float64Array(18));
  const gradient = new Float64Array(9);
  const torque = new Float64Array(3);
  // The kick that ends a step and the one that begins the next are at the same R.
  const last = createLastPoint(9);

  function evaluate(x: BodyState): void {
    if (last.is(x)) return;
    last.set(x);
    for (let i = 0; i < 9; i++) point[i] = x[i];
    V.gradient(point, gradient);
  }
  const add = (t: number, x: BodyState) => {
    for (let i = 0; i < 3; i++) x[9 + i] += t * torque[i];
  };
  function apply(x: BodyState, t: number): Outcome {
    evaluate(x);
    torque.fill(0);
    addAxial(gradient, x, torque);
    add(t, x);
    return done;
  }
  return {
    apply,
    carry(x, t, dx) {
      evaluate(x);
      for (let i = 0; i < 9; i++) direction[i] = dx[i];
      H.hessianTimes(point, direction, bend);
      torque.fill(0);
      addAxial(bend, x, torque);
      addAxial(gradient, dx, torque);
      add(t, dx);
      apply(x, t);
    },
  };
}

/** A matrix further from a rotation than this was none to begin with; its square, what one improvement leaves, is 1e-10. */
const farthest = 1e-5;

/** Takes the rounding errors of the turns out of R; belongs after the last turn of a step. */
export function createCleaning(): Move {
  const { improve, push } = createOrthonormaliser();
  function apply(x: BodyState): Outcome {
    const error = improve(x);
    // A NaN is left to the check at the end of the step, which names the entry.
    if (!(error > farthest)) return done;
    return failed(
      'not supported',
      `RᵀR differs from 1 by ${error}: R is no rotation; begin on the constraints`,
      {
        residual: error,
      },
    );
  }
  return {
    apply,
    carry(x, _t, dx) {
      push(x, dx);
      apply(x);
    },
  };
}
