// A guess for λ from the steps before: λ/h varies smoothly in time, so a parabola through its last three values,
// extended by one step, is off by O(h³). After a change of h only the last value is used.

export interface Predictor {
  /** lambda = the guess for a step h. */
  predict(h: number, lambda: Float64Array): void;
  /** Takes note of the λ that a step h had. */
  accept(h: number, lambda: Float64Array): void;
  /** Latest λ/h first; the last array holds the step and how many values belong to it. A checkpoint keeps them all. */
  readonly memory: readonly Float64Array[];
}

export function createPredictor(m: number): Predictor {
  const [first, second, third] = [0, 1, 2].map(() => new Float64Array(m));
  const state = new Float64Array(2);
  return {
    memory: [first, second, third, state],
    predict(h, lambda) {
      const count = state[0] === h ? state[1] : 1;
      for (let a = 0; a < m; a++) {
        const x = first[a];
        const y = second[a];
        const rate = count >= 3 ? 3 * (x - y) + third[a] : count === 2 ? 2 * x - y : x;
        lambda[a] = rate * h;
      }
    },
    accept(h, lambda) {
      third.set(second);
      second.set(first);
      for (let a = 0; a < m; a++) first[a] = lambda[a] / h;
      state[1] = state[0] === h ? Math.min(3, state[1] + 1) : 1;
      state[0] = h;
    },
  };
}
