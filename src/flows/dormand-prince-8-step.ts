// One step of DOP853 for y' = f(y): twelve stages kᵢ = f(y + h Σⱼ aᵢⱼ kⱼ), y₁ = y + h Σ bᵢ kᵢ of order 8, and an error
// estimate made of two embedded ones of order 5 and 3.
// Reference: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.5 (10.12).

import { firstNotFinite } from '../linalg/dense.ts';
import type { Outcome } from '../solvers/outcome.ts';
import { done, failed } from '../solvers/outcome.ts';
import { a, b, error3, error5 } from './dormand-prince-8-coefficients.ts';

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
  /** Evaluates f at the end y1 of the step just made; needed before moveOn. */
  close(y1: Float64Array): Outcome;
  /** The end of the closed step becomes the start of the next. */
  moveOn(): void;
}

/** Keeps an entry that is exactly 0, with an error of exactly 0, from dividing by 0. */
export const tiny = 1e-300;
const stages = a.length;

export function createDormandPrince8Step(dimension: number, f: RightHandSide): DormandPrince8Step {
  const k = Array.from({ length: stages }, () => new Float64Array(dimension));
  const endSlope = new Float64Array(dimension);
  const start = new Float64Array(dimension);
  const end = new Float64Array(dimension);
  const stage = new Float64Array(dimension);
  let stepSize = 0;

  /** The slope k[i] at the state that stage i prescribes. */
  const evaluateStage = (i: number): Outcome => {
    combine(start, stepSize, a[i], k, stage);
    return evaluate(f, stage, k[i]);
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
      for (let i = 1; i < stages; i++) {
        const outcome = evaluateStage(i);
        if (!outcome.ok) return outcome;
      }
      combine(start, h, b, k, out);
      return requireFinite(out, 'state');
    },
    error: (y1, tolerances) => Math.abs(stepSize) * errorNorm(k, start, y1, tolerances),
    close(y1) {
      end.set(y1);
      return evaluate(f, end, endSlope);
    },
    moveOn() {
      start.set(end);
      k[0].set(endSlope);
    },
  };
}

/** out = f(y), or why not. */
function evaluate(f: RightHandSide, y: Float64Array, out: Float64Array): Outcome {
  const outcome = f(y, out);
  return outcome && !outcome.ok ? outcome : requireFinite(out, 'slope');
}

function requireFinite(x: Float64Array, what: string): Outcome {
  const equation = firstNotFinite(x);
  if (equation < 0) return done;
  const detail = `entry ${equation} of the ${what} is ${x[equation]}; the solution may end here`;
  return failed('not finite', detail, { equation });
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
    for (let j = 0; j < stages; j++) {
      e5 += error5[j] * k[j][i];
      e3 += error3[j] * k[j][i];
    }
    const scale = tiny + absolute + relative * Math.max(Math.abs(y0[i]), Math.abs(y1[i]));
    sum5 += (e5 / scale) ** 2;
    sum3 += (e3 / scale) ** 2;
  }
  return sum5 === 0 ? 0 : sum5 / Math.sqrt(y0.length * (sum5 + 0.01 * sum3));
}
