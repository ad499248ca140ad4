// Constraints g(q) = 0 of degree two, by the signs of the eigenvalues of their Hessians A:
//   of one sign    spheres, ellipsoids, cylinders, paraboloids (of one piece), pairs of planes. A second root along WGᵀ reverses the gradient
//   of both signs  hyperboloids may be of two pieces, and a root on the other one need not reverse it where masses differ
// For these, two states q and q + Δ on g = 0 are on one piece if, with Gθ = (1 − θ)G(q) + θG(q + Δ),
//   |½ΔᵀAΔ| |A| ≤ minθ |Gθ|² :   |g| ≤ |½ΔᵀAΔ|/4 along the chord, and from each of its points Newton's method along WGθᵀ ends on g = 0
// (Kantorovich's theorem for one equation), at a root that depends continuously on θ. Lengths are in the metric W = M⁻¹.

import { norm2 } from '../linalg/dense.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createRandom } from '../random/mulberry.ts';

/** Random directions in which the forms ΔᵀAΔ are evaluated, with components of all sizes, so that one long axis hides no other. */
const [directions, decades] = [64, 3];
const powerIterations = 40;

/** Which constraints of degree two have Hessians with eigenvalues of both signs. */
export function indefiniteQuadrics({ n, g, initial }: Problem): readonly number[] {
  const random = createRandom(41);
  const [u, forms] = [new Float64Array(2 * n), new Float64Array(g.m)];
  const signs = new Uint8Array(g.m);
  for (let k = 0; k < directions; k++) {
    for (let j = 0; j < n; j++) u[j] = random.sign() * 10 ** (decades * random.symmetric());
    g.second(initial, u, u, forms);
    for (let i = 0; i < g.m; i++) if (forms[i] !== 0) signs[i] |= forms[i] > 0 ? 1 : 2;
  }
  return Array.from(signs.keys()).filter(i => signs[i] === 3);
}

/** A single constraint g(q) = 0 of one piece, or a pair of planes: every second root of a slide reverses the gradient. */
export const isConnectedQuadric = (problem: Problem): boolean =>
  problem.g.m === 1 &&
  problem.g.degree <= 2 &&
  classicalParts(problem) !== null &&
  indefiniteQuadrics(problem).length === 0;

/** For two states with their gradients: a constraint for which they are not proved to be on one piece, or −1. */
export function createPieceCheck(problem: Problem, weights: Float64Array, concerned: readonly number[]) {
  const { start, index } = problem.g.jacobianPattern;
  const norms = concerned.map(i => hessianNorm(problem, weights, i));
  return (before: State, G0: Float64Array, now: State, G1: Float64Array): number =>
    concerned.find((i, at) => {
      let [bend, a, b, c] = [0, 0, 0, 0];
      for (let k = start[i]; k < start[i + 1]; k++) {
        const w = weights[index[k]];
        bend += G0[k] * (now[index[k]] - before[index[k]]);
        a += w * G0[k] * G0[k];
        b += w * G0[k] * G1[k];
        c += w * G1[k] * G1[k];
      }
      return !(Math.abs(bend) * norms[at] <= leastSquare(a, b, c));
    }) ?? -1;
}

/** min |(1 − θ)x + θy|² for 0 ≤ θ ≤ 1 with a = |x|², b = x·y, c = |y|². */
function leastSquare(a: number, b: number, c: number): number {
  if (b >= a || b >= c) return Math.min(a, c);
  return (a * c - b * b) / (a - 2 * b + c);
}

/** The largest |eigenvalue| of √W A √W, by power iteration. */
function hessianNorm({ n, g, initial }: Problem, weights: Float64Array, i: number): number {
  const random = createRandom(43);
  const unit = new Float64Array(g.m);
  unit[i] = 1;
  const [v, image] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  for (let j = 0; j < n; j++) v[j] = random.symmetric();
  let norm = 0;
  for (let k = 0; k < powerIterations; k++) {
    const size = norm2(v);
    for (let j = 0; j < n; j++) v[j] *= Math.sqrt(weights[j]) / size;
    g.hessianTimes(initial, unit, v, image);
    for (let j = 0; j < n; j++) v[j] = Math.sqrt(weights[j]) * image[j];
    norm = norm2(v);
  }
  return norm;
}
