// One step of DOP853 for y' = f(y): twelve stages kᵢ = f(y + h Σⱼ aᵢⱼ kⱼ), y₁ = y + h Σ bᵢ kᵢ of order 8, an error
// estimate made of two embedded ones of order 5 and 3, and, on demand, an interpolant of order 7 over the step.
// Reference: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.5 (10.12) and §II.6.

import { canCompile, compileText } from '../../formula/codegen/compile-text.ts';
import { firstNotFinite } from '../../linalg/dense.ts';
import { done, failed, type Outcome } from '../../solvers/outcome.ts';
import { a, error3, error5, interpolant } from './coefficients.ts';

/** out = f(y). May report that it has no value at y; who reports success vouches for finite numbers. */
// biome-ignore lint/suspicious/noConfusingVoidType: an f that cannot fail need return nothing
export type RightHandSide = (y: Float64Array, out: Float64Array) => Outcome | void;

/**
 * All stages at once, for an f that is known well: out = the state after a step h from y. `slopes` holds k₀ and takes the
 * others that anybody asks for later. False when it cannot be made; then the stages are made one by one to find out why.
 */
export type AllStages = (y: Float64Array, h: number, slopes: Float64Array, out: Float64Array) => boolean;

export interface StepOptions {
  readonly dimension: number;
  readonly f: RightHandSide;
  readonly allStages?: AllStages | undefined;
  /** Typical size of each entry, which scales the absolute tolerance; default 1. */
  readonly sizes?: Float64Array | undefined;
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

const endStage = 12;
const extraStages = [13, 14, 15];

export function createDormandPrince8Step(options: StepOptions): DormandPrince8Step {
  const { dimension, f, allStages } = options;
  const sizes = options.sizes ?? new Float64Array(dimension).fill(1);
  const sums = compileSums(dimension);
  const slopes = new Float64Array(16 * dimension);
  const k = Array.from({ length: 16 }, (_, j) => slopes.subarray(j * dimension, (j + 1) * dimension));
  const [start, end, stage] = [0, 1, 2].map(() => new Float64Array(dimension));
  const terms = Array.from({ length: 7 }, () => new Float64Array(dimension));
  let stepSize = 0;
  let isInterpolantReady = false;

  /** The slope k[i] at the state that stage i prescribes. */
  const evaluateStage = (i: number): Outcome => {
    sums.stages[i](start, stepSize, slopes, stage);
    return evaluate(f, stage, k[i]);
  };
  const stageByStage = (out: Float64Array): Outcome => {
    for (let i = 1; i < endStage; i++) {
      const outcome = evaluateStage(i);
      if (!outcome.ok) return outcome;
    }
    sums.stages[endStage](start, stepSize, slopes, out);
    return requireFinite(out, 'state');
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
      copy(y, start);
      const outcome = requireFinite(start, 'start');
      return outcome.ok ? evaluate(f, start, k[0]) : outcome;
    },
    advance(h, out) {
      stepSize = h;
      isInterpolantReady = false;
      return allStages?.(start, h, slopes, out) ? done : stageByStage(out);
    },
    error: (y1, tolerances) => Math.abs(stepSize) * sums.errorNorm(start, y1, slopes, sizes, tolerances),
    close(y1) {
      copy(y1, end);
      return evaluate(f, end, k[endStage]);
    },
    interpolate(theta, out) {
      const outcome = prepareInterpolant();
      if (outcome.ok) evaluateInterpolant(start, terms, theta, out);
      return outcome;
    },
    moveOn() {
      copy(end, start);
      copy(k[endStage], k[0]);
    },
  };
}

/** A plain loop: for a handful of numbers TypedArray.set costs as much as a stage. */
function copy(from: Float64Array, to: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] = from[i];
}

/** out = f(y), or why not. */
function evaluate(f: RightHandSide, y: Float64Array, out: Float64Array): Outcome {
  return f(y, out) ?? requireFinite(out, 'slope');
}

function requireFinite(x: Float64Array, what: string): Outcome {
  const i = firstNotFinite(x);
  if (i < 0) return done;
  return failed('not finite', `entry ${i} of the ${what} is ${x[i]}; the solution may end here`, {
    equation: i,
  });
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

// The sums over slopes that make up a step of DOP853, compiled for one dimension with the coefficients written into them:
//   stage i:  out = y + h Σⱼ aᵢⱼ kⱼ            error:  e = Σⱼ eⱼ kⱼ of both estimators, and their norm
// Coefficients that are zero cost nothing, and nothing is looked up: for cheap fields these sums are most of a step.
// The slopes k₀ … k₁₅ stand one after another in one array.
// Reference: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.5, (10.12) in §II.10.

interface Tolerances {
  readonly relative: number;
  /** A part of the typical size of each entry. */
  readonly absolute: number;
}

/** out = y + h Σⱼ aᵢⱼ kⱼ for one i. */
type StageSum = (y: Float64Array, h: number, slopes: Float64Array, out: Float64Array) => void;
type ErrorNorm = (
  y0: Float64Array,
  y1: Float64Array,
  slopes: Float64Array,
  sizes: Float64Array,
  tolerances: Tolerances,
) => number;

interface DormandPrince8Sums {
  /** Number i makes the state that stage i prescribes; number 12 the end of the step. Number 0 is not used. */
  readonly stages: readonly StageSum[];
  /** Estimated error of a step of size 1, in units of the tolerance. */
  readonly errorNorm: ErrorNorm;
}

/** Keeps an entry that is exactly 0, with an error of exactly 0, from dividing by 0. */
export const tiny = 1e-300;
/** Up to this dimension the loops over the entries are written out too. */
const longestUnrolled = 16;

/** Σⱼ weightsⱼ kⱼ as text, given the text of kⱼ. */
export function weightedSum(weights: readonly number[], slope: (j: number) => string): string {
  const terms = weights.map((w, j) => (w === 0 ? '' : `${w < 0 ? `(${w})` : w} * ${slope(j)}`));
  return terms.filter(term => term !== '').join(' + ');
}

function compileSums(dimension: number): DormandPrince8Sums {
  if (!canCompile()) return interpretedSums(dimension);
  const stages = a.map((weights, i) => (i === 0 ? 'null' : stageText(weights, dimension)));
  const text = `'use strict';\nreturn { stages: [\n${stages.join(',\n')}],\nerrorNorm: ${errorText(dimension)} };`;
  return compileText(text)() as DormandPrince8Sums;
}

/** The same sums in loops, term by term in the same order. */
function interpretedSums(dimension: number): DormandPrince8Sums {
  const sumOf = (weights: readonly number[], slopes: Float64Array, i: number): number => {
    const used = weights.flatMap((weight, j) => (weight === 0 ? [] : [weight * slopes[i + j * dimension]]));
    return used.reduce((sum, term) => sum + term);
  };
  const stage =
    (weights: readonly number[]): StageSum =>
    (y, h, slopes, out) => {
      for (let i = 0; i < dimension; i++) out[i] = y[i] + h * sumOf(weights, slopes, i);
    };
  const errorNorm: ErrorNorm = (y0, y1, slopes, sizes, { relative, absolute }) => {
    let [sum5, sum3] = [0, 0];
    for (let i = 0; i < dimension; i++) {
      const size = Math.max(Math.abs(y0[i]), Math.abs(y1[i]));
      const unit = 1 / (tiny + absolute * sizes[i] + relative * size);
      const e5 = unit * sumOf(error5, slopes, i);
      const e3 = unit * sumOf(error3, slopes, i);
      sum5 += e5 * e5;
      sum3 += e3 * e3;
    }
    return sum5 === 0 ? 0 : sum5 / Math.sqrt(dimension * (sum5 + 0.01 * sum3));
  };
  return { stages: a.map(stage), errorNorm };
}

/** The body for each entry, in a loop over i or written out. */
function forEachEntry(dimension: number, body: (i: string, slope: (j: number) => string) => string): string {
  if (dimension > longestUnrolled) {
    const inner = body('i', j => `slopes[i + ${j * dimension}]`);
    return `for (let i = 0; i < ${dimension}; i++) {\n${inner}\n}`;
  }
  return Array.from(
    { length: dimension },
    (_, i) => `{\n${body(String(i), j => `slopes[${i + j * dimension}]`)}\n}`,
  ).join('\n');
}

function stageText(weights: readonly number[], dimension: number): string {
  const body = forEachEntry(
    dimension,
    (i, slope) => `out[${i}] = y[${i}] + h * (${weightedSum(weights, slope)});`,
  );
  return `(y, h, slopes, out) => {\n${body}\n}`;
}

/** ‖e₅‖² / √(‖e₅‖² + ‖e₃‖²/100), root mean square, in units of the tolerance; e₃ tames e₅ where that vanishes. */
function errorText(dimension: number): string {
  const body = forEachEntry(
    dimension,
    (i, slope) => `const size = Math.max(Math.abs(y0[${i}]), Math.abs(y1[${i}]));
const unit = 1 / (${tiny} + absolute * sizes[${i}] + relative * size);
const e5 = unit * (${weightedSum(error5, slope)});
const e3 = unit * (${weightedSum(error3, slope)});
sum5 += e5 * e5;
sum3 += e3 * e3;`,
  );
  return `(y0, y1, slopes, sizes, { relative, absolute }) => {
let sum5 = 0, sum3 = 0;
${body}
return sum5 === 0 ? 0 : sum5 / Math.sqrt(${dimension} * (sum5 + 0.01 * sum3));
}`;
}
