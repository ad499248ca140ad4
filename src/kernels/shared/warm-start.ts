// A guess for λ/h from the steps before: it varies smoothly in time, so a cubic through its last four values,
// extended by one step, is off by O(h⁴). After a change of h only the last value is used.

import { createDenseLU } from '../../linalg/lu.ts';

export interface Predictor {
  /** out = the weights with which the values of the ring make the guess for a step h. */
  weigh(h: number, out: Float64Array): void;
  /** Takes note of λ/h of a step h that was made. */
  accept(h: number, rate: Float64Array): void;
  /** λ/h of the last step. */
  latest(): Float64Array;
  /** The ring and its state. A checkpoint keeps them all. */
  readonly memory: readonly Float64Array[];
}

/** How many values a ring has; a power of two, so that places go round by a mask. */
export const ringSize = 4;

/** Weights of the latest, the one before, … when so many values belong to the present h. */
const weights = [
  [0, 0, 0, 0],
  [1, 0, 0, 0],
  [2, -1, 0, 0],
  [3, -3, 1, 0],
  [4, -6, 4, -1],
];

/** The ring is given: arrays of zeros, where whoever makes the guess can read them. */
export function createPredictor(ring: readonly Float64Array[]): Predictor {
  /** The step, how many values belong to it, and the place of the latest. */
  const state = Float64Array.of(0, 1, 0);
  const placeOf = (k: number) => (state[2] - k) & (ringSize - 1);
  return {
    memory: [...ring, state],
    latest: () => ring[placeOf(0)],
    weigh(h, out) {
      const row = weights[state[0] === h ? state[1] : 1];
      for (let k = 0; k < ringSize; k++) out[placeOf(k)] = row[k];
    },
    accept(h, rate) {
      state[1] = state[0] === h ? Math.min(ringSize, state[1] + 1) : 1;
      state[0] = h;
      state[2] = (state[2] + 1) & (ringSize - 1);
      ring[placeOf(0)].set(rate);
    },
  };
}

// The guess for λ/h of each stage of a composition: Σⱼ wⱼ λⱼ/h over the stages before it, which a ring keeps, with the weights of
// stage-prediction.ts. They hold for a constant h; until enough stages of that h are known, the guess is zero.

interface StagePredictor {
  /** Before a step h: what belongs to another h is of no use. */
  begin(h: number): void;
  /** The stages before are of no use: until enough are known again, the guess is zero. */
  forget(): void;
  /** out = the weights with which the values of the ring make the guess for a stage. */
  weigh(stage: number, out: Float64Array): void;
  /** Takes note of λ/h of a stage that was made. */
  accept(rate: Float64Array): void;
  /** The ring and its state. A checkpoint keeps them all. */
  readonly memory: readonly Float64Array[];
}

/** The ring is given: as many arrays as stages are looked back on, where whoever makes the guess can read them. */
export function createStagePredictor(
  weights: readonly number[],
  prediction: Prediction,
  ring: readonly Float64Array[],
): StagePredictor {
  const { stages } = prediction;
  /** A power of two less one: places go round by a mask, which costs nothing beside a division with rest. */
  const last = stages - 1;
  const table = predictionTable(weights, prediction);
  /** The step, how many stages of it are known, and the place of the next. */
  const state = new Float64Array(3);
  return {
    memory: [...ring, state],
    begin(h) {
      if (h !== state[0]) state[1] = 0;
      state[0] = h;
    },
    forget() {
      state[1] = 0;
    },
    weigh(stage, out) {
      const isKnown = state[1] >= stages;
      for (let j = 0; j < stages; j++) {
        const place = (state[2] - 1 - j) & last;
        out[place] = isKnown ? table[stage * stages + j] : 0;
      }
    },
    accept(rate) {
      ring[state[2]].set(rate);
      state[1]++;
      state[2] = (state[2] + 1) & last;
    },
  };
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
