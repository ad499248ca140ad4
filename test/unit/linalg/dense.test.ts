import { describe, expect, it } from 'vitest';
import { allFinite, firstNotFinite } from '../../../src/linalg/dense.ts';

describe('numbers that are finite', () => {
  it.each([0, 1, 3, 4, 5, 8, 11])('are told from others at every place: %d entries', length => {
    const x = Float64Array.from({ length }, (_, i) => (i % 2 === 0 ? -(2 ** 1023) * 1.9 : 2 ** -1074));
    expect([allFinite(x), firstNotFinite(x)]).toEqual([true, -1]);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      for (let i = 0; i < length; i++) {
        const y = x.slice();
        y.fill(bad, i);
        expect([allFinite(y), firstNotFinite(y)]).toEqual([false, i]);
        const alone = x.slice();
        alone[i] = bad;
        expect([allFinite(alone), firstNotFinite(alone)]).toEqual([false, i]);
      }
  });
});
