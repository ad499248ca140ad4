// The symmetric splitting of a rigid body in a potential, with a = I_i the moment of one axis,
//   H = |Π|²/(2a) + ½ (1/I_j − 1/a) Π_j² + ½ (1/I_k − 1/a) Π_k² + V(R),
//   φ_h = K(h/2) T_j(h/2) T_k(h/2) S(h) T_k(h/2) T_j(h/2) K(h/2):
//   K(t): Π ← Π + t τ(R);     S(t): the body turns by t|Π|/a about Π;     T_j(t): by t (1/I_j − 1/a) Π_j about its axis j.
// i and j are the axes with the closest moments: for a symmetric body T_j is nothing and the free motion exact, since S
// commutes with T_k. Explicit, order 2, symmetric, symplectic. It keeps the angular momentum in space that V keeps, and that
// about the axis of a symmetric body. Condition: a rigid body with one fixed point (rigid-body.ts).
// Reference: Fassò, J. Comput. Phys. 189 (2003) 527; Touma and Wisdom, Astron. J. 107 (1994) 1189, §3; Reich, Physica D
// 76 (1994) 375.

import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import { done } from '../solvers/outcome.ts';
import { createCleaning, createKick, flowOfMoves, type Move, notRigid } from './body-flows.ts';
import { rigidBodyOf } from './rigid-body.ts';
import { addTimesHat, createTurning, turnAbout } from './so3.ts';

export function so3Splitting(problem: Problem): Flow {
  const body = rigidBodyOf(problem);
  if (typeof body === 'string') return notRigid(body);
  const w = body.I.map(moment => 1 / moment);
  const [i, j, k] = closestFirst(w);
  const kick = createKick(body);
  const outer = createAxisTurn(j, w[j] - w[i]);
  const inner = createAxisTurn(k, w[k] - w[i]);
  return flowOfMoves(body, [
    [kick, 1 / 2],
    [outer, 1 / 2],
    [inner, 1 / 2],
    [createSpin(w[i]), 1],
    [inner, 1 / 2],
    [outer, 1 / 2],
    // Before the last kick, so that the next step begins at the R of that kick and need not evaluate V again.
    [createCleaning(), 1],
    [kick, 1 / 2],
  ]);
}

/** The axes, the two whose inverse moments differ least first. */
function closestFirst(w: Float64Array): readonly [number, number, number] {
  const gap = ([i, j]: readonly number[]) => Math.abs(w[i] - w[j]);
  const orders = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ] as const;
  return orders.reduce((best, order) => (gap(order) < gap(best) ? order : best));
}

/** The exact motion under ½w|Π|²: Π stays, also as seen from the body, and the body turns about it. */
function createSpin(w: number): Move {
  const { turn, differential } = createTurning();
  const [angle, dangle, eta] = [0, 1, 2].map(() => new Float64Array(3));
  const set = (t: number, x: Float64Array, out: Float64Array) => {
    for (let k = 0; k < 3; k++) out[k] = t * w * x[9 + k];
  };
  return {
    apply(x, t) {
      set(t, x, angle);
      turn(angle, x);
      return done;
    },
    carry(x, t, dx) {
      set(t, x, angle);
      set(t, dx, dangle);
      differential(angle, dangle, eta);
      turn(angle, x);
      turn(angle, dx);
      // d(A F) = dA F + A F η̂, for all four rows.
      addTimesHat(x, eta, dx);
    },
  };
}

/** The exact motion under ½w Πₖ²: Πₖ is constant, so the angle is linear in time. */
function createAxisTurn(axis: number, w: number): Move {
  const eta = new Float64Array(3);
  return {
    apply(x, t) {
      turnAbout(axis, t * w * x[9 + axis], x);
      return done;
    },
    carry(x, t, dx) {
      const angle = t * w * x[9 + axis];
      eta[axis] = t * w * dx[9 + axis];
      turnAbout(axis, angle, x);
      turnAbout(axis, angle, dx);
      // dF = F ê_axis dθ, for all four rows.
      addTimesHat(x, eta, dx);
    },
  };
}
