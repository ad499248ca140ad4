import { describe, expect, it } from 'vitest';
import { assemble } from '../../../../src/particles/build/assemble.ts';
import { latticeBox } from '../../../../src/particles/build/boxes.ts';
import { closestPair } from '../../../../src/particles/build/closest-pair.ts';
import { cluster } from '../../../../src/particles/build/cluster.ts';
import { grownMelt } from '../../../../src/particles/build/grown-melt.ts';
import { chainMelt } from '../../../../src/particles/build/melt.ts';
import { nAlkane } from '../../../../src/particles/models/chains.ts';
import { argon, nitrogen } from '../../../../src/particles/models/named-models.ts';
import { spce, tip3p } from '../../../../src/particles/models/water.ts';
import { worstRod } from '../../../../src/particles/topology/rod-geometry.ts';
import { angle, dihedral, distance, smallestDistance } from '../geometry.ts';

/** g/cm³ from grams and centimetres, not from the builder's constant. */
function density({ mass, box }: { mass: Float64Array; box: { edges: readonly number[] } | null }): number {
  const grams = mass.reduce((sum, m) => sum + m, 0) / 6.02214076e23;
  const [a, b, c] = (box?.edges ?? [0, 0, 0]).map(edge => edge * 1e-8);
  return grams / (a * b * c);
}

const coreDistance = 0.8;

describe('assemble', () => {
  const { system, kinds, angles, dihedrals } = assemble(
    [
      { model: nAlkane(5), count: 2 },
      { model: tip3p, count: 1 },
      { model: nAlkane(5), count: 1 },
    ],
    new Float64Array(3 * 18),
    null,
  );

  it('repeats the topology with shifted indices', () => {
    expect(system.count).toBe(18);
    expect(system.moleculeNames).toEqual(['C5', 'C5', 'SOL', 'C5']);
    expect([...system.molecule]).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3]);
    expect(system.rods).toHaveLength(4 + 4 + 3 + 4);
    expect(system.rods[8]).toEqual({ a: 10, b: 11, length: 0.9572 });
    expect(angles.map(({ i, j, k }) => [i, j, k])).toContainEqual([15, 16, 17]);
    expect(dihedrals.map(({ i, j, k, l }) => [i, j, k, l])).toContainEqual([6, 7, 8, 9]);
    for (const { a, b } of system.rods) expect(system.molecule[a]).toBe(system.molecule[b]);
  });

  it('numbers kinds as the list of kinds does', () => {
    expect(kinds.map(({ name }) => name)).toEqual(system.kinds);
    expect(system.kinds).toEqual(['CH3', 'CH2', 'OW', 'HW']);
    expect([...system.kind.slice(9, 13)]).toEqual([0, 2, 3, 3]);
    expect([...system.mass.slice(9, 13)]).toEqual([15.035, 15.9994, 1.008, 1.008]);
    expect([...system.charge.slice(9, 13)]).toEqual([0, -0.834, 0.417, 0.417]);
  });

  it('lists excluded partners from both sides, complete', () => {
    expect([...system.excluded[5]]).toEqual([6, 7, 8]);
    expect([...system.excluded[9]]).toEqual([6, 7, 8]);
    expect([...system.excluded[11]]).toEqual([10, 12]);
    system.excluded.forEach((partners, i) => {
      for (const j of partners) expect([...system.excluded[j]]).toContain(i);
    });
  });

  it('refuses wrong numbers and one kind with two meanings', () => {
    expect(() => assemble([{ model: argon, count: 2 }], new Float64Array(3), null)).toThrow(
      /need 6 coordinates, not 3/,
    );
    expect(() => assemble([{ model: argon, count: 1.5 }], new Float64Array(3), null)).toThrow(/whole number/);
    const both = [
      { model: tip3p, count: 1 },
      { model: spce, count: 1 },
    ];
    expect(() => assemble(both, new Float64Array(18), null)).toThrow(/kind “OW”/);
  });
});

describe('lattice boxes', () => {
  it.each([
    ['216 waters', [{ model: tip3p, count: 216 }], 0.997, 1],
    ['100 waters, which no lattice fits', [{ model: spce, count: 100 }], 0.998, 1],
    ['argon', [{ model: argon, count: 256 }], 1.374, coreDistance * 3.405],
    ['nitrogen', [{ model: nitrogen, count: 108 }], 0.808, coreDistance * 3.31],
    [
      'a mixture',
      [
        { model: argon, count: 40 },
        { model: nitrogen, count: 60 },
      ],
      0.9,
      coreDistance * 3.31,
    ],
  ])('%s: density, distances, rods', (_, components, wanted, least) => {
    const { system } = latticeBox({ components, size: { density: wanted }, seed: 5 });
    expect(density(system) / wanted).toBeCloseTo(1, 12);
    const { positions, molecule, box } = system;
    const found = smallestDistance(positions, molecule, box?.edges);
    expect(found).toBeGreaterThanOrEqual(least);
    expect(closestPair(system)?.distance).toBeCloseTo(found, 12);
    expect(worstRod(system.rods, positions)).toBeLessThan(1e-14);
  });

  it('fills a long box evenly', () => {
    const size = { edges: [40, 20, 20] as const };
    const { system } = latticeBox({ components: [{ model: argon, count: 256 }], size, seed: 1 });
    expect(closestPair(system)?.distance).toBeGreaterThan(0.9 * Math.cbrt(16000 / 256));
  });

  it('depends on its seed and on nothing else', () => {
    const build = (seed: number) =>
      latticeBox({ components: [{ model: tip3p, count: 27 }], size: { density: 1 }, seed }).system.positions;
    expect(build(3)).toEqual(build(3));
    expect(build(3)).not.toEqual(build(4));
  });

  it('turns molecules in all directions alike', () => {
    const { system } = latticeBox({
      components: [{ model: nitrogen, count: 4000 }],
      size: { density: 0.3 },
      seed: 2,
    });
    const x = system.positions;
    // ⟨cos²⟩ = 1/3 about each axis; its standard error is √(4/45 / 4000) = 0.0047.
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let m = 0; m < 4000; m++) sum += ((x[6 * m + k] - x[6 * m + 3 + k]) / 1.089) ** 2 / 4000;
      expect(Math.abs(sum - 1 / 3)).toBeLessThan(4 * 0.0047);
    }
  });

  it('says who has no room, and refuses impossible boxes', () => {
    const build = (size: { density: number } | { edges: readonly [number, number, number] }) =>
      latticeBox({ components: [{ model: argon, count: 64 }], size, seed: 1 });
    expect(() => build({ density: 5 })).toThrow(
      /no room: AR of AR \d+ comes within 2\.\d\d Å of AR of AR \d+/,
    );
    expect(() => build({ edges: [10, 2, 10] })).toThrow(
      /box of 2\.00 Å is too narrow for AR, which needs 2\.72 Å/,
    );
    expect(() => build({ density: -1 })).toThrow(/density of a box must be positive/);
    expect(() => build({ edges: [10, 0, 10] })).toThrow(/edges of a box must be positive/);
  });
});

describe('clusters', () => {
  it.each([1, 7, 100])('%i waters in open space, compact', count => {
    const { system } = cluster({ components: [{ model: tip3p, count }], seed: 1 });
    const { positions: x, molecule } = system;
    expect(system.box).toBeNull();
    expect(new Set(molecule).size).toBe(count);
    if (count > 1) expect(smallestDistance(x, molecule, undefined)).toBeGreaterThan(2);
    const radius = Math.max(
      ...Array.from({ length: count }, (_, m) => Math.hypot(x[9 * m], x[9 * m + 1], x[9 * m + 2])),
    );
    expect(radius).toBeLessThan(5 * Math.cbrt(count));
  });
});

describe('chain melts', () => {
  const hexadecane = { model: nAlkane(16), count: 100, size: { density: 0.77 }, seed: 1 };
  const grown = grownMelt(hexadecane);

  it.each([
    ['parallel', chainMelt(hexadecane), 0.8],
    ['grown', grown, 0.75],
  ])('%s hexadecane: density, distances, bonds, angles', (_, { system, angles }, part) => {
    const { positions: x, molecule, box } = system;
    expect(density(system)).toBeCloseTo(0.77, 12);
    expect(smallestDistance(x, molecule, box?.edges)).toBeGreaterThanOrEqual(part * 3.75);
    expect(worstRod(system.rods, x)).toBeLessThan(1e-13);
    const bent = angles.map(({ i, j, k, theta0 }) => Math.abs(angle(x, i, j, k) - theta0));
    expect(Math.max(...bent)).toBeLessThan(1e-10);
  });

  it('grown chains avoid themselves: beads more than three bonds apart keep their distance', () => {
    const { positions: x, molecule } = grown.system;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < molecule.length; i++)
      for (let j = i + 4; j < 16 * (molecule[i] + 1); j++) least = Math.min(least, distance(x, i, j));
    expect(least).toBeGreaterThanOrEqual(0.75 * 3.75);
    expect(least).toBeLessThan(4);
  });

  it('grown chains have the torsions of Boltzmann where there is room', () => {
    const { system, dihedrals } = grownMelt({
      model: nAlkane(4),
      count: 1000,
      size: { density: 0.01 },
      seed: 4,
    });
    const isTrans = dihedrals.map(
      ({ i, j, k, l }) => dihedral(system.positions, [i, j, k, l]) > (2 * Math.PI) / 3,
    );
    const share = isTrans.filter(Boolean).length / 1000;
    // By quadrature of exp(−U/k_B 500 K), U as printed by Martin and Siepmann.
    let [trans, whole] = [0, 0];
    for (let d = 0.5; d < 180; d++) {
      const phi = (d * Math.PI) / 180;
      const U =
        355.03 * (1 + Math.cos(phi)) - 68.19 * (1 - Math.cos(2 * phi)) + 791.32 * (1 + Math.cos(3 * phi));
      const weight = Math.exp(-U / 500);
      whole += weight;
      if (d > 120) trans += weight;
    }
    expect(Math.abs(share - trans / whole)).toBeLessThan(4 * Math.sqrt(0.25 / 1000));
  });

  it('refuses boxes shorter than a chain, and densities without room', () => {
    expect(() => chainMelt({ ...hexadecane, count: 10 })).toThrow(/does not fit into 17\.0 Å/);
    expect(() => chainMelt({ ...hexadecane, size: { density: 1.4 } })).toThrow(/no room|does not fit/);
    expect(() => grownMelt({ ...hexadecane, model: nAlkane(6), count: 5, size: { density: 3 } })).toThrow(
      /no room for chain/,
    );
  });
});
