// Averages over centred windows, ⟨f⟩(t) = Σ w(s − t) f(s) / Σ w(s − t), |s − t| ≤ W/2, of values that arrive in the order
// of time. The plain mean is that of Tao and Owhadi 2016, eq. 1.8; it leaves about 2/(ωW) of an oscillation of frequency ω.
// The raised cosine leaves 8π²/(ωW)³ and has the same limit, so it is the one to take. Centred windows have an error of
// size W² where windows that begin at t, as printed, have one of size W.

export interface WindowAverage {
  /** The values at time s; times must not decrease. */
  add(s: number, values: Float64Array): void;
  /** ⟨f⟩ at each of the times; throws a RangeError where a window has seen nothing. */
  result(): Float64Array[];
}

/** Weight at x = 2(s − t)/W, −1 ≤ x ≤ 1. */
export type WindowWeight = (x: number) => number;

export const plainMean: WindowWeight = () => 1;
export const raisedCosine: WindowWeight = x => 1 + Math.cos(Math.PI * x);

export function createWindowAverage(
  times: readonly number[],
  width: number,
  size: number,
  weight: WindowWeight = raisedCosine,
): WindowAverage {
  const sums = times.map(() => new Float64Array(size));
  const total = new Float64Array(times.length);
  let first = 0;
  return {
    add(s, values) {
      while (first < times.length && times[first] < s - width / 2) first++;
      for (let k = first; k < times.length && times[k] <= s + width / 2; k++) {
        const w = weight((2 * (s - times[k])) / width);
        total[k] += w;
        for (let i = 0; i < size; i++) sums[k][i] += w * values[i];
      }
    },
    result() {
      const empty = total.findIndex(sum => !(sum > 0));
      if (empty >= 0)
        throw new RangeError(`no value falls into the window of width ${width} about ${times[empty]}`);
      return sums.map((sum, k) => sum.map(value => value / total[k]));
    },
  };
}
