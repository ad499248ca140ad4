// The derivative array of the constraints: all Taylor coefficients g₀, g₁, …, g_K in τ = t/T of g along
//   ż = X_H(z) + Σⱼ λⱼ X_{gⱼ}(z),   z(0) = z,   λ(t) = Λ₀ + Λ₁τ + … + Λ_{K−1}τᴷ⁻¹,
// as functions of the unknowns y = (z, Λ₀, …, Λ_{K−1}), with their exact derivatives from the variational equation.
// A solution through z exists up to order K when all of them vanish for some Λ.
// References: Kunkel & Mehrmann, Differential-Algebraic Equations (2006), §3.1; Dirac, Lectures on Quantum Mechanics.

import { fullPattern, patternTimes } from '../linalg/pattern.ts';
import { createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import { applyJ } from '../problem/state.ts';
import type { Precision, SparseEquations } from './nearest-zero.ts';

export interface DerivativeArray extends SparseEquations {
  readonly levels: number;
}

const nodeCount = 16;
/** High coefficients of an interpolant lose digits. */
const precision: Precision = { rounding: 1e-12, floor: 1e-3 };

/** The equations g₀ = … = g_K = 0; equation k·m + i is the k-th coefficient of gᵢ. */
export function derivativeArray(problem: Problem, K: number, T: number): DerivativeArray {
  const { g, n } = problem;
  const unknowns = 2 * n + g.m * K;
  const motion = createMotion(problem, chebyshevInterpolation(nodeCount), T);
  const response = new Float64Array(g.m * (K + 1));
  return {
    precision,
    levels: K,
    count: g.m * (K + 1),
    pattern: fullPattern(g.m * (K + 1), unknowns),
    value: (y, out) => motion.constraints(y, out),
    jacobian(y, out) {
      motion.run(y);
      for (let j = 0; j < unknowns; j++) {
        motion.variation(y, j, response);
        for (let row = 0; row < response.length; row++) out[row * unknowns + j] = response[row];
      }
    },
  };
}

interface Motion {
  run(y: Float64Array): void;
  /** out = Taylor coefficients of g along the motion of y. */
  constraints(y: Float64Array, out: Float64Array): void;
  /** out = their derivatives in the direction of the j-th unknown, along the motion run last. */
  variation(y: Float64Array, j: number, out: Float64Array): void;
}

function createMotion(problem: Problem, interpolation: Interpolation, T: number): Motion {
  const { n, g, H } = problem;
  const { m, jacobianPattern } = g;
  const { nodes } = interpolation;
  const brackets = createBrackets(problem);
  const path = Array.from(nodes, () => new Float64Array(2 * n));
  const change = Array.from(nodes, () => new Float64Array(2 * n));
  const samples = Array.from(nodes, () => new Float64Array(m));
  const [lambda, dlambda] = [new Float64Array(m), new Float64Array(m)];
  const pull = new Float64Array(2 * n);
  const jacobian = new Float64Array(jacobianPattern.index.length);

  /** λ at a node from the coefficients after z in y. */
  function multipliers(y: Float64Array, node: number): void {
    lambda.fill(0);
    for (let at = 2 * n, power = 1; at < y.length; at += m, power *= nodes[node])
      for (let i = 0; i < m; i++) lambda[i] += power * y[at + i];
  }
  function run(y: Float64Array): void {
    const field = (node: number, z: Float64Array, out: Float64Array) => {
      multipliers(y, node);
      brackets.hamiltonianField(z, out);
      brackets.constraintField(z, lambda, pull);
      for (let c = 0; c < out.length; c++) out[c] = T * (out[c] + pull[c]);
    };
    picard(interpolation, field, y.subarray(0, 2 * n), path);
  }
  function coefficients(out: Float64Array): void {
    for (let row = 0; row < out.length; row++) {
      const weights = interpolation.powers[Math.floor(row / m)];
      let sum = 0;
      for (let j = 0; j < nodes.length; j++) sum += weights[j] * samples[j][row % m];
      out[row] = sum;
    }
  }
  /** T (J (H'' + Σ λᵢ gᵢ'') δ + Σ δλᵢ X_{gᵢ}) at a node, where δλ = τᵏ in one component. */
  function variationField(y: Float64Array, unknown: number) {
    const component = unknown - 2 * n;
    return (node: number, delta: Float64Array, out: Float64Array) => {
      multipliers(y, node);
      H.hessianTimes(path[node], delta, out);
      g.hessianTimes(path[node], lambda, delta, pull);
      for (let c = 0; c < out.length; c++) out[c] += pull[c];
      applyJ(out);
      if (component >= 0) {
        dlambda.fill(0)[component % m] = nodes[node] ** Math.floor(component / m);
        brackets.constraintField(path[node], dlambda, pull);
        for (let c = 0; c < out.length; c++) out[c] += pull[c];
      }
      for (let c = 0; c < out.length; c++) out[c] *= T;
    };
  }
  return {
    run,
    constraints(y, out) {
      run(y);
      samples.forEach((sample, j) => {
        g.value(path[j], sample);
      });
      coefficients(out);
    },
    variation(y, unknown, out) {
      const start = new Float64Array(2 * n);
      if (unknown < 2 * n) start[unknown] = 1;
      picard(interpolation, variationField(y, unknown), start, change);
      samples.forEach((sample, j) => {
        g.jacobian(path[j], jacobian);
        patternTimes(jacobianPattern, jacobian, change[j], sample);
      });
      coefficients(out);
    },
  };
}

// Smooth motions on a short interval, sampled at Chebyshev nodes τᵢ ∈ (−1, 1):
//   z(τᵢ) = z₀ + Σⱼ Sᵢⱼ f(τⱼ, z(τⱼ))       S integrates the interpolant from 0 (Picard iteration to round-off)
//   power coefficients of an interpolant at τ = 0, row by row: the Taylor coefficients of the sampled function.
// Condition: the interval is short compared with the time scale of f. Reference: Clenshaw & Norton, Comput. J. 6 (1963).

interface Interpolation {
  readonly nodes: Float64Array;
  /** S, nodes × nodes, row by row. */
  readonly integral: Float64Array;
  /** Row k: the weights of the k-th power coefficient. */
  readonly powers: readonly Float64Array[];
}

/** out = f(τ, z), where `node` is the number of τ. */
type Field = (node: number, z: Float64Array, out: Float64Array) => void;

const maxIterations = 80;
const settled = 2e-15;

function chebyshevInterpolation(count: number): Interpolation {
  const angles = Float64Array.from({ length: count }, (_, j) => (Math.PI * (j + 0.5)) / count);
  const nodes = angles.map(Math.cos);
  // Coefficient of T_k in the interpolant of the values at the nodes.
  const weight = (k: number, j: number) => ((k === 0 ? 1 : 2) / count) * Math.cos(k * angles[j]);
  const integral = new Float64Array(count * count);
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++)
      for (let k = 0; k < count; k++)
        integral[i * count + j] += weight(k, j) * (primitive(k, nodes[i]) - primitive(k, 0));
  const inPowers = chebyshevInPowers(count);
  const powers = Array.from({ length: count }, (_, power) =>
    Float64Array.from({ length: count }, (_, j) =>
      inPowers.reduce((sum, coefficients, k) => sum + weight(k, j) * coefficients[power], 0),
    ),
  );
  return { nodes, integral, powers };
}

/** ∫ T_k */
function primitive(k: number, x: number): number {
  const T = (degree: number) => Math.cos(degree * Math.acos(x));
  if (k === 0) return x;
  if (k === 1) return 0.5 * x * x;
  return 0.5 * (T(k + 1) / (k + 1) - T(k - 1) / (k - 1));
}

/** Coefficients of T_0 … T_{count−1} in powers of x, by T_{k+1} = 2x T_k − T_{k−1}. */
function chebyshevInPowers(count: number): Float64Array[] {
  const rows = Array.from({ length: count }, () => new Float64Array(count));
  rows[0][0] = 1;
  if (count > 1) rows[1][1] = 1;
  for (let k = 2; k < count; k++)
    for (let power = 0; power < count; power++)
      rows[k][power] = (power > 0 ? 2 * rows[k - 1][power - 1] : 0) - rows[k - 2][power];
  return rows;
}

/** out[i] = z(τᵢ) with z(0) = z₀; entries that are not finite where the iteration diverges. */
function picard(
  { nodes, integral }: Interpolation,
  field: Field,
  z0: Float64Array,
  out: readonly Float64Array[],
): void {
  const slopes = out.map(z => new Float64Array(z.length));
  for (const z of out) z.set(z0);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    slopes.forEach((slope, i) => {
      field(i, out[i], slope);
    });
    let [change, size] = [0, 0];
    for (let i = 0; i < nodes.length; i++) {
      const z = out[i];
      for (let c = 0; c < z.length; c++) {
        let value = z0[c];
        for (let j = 0; j < nodes.length; j++) value += integral[i * nodes.length + j] * slopes[j][c];
        change = Math.max(change, Math.abs(value - z[c]));
        size = Math.max(size, Math.abs(value));
        z[c] = value;
      }
    }
    if (!(change > settled * size)) return;
  }
}
