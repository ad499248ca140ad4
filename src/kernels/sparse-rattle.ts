// RATTLE for classical problems with many constraints: what the general method does, with every quantity computed once
// per step and handed on to the next (Leimkuhler and Skeel 1994, eq. 24–28):
//   P = p − (h/2)∇V(q) − Gᵀλ,  Q = q + h M⁻¹P,  g(Q) = 0      by chord iterations with N = G M⁻¹ Gᵀ of the start
//   P ← P − (h/2)∇V(Q) − Gᵀμ,  G M⁻¹ P = 0                    with N of the end, which the next step starts from
// Chains and trees cost O(n) per step. Every loop is a function of its own: what follows a long loop that the compiler
// replaced while it ran would stay slow. The general method takes over where the iteration does not converge.

import type { Flow } from '../flows/flow.ts';
import { createSymmetricFactor } from '../linalg/symmetric-factor.ts';
import type { Problem } from '../problem/problem.ts';
import { createRoundingFloors } from '../problem/rounding-floors.ts';
import type { State } from '../problem/state.ts';
import { accept, aim, relativeResidual } from '../solvers/convergence.ts';
import { compileClassical } from './classical-functions.ts';
import { createPredictor } from './predictor.ts';
import { withJudge } from './with-judge.ts';

const maxIterations = 40;
/** The sizes of the terms of g change slowly: they are measured anew after so many steps. */
const scaleLife = 8;

export function canUseSparse({ formulas, H, g }: Problem): boolean {
  return formulas !== undefined && H.separable !== null && g.m > 0;
}

/** `general` is RATTLE with the Verlet flow for the same problem; its memory begins with λ/h. */
export function sparseRattle(problem: Problem, general: Flow): Flow {
  const { n, g } = problem;
  const functions = compileClassical(problem);
  const { inverseMass } = functions;
  const point = createPoint(problem, functions);
  const predictor = createPredictor(g.m);
  const [lambda, r, scale] = [0, 1, 2].map(() => new Float64Array(g.m));
  const age = new Float64Array(1);
  const [base, end, momenta, kick, velocity] = [0, 1, 2, 3, 4].map(() => new Float64Array(n));
  const [way, floors] = [0, 1].map(() => new Float64Array(2 * n));
  const fillFloors = createRoundingFloors(problem.H);

  /** momenta = p − (h/2)∇V(q), and base, where they lead without multipliers. */
  function kickAndDrift(z: State, h: number): void {
    const { gradient } = point;
    for (let i = 0; i < n; i++) {
      const p = z[n + i] - 0.5 * h * gradient[i];
      momenta[i] = p;
      base[i] = z[i] + h * inverseMass[i] * p;
    }
  }
  /** Sizes of the terms of g on the way of a step h from z. */
  function measureScale(z: State, h: number): void {
    if (age[0]++ % scaleLife > 0) return;
    measureWay(z, h);
    fillFloors(way, floors);
    functions.scale(z, floors, scale);
  }
  function measureWay(z: State, h: number): void {
    for (let i = 0; i < n; i++) way[i] = Math.abs(z[i]) + Math.abs(h * inverseMass[i] * z[n + i]);
  }
  /** Q = base − h M⁻¹ Gᵀλ */
  function move(z: State, h: number): void {
    g.transposedTimes(z, lambda, kick);
    driftKicked(h);
  }
  function driftKicked(h: number): void {
    for (let i = 0; i < n; i++) end[i] = base[i] - h * inverseMass[i] * kick[i];
  }
  /** Chord iterations for g(Q) = 0; false when they do not get there. */
  function land(z: State, h: number): boolean {
    let before = Number.POSITIVE_INFINITY;
    for (let k = 0; k < maxIterations; k++) {
      move(z, h);
      g.value(end, r);
      const size = relativeResidual(r, scale);
      if (size <= aim || (size <= accept && size >= 0.9 * before)) return true;
      if (!Number.isFinite(size) || (k > 0 && size > 0.9 * before)) return false;
      before = size;
      point.factor.solve(r);
      correct(h);
    }
    return false;
  }
  function correct(h: number): void {
    for (let a = 0; a < g.m; a++) lambda[a] += r[a] / h;
  }
  function measureVelocity(): void {
    for (let i = 0; i < n; i++) velocity[i] = inverseMass[i] * momenta[i];
  }
  /** kick = Gᵀμ with G M⁻¹(P − Gᵀμ) = 0. One pass is enough: N is positive definite, so its LDLᵀ leaves a residual of round-off. */
  function project(): void {
    measureVelocity();
    g.jacobianTimes(end, velocity, r);
    point.factor.solve(r);
    g.transposedTimes(end, r, kick);
  }
  /** P ← P − Gᵀλ − (h/2)∇V(Q); `kick` still holds Gᵀλ of the last move. */
  function kickAgain(h: number): void {
    const { gradient } = point;
    for (let i = 0; i < n; i++) momenta[i] -= kick[i] + 0.5 * h * gradient[i];
  }
  /** out = (Q, P − Gᵀμ); false when a number is not finite. */
  function store(out: State): boolean {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const p = momenta[i] - kick[i];
      out[i] = end[i];
      out[n + i] = p;
      sum += end[i] + p;
    }
    return Number.isFinite(sum);
  }
  function step(z: State, h: number, out: State): boolean {
    if (!point.moveTo(z)) return false;
    measureScale(z, h);
    kickAndDrift(z, h);
    predictor.predict(h, lambda);
    if (!land(z, h) || !point.moveTo(end)) return false;
    kickAgain(h);
    project();
    if (!store(out)) return false;
    predictor.accept(h, lambda, 1 / h);
    return true;
  }
  const fast = {
    memory: [...predictor.memory, scale, age],
    step,
    rate: predictor.latest,
    noteRate: (h: number, rate: Float64Array) => predictor.accept(h, rate, 1),
  };
  return withJudge(fast, general, n);
}

/** ∇V and the factored N at one q; asking for the same q again costs a comparison. */
function createPoint({ H, n }: Problem, { gram, gramPattern }: ReturnType<typeof compileClassical>) {
  const N = new Float64Array(gramPattern.index.length);
  const factor = createSymmetricFactor(gramPattern);
  const gradient = new Float64Array(n);
  const known = new Float64Array(n).fill(Number.NaN);
  const isKnown = (z: State) => {
    for (let i = 0; i < n; i++) if (z[i] !== known[i]) return false;
    return true;
  };
  const remember = (z: State) => {
    for (let i = 0; i < n; i++) known[i] = z[i];
  };
  return {
    gradient,
    factor,
    /** False when N is singular there. */
    moveTo(z: State): boolean {
      if (isKnown(z)) return true;
      gram(z, N);
      H.separable?.gradient(z, gradient);
      const isRegular = factor.factor(N);
      if (isRegular) remember(z);
      else known.fill(Number.NaN);
      return isRegular;
    },
  };
}
