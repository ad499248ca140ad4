// RATTLE for classical problems with many constraints, written with loops over sparse rows: what the general method does,
// with every quantity computed once per step and handed on to the next (Leimkuhler and Skeel 1994, eq. 24–28):
//   p½ = p − (h/2)∇V(q) − Gᵀλ,  Q = q + h M⁻¹p½,  g(Q) = 0      by chord iterations with N = G M⁻¹ Gᵀ of the start
//   P  = p½ − (h/2)∇V(Q) − Gᵀμ,  G M⁻¹ P = 0                    with N of the end, which the next step starts from
// Chains and trees cost O(n) per step. The general method takes over where the iteration does not converge.

import type { Flow } from '../flows/flow.ts';
import { createSymmetricFactor } from '../linalg/symmetric-factor.ts';
import { createWeightedGram } from '../linalg/weighted-gram.ts';
import type { Hamiltonian } from '../problem/hamiltonian.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { accept, aim, relativeResidual } from '../solvers/convergence.ts';
import { createPredictor } from './predictor.ts';
import { withJudge } from './with-judge.ts';

const maxIterations = 40;
/** A coordinate near zero still rounds like this share of the largest one. */
const floorShare = 0.01;
/** Passes of the projection: the second removes what rounding left of the first. */
const projectionPasses = 2;

/** `general` is RATTLE with the Verlet flow for the same problem; its memory begins with λ/h. */
export function sparseRattle(problem: Problem, general: Flow): Flow {
  const { n, g } = problem;
  const m = g.m;
  const point = createPoint(problem);
  const predictor = createPredictor(m);
  const [lambda, r, scale] = [0, 1, 2].map(() => new Float64Array(m));
  const [base, end, momenta] = [0, 1, 2].map(() => new Float64Array(2 * n));
  const { inverseMass } = separableOf(problem.H);

  /** p − (h/2)∇V(q) and where it leads without multipliers. */
  function kickAndDrift(z: State, h: number): void {
    const { gradient } = point;
    for (let i = 0; i < n; i++) {
      const p = z[n + i] - 0.5 * h * gradient[i];
      momenta[i] = p;
      base[i] = z[i] + h * inverseMass[i] * p;
    }
  }
  /** Q = base − h M⁻¹ Gᵀλ */
  function move(h: number): void {
    end.set(base);
    const { start, index } = g.jacobianPattern;
    const { G } = point;
    for (let a = 0, k = 0; a < m; a++) {
      const factor = h * lambda[a];
      for (const last = start[a + 1]; k < last; k++) end[index[k]] -= inverseMass[index[k]] * G[k] * factor;
    }
  }
  /** Chord iterations for g(Q) = 0; false when they do not get there. */
  function land(h: number): boolean {
    let before = Number.POSITIVE_INFINITY;
    for (let k = 0; k < maxIterations; k++) {
      move(h);
      g.value(end, r);
      const size = relativeResidual(r, scale);
      if (size <= aim || (size <= accept && size >= 0.5 * before)) return true;
      if (!Number.isFinite(size) || (k > 0 && size > 0.9 * before)) return false;
      before = size;
      point.factor.solve(r);
      for (let a = 0; a < m; a++) lambda[a] += r[a] / h;
    }
    return false;
  }
  function sizeConstraints(z: State, h: number): void {
    const { start, index } = g.jacobianPattern;
    const { G } = point;
    let largest = 0;
    for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(z[i]));
    const floor = floorShare * largest;
    for (let a = 0, k = 0; a < m; a++) {
      let sum = Number.MIN_VALUE * 2 ** 60;
      for (const last = start[a + 1]; k < last; k++) {
        const i = index[k];
        sum += Math.abs(G[k]) * (Math.abs(z[i]) + Math.abs(h * inverseMass[i] * z[n + i]) + floor);
      }
      scale[a] = sum;
    }
  }
  /** momenta ← momenta − Gᵀw */
  function subtractKick(w: Float64Array): void {
    const { start, index } = g.jacobianPattern;
    const { G } = point;
    for (let a = 0, k = 0; a < m; a++) {
      const factor = w[a];
      for (const last = start[a + 1]; k < last; k++) momenta[index[k]] -= G[k] * factor;
    }
  }
  function project(): void {
    const { start, index } = g.jacobianPattern;
    const { G } = point;
    for (let pass = 0; pass < projectionPasses; pass++) {
      for (let a = 0, k = 0; a < m; a++) {
        let sum = 0;
        for (const last = start[a + 1]; k < last; k++)
          sum += G[k] * inverseMass[index[k]] * momenta[index[k]];
        r[a] = sum;
      }
      point.factor.solve(r);
      subtractKick(r);
    }
  }
  function fastStep(z: State, h: number, out: State): boolean {
    if (!point.moveTo(z)) return false;
    sizeConstraints(z, h);
    kickAndDrift(z, h);
    predictor.predict(h, lambda);
    if (!land(h)) return false;
    predictor.accept(h, lambda);
    subtractKick(lambda);
    if (!point.moveTo(end)) return false;
    for (let i = 0; i < n; i++) momenta[i] -= 0.5 * h * point.gradient[i];
    project();
    out.set(end);
    for (let i = 0; i < n; i++) out[n + i] = momenta[i];
    return true;
  }
  return withJudge(fastStep, general, predictor.memory, n);
}

/** G, ∇V and the factored N = G M⁻¹ Gᵀ at one q; asking for the same q again costs a comparison. */
function createPoint({ g, H, n }: Problem) {
  const V = separableOf(H);
  const gram = createWeightedGram(g.jacobianPattern);
  const N = new Float64Array(gram.pattern.index.length);
  const factor = createSymmetricFactor(gram.pattern);
  const G = new Float64Array(g.jacobianPattern.index.length);
  const gradient = new Float64Array(2 * n);
  const known = new Float64Array(n).fill(Number.NaN);
  const isKnown = (z: State) => {
    for (let i = 0; i < n; i++) if (z[i] !== known[i]) return false;
    return true;
  };
  return {
    G,
    gradient,
    factor,
    /** False when N is singular there. */
    moveTo(z: State): boolean {
      if (isKnown(z)) return true;
      g.jacobian(z, G);
      gram.fill(G, G, V.inverseMass, N);
      V.gradient(z, gradient);
      const isRegular = factor.factor(N);
      for (let i = 0; i < n; i++) known[i] = isRegular ? z[i] : Number.NaN;
      return isRegular;
    },
  };
}

function separableOf(H: Hamiltonian) {
  if (!H.separable) throw new Error('this kernel needs H = ½pᵀM⁻¹p + V(q)');
  return H.separable;
}
