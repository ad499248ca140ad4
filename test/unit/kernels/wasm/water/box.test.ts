import { describe, expect, it } from 'vitest';
import { createLiquidWater, type LiquidForces } from '../../../../../src/kernels/wasm/water/box.ts';
import type { FieldConstants } from '../../../../../src/particles/pairs/radial.ts';
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

const reactionField = (cutoff: number): FieldConstants => ({
  ...{ k: 1 / (2 * cutoff ** 3), k4: 0, c: 3 / (2 * cutoff) },
});

const zeroQuadrupole = (cutoff: number): FieldConstants => ({
  ...{ k: 10 / (8 * cutoff ** 3), k4: -3 / (8 * cutoff ** 5), c: 15 / (8 * cutoff) },
});

function liquid(side: number, cutoff: number, skin: number, field = reactionField(cutoff)) {
  const edge = 3.104 * side;
  const shift = tip3p.c12 / cutoff ** 12 - tip3p.c6 / cutoff ** 6;
  const forces: LiquidForces = { box: { edges: [edge, edge, edge] }, cutoff, skin, field, shift };
  const q = placeWaters(side ** 3, 3.104);
  // Some waters are boxes away.
  for (let k = 0; k < q.length; k++) if (Math.floor(k / 9) % 5 === 1) q[k] += edge * ((k % 3) - 1);
  const z = new Float64Array(2 * q.length);
  z.set(q);
  return { forces, q, z, edge, law: waterLaw(cutoff, field, shift) };
}

describe('liquid water in WebAssembly', () => {
  it.each([
    [6, 9, 'a box that is small for the cut-off', reactionField],
    [6, 6.5, 'a large box', reactionField],
    [5, 5, 'an odd number of waters', reactionField],
    [6, 6.5, 'zero quadrupole', zeroQuadrupole],
  ])('has the forces of the plain sum: %i³ waters, cut-off %f Å, %s', (side, cutoff, _, fieldOf) => {
    const { forces, q, law, edge } = liquid(side, cutoff, 1, fieldOf(cutoff));
    const gradient = new Float64Array(q.length);
    const water = createLiquidWater(kernels(), tip3p, side ** 3, forces);
    const energy = water.addGradient(q, gradient);
    const plain = plainGradient(q, law, edge);
    expect(Math.abs(energy / plain.energy - 1)).toBeLessThan(1e-12);
    expect(distance(gradient, plain.gradient)).toBeLessThan(1e-13);
    const virial = new Float64Array(3);
    water.addVirial(q, virial);
    expect(distance(virial, plain.virial)).toBeLessThan(1e-12);
  });

  it('misses no pair of waters that are stretched, and knows when it might', () => {
    const { forces, law } = liquid(5, 6, 1);
    const edge = 30;
    const water = createLiquidWater(kernels(), tip3p, 2, { ...forces, box: { edges: [edge, edge, edge] } });
    /** Two waters with a hydrogen each towards the other; d apart. */
    const facing = (d: number, OH: number) =>
      Float64Array.of(0, 0, 0, OH, 0, 0, 0, OH, 0, d, 0, 0, d - OH, 0, 0, d, 0, OH);
    // Out of the list's reach at first; then both centres move by less than half of the skin, but stretched waters meet.
    water.energy(facing(9.48, tip3p.OH));
    const shift = [0.118, -0.37, 0, 0.118, 0, -0.37];
    const near = facing(9.24, 1.7).map((x, k) => x + shift[(k < 9 ? 0 : 3) + (k % 3)]);
    const [gradient, plain] = [new Float64Array(18), plainGradient(near, law, edge)];
    expect(water.reaches(near)).toBe(true);
    expect(water.addGradient(near, gradient)).toBeCloseTo(plain.energy, 12);
    expect(plain.energy).not.toBe(0);
    expect(distance(gradient, plain.gradient)).toBeLessThan(1e-13);
    expect(water.reaches(facing(9, 1.8))).toBe(false);
  });

  it('goes the same way, bit by bit, whenever the list is made and wherever one stops', () => {
    const count = 125;
    const { forces, z } = liquid(5, 6, 1);
    const [seldom, often, half, rest] = [0, 1, 2, 3].map(() => new Float64Array(z.length));
    createLiquidWater(kernels(), tip3p, count, forces).steps(z, fs, 100, seldom);
    createLiquidWater(kernels(), tip3p, count, { ...forces, skin: 0.05 }).steps(z, fs, 100, often);
    createLiquidWater(kernels(), tip3p, count, forces).steps(z, fs, 33, half);
    createLiquidWater(kernels(), tip3p, count, forces).steps(half, fs, 67, rest);
    expect(often).toEqual(seldom);
    expect(rest).toEqual(seldom);
  });

  it('takes no position that is not a number for a place', () => {
    const { forces, q } = liquid(5, 6, 1);
    const water = createLiquidWater(kernels(), tip3p, 125, forces);
    expect(water.energy(q)).toBeLessThan(0);
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(water.energy(q.map((x, k) => (k === 100 ? wrong : x)))).toBeNaN();
    expect(water.energy(q)).toBeLessThan(0);
  });

  it('keeps rods and energy, and returns when time is turned', () => {
    const count = 125;
    const { forces, z } = liquid(5, 7, 1);
    const water = createLiquidWater(kernels(), tip3p, count, forces);
    const total = (s: Float64Array) =>
      kineticEnergy(s, masses(count)) +
      water.addGradient(s.subarray(0, 9 * count), new Float64Array(9 * count));
    const [there, back] = [new Float64Array(z.length), new Float64Array(z.length)];
    expect(water.steps(z, 0.5 * fs, 200, there)).toBe(true);
    expect(rodError(there.subarray(0, 9 * count))).toBeLessThan(1e-13);
    expect(kineticEnergy(there, masses(count))).toBeGreaterThan(100);
    expect(Math.abs(total(there) - total(z))).toBeLessThan(0.5);
    water.steps(there, -0.5 * fs, 200, back);
    expect(distance(back, z)).toBeLessThan(1e-9);
  });
});
