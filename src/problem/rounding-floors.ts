// Coordinates near zero still round like their larger neighbours: each is given a share of the largest size,
//   floorⱼ = 0.01 · min(maxₖ sₖ, maxₖ (sₖ/wₖ) · wⱼ),    wⱼ = mⱼ^(−½) for q and q',  mⱼ^(½) for p and p',
// where the second bound speaks in the metric of the masses, in which metres, ångströms and angles mean the same. Without
// masses all wⱼ are 1.

import type { Hamiltonian } from './hamiltonian.ts';

/** What a coordinate near zero is counted for, as a part of its largest neighbour. */
export const roundingShare = 0.01;

/** Fills out, length 2n, with the floors of the sizes s of a state or of its rate of change. */
export function createRoundingFloors({ n, separable }: Hamiltonian) {
  const weight = new Float64Array(2 * n).fill(1);
  if (separable)
    for (let j = 0; j < n; j++) {
      weight[j] = Math.sqrt(separable.inverseMass[j]) || 1;
      weight[j + n] = 1 / weight[j];
    }
  /** maxₖ sₖ and maxₖ (sₖ/wₖ) over one half. */
  const most = new Float64Array(2);
  function measureHalf(from: number, size: Float64Array): void {
    most.fill(0);
    for (let j = from; j < from + n; j++) {
      most[0] = Math.max(most[0], size[j]);
      most[1] = Math.max(most[1], size[j] / weight[j]);
    }
  }
  function fillHalf(from: number, out: Float64Array): void {
    for (let j = from; j < from + n; j++) out[j] = roundingShare * Math.min(most[0], most[1] * weight[j]);
  }
  const halves = [0, n];
  return (size: Float64Array, out: Float64Array): void => {
    for (const from of halves) {
      measureHalf(from, size);
      fillHalf(from, out);
    }
  };
}
