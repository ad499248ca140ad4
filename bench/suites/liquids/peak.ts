// The first peak of a radial distribution function, which in a liquid is the highest: the top of the parabola nearest to the
// bins within 0.1 Å of it, s = −m … m bins from the middle one,
//   g ≈ a + b s + c s²:   b = Σ s g / S₂,   c = (N Σ s² g − S₂ Σ g) / (N S₄ − S₂²),   a = (Σ g − c S₂) / N,
// N = 2m + 1, S₂ = Σ s², S₄ = Σ s⁴; the top is at s = −b/2c with height a − b²/4c, and the window moves until it is in the middle.
// Bins should be far narrower than the window: the peak is asymmetric, and a window that jumps by half its width moves the top.
// Errors by the jackknife over blocks of the run, since the position of a maximum is no mean:
//   error² = (K − 1)/K Σ (value without block k − their mean)².
// References: Savitzky and Golay, Anal. Chem. 36 (1964) 1627; Efron and Stein, Ann. Statist. 9 (1981) 586.

import { meanOf } from '../../../src/statistics/block-average.ts';
import type { Peak } from '../../../src/statistics/radial-distribution.ts';

export type Estimate = Readonly<Record<'value' | 'error', number>>;

/** Å on either side of the middle. */
const reach = 0.1;
const mostMoves = 20;

/** null where g has no top with bins on either side. */
export function fittedPeak(r: Float64Array, g: Float64Array): Peak | null {
  const middle = middleOf(r, g);
  return middle === null ? null : parabolaAt(middle, r, g);
}

/** The bin at the centre of the window; the search starts at the highest one. */
function middleOf(r: Float64Array, g: Float64Array): number | null {
  let middle = g.indexOf(Math.max(...g));
  for (let move = 0; move < mostMoves; move++) {
    const peak = parabolaAt(middle, r, g);
    if (!peak) return null;
    const next = Math.round((peak.position - r[0]) / (r[1] - r[0]));
    if (next === middle) break;
    middle = next;
  }
  return middle;
}

function parabolaAt(middle: number, r: Float64Array, g: Float64Array): Peak | null {
  const width = r[1] - r[0];
  const m = Math.max(1, Math.round(reach / width));
  if (middle < m || middle > g.length - 1 - m) return null;
  let [S2, S4, G0, G1, G2] = [0, 0, 0, 0, 0];
  for (let s = -m; s <= m; s++) {
    const value = g[middle + s];
    S2 += s * s;
    S4 += s ** 4;
    G0 += value;
    G1 += s * value;
    G2 += s * s * value;
  }
  const N = 2 * m + 1;
  const c = (N * G2 - S2 * G0) / (N * S4 - S2 * S2);
  if (!(c < 0)) return null;
  const [a, b] = [(G0 - c * S2) / N, G1 / S2];
  return { position: r[middle] - (b / (2 * c)) * width, height: a - (b * b) / (4 * c) };
}

/**
 * Of a run whose blocks, equally long, have the given functions g. All fits take the same bins, so that
 * their differences are smooth.
 */
export function peakOfBlocks(r: Float64Array, blocks: readonly Float64Array[]) {
  const without = (left: number) => {
    const others = blocks.filter((_, k) => k !== left);
    return r.map((_, i) => meanOf(others.map(g => g[i])));
  };
  const whole = without(-1);
  const middle = middleOf(r, whole);
  const peakOf = (g: Float64Array) => {
    const peak = middle === null ? null : parabolaAt(middle, r, g);
    if (!peak) throw new Error('the radial distribution function has no first peak');
    return peak;
  };
  const { position, height } = peakOf(whole);
  const partial = blocks.map((_, k) => peakOf(without(k)));
  return {
    position: { value: position, error: jackknife(partial.map(one => one.position)) },
    height: { value: height, error: jackknife(partial.map(one => one.height)) },
  } satisfies Record<string, Estimate>;
}

function jackknife(values: readonly number[]): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(((values.length - 1) / values.length) * squares);
}
