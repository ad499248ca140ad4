// VS, SHAKE in velocity form: SHAKE, and then half of the slide that the next SHAKE step will make,
//   w = SHAKE(z),    λ the multipliers of SHAKE from w,    VS(z) = exp(½ Σ λᵢ X_{gᵢ})(w).
// SHAKE sees only the fibre, so VS takes the same positions, and its momenta are of second order: for g(q)
// p_n = M (q_{n+1} − q_{n−1}) / 2h. {g, H} = 0 holds only to O(h²). Each step needs one solve: the one made to look
// ahead is where the next step goes. Leimkuhler and Skeel 1994, eq. 15–18.

import type { Flow } from '../../flows/flow.ts';
import { checkStart, checkStep, identity } from '../../flows/identity.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import type { MultiplierSolver } from '../../solvers/equations.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import { constrained } from '../constrained.ts';
import { createHistory } from '../history.ts';

export interface VelocityShake extends Flow {
  /** λ of p' = −H_q − g_qᵀλ at the end of the last step: half of the sum of RATTLE's two. */
  readonly multipliers: Float64Array;
}

/** `solver` makes a new solver for m equations. */
export function velocityShake(
  problem: Problem,
  flow: Flow,
  solver: (m: number) => MultiplierSolver,
): VelocityShake {
  const { n, g } = problem;
  const { fibre, shake } = constrained(problem, flow, solver);
  // The memory of SHAKE begins with λ/h of its last step.
  const [rate] = shake.memory;
  const multipliers = new Float64Array(g.m);
  const half = new Float64Array(g.m);
  const [shaken, ahead] = [0, 1].map(() => new Float64Array(2 * n));
  const last = createHistory(1, 2 * n);

  function shakeFrom(z: State, h: number): Outcome {
    if (!last.continues(z, h)) return shake.step(z, h, shaken);
    shaken.set(ahead);
    return done;
  }
  function slideHalf(h: number, out: State): Outcome {
    multipliers.set(rate);
    for (let i = 0; i < g.m; i++) half[i] = (h / 2) * rate[i];
    return fibre.slide(shaken, half, out);
  }
  function step(z: State, h: number, out: State): Outcome {
    if (h === 0) return identity(z, out);
    let outcome = checkStart(z, h);
    if (outcome.ok) outcome = shakeFrom(z, h);
    if (outcome.ok) outcome = shake.step(shaken, h, ahead);
    if (outcome.ok) outcome = slideHalf(h, out);
    if (outcome.ok) outcome = checkStep(z, h, out);
    if (outcome.ok) last.restart(out, h);
    else last.forget();
    return outcome;
  }
  return { domain: 'g = 0', multipliers, memory: [...shake.memory, ahead, ...last.memory], step };
}
