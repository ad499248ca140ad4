// Coordinates near zero still round like their larger neighbours: each is given a share of the largest size,
//   floorⱼ = 0.01 · min(maxₖ sₖ, maxₖ (sₖ/wₖ) · wⱼ),    wⱼ = mⱼ^(−½) for q and q',  mⱼ^(½) for p and p',
// where the second bound speaks in the metric of the masses, in which metres, ångströms and angles mean the same. Without
// masses all wⱼ are 1.

import type { Hamiltonian } from './hamiltonian.ts';

const share = 0.01;

/** Fills out, length 2n, with the floors of the sizes s of a state or of its rate of change. */
export function createRoundingFloors({ n, separable }: Hamiltonian) {
  const weight = new Float64Array(2 * n).fill(1);
  if (separable)
    for (let j = 0; j < n; j++) {
      weight[j] = Math.sqrt(separable.inverseMass[j]) || 1;
      weight[j + n] = 1 / weight[j];
    }
  function fillHalf(from: number, size: Float64Array, out: Float64Array): void {
    let [largest, weighted] = [0, 0];
    for (let j = from; j < from + n; j++) {
      largest = Math.max(largest, size[j]);
      weighted = Math.max(weighted, size[j] / weight[j]);
    }
    for (let j = from; j < from + n; j++) out[j] = share * Math.min(largest, weighted * weight[j]);
  }
  return (size: Float64Array, out: Float64Array): void => {
    fillHalf(0, size, out);
    fillHalf(n, size, out);
  };
}
