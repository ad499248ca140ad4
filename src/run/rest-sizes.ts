// The size of {g,H} that rounding leaves in a body at rest. A chain that hangs in equilibrium has momenta of round-off alone, which are
// no measure of their own errors: forces are, with the speed that they would give on the length of the system,
//   sizeᵢ = share · Σⱼ |∂gᵢ/∂qⱼ| v,   v = √(F L / m) .
// Condition: classical constraints, H = ½ pᵀM⁻¹p + V(q) and g(q).

import { momentumFromRest } from '../analysis/length-scales.ts';
import { once } from '../formula/once.ts';
import { maxAbs } from '../linalg/dense.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';

/** With a relative tolerance of 1e-6 it leaves a hundred times the round-off of one step. */
const share = 1e-8;

/** (z, out): adds the sizes at z to out; nothing for other problems. */
export function createRestSizes(problem: Problem): (z: State, out: Float64Array) => void {
  const classical = classicalParts(problem);
  if (!classical) return () => {};
  const { g, initial } = problem;
  const { start } = g.jacobianPattern;
  const G = new Float64Array(g.jacobianPattern.index.length);
  const speed = once(() => momentumFromRest(problem, initial) * maxAbs(classical.inverseMass));
  return (z, out) => {
    g.jacobian(z, G);
    for (let i = 0; i < g.m; i++)
      for (let k = start[i]; k < start[i + 1]; k++) out[i] += share * Math.abs(G[k]) * speed();
  };
}
