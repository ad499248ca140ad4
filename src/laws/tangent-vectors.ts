// Random tangent vectors of {g = 0}, or of {g = {g,H} = 0}: random vectors with the normal directions taken out.
// For g(q) and H = ½pᵀM⁻¹p + V(q) a tangent vector (u, w) at (q, p) is one with
//   G u = 0   and, on the second,   G M⁻¹ w + g''[M⁻¹p, u] = 0,
// and both are reached by one solve with N = G M⁻¹ Gᵀ, O(n) for molecules: u − M⁻¹GᵀN⁻¹Gu, and likewise w.
// In general the normals are orthogonalised twice (Gram–Schmidt with reorthogonalisation). Both are tangent to round-off.
// All this happens in units of the state, in which coordinates and momenta are of size 1; lengths are in these units.

import type { Domain } from '../flows/flow.ts';
import { createGramFactor, type GramFactor } from '../integrators/gram-factor.ts';
import { stateScale } from '../integrators/state-scale.ts';
import { dot, norm2, setUnit } from '../linalg/dense.ts';
import { createBrackets } from '../problem/brackets.ts';
import { classicalParts, constraintRank } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Random } from '../random/mulberry.ts';

export function tangentVectors(
  problem: Problem,
  z: State,
  domain: Domain,
  count: number,
  random: Random,
): Float64Array[] {
  const units = stateScale(problem);
  const makeTangent = tangentPart(problem, z, domain, units);
  return Array.from({ length: count }, () => {
    const v = times(
      Float64Array.from(z, () => random.symmetric()),
      units,
    );
    makeTangent(v);
    const size = norm2(v.map((value, i) => value / units[i]));
    return size > 0 ? v.map(x => x / size) : v;
  });
}

/** Takes the normal directions out of v. */
type MakeTangent = (v: Float64Array) => void;

function tangentPart(problem: Problem, z: State, domain: Domain, units: Float64Array): MakeTangent {
  if (domain === 'phase space' || problem.g.m === 0) return () => {};
  const separable = classicalParts(problem);
  if (!separable) return generalTangent(problem, z, domain, units);
  const { inverseMass } = separable;
  const gram = createGramFactor(problem.g, inverseMass, constraintRank(problem));
  // Dependent constraints have no N⁻¹; orthogonalisation leaves them out.
  if (!gram.at(z)) return generalTangent(problem, z, domain, units);
  return classicalTangent(problem, inverseMass, gram, z, domain);
}

/** Two passes: the second takes out what rounding left of the first. */
const passes = 2;

/** `gram`: N, factored at z. */
function classicalTangent(
  { n, g }: Problem,
  inverseMass: Float64Array,
  gram: GramFactor,
  z: State,
  domain: Domain,
): MakeTangent {
  const [velocity, direction, kick] = [0, 1, 2].map(() => new Float64Array(2 * n));
  const [mu, bend] = [new Float64Array(g.m), new Float64Array(g.m)];
  for (let i = 0; i < n; i++) velocity[i] = inverseMass[i] * z[n + i];

  /** kick = GᵀN⁻¹μ */
  function solve(): void {
    gram.solve(mu, 1);
    g.transposedTimes(z, mu, kick);
  }
  function takeFromPositions(v: Float64Array): void {
    for (let i = 0; i < n; i++) direction[i] = v[i];
    g.jacobianTimes(z, direction, mu);
    solve();
    for (let i = 0; i < n; i++) v[i] -= inverseMass[i] * kick[i];
  }
  function takeFromMomenta(v: Float64Array): void {
    for (let i = 0; i < n; i++) direction[i] = v[i];
    g.second(z, velocity, direction, bend);
    for (let i = 0; i < n; i++) direction[i] = inverseMass[i] * v[n + i];
    g.jacobianTimes(z, direction, mu);
    for (let a = 0; a < g.m; a++) mu[a] += bend[a];
    solve();
    for (let i = 0; i < n; i++) v[n + i] -= kick[i];
  }
  return v => {
    for (let pass = 0; pass < passes; pass++) takeFromPositions(v);
    if (domain !== 'g = 0') for (let pass = 0; pass < passes; pass++) takeFromMomenta(v);
  };
}

function generalTangent(problem: Problem, z: State, domain: Domain, units: Float64Array): MakeTangent {
  const normals = orthonormal(normalsOf(problem, z, domain).map(normal => times(normal, units)));
  return v => {
    for (let i = 0; i < v.length; i++) v[i] /= units[i];
    for (let pass = 0; pass < passes; pass++)
      for (const normal of normals) subtract(v, dot(v, normal), normal);
    for (let i = 0; i < v.length; i++) v[i] *= units[i];
  };
}

function times(x: Float64Array, y: Float64Array): Float64Array {
  return x.map((value, i) => value * y[i]);
}

function normalsOf(problem: Problem, z: State, domain: Domain): Float64Array[] {
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
    for (let pass = 0; pass < passes; pass++) for (const known of basis) subtract(v, dot(v, known), known);
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
