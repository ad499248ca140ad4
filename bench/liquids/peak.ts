// The first peak of a radial distribution function: the top of the parabola nearest to five bins around the highest,
//   g ≈ a + b s + c s²,  s = −2 … 2 bins:   b = Σ s g / 10,   c = (Σ s² g − 2 Σ g) / 14,   a = Σ g / 5 − 2c,
// at s = −b/2c with height a − b²/4c. Errors by leaving out one block of the run after the other, since the place of a top
// is no mean: error² = (K − 1)/K Σ (value without block k − their mean)².
// References: Savitzky and Golay, Anal. Chem. 36 (1964) 1627; Efron and Stein, Ann. Statist. 9 (1981) 586.

import { firstPeak, type Peak } from '../../src/observers/radial-distribution.ts';
import { meanOf } from '../../src/observers/statistics.ts';

export interface Estimate {
  readonly value: number;
  readonly error: number;
}

/** null where g has no first peak with two bins on either side. */
export function fittedPeak(r: Float64Array, g: Float64Array): Peak | null {
  const top = topBin(r, g);
  return top === null ? null : parabolaAt(top, r, g);
}

function topBin(r: Float64Array, g: Float64Array): number | null {
  const rough = firstPeak(r, g);
  const top = rough ? Math.round((rough.position - r[0]) / (r[1] - r[0])) : 0;
  return top < 2 || top > g.length - 3 ? null : top;
}

function parabolaAt(top: number, r: Float64Array, g: Float64Array): Peak | null {
  const [g0, g1, g2, g3, g4] = g.subarray(top - 2, top + 3);
  const sum = g0 + g1 + g2 + g3 + g4;
  const b = (2 * (g4 - g0) + g3 - g1) / 10;
  const c = (4 * (g0 + g4) + g1 + g3 - 2 * sum) / 14;
  if (!(c < 0)) return null;
  const a = sum / 5 - 2 * c;
  return { position: r[top] - (b / (2 * c)) * (r[1] - r[0]), height: a - (b * b) / (4 * c) };
}

/**
 * Of a run whose blocks, equally long, have the given functions g. All fits take the same bins: where the top lies between
 * two, others would jump.
 */
export function peakOfBlocks(
  r: Float64Array,
  blocks: readonly Float64Array[],
): { readonly position: Estimate; readonly height: Estimate } {
  const without = (left: number) => {
    const kept = blocks.filter((_, k) => k !== left);
    return r.map((_, i) => meanOf(kept.map(g => g[i])));
  };
  const whole = without(-1);
  const top = topBin(r, whole);
  const peakOf = (g: Float64Array) => {
    const peak = top === null ? null : parabolaAt(top, r, g);
    if (!peak) throw new Error('the radial distribution function has no first peak');
    return peak;
  };
  const { position, height } = peakOf(whole);
  const partial = blocks.map((_, k) => peakOf(without(k)));
  return {
    position: { value: position, error: jackknife(partial.map(one => one.position)) },
    height: { value: height, error: jackknife(partial.map(one => one.height)) },
  };
}

function jackknife(values: readonly number[]): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(((values.length - 1) / values.length) * squares);
}
