// Gauss collocation with s stages, order 2s, symmetric, symplectic, for any H:
//   Zᵢ = z₀ + h Σⱼ aᵢⱼ J∇H(Zⱼ),     z₁ = z₀ + h Σⱼ bⱼ J∇H(Zⱼ).
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §II.1.3 and theorem VI.4.2.

import type { Hamiltonian } from '../problem/hamiltonian.ts';
import { done } from '../solvers/outcome.ts';
import type { Flow } from './flow.ts';
import { guardedFlow } from './identity.ts';
import { createImplicitSolver, type ImplicitEquation } from './implicit-solve.ts';

/**
 * Gauss collocation with s stages, order 2s, symplectic, symmetric, for any H: Zᵢ = z₀ + h Σ aᵢⱼ J∇H(Zⱼ). Hairer,
 * Lubich, Wanner (2006), §II.1.3.
 */
export function gauss(H: Hamiltonian, tableau: GaussTableau): Flow {
  const N = 2 * H.n;
  const { b, c } = tableau;
  const stages = b.length;
  const equation = stageEquation(H, tableau);
  const { start, slopes } = equation;
  const solver = createImplicitSolver(equation);
  const Z = new Float64Array(stages * N);
  const dZ = new Float64Array(stages * N);

  /** out = from + h Σⱼ bⱼ (slope of stage j). */
  const finish = (from: Float64Array, out: Float64Array) => {
    for (let i = 0; i < N; i++) {
      let sum = 0;
      for (let j = 0; j < stages; j++) sum += b[j] * slopes[j * N + i];
      out[i] = from[i] + equation.h * sum;
    }
  };

  return guardedFlow({
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      start.set(z);
      equation.h = h;
      // The first guess is an Euler step to each stage.
      for (let j = 0; j < stages; j++) Z.set(z, j * N);
      equation.evaluate(Z);
      for (let j = 0; j < stages; j++)
        for (let i = 0; i < N; i++) Z[j * N + i] += c[j] * h * slopes[j * N + i];
      const solved = solver.solve(Z);
      if (!solved.ok) return solved;
      equation.evaluate(Z);
      finish(z, out);
      return done;
    },
    push(v, out) {
      for (let j = 0; j < stages; j++) dZ.set(v, j * N);
      const solved = solver.solveLinear(Z, dZ);
      if (!solved.ok) dZ.fill(Number.NaN);
      equation.differentiate(Z, dZ);
      finish(v, out);
    },
  });
}

interface StageEquation extends ImplicitEquation {
  readonly start: Float64Array;
  h: number;
  /** J∇H of each stage, or its derivative, as computed last. */
  readonly slopes: Float64Array;
  /** slopes = J∇H(Zⱼ). */
  evaluate(Z: Float64Array): void;
  /** slopes = J H''(Zⱼ) dZⱼ. */
  differentiate(Z: Float64Array, dZ: Float64Array): void;
}

/** rᵢ(Z) = Zᵢ − z₀ − h Σⱼ aᵢⱼ J∇H(Zⱼ). */
function stageEquation(H: Hamiltonian, { a }: GaussTableau): StageEquation {
  const { n } = H;
  const N = 2 * n;
  const stages = a.length;
  const start = new Float64Array(N);
  const slopes = new Float64Array(stages * N);
  const z = new Float64Array(N);
  const dz = new Float64Array(N);
  const covector = new Float64Array(N);
  const fillJacobian = createJacobian(H, a);

  return {
    size: stages * N,
    block: n,
    start,
    h: 0,
    slopes,
    evaluate(Z) {
      for (let j = 0; j < stages; j++) {
        copyStage(Z, j, z);
        H.gradient(z, covector);
        turn(covector, j, slopes);
      }
    },
    differentiate(Z, dZ) {
      for (let j = 0; j < stages; j++) {
        copyStage(Z, j, z);
        copyStage(dZ, j, dz);
        H.hessianTimes(z, dz, covector);
        turn(covector, j, slopes);
      }
    },
    residual(Z, out) {
      this.evaluate(Z);
      for (let at = 0; at < Z.length; at++) out[at] = Z[at] - start[at % N];
      subtractSlopes(a, this.h, slopes, out);
    },
    jacobian(Z, out) {
      fillJacobian(Z, this.h, out);
    },
    jacobianTimes(Z, v, out) {
      this.differentiate(Z, v);
      out.set(v);
      subtractSlopes(a, this.h, slopes, out);
    },
  };
}

/** Outᵢ −= h Σⱼ aᵢⱼ (slope of stage j). */
function subtractSlopes(a: GaussTableau['a'], h: number, slopes: Float64Array, out: Float64Array): void {
  const stages = a.length;
  const N = slopes.length / stages;
  for (let i = 0; i < stages; i++)
    for (let k = 0; k < N; k++) {
      let sum = 0;
      for (let j = 0; j < stages; j++) sum += a[i][j] * slopes[j * N + k];
      out[i * N + k] -= h * sum;
    }
}

/** Stage j of out becomes J times the covector. */
function turn(covector: Float64Array, j: number, out: Float64Array): void {
  const N = covector.length;
  const n = N / 2;
  for (let k = 0; k < n; k++) {
    out[j * N + k] = covector[n + k];
    out[j * N + n + k] = -covector[k];
  }
}

/** out = r'(Z): block (i, j) is δᵢⱼ I − h aᵢⱼ J H''(Zⱼ). */
function createJacobian(H: Hamiltonian, a: GaussTableau['a']) {
  const { n, hessianPattern } = H;
  const { start, index } = hessianPattern;
  const N = 2 * n;
  const stages = a.length;
  const size = stages * N;
  const z = new Float64Array(N);
  const entries = new Float64Array(index.length);
  return (Z: Float64Array, h: number, out: Float64Array) => {
    out.fill(0);
    for (let at = 0; at < size; at++) out[at * size + at] = 1;
    for (let j = 0; j < stages; j++) {
      copyStage(Z, j, z);
      H.hessian(z, entries);
      for (let row = 0; row < N; row++) {
        // Row `row` of H'' is row n + row of J H'' with a minus sign, or row − n without.
        const target = row < n ? row + n : row - n;
        const factor = row < n ? h : -h;
        for (let at = start[row]; at < start[row + 1]; at++)
          for (let i = 0; i < stages; i++)
            out[(i * N + target) * size + j * N + index[at]] += factor * a[i][j] * entries[at];
      }
    }
  };
}

function copyStage(Z: Float64Array, j: number, out: Float64Array): void {
  for (let k = 0; k < out.length; k++) out[k] = Z[j * out.length + k];
}

// The implicit midpoint rule, order 2, symmetric, symplectic:  z₁ = z₀ + h J∇H((z₀ + z₁)/2).
// It keeps all quadratic invariants. It is Gauss collocation with one stage.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), (VI.3.9).

/**
 * Implicit midpoint, order 2, symplectic, symmetric, for any H: z₁ = z₀ + h J∇H((z₀ + z₁)/2). Hairer, Lubich, Wanner,
 * Geometric Numerical Integration (2006), (II.1.7).
 */
export function midpoint(H: Hamiltonian): Flow {
  return gauss(H, gauss1);
}

// Gauss collocation: the stages stand at the zeros of the shifted Legendre polynomials; s stages have order 2s.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), table II.1.1.

interface GaussTableau {
  readonly name: string;
  readonly order: number;
  readonly a: readonly (readonly number[])[];
  readonly b: readonly number[];
  readonly c: readonly number[];
}

const r3 = Math.sqrt(3) / 6;
const r15 = Math.sqrt(15);

/** One stage: the implicit midpoint rule. */
export const gauss1: GaussTableau = { name: 'midpoint', order: 2, a: [[0.5]], b: [1], c: [0.5] };

export const gauss2: GaussTableau = {
  name: 'Gauss, 2 stages',
  order: 4,
  a: [
    [1 / 4, 1 / 4 - r3],
    [1 / 4 + r3, 1 / 4],
  ],
  b: [1 / 2, 1 / 2],
  c: [1 / 2 - r3, 1 / 2 + r3],
};

export const gauss3: GaussTableau = {
  name: 'Gauss, 3 stages',
  order: 6,
  a: [
    [5 / 36, 2 / 9 - r15 / 15, 5 / 36 - r15 / 30],
    [5 / 36 + r15 / 24, 2 / 9, 5 / 36 - r15 / 24],
    [5 / 36 + r15 / 30, 2 / 9 + r15 / 15, 5 / 36],
  ],
  b: [5 / 18, 4 / 9, 5 / 18],
  c: [1 / 2 - r15 / 10, 1 / 2, 1 / 2 + r15 / 10],
};
