// A guess for λ from the steps before: λ/h varies smoothly in time, so a cubic through its last four values, extended by
// one step, is off by O(h⁴). After a change of h only the last value is used.

export interface Predictor {
  /** lambda = the guess for a step h. */
  predict(h: number, lambda: Float64Array): void;
  /** Takes note of λ/h of a step h that was made: rate = factor · values. */
  accept(h: number, values: Float64Array, factor: number): void;
  /** λ/h of the last step. */
  latest(): Float64Array;
  /** The last values in a ring, and its state. A checkpoint keeps them all. */
  readonly memory: readonly Float64Array[];
}

const size = 4;
/** Weights of the latest, the one before, … when so many values belong to the present h. */
const weights = [
  [0, 0, 0, 0],
  [1, 0, 0, 0],
  [2, -1, 0, 0],
  [3, -3, 1, 0],
  [4, -6, 4, -1],
];

function addMultiple(factor: number, x: Float64Array, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] += factor * x[i];
}

export function createPredictor(m: number): Predictor {
  const ring = Array.from({ length: size }, () => new Float64Array(m));
  /** The step, how many values belong to it, and the place of the latest. */
  const state = Float64Array.of(0, 1, 0);
  const past = (k: number) => ring[(state[2] - k + size) % size];
  return {
    memory: [...ring, state],
    latest: () => past(0),
    predict(h, lambda) {
      const row = weights[state[0] === h ? state[1] : 1];
      lambda.fill(0);
      for (let k = 0; k < size; k++) if (row[k] !== 0) addMultiple(h * row[k], past(k), lambda);
    },
    accept(h, values, factor) {
      state[1] = state[0] === h ? Math.min(size, state[1] + 1) : 1;
      state[0] = h;
      state[2] = (state[2] + 1) % size;
      const latest = past(0);
      for (let i = 0; i < m; i++) latest[i] = factor * values[i];
    },
  };
}
