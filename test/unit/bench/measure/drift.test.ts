import { describe, expect, it } from 'vitest';
import { driftOf, meanDrift, straightLine } from '../../../../bench/measure/drift.ts';
import { createNormalSource } from '../../../../src/random/philox.ts';

/** A line with noise that remembers: x ← 0.95 x + noise, as the energy of a symplectic method swings. */
function swinging(slope: number, samples: number, seed: number): Float64Array {
  const noise = new Float64Array(samples);
  createNormalSource(seed).fill(noise);
  let x = 0;
  return noise.map((value, k) => {
    x = 0.95 * x + value;
    return slope * 0.01 * k + x;
  });
}

/** Steps without memory, added up. */
function walking(samples: number, seed: number): Float64Array {
  const steps = new Float64Array(samples);
  createNormalSource(seed).fill(steps);
  let x = 0;
  return steps.map(step => {
    x += step;
    return x;
  });
}

describe('a straight line through points', () => {
  it('finds an exact line without error', () => {
    const x = [0, 1, 2, 4];
    const { slope, error } = straightLine(
      x,
      x.map(value => 3 - 2 * value),
    );
    expect(slope).toBeCloseTo(-2, 14);
    expect(error).toBeLessThan(1e-14);
  });
  it('has the error of the textbook', () => {
    // Residuals 1, −2, 1 about y = 0 at x = −1, 0, 1: √(6/1/2).
    const { slope, error } = straightLine([-1, 0, 1], [1, -2, 1]);
    expect(slope).toBeCloseTo(0, 14);
    expect(error).toBeCloseTo(Math.sqrt(3), 14);
  });
});

describe('the drift of an energy', () => {
  it('is the slope that was put in, within its error', () => {
    const { slope, error } = driftOf(swinging(0.5, 10_000, 7), 0.01);
    expect(Math.abs(slope - 0.5)).toBeLessThan(3 * error);
    expect(error).toBeLessThan(0.1);
  });
  it('has an error that is as large as the scatter of many runs', () => {
    const runs = Array.from({ length: 60 }, (_, seed) => driftOf(swinging(0, 5000, seed), 0.01));
    const scatter = Math.sqrt(runs.reduce((sum, { slope }) => sum + slope ** 2, 0) / runs.length);
    const told = runs.reduce((sum, { error }) => sum + error, 0) / runs.length;
    expect(told / scatter).toBeGreaterThan(0.7);
    expect(told / scatter).toBeLessThan(1.4);
  });
  it('does not take samples that remember for independent ones', () => {
    const series = swinging(0, 10_000, 3);
    const single = straightLine(
      series.map((_, k) => 0.01 * k),
      series,
    );
    expect(driftOf(series, 0.01).error).toBeGreaterThan(2 * single.error);
  });
  it('does not take a random walk for a drift', () => {
    const runs = Array.from({ length: 200 }, (_, seed) => driftOf(walking(2500, seed), 0.01));
    const scatter = Math.sqrt(runs.reduce((sum, { slope }) => sum + slope ** 2, 0) / runs.length);
    const told = Math.sqrt(runs.reduce((sum, { error }) => sum + error ** 2, 0) / runs.length);
    expect(told / scatter).toBeGreaterThan(0.6);
    expect(told / scatter).toBeLessThan(1.4);
    expect(runs.filter(({ slope, error }) => Math.abs(slope) > 3 * error).length).toBeLessThan(30);
  });
  it('of several runs has the error of their mean, or of their scatter', () => {
    const runs = Array.from({ length: 16 }, (_, seed) => driftOf(swinging(0.5, 5000, seed), 0.01));
    const { slope, error } = meanDrift(runs);
    expect(Math.abs(slope - 0.5)).toBeLessThan(3 * error);
    const each = Math.sqrt(runs.reduce((sum, one) => sum + one.error ** 2, 0) / runs.length);
    expect(error / each).toBeGreaterThanOrEqual(0.25);
    expect(error / each).toBeLessThan(0.35);
    const apart = [1, -1].map(at => ({ slope: at, error: 0.01, walk: 0, swing: 0 }));
    expect(meanDrift(apart).error).toBeCloseTo(1, 14);
  });
  it('refuses fewer samples than blocks', () => {
    expect(() => driftOf([1, 2, 3], 1)).toThrow('do not fill');
  });
});
