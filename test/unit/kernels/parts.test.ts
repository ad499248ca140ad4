import { describe, expect, it } from 'vitest';
import { createPredictor, type Predictor, ringSize } from '../../../src/kernels/shared/warm-start.ts';

describe('the prediction of λ/h', () => {
  const newPredictor = () => createPredictor(Array.from({ length: ringSize }, () => new Float64Array(1)));
  const guess = (predictor: Predictor, h: number) => {
    const weights = new Float64Array(ringSize).fill(7);
    predictor.weigh(h, weights);
    return weights.reduce((sum, weight, k) => sum + weight * predictor.memory[k][0], 0);
  };
  const history = (rate: (k: number) => number, count: number, h = 0.1) => {
    const predictor = newPredictor();
    for (let k = 0; k < count; k++) predictor.accept(h, Float64Array.of(rate(k)));
    return predictor;
  };

  it.each<[string, (k: number) => number, number]>([
    ['a constant after one step', () => 3, 1],
    ['a line after two', k => 3 + 2 * k, 2],
    ['a parabola after three', k => 3 + 2 * k - 0.5 * k * k, 3],
    ['a cubic after four', k => 3 + 2 * k - 0.5 * k * k + 0.1 * k ** 3, 4],
    ['a cubic after ten', k => 3 + 2 * k - 0.5 * k * k + 0.1 * k ** 3, 10],
  ])('is exact for %s', (_, rate, count) => {
    expect(guess(history(rate, count), 0.1)).toBeCloseTo(rate(count), 11);
  });

  it('is zero before the first step', () => {
    expect(guess(newPredictor(), 0.1)).toBe(0);
  });

  it('uses the last value alone after a change of step', () => {
    const predictor = history(k => k + 1, 4);
    expect(guess(predictor, 0.05)).toBe(4);
    predictor.accept(0.05, Float64Array.of(7));
    expect(guess(predictor, 0.05)).toBe(7);
    predictor.accept(0.05, Float64Array.of(8));
    expect([...predictor.latest()]).toEqual([8]);
    expect(guess(predictor, 0.05)).toBe(9);
  });

  it('lives in its memory', () => {
    const predictor = history(k => k * k, 5);
    const copy = newPredictor();
    predictor.memory.forEach((part, i) => {
      copy.memory[i].set(part);
    });
    for (const h of [0.1, 0.2]) expect(guess(copy, h)).toBe(guess(predictor, h));
  });
});
