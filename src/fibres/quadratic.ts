// The slide of constraints of degree two in (q, p): X_{g_λ}(z) = J(Sz + b) is affine, so its flow is a matrix exponential,
//   (z, 1) ↦ exp(A)(z, 1),   A = [ JS  Jb ; 0  0 ],   S = Σ λᵢ gᵢ'',  b = Σ λᵢ ∇gᵢ(0).
// The derivative with respect to λ is the upper right block of exp[ A  dA ; 0  A ].
// McLachlan, Modin, Verdier, Wilkins 2014, §5.4 is the case |q|² + |p|² = 1.

import { matrixVector, setUnit } from '../linalg/dense.ts';
import { createMatrixExponential } from '../linalg/expm.ts';
import type { Constraints } from '../problem/constraints.ts';
import { applyJ, type State } from '../problem/state.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
import type { Fibre } from './fibre.ts';

export function quadraticFibre(g: Constraints, n: number): Fibre {
  const N = 2 * n + 1;
  const generator = createAffineGenerator(g, n);
  const small = createMatrixExponential(N);
  const large = createMatrixExponential(2 * N);
  const [A, dA, E] = Array.from({ length: 3 }, () => new Float64Array(N * N));
  const [block, exponential] = Array.from({ length: 2 }, () => new Float64Array(4 * N * N));
  const [start, image] = Array.from({ length: 2 }, () => new Float64Array(N));
  const end = new Float64Array(2 * n);

  function slide(z: State, lambda: Float64Array, out: State): Outcome {
    start.set(z);
    start[N - 1] = 1;
    generator(lambda, A);
    small.exponential(A, E);
    matrixVector(E, N, N, start, image);
    for (let i = 0; i < 2 * n; i++) out[i] = image[i];
    return done;
  }
  function push(v: Float64Array, out: Float64Array): void {
    for (let i = 0; i < 2 * n; i++) {
      let sum = 0;
      for (let j = 0; j < 2 * n; j++) sum += E[i * N + j] * v[j];
      out[i] = sum;
    }
  }
  function pushLambda(dlambda: Float64Array, out: Float64Array): void {
    if (g.m === 1) along(dlambda, out);
    else byBlocks(dlambda, out);
  }
  /** One constraint: to slide a little further is to follow X_g at the end. */
  function along(dlambda: Float64Array, out: Float64Array): void {
    end.set(image.subarray(0, 2 * n));
    g.transposedTimes(end, dlambda, out);
    applyJ(out);
  }
  function byBlocks(dlambda: Float64Array, out: Float64Array): void {
    generator(dlambda, dA);
    block.fill(0);
    for (let i = 0; i < N; i++)
      for (let j = 0; j < N; j++) {
        block[i * 2 * N + j] = A[i * N + j];
        block[i * 2 * N + N + j] = dA[i * N + j];
        block[(i + N) * 2 * N + N + j] = A[i * N + j];
      }
    large.exponential(block, exponential);
    for (let i = 0; i < 2 * n; i++) {
      let sum = 0;
      for (let j = 0; j < N; j++) sum += exponential[i * 2 * N + N + j] * start[j];
      out[i] = sum;
    }
  }
  return { slide, push, pushLambda };
}

/** Fills A for given λ from the derivatives of g, column by column. */
function createAffineGenerator(g: Constraints, n: number) {
  const N = 2 * n + 1;
  const origin = new Float64Array(2 * n);
  const unit = new Float64Array(2 * n);
  const column = new Float64Array(2 * n);
  const store = (A: Float64Array, j: number) => {
    for (let i = 0; i < n; i++) {
      A[i * N + j] = column[i + n];
      A[(i + n) * N + j] = -column[i];
    }
  };
  return (lambda: Float64Array, A: Float64Array): void => {
    A.fill(0);
    for (let j = 0; j < 2 * n; j++) {
      setUnit(j, unit);
      g.hessianTimes(origin, lambda, unit, column);
      store(A, j);
    }
    g.transposedTimes(origin, lambda, column);
    store(A, 2 * n);
  };
}
