// A guess for λ/h from the steps before: it varies smoothly in time, so a cubic through its last four values,
// extended by one step, is off by O(h⁴). After a change of h only the last value is used.

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
