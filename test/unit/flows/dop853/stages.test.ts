import { describe, expect, it } from 'vitest';
import {
  type AllStages,
  createDormandPrince8Step,
  type RightHandSide,
} from '../../../../src/flows/dop853/stages.ts';

describe('all stages at once', () => {
  const f: RightHandSide = (y, out) => {
    for (let i = 0; i < y.length; i++) out[i] = -y[i];
  };
  it('are taken where they are made, and made one by one where they are declined', () => {
    const end = (allStages?: AllStages) => {
      const step = createDormandPrince8Step({ dimension: 2, f, allStages });
      const y = Float64Array.of(1, 2);
      step.begin(y);
      expect(step.advance(0.1, y).ok).toBe(true);
      return y;
    };
    const decline: AllStages = (_y, _h, slopes, out) => {
      slopes.fill(7, 2);
      out.fill(Number.NaN);
      return false;
    };
    expect(end(decline)).toEqual(end());
    expect(end((_y, _h, _slopes, out) => out.fill(3).length > 0)).toEqual(Float64Array.of(3, 3));
  });

  it.each([1, 4, 16, 17, 40])('the sums are the same in every dimension: %i', dimension => {
    const step = createDormandPrince8Step({ dimension, f });
    const y = Float64Array.from({ length: dimension }, (_, i) => 1 + i);
    step.begin(y);
    step.advance(0.1, y);
    y.forEach((x, i) => {
      expect(Math.abs(x / ((1 + i) * Math.exp(-0.1)) - 1)).toBeLessThan(1e-15);
    });
  });
});
