import { describe, expect, it } from 'vitest';
import { createNormalSource } from '../../../src/random/philox.ts';
import {
  createMeanSquareDisplacement,
  diffusionOf,
} from '../../../src/statistics/mean-square-displacement.ts';

/** `samples` positions of points that are at `place(i, t)` at times 0, dt, 2dt, …. */
function watched(points: number, samples: number, dt: number, place: (i: number, t: number) => number[]) {
  const msd = createMeanSquareDisplacement(points);
  const R = new Float64Array(3 * points);
  for (let k = 0; k < samples; k++) {
    for (let i = 0; i < points; i++) R.set(place(i, k * dt), 3 * i);
    msd.add(R, k * dt);
  }
  return msd.result();
}

/** Gaussian steps of variance 2 D dt along each axis. */
function walk(points: number, samples: number, dt: number, D: number, seed: number) {
  const random = createNormalSource(seed);
  const msd = createMeanSquareDisplacement(points);
  const [R, step] = [new Float64Array(3 * points), new Float64Array(3 * points)];
  const size = Math.sqrt(2 * D * dt);
  for (let k = 0; k < samples; k++) {
    msd.add(R, k * dt);
    random.fill(step);
    for (let i = 0; i < R.length; i++) R[i] += size * step[i];
  }
  return msd.result();
}

describe('the mean square displacement', () => {
  it('of free flight is ⟨v²⟩ t² at every lag', () => {
    const v = (i: number) => [i, 2 - i, 0.5];
    const { lag, msd, duration } = watched(3, 200, 0.25, (i, t) => v(i).map(c => 100 + c * t));
    const square = [0, 1, 2].reduce((sum, i) => sum + v(i).reduce((s, c) => s + c * c, 0) / 3, 0);
    expect(duration).toBeCloseTo(49.75, 12);
    expect(lag.length).toBeGreaterThan(30);
    lag.forEach((t, k) => {
      expect(Math.abs(msd[k] / (square * t * t) - 1)).toBeLessThan(1e-12);
    });
  });

  it('of oscillators of all phases is A²(1 − cos ωt)', () => {
    const [A, omega, points] = [1.5, 2.1, 12];
    const phase = (i: number) => (2 * Math.PI * i) / points;
    const { lag, msd } = watched(points, 300, 0.1, (i, t) => [0, A * Math.cos(omega * t + phase(i)), 7]);
    lag.forEach((t, k) => {
      expect(Math.abs(msd[k] - A * A * (1 - Math.cos(omega * t)))).toBeLessThan(1e-12);
    });
  });

  it('is the plain average over its origins, every 2^l-th sample for lags beyond 8·2^l', () => {
    const [points, samples] = [5, 150];
    const random = createNormalSource(4);
    const frames = Array.from({ length: samples }, () => new Float64Array(3 * points));
    for (const frame of frames) random.fill(frame);
    const { lag, msd } = watched(points, samples, 1, (i, t) => [...frames[t].subarray(3 * i, 3 * i + 3)]);
    expect([...lag]).toEqual([
      ...Array.from({ length: 15 }, (_, k) => k + 1),
      ...[16, 18, 20, 22, 24, 26, 28, 30, 32, 36, 40, 44, 48, 52, 56, 60],
      ...[64, 72, 80, 88, 96, 104, 112, 120, 128, 144],
    ]);
    lag.forEach((t, k) => {
      const spacing = Math.max(1, 2 ** Math.floor(Math.log2(t / 8)));
      let [sum, count] = [0, 0];
      for (let s = 0; s + t < samples; s += spacing, count += points)
        for (let c = 0; c < 3 * points; c++) sum += (frames[s + t][c] - frames[s][c]) ** 2;
      expect(Math.abs(msd[k] / (sum / count) - 1)).toBeLessThan(1e-12);
    });
  });

  it('leaves out samples that are not a step later', () => {
    const msd = createMeanSquareDisplacement(1);
    for (const t of [0, 1, 2, 2.5, 3]) msd.add(Float64Array.of(t, 0, 0), t);
    expect([...msd.result().lag]).toEqual([1, 2, 3]);
    expect([...msd.result().msd]).toEqual([1, 4, 9]);
    expect(msd.result().error).toBeNull();
  });

  it('refuses what it cannot measure', () => {
    expect(() => createMeanSquareDisplacement(0)).toThrow(/one or more points/);
    expect(() => createMeanSquareDisplacement(2).add(new Float64Array(5), 0)).toThrow(/6 coordinates, not 5/);
    expect(createMeanSquareDisplacement(2).result().lag).toHaveLength(0);
  });
});

describe('the diffusion coefficient', () => {
  it('of a random walk is found, with an error bar that covers as often as it should', () => {
    const D = 0.7;
    const off = Array.from({ length: 150 }, (_, seed) => {
      const { coefficient, error } = diffusionOf(walk(40, 200, 0.5, D, seed)) ?? { coefficient: 0, error: 0 };
      return (coefficient - D) / (error ?? 0);
    });
    const share = (limit: number) => off.filter(size => Math.abs(size) < limit).length / off.length;
    // Three standard deviations of counts of 150, and of the mean of 150.
    expect(Math.abs(share(1) - 0.683)).toBeLessThan(0.115);
    expect(Math.abs(share(2) - 0.954)).toBeLessThan(0.06);
    expect(Math.abs(off.reduce((sum, size) => sum + size, 0) / off.length)).toBeLessThan(0.26);
  });

  it('is a slope: a constant added to the displacement changes nothing', () => {
    const result = walk(20, 200, 1, 1, 3);
    const shifted = {
      ...result,
      msd: result.msd.map(value => value + 5),
      groups: result.groups.map(group => group.map(value => value + 5)),
    };
    const [plain, other] = [diffusionOf(result), diffusionOf(shifted)];
    expect(other?.coefficient).toBeCloseTo(plain?.coefficient ?? 0, 12);
    expect(other?.error).toBeCloseTo(plain?.error ?? 0, 12);
    expect((other?.offset ?? 0) - (plain?.offset ?? 0)).toBeCloseTo(5, 10);
  });

  it('keeps to its window, and says nothing where there are too few lags', () => {
    const result = walk(10, 1000, 1, 1, 5);
    expect(diffusionOf(result)).toMatchObject({ from: 104, to: 480 });
    expect(diffusionOf(result, { from: 10, to: 20 })).toMatchObject({ from: 10, to: 20 });
    expect(diffusionOf(result, { from: 10, to: 11 })).toBeNull();
    expect(diffusionOf(walk(10, 3, 1, 1, 5))).toBeNull();
  });
});
