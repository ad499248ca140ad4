import { describe, expect, it } from 'vitest';
import {
  splittingSchemes,
  threeStageBcss,
  threeStagePredescu,
  twoStageBcss,
  twoStageMinimumError,
} from '../../../src/flows/splitting.ts';

type Kicks = readonly number[];
const sum = (x: Kicks) => x.reduce((a, b) => a + b, 0);

/**
 * The coefficients of the brackets [T,[T,V]] and [V,[V,T]] in log of the scheme, from its expansion in words of
 * at most three letters: exp(x₁)exp(x₂)… = 1 + N, log = N − N²/2 + N³/3.
 */
function leadingErrors(kicks: Kicks, drifts: Kicks): [number, number] {
  type Series = Map<string, number>;
  const times = (x: Series, y: Series) => {
    const product: Series = new Map();
    for (const [u, a] of x)
      for (const [v, b] of y)
        if (u.length + v.length <= 3) product.set(u + v, (product.get(u + v) ?? 0) + a * b);
    return product;
  };
  const exponential = (letter: string, c: number): Series =>
    new Map([0, 1, 2, 3].map(k => [letter.repeat(k), c ** k / [1, 1, 2, 6][k]]));
  let word: Series = new Map([['', 1]]);
  kicks.forEach((b, k) => {
    word = times(word, exponential('V', b));
    if (k < drifts.length) word = times(word, exponential('T', drifts[k]));
  });
  word.delete('');
  const square = times(word, word);
  const cube = times(square, word);
  const log = (w: string) => (word.get(w) ?? 0) - (square.get(w) ?? 0) / 2 + (cube.get(w) ?? 0) / 3;
  return [log('TTV'), log('VVT')];
}

/** Least upper bound over 0 < h ≤ end of the expected energy error of the oscillator (Blanes et al. 2014, (4.6)). */
function worstEnergyError(kicks: Kicks, drifts: Kicks, end: number): number {
  let worst = 0;
  for (let k = 1; k <= 4000; k++) {
    const h = (end * k) / 4000;
    let [a, b, c, d] = [1, 0, 0, 1];
    kicks.forEach((kick, k) => {
      [c, d] = [c - kick * h * a, d - kick * h * b];
      if (k < drifts.length) [a, b] = [a + drifts[k] * h * c, b + drifts[k] * h * d];
    });
    worst = Math.max(worst, Math.abs(a) < 1 ? (b + c) ** 2 / (2 * (1 - a * a)) : Number.POSITIVE_INFINITY);
  }
  return worst;
}

const two = (b: number): [Kicks, Kicks] => [
  [b, 1 - 2 * b, b],
  [0.5, 0.5],
];
/** The curve 6ab − 2a − b + ½ = 0, on which the three-stage schemes are chosen. */
const onCurve = (b: number) => (1 - 2 * b) / (4 * (1 - 3 * b));
const three = (b: number): [Kicks, Kicks] => [
  [b, 0.5 - b, 0.5 - b, b],
  [onCurve(b), 1 - 2 * onCurve(b), onCurve(b)],
];

describe('splitting coefficients', () => {
  it.each(splittingSchemes)('$name is a palindrome, and its parts sum to 1', ({ kicks, drifts }) => {
    expect(kicks.length).toBe(drifts.length + 1);
    expect([...kicks].reverse()).toEqual(kicks);
    expect([...drifts].reverse()).toEqual(drifts);
    expect(Math.abs(sum(kicks) - 1)).toBeLessThanOrEqual(1e-15);
    expect(Math.abs(sum(drifts) - 1)).toBeLessThanOrEqual(1e-15);
  });

  it('the minimum error scheme has the least leading error of its family', () => {
    const size = (b: number) => Math.hypot(...leadingErrors(...two(b)));
    const [b] = twoStageMinimumError.kicks;
    expect(size(b)).toBeLessThan(size(b + 1e-5));
    expect(size(b)).toBeLessThan(size(b - 1e-5));
  });

  it('the scheme of Predescu et al. has equal leading errors and lies on the curve', () => {
    const { kicks, drifts } = threeStagePredescu;
    const [ttv, vvt] = leadingErrors(kicks, drifts);
    expect(Math.abs(ttv - vvt)).toBeLessThanOrEqual(1e-15);
    expect(Math.abs(drifts[0] - onCurve(kicks[0]))).toBeLessThanOrEqual(1e-15);
  });

  it.each([
    { scheme: twoStageBcss, family: two, end: 2, near: 1e-4 },
    { scheme: threeStageBcss, family: three, end: 3, near: 1e-5 },
  ])('$scheme.name has the least expected energy error', ({ scheme, family, end, near }) => {
    const worst = (b: number) => worstEnergyError(...family(b), end);
    const [b] = scheme.kicks;
    expect(worst(b)).toBeLessThan(worst(b + near));
    expect(worst(b)).toBeLessThan(worst(b - near));
  });

  it('the three-stage BCSS scheme lies on the curve', () => {
    expect(Math.abs(threeStageBcss.drifts[0] - onCurve(threeStageBcss.kicks[0]))).toBeLessThanOrEqual(1e-13);
  });
});
