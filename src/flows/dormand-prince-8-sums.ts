// The sums over slopes that make up a step of DOP853, compiled for one dimension with the coefficients written into them:
//   stage i:  out = y + h Σⱼ aᵢⱼ kⱼ            error:  e = Σⱼ eⱼ kⱼ of both estimators, and their norm
// Coefficients that are zero cost nothing, and nothing is looked up: for cheap fields these sums are most of a step.
// The slopes k₀ … k₁₅ stand one after another in one array.
// Reference: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.5, (10.12) in §II.10.

import { a, error3, error5 } from './dormand-prince-8-coefficients.ts';

export interface Tolerances {
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

export interface DormandPrince8Sums {
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

export function compileSums(dimension: number): DormandPrince8Sums {
  const stages = a.map((weights, i) => (i === 0 ? 'null' : stageText(weights, dimension)));
  const text = `'use strict';\nreturn { stages: [\n${stages.join(',\n')}],\nerrorNorm: ${errorText(dimension)} };`;
  return new Function(text)() as DormandPrince8Sums;
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
