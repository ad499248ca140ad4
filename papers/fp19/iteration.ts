// Fernández-Pendás 2019, SHAKE iteration: cycle through the constraints, correcting one multiplier at a time. It is a
// nonlinear Gauss–Seidel–Newton iteration (Barth et al. 1995), so that near the solution errors shrink in a sweep by the
// spectral radius of
//   B = 1 − (D + L)⁻¹ J,    J_ij = −h² ∇g_i(Q) M⁻¹ ∇g_j(q)ᵀ,
// D + L the lower triangle of J. For m equal rods with the same angle α at all joints and h → 0 this is
//   cos²α cos²(π/(m + 1)),   and   cos²α cos²(π/2m) for a chain that hangs from a point.

import type { Problem, State } from '../../src/index.ts';
import { createRecursiveIteration } from '../../src/integrators/variants/position-shake.ts';
import { maxAbs, norm2 } from '../../src/linalg/dense.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import { classicalParts } from '../../src/problem/classical.ts';
import type { Constraints } from '../../src/problem/constraints.ts';

/** One SHAKE step, ready for its iteration: leapfrog without constraints, from the start of the problem. */
export interface Task {
  readonly problem: Problem;
  /** q̄ of the notes, as a state. */
  readonly free: State;
  /** kᵢ = −h²M⁻¹∇gᵢ(q) in the order of the pattern. */
  readonly k: Float64Array;
  readonly h: number;
}

export function prepare(problem: Problem, h: number): Task {
  const { n, g, initial } = problem;
  const separable = classicalParts(problem);
  if (!separable) throw new Error('the SHAKE iteration is for H = ½pᵀM⁻¹p + V(q) and g(q)');
  const { inverseMass } = separable;
  const { index } = g.jacobianPattern;
  const gradient = new Float64Array(n);
  const k = new Float64Array(index.length);
  separable.gradient(initial, gradient);
  g.jacobian(initial, k);
  const free = initial.map((value, i) =>
    i < n ? value + h * inverseMass[i] * (initial[i + n] - (h / 2) * gradient[i]) : value,
  );
  return { problem, free, h, k: k.map((value, at) => -h * h * inverseMass[index[at]] * value) };
}

export interface Sweeps {
  /** |λ − λ*| after each sweep, relative to |λ*|; the first is that of λ = 0. */
  readonly errors: readonly number[];
  readonly converged: boolean;
  /** Spectral radius of B at the solution. */
  readonly radius: number;
}

/** The iteration of the system from λ = 0, watched through the gradients that each of its sweeps asks for. */
export function sweeps({ problem, free, k, h }: Task): Sweeps {
  const { g, initial } = problem;
  const lambda = new Float64Array(g.m);
  const seen: Float64Array[] = [];
  const watched: Constraints = {
    ...g,
    jacobian(z, out) {
      seen.push(lambda.slice());
      g.jacobian(z, out);
    },
  };
  const iteration = createRecursiveIteration(watched);
  iteration.k.set(k);
  createBrackets(problem).constraintScale(initial, h, iteration.scale);
  const end = free.slice();
  const converged = iteration.solve(end, lambda).ok;
  const size = norm2(lambda);
  const errors = seen.map(one => norm2(one.map((value, i) => value - lambda[i])) / size);
  return {
    errors,
    converged,
    radius: converged ? spectralRadius(iterationMatrix(problem, k, end), g.m) : Number.NaN,
  };
}

/** B = 1 − (D + L)⁻¹ J, column by column by forward substitution. */
function iterationMatrix({ n, g }: Problem, k: Float64Array, end: State): Float64Array {
  const { m } = g;
  const { start, index } = g.jacobianPattern;
  const entries = new Float64Array(index.length);
  g.jacobian(end, entries);
  const dense = (values: Float64Array, i: number) => {
    const row = new Float64Array(n);
    for (let at = start[i]; at < start[i + 1]; at++) row[index[at]] = values[at];
    return row;
  };
  const rows = Array.from({ length: m }, (_, i) => dense(entries, i));
  const directions = Array.from({ length: m }, (_, j) => dense(k, j));
  const J = rows.map(row => directions.map(d => row.reduce((sum, value, c) => sum + value * d[c], 0)));
  const B = new Float64Array(m * m);
  for (let j = 0; j < m; j++)
    for (let i = 0; i < m; i++) {
      let sum = i >= j ? 0 : -J[i][j];
      for (let l = 0; l < i; l++) sum -= J[i][l] * B[l * m + j];
      B[i * m + j] = sum / J[i][i];
    }
  return B;
}

const [warmUp, averaged] = [400, 100];

/** By the power method: mean growth of |Bᵏv| after the warm-up. */
function spectralRadius(B: Float64Array, m: number): number {
  let v = Float64Array.from({ length: m }, (_, i) => 1 + i / m);
  let growth = 0;
  for (let k = 0; k < warmUp + averaged; k++) {
    const image = v.map((_, i) => v.reduce((sum, value, j) => sum + B[i * m + j] * value, 0));
    const size = norm2(image);
    if (size === 0) return 0;
    if (k >= warmUp) growth += Math.log(size / norm2(v));
    v = image.map(value => value / size);
  }
  return Math.exp(growth / averaged);
}

/** The iteration as printed, Q ← Q + G_i(q)ᵗ g_i(Q)/(G_i(Q) G_i(q)ᵗ) with G = ∂g/∂q: growth of max |g| per sweep. */
export function growthAsPrinted({ problem: { g, n }, free, k, h }: Task, count: number): number {
  const { start, index } = g.jacobianPattern;
  const values = new Float64Array(g.m);
  const entries = new Float64Array(k.length);
  const Q = free.slice();
  g.value(Q, values);
  const before = maxAbs(values);
  for (let sweep = 0; sweep < count; sweep++)
    for (let i = 0; i < g.m; i++) {
      g.value(Q, values);
      g.jacobian(Q, entries);
      let product = 0;
      // k is −h²M⁻¹G(q); masses are 1.
      for (let at = start[i]; at < start[i + 1]; at++) product -= (entries[at] * k[at]) / (h * h);
      for (let at = start[i]; at < start[i + 1]; at++)
        Q[index[at]] -= ((k[at] / (h * h)) * values[i]) / product;
    }
  g.value(Q.subarray(0, 2 * n), values);
  return (maxAbs(values) / before) ** (1 / count);
}
