import { describe, expect, it } from 'vitest';
import { assemble } from '../../../../src/particles/build/assemble.ts';
import { latticeBox } from '../../../../src/particles/build/boxes.ts';
import {
  degreesOfFreedom,
  maxwellMomenta,
  scaledToTemperature,
} from '../../../../src/particles/build/maxwell-momenta.ts';
import { nAlkane } from '../../../../src/particles/models/chains.ts';
import type { MoleculeModel } from '../../../../src/particles/models/molecule-model.ts';
import { argon, nitrogen } from '../../../../src/particles/models/named-models.ts';
import { tip3p } from '../../../../src/particles/models/water.ts';
import type { ParticleSystem } from '../../../../src/particles/system.ts';
import { createRodGeometry, worstRod } from '../../../../src/particles/topology/rod-geometry.ts';
import { molecularUnits } from '../../../../src/particles/units.ts';

const T = 298 * molecularUnits.K;

function box(model: MoleculeModel, count: number): ParticleSystem {
  return latticeBox({ components: [{ model, count }], size: { density: 0.3 }, seed: 1 }).system;
}

function kinetic({ mass }: ParticleSystem, p: Float64Array): number {
  return p.reduce((sum, value, i) => sum + value ** 2 / (2 * mass[Math.floor(i / 3)]), 0);
}

/** Largest |(r_a − r_b)·(v_a − v_b)| / (length · √(k_B T/m)), by its definition. */
function worstStretch({ rods, mass, positions: x }: ParticleSystem, p: Float64Array): number {
  const stretches = rods.map(({ a, b, length }) => {
    const terms = [0, 1, 2].map(
      k => (x[3 * a + k] - x[3 * b + k]) * (p[3 * a + k] / mass[a] - p[3 * b + k] / mass[b]),
    );
    return Math.abs(terms[0] + terms[1] + terms[2]) / (length * Math.sqrt(T / mass[a]));
  });
  return Math.max(0, ...stretches);
}

const systems: [string, ParticleSystem, number][] = [
  ['argon', box(argon, 500), 1500 - 3],
  ['nitrogen', box(nitrogen, 500), 5 * 500 - 3],
  ['water', box(tip3p, 500), 6 * 500 - 3],
  ['butane', box(nAlkane(4), 200), 9 * 200 - 3],
];

describe.each(systems)('Maxwell momenta of %s', (_, system, freedom) => {
  const p = maxwellMomenta(system, T, 7);

  it('are tangent to the rods and have no total momentum', () => {
    expect(worstStretch(system, p)).toBeLessThan(1e-12);
    for (let k = 0; k < 3; k++) {
      const total = p.reduce((sum, value, i) => (i % 3 === k ? sum + value : sum), 0);
      expect(Math.abs(total)).toBeLessThan(1e-10);
    }
  });

  it('have the temperature of the degrees of freedom that are left', () => {
    expect(degreesOfFreedom(system)).toBe(freedom);
    // 2K/k_BT is χ² with f degrees of freedom: mean f, standard deviation √(2f).
    expect(Math.abs((2 * kinetic(system, p)) / T - freedom)).toBeLessThan(4 * Math.sqrt(2 * freedom));
    const scaled = scaledToTemperature(system, p, T);
    expect((2 * kinetic(system, scaled)) / (freedom * T)).toBeCloseTo(1, 12);
    expect(worstStretch(system, scaled)).toBeLessThan(1e-12);
  });

  it('follow the seed', () => {
    expect(maxwellMomenta(system, T, 7)).toEqual(p);
    expect(maxwellMomenta(system, T, 8)).not.toEqual(p);
  });
});

describe('equipartition between rotation and translation of water', () => {
  // Translation has 3/6 of the kinetic energy of rigid water; K_cm by the momenta of whole molecules.
  it('half of the energy is that of the centres', () => {
    const system = systems[2][1];
    let [centres, whole] = [0, 0];
    for (let seed = 0; seed < 10; seed++) {
      const p = maxwellMomenta(system, T, seed);
      whole += kinetic(system, p);
      for (let m = 0; m < 500; m++)
        for (let k = 0; k < 3; k++)
          centres += (p[9 * m + k] + p[9 * m + 3 + k] + p[9 * m + 6 + k]) ** 2 / (2 * 18.0154);
    }
    // Beta distribution: standard deviation of the share is about ½/√(f + 1), f = 30000.
    expect(Math.abs(centres / whole - 0.5)).toBeLessThan(4 * (0.5 / Math.sqrt(30000)) * Math.SQRT2);
  });
});

describe('special systems', () => {
  it('anchored particles stay, and the total momentum is then free', () => {
    const system = { ...box(nitrogen, 10), anchored: [0, 3] };
    const p = maxwellMomenta(system, T, 1);
    expect([...p.slice(0, 3), ...p.slice(9, 12)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(worstStretch(system, p)).toBeLessThan(1e-12);
    expect(degreesOfFreedom(system)).toBe(60 - 6 - 10);
  });

  it('a rod between two anchored particles and redundant rods do no harm', () => {
    const water = box(tip3p, 2);
    const pinned = { ...water, anchored: [0, 1] };
    expect(degreesOfFreedom(pinned)).toBe(18 - 6 - 2 - 3);
    expect(
      worstStretch({ ...pinned, rods: pinned.rods.slice(1) }, maxwellMomenta(pinned, T, 1)),
    ).toBeLessThan(1e-12);
    const twice = { ...water, rods: [...water.rods, ...water.rods] };
    expect(degreesOfFreedom(twice)).toBe(9);
    expect(worstStretch(twice, maxwellMomenta(twice, T, 1))).toBeLessThan(1e-12);
  });

  it('a single atom has no momentum left, and cannot be scaled', () => {
    const { system } = assemble([{ model: argon, count: 1 }], new Float64Array(3), null);
    const p = maxwellMomenta(system, T, 1);
    expect(Math.max(...p.map(Math.abs))).toBeLessThan(1e-14);
    expect(() => scaledToTemperature(system, new Float64Array(3), T)).toThrow(/cannot be scaled/);
    expect(() => maxwellMomenta(system, -1, 1)).toThrow(/temperature must be 0 or more/);
  });
});

describe('restoration', () => {
  it('brings disturbed molecules back to their rods', () => {
    const system = box(nAlkane(6), 20);
    const x = system.positions.map((value, i) => value + 0.1 * Math.sin(7 * i));
    expect(worstRod(system.rods, x)).toBeGreaterThan(0.01);
    expect(createRodGeometry(system).restore(x)).toBe(true);
    expect(worstRod(system.rods, x)).toBeLessThan(1e-12);
  });

  it('refuses what cannot be reached', () => {
    const system = box(tip3p, 1);
    // A triangle with sides 1, 1, 3 does not exist.
    const rods = [1, 1, 3].map((length, k) => ({ ...system.rods[k], length }));
    expect(createRodGeometry({ ...system, rods }).restore(system.positions.slice())).toBe(false);
  });
});
