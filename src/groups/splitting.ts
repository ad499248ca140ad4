// The symmetric splitting of a rigid body in a potential, H = Σ Πₖ²/(2Iₖ) + V(R): half a kick, exact turns about the body
// axes, half a kick,
//   φ_h = K(h/2) T₁(h/2) T₂(h/2) T₃(h) T₂(h/2) T₁(h/2) K(h/2),
//   K(t): Π ← Π + t τ(R)      Tₖ(t): (R, Π) ← (R, Π) turned by the angle t Πₖ/Iₖ about the body axis k.
// Explicit, order 2, symmetric, symplectic. It keeps the angular momentum in space that V keeps, since every Tₖ keeps all
// three components; the momentum about the axis of a symmetric body (I₁ = I₂) it keeps to second order only.
// Condition: a rigid body with one fixed point (rigid-body.ts).
// Reference: Touma and Wisdom, Astron. J. 107 (1994) 1189, §3; McLachlan, Phys. Rev. Lett. 71 (1993) 3043;
// Reich, Physica D 76 (1994) 375.

import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import { done } from '../solvers/outcome.ts';
import { createCleaning, createKick, flowOfMoves, type Move, notRigid } from './moves.ts';
import { type RigidBody, rigidBodyOf } from './rigid-body.ts';
import { addTimesHat, turnAbout } from './so3.ts';

export function so3Splitting(problem: Problem): Flow {
  const body = rigidBodyOf(problem);
  if (typeof body === 'string') return notRigid(body);
  const kick = createKick(body);
  const [first, second, third] = [0, 1, 2].map(axis => createAxisTurn(body, axis));
  return flowOfMoves(body, [
    [kick, 1 / 2],
    [first, 1 / 2],
    [second, 1 / 2],
    [third, 1],
    [second, 1 / 2],
    [first, 1 / 2],
    // Before the last kick, so that the next step begins at the R of that kick and need not evaluate V again.
    [createCleaning(), 1],
    [kick, 1 / 2],
  ]);
}

/** The exact motion under Πₖ²/(2Iₖ) alone: Πₖ is constant, so the angle is linear in time. */
function createAxisTurn({ I }: RigidBody, axis: number): Move {
  const eta = new Float64Array(3);
  return {
    apply(x, t) {
      turnAbout(axis, (t * x[9 + axis]) / I[axis], x);
      return done;
    },
    carry(x, t, dx) {
      const angle = (t * x[9 + axis]) / I[axis];
      eta[axis] = (t * dx[9 + axis]) / I[axis];
      turnAbout(axis, angle, x);
      turnAbout(axis, angle, dx);
      // dF = F ê_axis dθ, for all four rows.
      addTimesHat(x, eta, dx);
    },
  };
}
