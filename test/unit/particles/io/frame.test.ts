import { describe, expect, it } from 'vitest';
import { latticeBox } from '../../../../src/particles/build/boxes.ts';
import { maxwellMomenta } from '../../../../src/particles/build/maxwell-momenta.ts';
import { moleculesInBox, startFrame } from '../../../../src/particles/io/frame.ts';
import { groFrame, readGro } from '../../../../src/particles/io/gro.ts';
import { extendedXyzFrame, readXyz } from '../../../../src/particles/io/xyz.ts';
import { nAlkane } from '../../../../src/particles/models/chains.ts';
import { argon } from '../../../../src/particles/models/named-models.ts';
import { tip3p } from '../../../../src/particles/models/water.ts';
import type { ParticleSystem } from '../../../../src/particles/system.ts';
import { molecularUnits, timeUnitInFs } from '../../../../src/particles/units.ts';

const built = latticeBox({
  components: [
    { model: tip3p, count: 12 },
    { model: argon, count: 5 },
    { model: nAlkane(4), count: 3 },
  ],
  size: { density: 0.3 },
  seed: 1,
}).system;
const system: ParticleSystem = { ...built, momenta: maxwellMomenta(built, 300 * molecularUnits.K, 2) };
const edges = system.box?.edges ?? [0, 0, 0];

/** Molecule m goes away by some edges, all its particles together; and a little aside, for sites lie on faces of the box. */
const away = (m: number, k: number) => ((m * 7 + k * 3) % 5) - 2;
const positions = system.positions.map(
  (x, i) => x + away(system.molecule[Math.floor(i / 3)], i % 3) * edges[i % 3] + 0.5,
);

describe('molecules in the box', () => {
  const frame = { ...startFrame(system, 'far'), positions };
  const shown = moleculesInBox(frame).positions;

  it('are moved as wholes, by whole edges, until their centres are inside', () => {
    for (let m = 0; m < system.moleculeNames.length; m++) {
      const members = [...system.molecule.keys()].filter(i => system.molecule[i] === m);
      for (let k = 0; k < 3; k++) {
        const shifts = members.map(i => (positions[3 * i + k] - shown[3 * i + k]) / edges[k]);
        for (const shift of shifts) expect(Math.abs(shift - Math.round(shifts[0]))).toBeLessThan(1e-12);
        const centre = members.reduce((sum, i) => sum + shown[3 * i + k], 0) / members.length;
        expect(centre).toBeGreaterThanOrEqual(0);
        expect(centre).toBeLessThan(edges[k]);
      }
    }
  });

  it('stay as they are to the last bit when they are inside, and in open space', () => {
    const inside = { ...frame, positions: shown };
    expect(moleculesInBox(inside).positions).toEqual(shown);
    const open = { ...frame, system: { ...system, box: null } };
    expect(moleculesInBox(open).positions).toBe(positions);
  });

  it('do not change the frame that they are made from', () => {
    const before = positions.slice();
    moleculesInBox(frame);
    expect(frame.positions).toEqual(before);
  });
});

describe('extended XYZ', () => {
  const frame = { ...startFrame(system, 'mixture'), time: 3 * molecularUnits.ps };
  const text = extendedXyzFrame(frame, [
    ['energy', -12.5],
    ['temperature_K', 298.25],
  ]);

  it('has time and values in the comment', () => {
    const comment = text.split('\n')[1];
    expect(Number(/ time=(\S+)/.exec(comment)?.[1])).toBeCloseTo(3000, 10);
    expect(comment).toContain(' energy=-12.5 temperature_K=298.25 ');
    expect(comment).toMatch(/ units="Angstrom fs kcal\/mol" title="mixture"$/);
  });

  it('is read back as it was', () => {
    const back = readXyz(text, 'm.xyz');
    expect(back.positions).toEqual(system.positions);
    expect(back.title).toBe('mixture');
    // v = p/m, once through Å/fs.
    const velocity = system.momenta[4] / system.mass[1];
    expect(back.velocities?.[4]).toBeCloseTo(velocity, 12);
    expect(Number(text.split('\n')[3].split(' ')[5])).toBeCloseTo(velocity / timeUnitInFs, 14);
  });
});

describe('GRO', () => {
  it('begins its numbers again after 99999, and is read back', () => {
    const count = 100_002;
    const many: ParticleSystem = {
      ...system,
      count,
      names: new Array<string>(count).fill('AR'),
      mass: new Float64Array(count).fill(39.948),
      molecule: Int32Array.from({ length: count }, (_, i) => i),
      moleculeNames: new Array<string>(count).fill('AR'),
      positions: Float64Array.from({ length: 3 * count }, (_, i) => i % 90),
      momenta: new Float64Array(3 * count),
    };
    const text = groFrame(startFrame(many, 'many'));
    const lines = text.split('\n');
    expect(lines[1]).toBe('100002');
    expect(lines[100_000].slice(0, 20)).toBe('99999AR      AR99999');
    expect(lines[100_001].slice(0, 20)).toBe('    0AR      AR    0');
    expect(lines[100_003].slice(0, 20)).toBe('    2AR      AR    2');
    const back = readGro(text, 'many.gro');
    expect(back.names).toHaveLength(count);
    expect(new Set(back.residue).size).toBe(count);
  });
});
