// A problem from hand-written functions: H and g with first derivatives; second derivatives where the caller has them,
// otherwise from central differences of the first (good to about 1e-9, enough for Newton's matrices; the exact
// derivative of a step is then only that good too). `check` compares every derivative with finite differences.

import { dot, setUnit } from '../../linalg/dense.ts';
import { fullPattern, type Pattern, patternFromRows } from '../../linalg/pattern.ts';
import { type Along, createDifference, createSecondDifference, type Fill } from '../central-difference.ts';
import { noConstraints } from '../classical.ts';
import type { Constraints } from '../constraints.ts';
import type { Hamiltonian, Separable } from '../hamiltonian.ts';
import type { Observable, Problem, RunDefaults } from '../problem.ts';
import type { State } from '../state.ts';

/** H(q, p), or mass and V(q), with derivatives; second derivatives are optional. */
export interface HandWrittenHamiltonian {
  /** Masses of the coordinates; then H = ½pᵀM⁻¹p + V and the functions below are V(q) and ∇V(q). Without: H(q, p). */
  readonly mass?: ArrayLike<number>;
  value(z: State): number;
  /** out = ∇V, n entries, with `mass`; (H_q, H_p), 2n entries, without. */
  readonly gradient: Fill;
  /** out = the second derivative times v, as long as the gradient. */
  hessianTimes?(z: State, v: Float64Array, out: Float64Array): void;
  /** out = a·V⁽³⁾(q)·a, n entries; only with `mass`, for the methods of Zhang and Skeel. */
  third?(z: State, a: Float64Array, out: Float64Array): void;
}

/** g(q) or g(q, p) with first derivatives; second derivatives are optional. */
export interface HandWrittenConstraints {
  readonly names: readonly string[];
  /** Whether g depends on p. */
  readonly momenta?: boolean;
  readonly value: Fill;
  /** out = ∂g/∂z, m rows of 2n entries. */
  readonly jacobian: Fill;
  /** out = Σ wᵢ gᵢ''(z) v, 2n entries. */
  hessianTimes?(z: State, w: Float64Array, v: Float64Array, out: Float64Array): void;
}

/** A problem given by functions instead of formulas. */
export interface HandWrittenProblem {
  readonly name?: string;
  readonly coordinates: readonly string[];
  readonly H: HandWrittenHamiltonian;
  readonly g?: HandWrittenConstraints;
  readonly initial: { readonly q: ArrayLike<number>; readonly p?: ArrayLike<number> };
  readonly observables?: readonly Observable[];
  readonly run?: RunDefaults;
}

/**
 * A problem from hand-written functions: H and g with first derivatives; second derivatives where given, otherwise by
 * central differences, good to about 1e-9. `check` compares every derivative with differences.
 */
export function problemFromFunctions(given: HandWrittenProblem): Problem {
  const n = given.coordinates.length;
  const initial = new Float64Array(2 * n);
  initial.set(Array.from(given.initial.q));
  initial.set(Array.from(given.initial.p ?? []), n);
  return {
    name: given.name ?? 'Unnamed problem',
    n,
    coordinates: given.coordinates,
    H: hamiltonian(given.H, n),
    g: given.g ? constraints(given.g, n) : noConstraints(n),
    initial,
    observables: given.observables ?? [],
    parameters: {},
    run: given.run ?? {},
  };
}

function hamiltonian(given: HandWrittenHamiltonian, n: number): Hamiltonian {
  const { mass } = given;
  const inverseMass = mass ? Float64Array.from({ length: n }, (_, i) => 1 / mass[i]) : null;
  const length = inverseMass ? n : 2 * n;
  const second = given.hessianTimes?.bind(given) ?? createDifference(given.gradient, 2 * n, length);
  const times = (z: State, v: Float64Array, out: Float64Array): void => {
    second(z, v, out);
    if (inverseMass) for (let i = 0; i < n; i++) out[n + i] = inverseMass[i] * v[n + i];
  };
  return {
    n,
    separable: inverseMass && separable(given, inverseMass, second),
    value(z) {
      if (!inverseMass) return given.value(z);
      return inverseMass.reduce((sum, w, i) => sum + 0.5 * w * z[n + i] ** 2, given.value(z));
    },
    gradient(z, out) {
      given.gradient(z, out);
      if (inverseMass) for (let i = 0; i < n; i++) out[n + i] = inverseMass[i] * z[n + i];
    },
    hessianTimes: times,
    hessianPattern: fullPattern(2 * n, 2 * n),
    hessian: (z, out) => fillBlock(2 * n, 2 * n, (unit, column) => times(z, unit, column), out),
  };
}

/** V with its derivatives; those that are not given come from differences of those that are. */
function separable(given: HandWrittenHamiltonian, inverseMass: Float64Array, second: Along): Separable {
  const n = inverseMass.length;
  // V knows nothing of momenta: their half of a direction stays 0.
  const direction = new Float64Array(2 * n);
  const third = given.hessianTimes
    ? createDifference((z, out) => second(z, direction, out), 2 * n, n)
    : createSecondDifference(given.gradient, 2 * n, n);
  return {
    inverseMass,
    potential: z => given.value(z),
    gradient: (z, out) => given.gradient(z, out),
    hessianPattern: fullPattern(n, n),
    hessian: (z, out) => fillBlock(n, 2 * n, (v, column) => second(z, v, column), out),
    third(z, a, out) {
      for (let i = 0; i < n; i++) direction[i] = a[i];
      if (given.third) given.third(z, direction, out);
      else third(z, direction, out);
    },
    stiff: null,
  };
}

/** A full block of this size in a matrix that is otherwise empty. */
function leadingBlock(size: number, whole: number): Pattern {
  const columns = Array.from({ length: size }, (_, j) => j);
  return patternFromRows(
    Array.from({ length: whole }, (_, i) => (i < size ? columns : [])),
    whole,
  );
}

function constraints(given: HandWrittenConstraints, n: number): Constraints {
  const m = given.names.length;
  const width = given.momenta ? 2 * n : n;
  const rows = new Float64Array(m * 2 * n);
  const transposedTimes = (z: State, w: Float64Array, out: Float64Array): void => {
    given.jacobian(z, rows);
    out.fill(0);
    for (let i = 0; i < m; i++) for (let j = 0; j < 2 * n; j++) out[j] += w[i] * rows[i * 2 * n + j];
  };
  const weights = new Float64Array(m);
  const difference = createDifference((z, out) => transposedTimes(z, weights, out), 2 * n, 2 * n);
  const hessianTimes =
    given.hessianTimes?.bind(given) ??
    ((z: State, w: Float64Array, v: Float64Array, out: Float64Array) => {
      weights.set(w);
      difference(z, v, out);
    });
  const [unit, bent] = [new Float64Array(m), new Float64Array(2 * n)];
  return {
    m,
    names: given.names,
    kind: given.momenta ? 'general' : 'holonomic',
    degree: Number.POSITIVE_INFINITY,
    jacobianPattern: { ...fullPattern(m, width), cols: 2 * n },
    hessianPattern: leadingBlock(width, 2 * n),
    value: (z, out) => given.value(z, out),
    jacobian(z, out) {
      given.jacobian(z, rows);
      for (let i = 0; i < m; i++) for (let j = 0; j < width; j++) out[i * width + j] = rows[i * 2 * n + j];
    },
    jacobianTimes(z, v, out) {
      given.jacobian(z, rows);
      for (let i = 0; i < m; i++) out[i] = v.reduce((sum, vj, j) => sum + rows[i * 2 * n + j] * vj, 0);
    },
    transposedTimes,
    hessianTimes,
    second(z, u, v, out) {
      for (let i = 0; i < m; i++) {
        setUnit(i, unit);
        hessianTimes(z, unit, v, bent);
        out[i] = dot(bent, u);
      }
    },
    hessian: (z, w, out) => fillBlock(width, 2 * n, (unit, column) => hessianTimes(z, w, unit, column), out),
  };
}

// The entries of a symmetric matrix that is known by its products alone, column by column.

/** out = the leading block of this size of a symmetric map of vectors of this length; its columns are its rows. */
export function fillBlock(
  size: number,
  length: number,
  times: (unit: Float64Array, out: Float64Array) => void,
  out: Float64Array,
): void {
  const [unit, column] = [new Float64Array(length), new Float64Array(length)];
  for (let j = 0; j < size; j++) {
    setUnit(j, unit);
    times(unit, column);
    out.set(column.subarray(0, size), j * size);
  }
}
