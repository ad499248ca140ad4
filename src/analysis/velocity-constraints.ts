// Constraints that are linear in the momenta: g(q,p) = A(q)·v − b(q) with the velocities v = ∂H/∂p. In mechanics such a constraint has
// forces that act on momenta alone, p′ = −H_q + Aᵀλ (Lagrange–d'Alembert: wheels, skates). As a constraint on phase space it moves
// coordinates as well, q′ = H_p + λ g_p, and {g,H} = 0 holds too: a different motion, which the check reports.
// It follows from an equation between coordinates (and time) where dθ vanishes on the kernel of θ = A dq − b dt (Frobenius).
// Conditions: H is quadratic in p and ∂²H/∂p² is invertible. Bloch, Nonholonomic Mechanics and Control (2003), sections 1.3 and 2.7.

import { dot, maxAbs, norm2 } from '../linalg/dense.ts';
import { createDenseLU } from '../linalg/lu.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createRandom, type Random } from '../random/mulberry.ts';
import { type Finding, listed } from './finding.ts';
import { type LengthScales, lengthScales, nearbyState } from './length-scales.ts';

/** Number of states around the start for the measurements. */
const states = 3;
/** Curvature in p below this share of the slope counts as none. */
const linearInMomenta = 1e-9;
/** dθ on pairs of unit vectors, in units of the length scale: differences leave about 1e-10. */
const integrable = 1e-6;
/** Matrices of forms and masses are dense here. */
const largestSize = 200;
const differenceStep = 1e-5;

/** The finding on constraints that are linear in momenta; null where there are none, or H has no velocities. */
export function checkVelocityConstraints(problem: Problem): Finding | null {
  const { n, g } = problem;
  if (g.kind === 'holonomic' || n > largestSize || g.m > largestSize) return null;
  const scales = lengthScales(problem, problem.initial);
  const random = createRandom(23);
  const near = Array.from({ length: states }, () => nearbyState(problem.initial, scales, 0.3, random));
  if (!near.every(z => isQuadratic(problem, z, random))) return null;
  const linear = g.names.map((_, i) => near.every(z => isLinear(problem, i, z, scales, random)));
  const rows = linear.flatMap((isRow, i) => (isRow ? [i] : []));
  if (rows.length === 0) return null;
  const torsions = near.map(z => torsion(problem, z, scales, random)).filter(t => t !== null);
  if (torsions.length === 0) return null;
  const largest = rows.map(i => Math.max(...torsions.map(t => t[i])));
  const twisted = rows.filter((_, k) => largest[k] > integrable);
  const measured = { 'linear in momenta': rows.length, 'dθ on the kernel of θ': Math.max(...largest) };
  return { ...words(g.names, rows, twisted), id: 'velocities', title: 'Constraints on velocities', measured };
}

/** Whether ∂²H/∂p² is the same for other momenta, and not zero. */
function isQuadratic({ n, H }: Problem, z: State, random: Random): boolean {
  if (H.separable) return true;
  const direction = momentumDirection(n, random);
  const [here, there] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  H.hessianTimes(z, direction, here);
  H.hessianTimes(
    z.map((value, j) => (j < n ? value : -value)),
    direction,
    there,
  );
  const [a, b] = [here.subarray(n), there.subarray(n)];
  const difference = maxAbs(a.map((value, j) => value - b[j]));
  return norm2(a) > 0 && difference <= linearInMomenta * maxAbs(a);
}

function momentumDirection(n: number, random: Random): Float64Array {
  return Float64Array.from({ length: 2 * n }, (_, j) => (j < n ? 0 : random.symmetric()));
}

/** Whether gᵢ depends on p, and linearly. */
function isLinear({ n, g }: Problem, i: number, z: State, scales: LengthScales, random: Random): boolean {
  const [weight, slope, bend] = [new Float64Array(g.m), new Float64Array(2 * n), new Float64Array(2 * n)];
  weight[i] = 1;
  g.transposedTimes(z, weight, slope);
  g.hessianTimes(z, weight, momentumDirection(n, random), bend);
  const steepest = maxAbs(slope.subarray(n));
  return steepest > 0 && maxAbs(bend.subarray(n)) * scales.p <= linearInMomenta * steepest;
}

/** The forms θᵢ = (Aᵢ, −bᵢ) at q, with m rows of n + 1; null where ∂²H/∂p² is singular. */
type Forms = (q: Float64Array) => Float64Array[] | null;

/** Aᵢ = M ∂gᵢ/∂p, where M⁻¹ = ∂²H/∂p², and bᵢ = A·v − gᵢ for p = 0; of a holonomic gᵢ, Aᵢ = ∂gᵢ/∂q and bᵢ = 0. */
function createForms({ n, H, g }: Problem): Forms {
  const [z, slope, gradient] = [0, 1, 2].map(() => new Float64Array(2 * n));
  const [weight, value] = [new Float64Array(g.m), new Float64Array(g.m)];
  const massTimes = createMassTimes({ n, H });
  return q => {
    z.fill(0);
    z.set(q);
    const times = massTimes(z);
    if (!times) return null;
    H.gradient(z, gradient);
    g.value(z, value);
    return g.names.map((_, i) => {
      weight.fill(0);
      weight[i] = 1;
      g.transposedTimes(z, weight, slope);
      const form = new Float64Array(n + 1);
      if (maxAbs(slope.subarray(n)) === 0) form.set(slope.subarray(0, n));
      else {
        form.set(times(slope.subarray(n)));
        form[n] = value[i] - dot(form.subarray(0, n), gradient.subarray(n));
      }
      return form;
    });
  };
}

/** x ↦ M x with M = (∂²H/∂p²)⁻¹ at z. */
function createMassTimes({ n, H }: Pick<Problem, 'n' | 'H'>) {
  const { separable } = H;
  if (separable) return () => (x: Float64Array) => x.map((value, j) => value / separable.inverseMass[j]);
  const [unit, column] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  const [matrix, lu] = [new Float64Array(n * n), createDenseLU(n)];
  return (z: State) => {
    for (let j = 0; j < n; j++) {
      unit.fill(0);
      unit[n + j] = 1;
      H.hessianTimes(z, unit, column);
      for (let i = 0; i < n; i++) matrix[i * n + j] = column[n + i];
    }
    if (!lu.factor(matrix)) return null;
    return (x: Float64Array) => {
      const out = Float64Array.from(x);
      lu.solve(out);
      return out;
    };
  };
}

/** |dθᵢ(u, v)| for random unit vectors u, v in the kernel of all θ, relative to |θᵢ| and the length scale; null where M is unknown. */
function torsion(problem: Problem, z: State, scales: LengthScales, random: Random): number[] | null {
  const { n, g } = problem;
  const forms = createForms(problem);
  const q = z.slice(0, n);
  const here = forms(q);
  if (!here) return null;
  const largest = new Array<number>(g.m).fill(0);
  const basis = orthonormal(here);
  for (let pair = 0; pair < pairs; pair++) {
    const [u, v] = [kernelVector(basis, n + 1, random), kernelVector(basis, n + 1, random)];
    const [alongU, alongV] = [derivative(forms, q, u, scales.q), derivative(forms, q, v, scales.q)];
    if (!alongU || !alongV) return null;
    for (let i = 0; i < g.m; i++) {
      const twist = Math.abs(dot(alongU[i], v) - dot(alongV[i], u)) / (norm2(here[i]) || 1);
      largest[i] = Math.max(largest[i], twist);
    }
  }
  return largest;
}

const pairs = 3;

/** An orthonormal basis of the span of the rows; dependent rows add nothing. */
function orthonormal(rows: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const row of rows) {
    const rest = row.slice();
    const size = norm2(row);
    removeParts(basis, rest);
    const length = norm2(rest);
    if (length > dependent * size) basis.push(rest.map(value => value / length));
  }
  return basis;
}

const dependent = 1e-10;

/** Removes the components along the basis from v, twice: the second pass removes round-off of the first. */
function removeParts(basis: readonly Float64Array[], v: Float64Array): void {
  for (let pass = 0; pass < 2; pass++)
    for (const e of basis) {
      const part = dot(e, v);
      for (let j = 0; j < v.length; j++) v[j] -= part * e[j];
    }
}

function kernelVector(basis: readonly Float64Array[], length: number, random: Random): Float64Array {
  const v = Float64Array.from({ length }, () => random.symmetric());
  removeParts(basis, v);
  const size = norm2(v);
  // A kernel of dimension one or zero: every form is closed on it.
  return size > dependent ? v.map(value => value / size) : v.fill(0);
}

/** The derivatives of all θ along u, times the length scale, by central differences. */
function derivative(forms: Forms, q: Float64Array, u: Float64Array, scale: number): Float64Array[] | null {
  const at = (side: number) => forms(q.map((value, j) => value + side * differenceStep * scale * u[j]));
  const [after, before] = [at(1), at(-1)];
  if (!after || !before) return null;
  return after.map((row, i) => row.map((value, j) => (value - before[i][j]) / (2 * differenceStep)));
}

const asWritten =
  'Here it is a constraint on phase space: its multiplier moves coordinates too, q′ = ∂H/∂p + λ·∂g/∂p, and {g,H} = 0 is kept as well.';

function words(
  names: readonly string[],
  rows: readonly number[],
  twisted: readonly number[],
): Pick<Finding, 'verdict' | 'summary' | 'advice'> {
  const concerned = twisted.length > 0 ? twisted : rows;
  const verb = concerned.length > 1 ? 'are' : 'is';
  const which = `${listed(concerned.map(i => names[i]))} ${verb} linear in the momenta: a condition A(q)·v = b(q) on velocities v = ∂H/∂p that`;
  if (twisted.length > 0)
    return {
      verdict: 'warn',
      summary: `${which} follows from no equation between coordinates (it is not integrable, or nonholonomic).`,
      advice: `${asWritten} That is not the motion of a wheel, a skate or a knife edge, where forces act on momenta alone (Lagrange–d'Alembert): no method here computes that motion.`,
    };
  return {
    verdict: 'warn',
    summary: `${which} follows from an equation between coordinates (it is integrable).`,
    advice: `For the motion on that equation, write it instead. ${asWritten}`,
  };
}
