import { describe, expect, it } from 'vitest';
import { bdfFormulas, extrapolationWeights } from '../../../../src/integrators/bdf/bdf.ts';

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k;
}

describe('BDF coefficients', () => {
  it.each([1, 2, 3, 4, 5, 6])('order %i is Σ ∇ʲ/j, exactly', order => {
    const { weights, divisor } = bdfFormulas[order - 1];
    expect(weights).toHaveLength(order + 1);
    weights.forEach((weight, i) => {
      // divisor/j is whole for each j ≤ order, so that all of this is exact.
      let sum = 0;
      for (let j = Math.max(1, i); j <= order; j++) sum += (divisor / j) * (-1) ** i * choose(j, i);
      expect(weight).toBe(sum);
    });
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'order %i differentiates polynomials up to its degree and no further',
    order => {
      const { weights, divisor } = bdfFormulas[order - 1];
      // At t = 0 with step 1, values at 0, −1, −2, …
      const derivative = (degree: number) =>
        weights.reduce((sum, w, i) => sum + w * (-i) ** degree, 0) / divisor;
      for (let degree = 0; degree <= order; degree++) expect(derivative(degree)).toBe(degree === 1 ? 1 : 0);
      expect(derivative(order + 1)).not.toBe(0);
    },
  );

  it.each([1, 2, 4, 6])('extrapolates polynomials through %i values', count => {
    const weights = extrapolationWeights(count);
    for (let degree = 0; degree < count; degree++)
      expect(weights.reduce((sum, w, i) => sum + w * (-1 - i) ** degree, 0)).toBe(degree === 0 ? 1 : 0);
  });
});
