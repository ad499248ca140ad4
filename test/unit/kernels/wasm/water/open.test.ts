import { describe, expect, it } from 'vitest';
import { createWaterCluster } from '../../../../../src/kernels/wasm/water/open.ts';
import { molecularUnits } from '../../../../../src/particles/units.ts';
import {
  distance,
  kernels,
  kineticEnergy,
  masses,
  placeWaters,
  plainGradient,
  rodError,
  tip3p,
  waterLaw,
} from '../waters.ts';

const { fs } = molecularUnits;

function atRest(q: Float64Array): Float64Array {
  const z = new Float64Array(2 * q.length);
  z.set(q);
  return z;
}

describe('a cluster of waters in WebAssembly', () => {
  it.each([1, 2, 7, 20, 101])('has the forces of the plain sum: %i waters', count => {
    const q = placeWaters(count, 3.1);
    const plain = plainGradient(q, waterLaw());
    const gradient = new Float64Array(q.length);
    const cluster = createWaterCluster(kernels(), tip3p, count);
    const energy = cluster.addGradient(q, gradient);
    if (count === 1) {
      expect(energy).toBe(0);
      expect(gradient).toEqual(plain.gradient);
      return;
    }
    expect(Math.abs(energy / plain.energy - 1)).toBeLessThan(1e-12);
    expect(distance(gradient, plain.gradient)).toBeLessThan(1e-13);
    const virial = new Float64Array(3);
    cluster.addVirial(q, virial);
    expect(distance(virial, plain.virial)).toBeLessThan(1e-11);
  });

  it('keeps rods, hidden constraints, momentum and energy', () => {
    const count = 7;
    const z = atRest(placeWaters(count, 3.1));
    const cluster = createWaterCluster(kernels(), tip3p, count);
    const mass = masses(count);
    const out = new Float64Array(z.length);
    const total = (s: Float64Array) =>
      kineticEnergy(s, mass) + cluster.addGradient(s.subarray(0, 9 * count), new Float64Array(9 * count));
    const errors = [0.4, 0.2].map(h => {
      expect(cluster.steps(z, h * fs, 100 / h, out)).toBe(true);
      expect(rodError(out.subarray(0, 9 * count))).toBeLessThan(1e-14);
      return total(out) - total(z);
    });
    expect(kineticEnergy(out, mass)).toBeGreaterThan(5);
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
    expect(errors[0] / errors[1]).toBeLessThan(4.5);
    const [q, p] = [out.subarray(0, 9 * count), out.subarray(9 * count)];
    expect(hiddenError(q, p, mass)).toBeLessThan(1e-13);
    for (let k = 0; k < 3; k++)
      expect(Math.abs(p.reduce((s, v, i) => (i % 3 === k ? s + v : s), 0))).toBeLessThan(1e-11);
  });

  it('returns to the start when time is turned', () => {
    const z = atRest(placeWaters(8, 3.1));
    const cluster = createWaterCluster(kernels(), tip3p, 8);
    const there = new Float64Array(z.length);
    const back = new Float64Array(z.length);
    cluster.steps(z, fs, 200, there);
    cluster.steps(there, -fs, 200, back);
    expect(distance(there, z)).toBeGreaterThan(1e-3);
    expect(distance(back, z)).toBeLessThan(1e-10);
  });

  it('gives the same bytes when it stops on the way', () => {
    const z = atRest(placeWaters(7, 3.1));
    const [whole, half, rest] = [0, 1, 2].map(() => new Float64Array(z.length));
    createWaterCluster(kernels(), tip3p, 7).steps(z, fs, 60, whole);
    createWaterCluster(kernels(), tip3p, 7).steps(z, fs, 25, half);
    createWaterCluster(kernels(), tip3p, 7).steps(half, fs, 35, rest);
    expect(rest).toEqual(whole);
  });

  it.each([7, 8])('remembers the place where it stands, and no other: %i waters', count => {
    const z = atRest(placeWaters(count, 3.1));
    const [there, gradient, fresh] = [z.length, 9 * count, 9 * count].map(n => new Float64Array(n));
    const cluster = createWaterCluster(kernels(), tip3p, count);
    const anew = (x: Float64Array) =>
      createWaterCluster(kernels(), tip3p, count).addGradient(x, fresh.fill(0));
    cluster.steps(z, fs, 5, there);
    // Where the steps ended, one bit beside it, and where they began; as a state, or as positions alone.
    const beside = there.slice();
    beside[9 * count - 1] *= 1 + Number.EPSILON;
    for (const x of [there, beside, there.subarray(0, 9 * count), z]) {
      expect(cluster.addGradient(x, gradient.fill(0))).toBe(anew(x));
      expect(gradient).toEqual(fresh);
    }
    const lost = there.slice();
    lost[3] = Number.NaN;
    for (const attempt of [1, 2]) expect([attempt, cluster.energy(lost)]).toEqual([attempt, Number.NaN]);
    expect(cluster.energy(there)).toBe(anew(there));
  });

  it('fails where a water is torn apart, and where waters overlap', () => {
    const z = atRest(placeWaters(3, 3.1));
    const out = new Float64Array(z.length);
    const cluster = createWaterCluster(kernels(), tip3p, 3);
    const fast = z.slice();
    fast[27 + 9 + 3] = 1e4;
    expect(cluster.steps(fast, fs, 1, out)).toBe(false);
    const onTop = z.slice();
    onTop.copyWithin(9, 0, 9);
    expect(cluster.steps(onTop, fs, 1, out)).toBe(false);
    expect(cluster.steps(z, fs, 1, out)).toBe(true);
  });
});

/** The largest r · v of a rod, against the largest speed. */
function hiddenError(q: Float64Array, p: Float64Array, mass: Float64Array): number {
  const v = p.map((value, k) => value / mass[k]);
  const fastest = Math.max(...v.map(Math.abs));
  let worst = 0;
  for (let i = 0; i < q.length; i += 9)
    for (const [a, b] of [
      [0, 3],
      [0, 6],
      [3, 6],
    ]) {
      let rate = 0;
      for (let k = 0; k < 3; k++) rate += (q[i + b + k] - q[i + a + k]) * (v[i + b + k] - v[i + a + k]);
      worst = Math.max(worst, Math.abs(rate));
    }
  return worst / fastest;
}
