// Length scales of “nearby”. For coordinates: the size of q, but at most the radius of curvature |∇gᵢ| / |gᵢ''| of a
// constraint (the length of a link, however long its chain). For momenta: the size of p, or for a system at rest the
// momentum that the forces give on this distance.

import { maxAbs } from '../linalg/dense.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createRandom, type Random } from '../random/mulberry.ts';

export interface LengthScales {
  readonly q: number;
  readonly p: number;
}

export function lengthScales(problem: Problem, z: State): LengthScales {
  const { n } = problem;
  const bend = bendingLength(problem, z);
  const q = coordinateScale(problem, z, bend);
  const atRest = () => momentumFromForces(problem, z, q);
  return {
    q,
    p: Math.min(maxAbs(z.subarray(n)) || atRest(), problem.g.kind === 'holonomic' ? Infinity : bend),
  };
}

function coordinateScale({ n }: Problem, z: State, bend: number): number {
  return Math.min(positive(maxAbs(z.subarray(0, n)), 1), bend);
}

/** The momentum that the forces would give: the scale of momenta at rest. */
export function momentumFromRest(problem: Problem, z: State): number {
  return momentumFromForces(problem, z, coordinateScale(problem, z, bendingLength(problem, z)));
}

function positive(value: number, otherwise: number): number {
  return value > 0 && Number.isFinite(value) ? value : otherwise;
}

/** The smallest |∇gᵢ| / |gᵢ''|; infinite for linear constraints. */
function bendingLength({ n, g }: Problem, z: State): number {
  const random = createRandom(17);
  const u = Float64Array.from({ length: 2 * n }, () => random.sign());
  const [second, jacobian] = [new Float64Array(g.m), new Float64Array(g.jacobianPattern.index.length)];
  g.second(z, u, u, second);
  g.jacobian(z, jacobian);
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < g.m; i++) {
    const [from, to] = [g.jacobianPattern.start[i], g.jacobianPattern.start[i + 1]];
    let square = 0;
    for (let k = from; k < to; k++) square += jacobian[k] ** 2;
    const length = (Math.sqrt(square) * (to - from)) / Math.abs(second[i]);
    if (length > 0) shortest = Math.min(shortest, length);
  }
  return shortest;
}

/** √(mass · length · force), or mass · length without forces. */
function momentumFromForces({ n, H }: Problem, z: State, length: number): number {
  if (!H.separable) return 1;
  const mass = 1 / positive(maxAbs(H.separable.inverseMass), 1);
  const force = new Float64Array(2 * n);
  H.gradient(z, force);
  return positive(Math.sqrt(mass * length * maxAbs(force.subarray(0, n))), mass * length);
}

/** A random state within `share` of the length scales around z. */
export function nearbyState(z: State, scales: LengthScales, share: number, random: Random): State {
  const n = z.length / 2;
  return z.map((value, j) => value + share * (j < n ? scales.q : scales.p) * random.symmetric());
}
