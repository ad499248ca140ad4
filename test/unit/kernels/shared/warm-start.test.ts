import { describe, expect, it } from 'vitest';
import {
  createCubicWarmStart,
  cubicRingSize,
  type WarmStart,
} from '../../../../src/kernels/shared/warm-start.ts';

describe('the cubic warm start of λ/h', () => {
  const newWarmStart = () =>
    createCubicWarmStart(Array.from({ length: cubicRingSize }, () => new Float64Array(1)));
  const guess = (warmStart: WarmStart, h: number) => {
    const weights = new Float64Array(cubicRingSize).fill(7);
    warmStart.begin(h);
    warmStart.weigh(0, weights);
    return weights.reduce((sum, weight, k) => sum + weight * warmStart.memory[k][0], 0);
  };
  const accept = (warmStart: WarmStart, h: number, rate: number) => {
    warmStart.begin(h);
    warmStart.accept(Float64Array.of(rate));
  };
  const history = (rate: (k: number) => number, count: number, h = 0.1) => {
    const warmStart = newWarmStart();
    for (let k = 0; k < count; k++) accept(warmStart, h, rate(k));
    return warmStart;
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
    expect(guess(newWarmStart(), 0.1)).toBe(0);
  });

  it('uses the last value alone after a change of step', () => {
    const warmStart = history(k => k + 1, 4);
    expect(guess(warmStart, 0.05)).toBe(4);
    accept(warmStart, 0.05, 7);
    expect(guess(warmStart, 0.05)).toBe(7);
    accept(warmStart, 0.05, 8);
    expect([...warmStart.latest()]).toEqual([8]);
    expect(guess(warmStart, 0.05)).toBe(9);
  });

  it('lives in its memory', () => {
    const warmStart = history(k => k * k, 5);
    const copy = newWarmStart();
    warmStart.memory.forEach((part, i) => {
      copy.memory[i].set(part);
    });
    for (const h of [0.1, 0.2]) expect(guess(copy, h)).toBe(guess(warmStart, h));
  });
});
