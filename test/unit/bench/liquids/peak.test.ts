import { describe, expect, it } from 'vitest';
import { fittedPeak, peakOfBlocks } from '../../../../bench/suites/liquids/peak.ts';
import { createNormalSource } from '../../../../src/random/philox.ts';

const r = Float64Array.from({ length: 160 }, (_, k) => 0.05 * (k + 0.5));
/** Like water: nothing, a first peak, 1 far away. */
const watery = (position: number, height: number) =>
  r.map(x => (x < 2.3 ? 0 : 1 + (height - 1) * Math.exp(-(((x - position) / 0.3) ** 2))));

describe('the fitted first peak', () => {
  it('is exact for a parabola, wherever its top lies between the bins', () => {
    for (const top of [2.72, 2.75, 2.781]) {
      const g = r.map(x => Math.max(0, 2.8 - 20 * (x - top) ** 2));
      const peak = fittedPeak(r, g);
      expect(peak?.position).toBeCloseTo(top, 12);
      expect(peak?.height).toBeCloseTo(2.8, 12);
    }
  });
  it('finds the top of a bell to a hundredth of a bin', () => {
    const peak = fittedPeak(r, watery(2.764, 2.8));
    expect(Math.abs((peak?.position ?? 0) - 2.764)).toBeLessThan(2e-3);
    expect(Math.abs((peak?.height ?? 0) - 2.8)).toBeLessThan(0.02);
  });
  it('does not depend on where narrow bins begin, though the peak is lopsided', () => {
    const lopsided = (x: number) =>
      x < 2.75 ? 3 * Math.exp(-(((x - 2.75) / 0.15) ** 2)) : 3 * Math.exp(-(((x - 2.75) / 0.3) ** 2));
    const [at, moved] = [0, 0.005].map(shift => {
      const fine = Float64Array.from({ length: 800 }, (_, k) => 0.01 * (k + 0.5) + shift);
      return fittedPeak(fine, fine.map(lopsided));
    });
    expect(Math.abs((at?.position ?? 0) - (moved?.position ?? 9))).toBeLessThan(2e-3);
    expect(Math.abs((at?.height ?? 0) - (moved?.height ?? 9))).toBeLessThan(0.01);
  });
  it('is not there without a peak, or at the edge', () => {
    expect(fittedPeak(r, new Float64Array(r.length))).toBeNull();
    expect(
      fittedPeak(
        r,
        r.map(x => 8 - x),
      ),
    ).toBeNull();
  });
});

describe('the peak of blocks', () => {
  // In the middle of a bin, and between two, where the highest bin changes from block to block.
  it.each([2.775, 2.8])('has the errors of many runs, with its top at %d', top => {
    const source = createNormalSource(5);
    const noise = new Float64Array(r.length);
    const block = () => {
      source.fill(noise);
      return watery(top, 2.8).map((g, k) => (g > 0 ? g + 0.03 * noise[k] : 0));
    };
    const runs = Array.from({ length: 40 }, () => peakOfBlocks(r, Array.from({ length: 10 }, block)));
    for (const key of ['position', 'height'] as const) {
      const mean = runs.reduce((sum, run) => sum + run[key].value, 0) / runs.length;
      const scatter = Math.sqrt(runs.reduce((sum, run) => sum + (run[key].value - mean) ** 2, 0) / 39);
      const told = runs.reduce((sum, run) => sum + run[key].error, 0) / runs.length;
      expect(told / scatter).toBeGreaterThan(0.7);
      expect(told / scatter).toBeLessThan(1.4);
    }
  });
  it('says so when there is none', () => {
    expect(() => peakOfBlocks(r, [new Float64Array(r.length), new Float64Array(r.length)])).toThrow(
      'no first peak',
    );
  });
});
