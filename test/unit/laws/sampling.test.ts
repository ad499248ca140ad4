import { describe, expect, it } from 'vitest';
import { autocorrelation, chiSquare, histogram, logGamma, upperGamma } from '../../../src/laws/sampling.ts';
import { createNormalSource } from '../../../src/random/philox.ts';

describe('the incomplete gamma function', () => {
  // From mpmath with 40 digits.
  it.each([
    [0.5, 0.1, 0.654720846018577],
    [0.5, 2, 0.04550026389635842],
    [1, 3, 0.049787068367863944],
    [2.5, 1, 0.8491450360846096],
    [9.5, 9.5, 0.4568361255919624],
    [9.5, 30, 3.8698263006641804e-6],
    [10, 5, 0.9681719426937953],
    [50, 40, 0.929664933340605],
    [50, 80, 0.00013078397659141034],
    [500, 520, 0.1846911490987436],
    [0.5, 40, 3.744097384202899e-19],
  ])('Q(%d, %d)', (a, x, value) => {
    expect(Math.abs(upperGamma(a, x) / value - 1)).toBeLessThan(2e-12);
  });

  it.each([
    [0.1, 2.252712651734206],
    [0.5, 0.5723649429247001],
    [1, 0],
    [1.5, -0.12078223763524522],
    [5, 3.1780538303479458],
    [100.5, 361.4355404677776],
  ])('log Γ(%d)', (a, value) => {
    expect(Math.abs(logGamma(a) - value)).toBeLessThan(1e-14 * Math.max(10, value));
  });

  it('has its ends, and refuses what it cannot answer', () => {
    expect(upperGamma(3, 0)).toBe(1);
    expect(upperGamma(3, Number.POSITIVE_INFINITY)).toBe(0);
    expect(() => upperGamma(0, 1)).toThrow(RangeError);
    expect(() => upperGamma(1, Number.NaN)).toThrow(RangeError);
  });
});

describe('the χ² test', () => {
  it('has the statistic and the tail of Pearson’s test', () => {
    // A die thrown 120 times; p from mpmath.
    const { statistic, degrees, p } = chiSquare([25, 17, 15, 23, 24, 16], [1, 1, 1, 1, 1, 1]);
    expect(statistic).toBeCloseTo(5, 12);
    expect(degrees).toBe(5);
    expect(p).toBeCloseTo(0.4158801869955079, 12);
  });

  it('takes weights of any total, leaves out empty bins and rejects what cannot be', () => {
    expect(chiSquare([10, 20, 0], [1, 2, 0])).toEqual({ statistic: 0, degrees: 1, p: 1 });
    expect(chiSquare([10, 20, 1], [1, 2, 0]).p).toBe(0);
    expect(chiSquare([400, 600], [1, 1]).p).toBeLessThan(1e-9);
  });

  it('throws where nothing can be tested', () => {
    expect(() => chiSquare([1, 2], [1])).toThrow(/2 counts/);
    expect(() => chiSquare([0, 0], [1, 1])).toThrow(/needs samples/);
    expect(() => chiSquare([5], [1])).toThrow(/two or more bins/);
    expect(() => chiSquare([5, Number.NaN], [1, 1])).toThrow(RangeError);
  });
});

describe('a histogram', () => {
  it('counts both ends and nothing outside', () => {
    const bins = { from: 0, to: 2, count: 4 };
    expect([...histogram([0, 0.49, 0.5, 1.99, 2], bins)]).toEqual([2, 1, 0, 2]);
    expect(() => histogram([2.01], bins)).toThrow(/outside/);
    expect(() => histogram([Number.NaN], bins)).toThrow(/NaN/);
  });
});

describe('the autocorrelation', () => {
  it('of values made from the ones before is a power of their share', () => {
    const a = 0.7;
    const series = new Float64Array(100_000);
    createNormalSource(2).fill(series);
    for (let i = 1; i < series.length; i++) series[i] = a * series[i - 1] + Math.sqrt(1 - a * a) * series[i];
    for (const lag of [1, 2, 5])
      expect(Math.abs(autocorrelation(series, lag) - a ** lag)).toBeLessThan(0.015);
    expect(autocorrelation([1, -1, 1, -1, 1, -1], 1)).toBeCloseTo(-5 / 6, 14);
  });
});
