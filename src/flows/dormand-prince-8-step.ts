// One step of DOP853 for y' = f(y): twelve stages kᵢ = f(y + h Σⱼ aᵢⱼ kⱼ), y₁ = y + h Σ bᵢ kᵢ of order 8, an error
// estimate made of two embedded ones of order 5 and 3, and, on demand, an interpolant of order 7 over the step.
// Reference: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.5 (10.12) and §II.6.

import type { Outcome } from '../solvers/outcome.ts';
import { done, failed } from '../solvers/outcome.ts';
import { a, b, error3, error5, interpolant } from './dormand-prince-8-coefficients.ts';

/** out = f(y). May report that it has no value at y. */
// biome-ignore lint/suspicious/noConfusingVoidType: an f that cannot fail need return nothing
export type RightHandSide = (y: Float64Array, out: Float64Array) => Outcome | void;

export interface Tolerances {
  readonly relative: number;
  readonly absolute: number;
}

export interface DormandPrince8Step {
  /** Slope at the start of the step, f(y₀). */
  readonly slope: Float64Array;
  /** Puts the start at y; evaluates f there. */
  begin(y: Float64Array): Outcome;
  /** out = the state after a step h from the start. */
  advance(h: number, out: Float64Array): Outcome;
  /** Estimated error of the step just made, in units of the tolerance: at most 1 is good. */
  error(y1: Float64Array, tolerances: Tolerances): number;
  /** Evaluates f at the end y1 of the step just made; needed before interpolate and moveOn. */
  close(y1: Float64Array): Outcome;
  /** out = the state at the fraction theta of the closed step. */
  interpolate(theta: number, out: Float64Array): Outcome;
  /** The end of the closed step becomes the start of the next. */
  moveOn(): void;
}

/** Keeps an entry that is exactly 0, with an error of exactly 0, from dividing by 0. */
export const tiny = 1e-300;
const lastStage = 11;
const endStage = 12;
const extraStages = [13, 14, 15];

export function createDormandPrince8Step(dimension: number, f: RightHandSide): DormandPrince8Step {
  const k = Array.from({ length: 16 }, () => new Float64Array(dimension));
  const start = new Float64Array(dimension);
  const end = new Float64Array(dimension);
  const stage = new Float64Array(dimension);
  const terms = Array.from({ length: 7 }, () => new Float64Array(dimension));
  let stepSize = 0;
  let isInterpolantReady = false;

  /** The slope k[i] at the state that stage i prescribes. */
  const evaluateStage = (i: number): Outcome => {
    combine(start, stepSize, a[i], k, stage);
    return evaluate(f, stage, k[i]);
  };
  const prepareInterpolant = (): Outcome => {
    if (isInterpolantReady) return done;
    for (const i of extraStages) {
      const outcome = evaluateStage(i);
      if (!outcome.ok) return outcome;
    }
    fillInterpolant({ start, end, k, h: stepSize }, terms);
    isInterpolantReady = true;
    return done;
  };

  return {
    slope: k[0],
    begin(y) {
      start.set(y);
      const outcome = requireFinite(start, 'start');
      return outcome.ok ? evaluate(f, start, k[0]) : outcome;
    },
    advance(h, out) {
      stepSize = h;
      isInterpolantReady = false;
      for (let i = 1; i <= lastStage; i++) {
        const outcome = evaluateStage(i);
        if (!outcome.ok) return outcome;
      }
      combine(start, h, b, k, out);
      return requireFinite(out, 'state');
    },
    error: (y1, tolerances) => Math.abs(stepSize) * errorNorm(k, start, y1, tolerances),
    close(y1) {
      end.set(y1);
      return evaluate(f, end, k[endStage]);
    },
    interpolate(theta, out) {
      const outcome = prepareInterpolant();
      if (outcome.ok) evaluateInterpolant(start, terms, theta, out);
      return outcome;
    },
    moveOn() {
      start.set(end);
      k[0].set(k[endStage]);
    },
  };
}

/** out = f(y), or why not. */
function evaluate(f: RightHandSide, y: Float64Array, out: Float64Array): Outcome {
  const outcome = f(y, out);
  return outcome && !outcome.ok ? outcome : requireFinite(out, 'slope');
}

function requireFinite(x: Float64Array, what: string): Outcome {
  for (let i = 0; i < x.length; i++) {
    if (!Number.isFinite(x[i]))
      return failed('not finite', `entry ${i} of the ${what} is ${x[i]}; the solution may end here`, {
        equation: i,
      });
  }
  return done;
}

/** out = y + h Σ weightsⱼ kⱼ. */
function combine(
  y: Float64Array,
  h: number,
  weights: readonly number[],
  k: readonly Float64Array[],
  out: Float64Array,
): void {
  out.fill(0);
  for (let j = 0; j < weights.length; j++) {
    const w = weights[j];
    if (w === 0) continue;
    const slope = k[j];
    for (let i = 0; i < out.length; i++) out[i] += w * slope[i];
  }
  for (let i = 0; i < out.length; i++) out[i] = y[i] + h * out[i];
}

/** ‖e₅‖² / √(‖e₅‖² + ‖e₃‖²/100), root mean square, in units of the tolerance; e₃ tames e₅ where that vanishes. */
function errorNorm(
  k: readonly Float64Array[],
  y0: Float64Array,
  y1: Float64Array,
  { relative, absolute }: Tolerances,
): number {
  let sum5 = 0;
  let sum3 = 0;
  for (let i = 0; i < y0.length; i++) {
    let e5 = 0;
    let e3 = 0;
    for (let j = 0; j <= lastStage; j++) {
      e5 += error5[j] * k[j][i];
      e3 += error3[j] * k[j][i];
    }
    const scale = tiny + absolute + relative * Math.max(Math.abs(y0[i]), Math.abs(y1[i]));
    sum5 += (e5 / scale) ** 2;
    sum3 += (e3 / scale) ** 2;
  }
  return sum5 === 0 ? 0 : sum5 / Math.sqrt(y0.length * (sum5 + 0.01 * sum3));
}

interface ClosedStep {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly k: readonly Float64Array[];
  readonly h: number;
}

/** The seven coefficients of the interpolant: the first three make it meet y and f at both ends. */
function fillInterpolant({ start, end, k, h }: ClosedStep, out: readonly Float64Array[]): void {
  for (let i = 0; i < start.length; i++) {
    const rise = end[i] - start[i];
    out[0][i] = rise;
    out[1][i] = h * k[0][i] - rise;
    out[2][i] = 2 * rise - h * (k[0][i] + k[endStage][i]);
    for (let row = 0; row < interpolant.length; row++) {
      let sum = 0;
      for (let j = 0; j < k.length; j++) sum += interpolant[row][j] * k[j][i];
      out[3 + row][i] = h * sum;
    }
  }
}

/** out = y₀ + θ(c₀ + (1−θ)(c₁ + θ(c₂ + (1−θ)(c₃ + …)))). */
function evaluateInterpolant(
  start: Float64Array,
  terms: readonly Float64Array[],
  theta: number,
  out: Float64Array,
): void {
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let j = terms.length - 1; j >= 0; j--) sum = (sum + terms[j][i]) * (j % 2 === 0 ? theta : 1 - theta);
    out[i] = start[i] + sum;
  }
}
