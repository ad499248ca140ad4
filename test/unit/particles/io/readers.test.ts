import { describe, expect, it } from 'vitest';
import { readGro } from '../../../../src/particles/io/gro.ts';
import { readPdb } from '../../../../src/particles/io/pdb.ts';
import { readStructure } from '../../../../src/particles/io/read-structure.ts';
import { StructureError } from '../../../../src/particles/io/structure.ts';
import { readXyz } from '../../../../src/particles/io/xyz.ts';
import { timeUnitInFs } from '../../../../src/particles/units.ts';

const gro = `Two waters
    6
    1SOL     OW    1   0.126   1.624   1.679  0.1227 -0.0580  0.0434
    1SOL    HW1    2   0.190   1.661   1.747  0.8085  0.3191 -0.7791
    1SOL    HW2    3   0.177   1.568   1.613 -0.9045 -2.6469  1.3180
    2SOL     OW    4   1.275   0.053   0.622  0.2519  0.3140 -0.1734
    2SOL    HW1    5   1.337   0.002   0.680 -1.0641 -1.1349  0.0257
    2SOL    HW2    6   1.326   0.120   0.568  1.9427 -0.8216 -0.0244
   1.82060   1.82060   1.82060
`;

const pdb = `TITLE     ONE WATER AND
TITLE    2 ONE ARGON
CRYST1   20.000   21.000   22.500  90.00  90.00  90.00 P 1           1
ATOM      1  OH2 TIP3W   1       1.000   2.000   3.000  1.00  0.00           O
ATOM      2  H1  TIP3W   1       1.757   2.586   3.000  1.00  0.00           H
ATOM      3  H2  TIP3W   1       0.243   2.586   3.000  1.00  0.00           H
TER
HETATM    4 AR    AR A   2      -5.125  10.000  -3.500  1.00  0.00          AR
END
`;

const xyz = `3
water, by hand
O 0.0 0.0 0.0
H 0.757 0.586 0.0
H -0.757 5.86e-1 0
`;

const extended = `2
Lattice="10.0 0.0 0.0 0.0 11.0 0.0 0.0 0.0 12.5" Properties=species:S:1:pos:R:3:charge:R:1:velo:R:3 pbc="T T T" title="two atoms"
Ar 1 2 3 0.5 0.01 0.02 0.03
Ar 4 5 6 0.5 0 0 -0.04
`;

describe('good files', () => {
  it('GRO: nm and nm/ps become Å and units of time', () => {
    const s = readGro(gro, 'w.gro');
    expect(s.title).toBe('Two waters');
    expect(s.names).toEqual(['OW', 'HW1', 'HW2', 'OW', 'HW1', 'HW2']);
    expect([...(s.residue ?? [])]).toEqual([0, 0, 0, 1, 1, 1]);
    expect(s.residueNames).toEqual(['SOL', 'SOL']);
    expect(s.positions[5]).toBeCloseTo(17.47, 12);
    // 1 nm/ps = 0.01 Å/fs.
    expect(s.velocities?.[7]).toBeCloseTo(-2.6469 * 0.01 * timeUnitInFs, 12);
    expect(s.box?.edges[1]).toBeCloseTo(18.206, 12);
  });

  it('GRO: more decimals, no velocities, no box, line ends of Windows', () => {
    const text = 'x\r\n1\r\n    1AR      AR    1   0.12345678  -1.50000000   2.25000000\r\n0 0 0\r\n';
    const s = readGro(text, 'a.gro');
    expect([...s.positions].map(value => value.toFixed(7))).toEqual([
      '1.2345678',
      '-15.0000000',
      '22.5000000',
    ]);
    expect([s.velocities, s.box]).toEqual([null, null]);
  });

  it('GRO: nine numbers of a box with right angles', () => {
    expect(readGro(gro.replace(/1\.82060\n$/, '1.82060 0 0 0 0 0 0\n'), 'w.gro').box?.edges).toHaveLength(3);
  });

  it('PDB', () => {
    const s = readPdb(pdb, 'w.pdb');
    expect(s.title).toBe('ONE WATER AND ONE ARGON');
    expect(s.names).toEqual(['OH2', 'H1', 'H2', 'AR']);
    expect(s.residueNames).toEqual(['TIP3', 'AR']);
    expect([...s.positions.slice(9)]).toEqual([-5.125, 10, -3.5]);
    expect(s.box?.edges).toEqual([20, 21, 22.5]);
    expect(
      readPdb(pdb.replace(/CRYST1.*/, 'CRYST1    1.000    1.000    1.000  90.00  90.00  90.00 P 1'), 'w').box,
    ).toBeNull();
  });

  it('XYZ, plain and extended', () => {
    const plain = readXyz(xyz, 'w.xyz');
    expect([plain.title, plain.residue, plain.box]).toEqual(['water, by hand', null, null]);
    expect([...plain.positions.slice(6)]).toEqual([-0.757, 0.586, 0]);
    const s = readXyz(extended, 'a.xyz');
    expect(s.box?.edges).toEqual([10, 11, 12.5]);
    expect(s.velocities?.[2]).toBeCloseTo(0.03 * timeUnitInFs, 12);
    expect(s.title).toBe('two atoms');
    expect(readXyz(extended.replace('T T T', 'F F F'), 'a.xyz').box).toBeNull();
  });

  it('by the end of the name', () => {
    expect(readStructure(gro, 'W.GRO').names).toHaveLength(6);
    expect(readStructure(xyz, 'a.b.xyz').names).toHaveLength(3);
    expect(() => readStructure(xyz, 'a.mol2')).toThrow('a.mol2:1:1: structure files end in gro, pdb');
  });
});

/** Line `line` (from 1) of a text replaced. */
function withLine(text: string, line: number, change: (old: string) => string): string {
  return text
    .split('\n')
    .map((old, i) => (i === line - 1 ? change(old) : old))
    .join('\n');
}

const bad: readonly (readonly [string, (text: string, file: string) => unknown, string, string])[] = [
  ['GRO empty', readGro, '', 'f:1:1: the file ends here; a title expected'],
  ['GRO without a number', readGro, 'title\n', 'f:2:1: the file ends here; the number of atoms expected'],
  [
    'GRO count',
    readGro,
    withLine(gro, 2, () => '  six'),
    'f:2:3: the number of atoms is not a whole number above 0: “six”',
  ],
  [
    'GRO count of zero',
    readGro,
    withLine(gro, 2, () => '0'),
    'f:2:1: the number of atoms is not a whole number above 0',
  ],
  [
    'GRO cut off between atoms',
    readGro,
    gro.split('\n').slice(0, 5).join('\n'),
    'f:6:1: the file ends here; atom 4 of 6',
  ],
  ['GRO without box', readGro, gro.split('\n').slice(0, 8).join('\n'), 'f:9:1: the file ends here; the box'],
  ['GRO count too large', readGro, withLine(gro, 2, () => '7'), 'f:9:'],
  [
    'GRO count too small',
    readGro,
    withLine(gro, 2, () => '5'),
    'f:8:1: the box, three lengths (or nine), is expected here; is the number of atoms in line 2 right?',
  ],
  [
    'GRO cut off in a number',
    readGro,
    withLine(gro, 6, old => old.slice(0, 42)),
    'f:6:43: the line is cut off',
  ],
  [
    'GRO cut off in a velocity',
    readGro,
    withLine(gro, 6, old => old.slice(0, 66)),
    'f:6:67: the line is cut off',
  ],
  [
    'GRO word',
    readGro,
    withLine(gro, 5, old => old.replace('1.568', '1.5x8')),
    'f:5:32: y is not a number: “1.5x8”',
  ],
  [
    'GRO not a number',
    readGro,
    withLine(gro, 5, old => old.replace('1.568', '  nan')),
    'f:5:34: y is not a number: “nan”',
  ],
  [
    'GRO mixed velocities',
    readGro,
    withLine(gro, 3, old => old.slice(0, 44)),
    'f:4:45: this atom has velocities',
  ],
  ['GRO first line', readGro, withLine(gro, 3, () => '    1SOL     OW    1'), 'f:3:21: three coordinates'],
  ['GRO triclinic', readGro, withLine(gro, 9, old => `${old} 0 0 0.5 0 0 0`), 'f:9:36: the box is triclinic'],
  [
    'GRO box of one edge',
    readGro,
    withLine(gro, 9, () => '1.8 0 1.8'),
    'f:9:1: the edges of the box must be positive',
  ],
  ['GRO two frames', readGro, gro + gro, 'f:10:1: there is more after the box'],
  ['PDB empty', readPdb, 'REMARK nothing\n', 'f:1:1: no atoms'],
  ['PDB cut off', readPdb, withLine(pdb, 6, old => old.slice(0, 52)), 'f:6:53: the line is cut off'],
  [
    'PDB word',
    readPdb,
    withLine(pdb, 5, old => old.replace('2.586', '2,586')),
    'f:5:42: y is not a number: “2,586”',
  ],
  [
    'PDB triclinic',
    readPdb,
    pdb.replace('90.00  90.00  90.00', '90.00 100.00  90.00'),
    'f:3:42: the box is triclinic',
  ],
  [
    'PDB alternate',
    readPdb,
    withLine(pdb, 5, old => `${old.slice(0, 16)}B${old.slice(17)}`),
    'f:5:17: atom “H1” has an alternate location “B”',
  ],
  [
    'PDB without name',
    readPdb,
    withLine(pdb, 5, old => `${old.slice(0, 12)}    ${old.slice(16)}`),
    'f:5:13: the name',
  ],
  ['PDB two models', readPdb, pdb.replace('TER\nHET', 'ENDMDL\nHET'), 'f:8:1: a second model begins here'],
  ['XYZ empty', readXyz, '', 'f:1:1: the file ends here; the number of atoms'],
  ['XYZ cut off', readXyz, xyz.split('\n').slice(0, 4).join('\n'), 'f:5:1: the file ends here; atom 3 of 3'],
  ['XYZ too many', readXyz, withLine(xyz, 1, () => '2'), 'f:5:1: there is more after atom 2'],
  [
    'XYZ short line',
    readXyz,
    withLine(xyz, 4, () => 'H 0.757 0.586'),
    'f:4:14: 4 words expected for an atom, 3 found',
  ],
  ['XYZ word', readXyz, withLine(xyz, 4, () => 'H 0.757 abc 0'), 'f:4:9: y is not a number: “abc”'],
  ['XYZ infinite', readXyz, withLine(xyz, 4, () => 'H 0.757 Infinity 0'), 'f:4:9: y is not a number'],
  ['XYZ overflow', readXyz, withLine(xyz, 4, () => 'H 0.757 1e999 0'), 'f:4:9: y is not a number'],
  ['XYZ triclinic', readXyz, extended.replace('0.0 11.0', '0.5 11.0'), 'f:2:1: the box is triclinic'],
  ['XYZ lattice', readXyz, extended.replace(' 12.5', ''), 'f:2:1: Lattice needs nine numbers, not 8'],
  [
    'XYZ slab',
    readXyz,
    extended.replace('T T T', 'T T F'),
    'f:2:1: the box is periodic along some axes only',
  ],
  ['XYZ columns', readXyz, extended.replace(':velo:R:3', ':velo:R'), 'Properties must be triples'],
  ['XYZ no positions', readXyz, extended.replace('pos:R:3', 'place:R:3'), 'Properties has no column “pos”'],
  ['XYZ width', readXyz, extended.replace('pos:R:3', 'pos:R:2'), 'column “pos” must have 3 words, not 2'],
];

describe('bad files are named with file, line, column and reason', () => {
  it.each(bad)('%s', (_, read, text, message) => {
    const error = thrown(() => read(text, 'f'));
    expect(error).toBeInstanceOf(StructureError);
    expect(error.message).toContain(message);
  });
});

function thrown(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
