// Random tangent vectors of {g = 0}, or of {g = {g,H} = 0}: random vectors with the normal directions taken out.
// The normals are orthogonalised twice (Gram–Schmidt with reorthogonalisation), so the result is tangent to round-off.
// All this happens in units of the state, in which coordinates and momenta are of size 1; lengths are in these units.

import type { Random } from '../analysis/random.ts';
import type { Domain } from '../flows/flow.ts';
import { stateScale } from '../integrators/state-scale.ts';
import { dot, norm2, setUnit } from '../linalg/dense.ts';
import { createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';

export function tangentVectors(
  problem: Problem,
  z: State,
  domain: Domain,
  count: number,
  random: Random,
): Float64Array[] {
  const units = stateScale(problem);
  const normals = orthonormal(normalsOf(problem, z, domain).map(normal => times(normal, units)));
  return Array.from({ length: count }, () => {
    const v = Float64Array.from(z, () => random.symmetric());
    for (let pass = 0; pass < 2; pass++) for (const normal of normals) subtract(v, dot(v, normal), normal);
    return times(scaled(v), units);
  });
}

function times(x: Float64Array, y: Float64Array): Float64Array {
  return x.map((value, i) => value * y[i]);
}

function normalsOf(problem: Problem, z: State, domain: Domain): Float64Array[] {
  if (domain === 'phase space') return [];
  const gradients = Array.from({ length: problem.g.m }, (_, i) => gradientOf(problem, z, i));
  return domain === 'g = 0' ? gradients : [...gradients, ...hiddenGradients(problem, z)];
}

function gradientOf({ g, n }: Problem, z: State, i: number): Float64Array {
  const out = new Float64Array(2 * n);
  const weight = new Float64Array(g.m);
  setUnit(i, weight);
  g.transposedTimes(z, weight, out);
  return out;
}

/** Rows of D{g, H}, from its action on the unit vectors. */
function hiddenGradients(problem: Problem, z: State): Float64Array[] {
  const brackets = createBrackets(problem);
  const { m } = problem.g;
  const rows = Array.from({ length: m }, () => new Float64Array(z.length));
  const unit = new Float64Array(z.length);
  const column = new Float64Array(m);
  for (let j = 0; j < z.length; j++) {
    setUnit(j, unit);
    brackets.hiddenAlong(z, unit, column);
    for (let i = 0; i < m; i++) rows[i][j] = column[i];
  }
  return rows;
}

function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const vector of vectors) {
    const v = scaled(vector);
    for (let pass = 0; pass < 2; pass++) for (const known of basis) subtract(v, dot(v, known), known);
    if (norm2(v) > 1e-10) basis.push(scaled(v));
  }
  return basis;
}

function subtract(v: Float64Array, factor: number, w: Float64Array): void {
  for (let i = 0; i < v.length; i++) v[i] -= factor * w[i];
}

function scaled(v: Float64Array): Float64Array {
  const size = norm2(v);
  return size > 0 ? v.map(x => x / size) : v.slice();
}
