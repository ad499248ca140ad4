import { describe, expect, it } from 'vitest';
import { latticeBox } from '../../../../src/particles/build/boxes.ts';
import { maxwellMomenta } from '../../../../src/particles/build/maxwell-momenta.ts';
import { startFrame } from '../../../../src/particles/io/frame.ts';
import { groFrame, readGro } from '../../../../src/particles/io/gro.ts';
import { readPdb } from '../../../../src/particles/io/pdb.ts';
import { matchModels } from '../../../../src/particles/io/read-structure.ts';
import { extendedXyzFrame, readXyz } from '../../../../src/particles/io/xyz.ts';
import { nAlkane } from '../../../../src/particles/models/chains.ts';
import { argon } from '../../../../src/particles/models/named-models.ts';
import { tip3p } from '../../../../src/particles/models/water.ts';
import { worstRod } from '../../../../src/particles/topology/rod-geometry.ts';
import { molecularUnits } from '../../../../src/particles/units.ts';

const built = latticeBox({
  components: [
    { model: tip3p, count: 20 },
    { model: argon, count: 5 },
    { model: nAlkane(4), count: 2 },
  ],
  size: { density: 0.4 },
  seed: 1,
}).system;
const system = { ...built, momenta: maxwellMomenta(built, 300 * molecularUnits.K, 2) };
const models = [argon, tip3p, nAlkane(4)];
const furthest = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i])));

describe('written and read again', () => {
  it('extended XYZ gives the same system', () => {
    const text = extendedXyzFrame(startFrame(system, 'a "mixture"\nof three'));
    const back = readXyz(text, 'm.xyz');
    expect(back.positions).toEqual(system.positions);
    expect(back.box).toEqual(system.box);
    expect(back.title).toBe('a ’mixture’ of three');
    const again = matchModels(back, models).system;
    expect(furthest(again.momenta, system.momenta)).toBeLessThan(1e-12);
    expect(furthest(again.positions, system.positions)).toBeLessThan(1e-12);
    for (const key of ['names', 'mass', 'charge', 'rods', 'excluded', 'moleculeNames', 'molecule'] as const)
      expect(again[key]).toEqual(system[key]);
    expect(Array.from(again.kind, k => again.kinds[k])).toEqual(
      Array.from(system.kind, k => system.kinds[k]),
    );
  });

  it.each([
    [3, 0.005, 0.03],
    [9, 5e-9, 1e-7],
  ])(
    'GRO with %i decimals gives it to that accuracy, with rods exact',
    (decimals, inPosition, inMomentum) => {
      const back = readGro(groFrame(startFrame(system, 'mixture'), decimals), 'm.gro');
      // Half a unit of the last decimal, 10 Å to the nm.
      expect(furthest(back.positions, system.positions)).toBeLessThanOrEqual(inPosition * 1.001);
      expect(
        furthest(Float64Array.from(back.box?.edges ?? []), Float64Array.from(system.box?.edges ?? [])),
      ).toBeLessThan(1e-4);
      const again = matchModels(back, models).system;
      expect(worstRod(again.rods, again.positions)).toBeLessThan(1e-12);
      expect(furthest(again.positions, system.positions)).toBeLessThan(3 * inPosition);
      expect(furthest(again.momenta, system.momenta)).toBeLessThan(40 * inMomentum);
      expect(again.moleculeNames).toEqual(system.moleculeNames);
    },
  );
});

describe('writers', () => {
  it('GRO has the columns of its manual', () => {
    const lines = groFrame(startFrame(system, 'mixture')).split('\n');
    expect(lines[1]).toBe('   73');
    expect(lines[2].slice(0, 20)).toBe('    1SOL     OW    1');
    expect(lines[2]).toMatch(/^.{20}( *-?\d+\.\d{3}){3}( *-?\d+\.\d{4}){3}$/);
    expect(lines[2]).toHaveLength(68);
    expect(lines[62].slice(0, 20)).toBe('   21AR      AR   61');
  });

  it('write no number that is not finite, and none that does not fit', () => {
    const broken = {
      ...startFrame(system, ''),
      positions: system.positions.map((x, i) => (i === 4 ? Number.NaN : x)),
    };
    for (const write of [groFrame, extendedXyzFrame])
      expect(() => write(broken)).toThrow('the position of particle 2 “HW1” is NaN');
    const far = { ...startFrame(system, ''), positions: system.positions.map(x => x + 1e6) };
    expect(() => groFrame(far)).toThrow(/does not fit into 8 characters/);
    expect(() => groFrame(startFrame(system, ''), 0)).toThrow(/1 … 15/);
  });
});

describe('matching', () => {
  const water = (names: string[], residue = 'HOH') => {
    const places = new Map([
      ['O', '   1.000   2.000   3.000'],
      ['H1', '   1.757   2.586   3.000'],
      ['H2', '   0.243   2.586   3.000'],
    ]);
    const line = (name: string, i: number) =>
      `ATOM  ${`${i + 1}`.padStart(5)}  ${name.padEnd(3)} ${residue} A   1    ${places.get(name)}  1.00  0.00`;
    return readPdb(names.map(line).join('\n'), 'w.pdb');
  };

  it('knows synonyms and any order of particles in a residue', () => {
    const { system: found } = matchModels(water(['H1', 'H2', 'O']), [argon, tip3p]);
    expect(found.names).toEqual(['OW', 'HW1', 'HW2']);
    expect(found.positions[0]).toBeCloseTo(1, 2);
    expect(found.positions[3]).toBeGreaterThan(1.7);
    expect(worstRod(found.rods, found.positions)).toBeLessThan(1e-13);
  });

  it('takes molecules one after the other where there are no residues', () => {
    const text = '5\nmixed\nAr 9 9 9\nO 0 0 0\nH 0.757 0.586 0\nH -0.757 0.586 0\nAr 5 5 5\n';
    const { system: found } = matchModels(readXyz(text, 'm.xyz'), [argon, tip3p]);
    expect(found.moleculeNames).toEqual(['AR', 'SOL', 'AR']);
  });

  it('makes molecules whole that the box has cut', () => {
    const text =
      '3\nLattice="10 0 0 0 10 0 0 0 10" Properties=species:S:1:pos:R:3\nO 9.9 0 0\nH 0.657 0.586 0\nH 9.143 0.586 0\n';
    const { positions } = matchModels(readXyz(text, 'm.xyz'), [tip3p]).system;
    expect(positions[3]).toBeCloseTo(10.657, 2);
  });

  it('says what it does not know', () => {
    expect(() => matchModels(water(['O', 'H1', 'H2'], 'SOI'), [tip3p])).toThrow(
      /residue 1 “SOI” is none of the models \(SOL\); did you mean “SOL”/,
    );
    expect(() => matchModels(water(['O', 'H1']), [tip3p])).toThrow(
      'residue 1 “HOH” has particles O H1, but TIP3P has OW HW1 HW2',
    );
    const xyz = readXyz('2\n\nO 0 0 0\nH 1 0 0\n', 'm.xyz');
    expect(() => matchModels(xyz, [tip3p])).toThrow(/particle 1 “O” begins no molecule/);
  });

  it('refuses impossible lengths', () => {
    const xyz = readXyz('3\n\nO 0 0 0\nH 2 0.586 0\nH -0.757 0.586 0\n', 'm.xyz');
    expect(() => matchModels(xyz, [tip3p])).toThrow(
      /OW and HW1 of SOL 1 are 2\.084 Å apart, but the rod between them has 0\.957 Å/,
    );
  });
});
