// The warm start of λ/h: its value in earlier steps or stages, which a ring holds, extrapolated by a linear combination. Two
// tables of weights make the combinations:
//   cubic   a polynomial through the last four steps of one length, off by O(h⁴); after a change of h the last value
//   stages  the stages of a composition (see below); zero until enough stages of one h are known

import { createDenseLU } from '../../linalg/lu.ts';

export interface WarmStart {
  /** Before a step h: the weights are those for its stages. */
  begin(h: number): void;
  /** out = the weights, in the order of the ring, of the initial value for a stage. */
  weigh(stage: number, out: Float64Array): void;
  /** Records λ/h of a stage of the step. */
  accept(rate: Float64Array): void;
  /** Values so far no longer count. */
  clear(): void;
  /** λ/h of the last stage. */
  latest(): Float64Array;
  /** The ring and its state, which a checkpoint keeps. */
  readonly memory: readonly Float64Array[];
}

/** Which earlier values make the initial value of a stage. */
interface WeightRule {
  /** Weights of the latest value, the one before, …, when so many values belong to the present h. */
  row(stage: number, known: number): ArrayLike<number>;
  /** How many values count at first and after a change of h. */
  readonly knownAtFirst: number;
  /** Largest number of values that is worth counting. */
  readonly mostKnown: number;
  /** Whether the state holds the position of the latest value, or that of the next. */
  readonly position: 'latest' | 'next';
}

/** The ring is made by the caller: arrays of zeros, as many as a power of two, where the code that combines them can read them. */
function createWarmStart(ring: readonly Float64Array[], rule: WeightRule): WarmStart {
  /** A power of two less one: positions wrap by a mask. */
  const mask = ring.length - 1;
  /** The step, how many values belong to it, and a position. */
  const state = Float64Array.of(0, rule.knownAtFirst, 0);
  const toLatest = rule.position === 'latest' ? 0 : -1;
  let step = 0;
  const known = () => (state[0] === step ? state[1] : rule.knownAtFirst);
  return {
    memory: [...ring, state],
    begin(h) {
      step = h;
    },
    latest: () => ring[(state[2] + toLatest) & mask],
    weigh(stage, out) {
      const row = rule.row(stage, known());
      for (let k = 0; k <= mask; k++) out[(state[2] + toLatest - k) & mask] = row[k];
    },
    accept(rate) {
      state[1] = state[0] === step ? Math.min(rule.mostKnown, state[1] + 1) : 1;
      state[0] = step;
      ring[(state[2] + toLatest + 1) & mask].set(rate);
      state[2] = (state[2] + 1) & mask;
    },
    clear() {
      state[1] = 0;
    },
  };
}

/** How many values the ring of the cubic has. */
export const cubicRingSize = 4;

/** Weights of the latest value, the one before, … when so many values belong to the present h. */
const cubicWeights = [
  [0, 0, 0, 0],
  [1, 0, 0, 0],
  [2, -1, 0, 0],
  [3, -3, 1, 0],
  [4, -6, 4, -1],
];

export function createCubicWarmStart(ring: readonly Float64Array[]): WarmStart {
  return createWarmStart(ring, {
    row: (_, known) => cubicWeights[known],
    knownAtFirst: 1,
    mostKnown: cubicRingSize,
    position: 'latest',
  });
}

/** For a composition with these weights; the ring has as many arrays as the prediction has stages. */
export function createStageWarmStart(
  weights: readonly number[],
  prediction: Prediction,
  ring: readonly Float64Array[],
): WarmStart {
  const { stages } = prediction;
  const table = predictionTable(weights, prediction);
  const rows = weights.map((_, k) => table.subarray(k * stages, (k + 1) * stages));
  const zeros = new Float64Array(stages);
  return createWarmStart(ring, {
    row: (stage, known) => (known >= stages ? rows[stage] : zeros),
    knownAtFirst: 0,
    mostKnown: Number.POSITIVE_INFINITY,
    position: 'next',
  });
}

// How to predict the multipliers of a stage of a composition from those of the stages before. λ of a RATTLE step t from the
// time T is t ρ(T, t) with a smooth function ρ, and by symmetry the step that ends there contributes t' ρ(T, −t'): where a
// stage t follows a stage t',
//   λ(T) = t ρ(T, t) + t' ρ(T, −t').
// With ρ ≈ a + b T + c t every λ is a linear combination of a, b and c, so the weights that make λ of one stage from those
// before follow from the weights of the composition alone. Of all such weights the smallest are taken. Their error is
// O(h²); a quadratic ρ from eight stages is better by h. For few constraints its sums cost as much as the iteration that they
// save; for many they cost a tenth of it.

/** How many stages a prediction looks back on, a power of two, and the degree of its ρ. */
interface Prediction {
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
