// How to predict the multipliers of a stage of a composition from those of the stages before. λ of a RATTLE step t from the
// time T is t ρ(T, t) with a smooth function ρ, and by symmetry the step that ends there contributes t' ρ(T, −t'): where a
// stage t follows a stage t',
//   λ(T) = t ρ(T, t) + t' ρ(T, −t').
// With ρ ≈ a + b T + c t every λ is a linear combination of a, b and c, so the weights that make λ of one stage from those
// before follow from the weights of the composition alone. Of all such weights the smallest are taken. Their error is
// O(h²); a quadratic ρ from eight stages is better by h. For few constraints its sums cost as much as the iteration that they
// save; for many they cost a tenth of it.

import { createDenseLU } from '../linalg/dense-lu.ts';

/** How many stages a prediction looks back on, a power of two, and the degree of its ρ. */
export interface Prediction {
  readonly stages: number;
  readonly degree: number;
}

export const linearPrediction: Prediction = { stages: 4, degree: 1 };
export const quadraticPrediction: Prediction = { stages: 8, degree: 2 };

/** Row k holds the weights for λ of stage k, the latest stage first; the composition repeats itself. */
export function predictionTable(
  weights: readonly number[],
  { stages: known, degree }: Prediction,
): Float64Array {
  const starts = weights.map((_, k) => weights.slice(0, k).reduce((sum, w) => sum + w, 0));
  const stages = weights.length;
  const powers = exponents(degree);
  /** λ of stage k for each term Tᵃtᵇ of ρ, with times counted from T₀; stages below 0 belong to earlier steps. */
  const combination = (k: number, T0: number) => {
    const step = Math.floor(k / stages);
    const i = k - step * stages;
    const [t, before, T] = [weights[i], i === 0 ? 0 : weights[i - 1], starts[i] + step - T0];
    return powers.map(([a, b]) => T ** a * (t * t ** b + before * (-before) ** b));
  };
  const table = new Float64Array(stages * known);
  for (let k = 0; k < stages; k++) {
    const before = Array.from({ length: known }, (_, j) => combination(k - 1 - j, starts[k]));
    table.set(leastWeights(before, combination(k, starts[k])), k * known);
  }
  return table;
}

/** (a, b) of the terms Tᵃtᵇ of a polynomial of this degree. */
function exponents(degree: number): [number, number][] {
  const upTo = (last: number) => Array.from({ length: last + 1 }, (_, k) => k);
  return upTo(degree).flatMap(a => upTo(degree - a).map((b): [number, number] => [a, b]));
}

/** The smallest x with Σⱼ xⱼ knownⱼ = wanted: x = K (KᵀK)⁻¹ wanted; zeros where there is none. */
function leastWeights(known: readonly number[][], wanted: readonly number[]): number[] {
  const dot = (x: ArrayLike<number>, y: readonly number[]) =>
    y.reduce((sum, value, i) => sum + value * x[i], 0);
  const columns = wanted.map((_, i) => known.map(row => row[i]));
  const lu = createDenseLU(wanted.length);
  if (!lu.factor(Float64Array.from(columns.flatMap(x => columns.map(y => dot(x, y))))))
    return known.map(() => 0);
  const y = Float64Array.from(wanted);
  lu.solve(y);
  return known.map(row => dot(y, row));
}
