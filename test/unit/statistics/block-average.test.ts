import { describe, expect, it } from 'vitest';
import { createNormalSource } from '../../../src/random/philox.ts';
import { averageOf, blockedMean, meanOf } from '../../../src/statistics/block-average.ts';

/** x' = a x + √(1 − a²) ξ: variance 1, correlation aᵏ, so that the error of the mean is √((1 + a)/(1 − a)/N). */
function autoregressive(a: number, length: number, seed: number): Float64Array {
  const series = new Float64Array(length);
  createNormalSource(seed).fill(series);
  for (let i = 1; i < length; i++) series[i] = a * series[i - 1] + Math.sqrt(1 - a * a) * series[i];
  return series;
}

describe('the mean of a correlated series', () => {
  it.each([0, 0.5, 0.9])(
    'finds the exact standard error and the values that say as much as one, correlation %d',
    a => {
      const length = 2 ** 15;
      const exact = Math.sqrt((1 + a) / (1 - a) / length);
      let [outside, sum, values] = [0, 0, 0];
      for (let seed = 0; seed < 20; seed++) {
        const { mean, standardError, inefficiency, isSettled } = blockedMean(autoregressive(a, length, seed));
        expect(isSettled).toBe(true);
        sum += standardError / exact / 20;
        values += inefficiency / 20;
        if (Math.abs(mean) > 2.5 * standardError) outside++;
      }
      expect(Math.abs(sum - 1)).toBeLessThan(0.05);
      expect(Math.abs((values * (1 - a)) / (1 + a) - 1)).toBeLessThan(0.1);
      expect(outside).toBeLessThan(3);
    },
  );

  it('is not fooled as the error without blocks is', () => {
    const series = autoregressive(0.9, 2 ** 14, 1);
    const naive = Math.sqrt(series.reduce((s, x) => s + x * x, 0)) / series.length;
    expect(blockedMean(series).standardError / naive).toBeGreaterThan(3.5);
  });

  it('says when a series is too short', () => {
    expect(blockedMean(autoregressive(0.999, 2000, 3)).isSettled).toBe(false);
    expect(() => blockedMean([1])).toThrow(/two or more/);
    expect(blockedMean([4, 4, 4, 4])).toMatchObject({ mean: 4, standardError: 0 });
  });

  it('has error bars that cover as often as they should', () => {
    // 300 short series: the mean 0 lies within one standard error 68 % of the time, within two 95 %.
    const off = Array.from({ length: 300 }, (_, seed) => {
      const { mean, standardError } = blockedMean(autoregressive(0.8, 2048, 1000 + seed));
      return Math.abs(mean) / standardError;
    });
    const share = (limit: number) => off.filter(size => size < limit).length / off.length;
    // Three standard deviations of a count of 300, and the few per cent that 16 blocks are worth.
    expect(Math.abs(share(1) - 0.683)).toBeLessThan(0.085);
    expect(Math.abs(share(2) - 0.954)).toBeLessThan(0.045);
  });
});

describe('the average of a column', () => {
  it('has the correlation time of the series in units of time', () => {
    const times = Array.from(
      { length: 20 },
      (_, seed) => averageOf(autoregressive(0.9, 2 ** 13, seed), 0.5)?.correlationTime ?? Number.NaN,
    );
    // ½ · 19 · 0.5
    expect(Math.abs(meanOf(times) / 4.75 - 1)).toBeLessThan(0.1);
  });

  it('sees a series that is still on its way, and leaves others alone', () => {
    const noise = autoregressive(0.5, 2000, 7);
    const falling = noise.map((value, k) => value + 5 * Math.exp(-k / 300));
    expect(averageOf(noise, 1)).toMatchObject({ isSteady: true, isSettled: true, samples: 2000 });
    expect(averageOf(falling, 1)?.isSteady).toBe(false);
  });

  it('is exact where nothing varies, and null where there is too little', () => {
    expect(averageOf([3, 3, 3, 3, 3], 1)).toMatchObject({
      mean: 3,
      error: 0,
      isSteady: true,
      correlationTime: 0.5,
    });
    expect(averageOf([1, 2, 3], 1)).toBeNull();
  });
});
