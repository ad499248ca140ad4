import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { messageOf } from './mistake-message.ts';

describe('a structure file', () => {
  const gro = (atoms: string[], box = '   2.00000   2.00000   2.00000') =>
    ['water', `${atoms.length}`, ...atoms, box, ''].join('\n');
  const water = [
    '    1SOL     OW    1   0.000   0.000   0.000',
    '    1SOL    HW1    2   0.076   0.059   0.000',
    '    1SOL    HW2    3  -0.076   0.059   0.000',
  ];
  const problem = 'particles: { molecules: { tip3p: 1 }, structure: w.gro }';
  const said = (text: string) => messageOf(problem, { 'w.gro': text });

  it('is read when it is whole', () => {
    expect(() => load(problem, { readFile: () => gro(water) })).not.toThrow();
  });

  it.each([
    [
      'ends too early',
      gro(water).split('\n').slice(0, 4).join('\n'),
      /w\.gro:5:1: the file ends here; atom 3 of 3 expected/,
    ],
    ['is cut off in a line', gro([water[0], water[1], water[2].slice(0, 30)]), /w\.gro:5:\d+: .*cut off/],
    [
      'holds a word for a number',
      gro([water[0], water[1], water[2].replace('0.059', '  NaN')]),
      /w\.gro:5:34: y is not a number: “NaN”/,
    ],
    [
      'has a skew box',
      gro(water, '  2.0 2.0 2.0 0 0 0.5 0 0 0'),
      /w\.gro:6:\d+: the box is triclinic.*convert it to an orthorhombic/,
    ],
    ['has a negative box', gro(water, ' 2.0 -2.0 2.0'), /edges of the box must be positive/],
    [
      'holds somebody else',
      gro(water.map(line => line.replace('SOL', 'ETH'))),
      /residue 1 “ETH” is none of the models \(SOL\)/,
    ],
    [
      'holds other particles',
      gro(water.map(line => line.replace('HW2', ' XX'))),
      /residue 1 “SOL” has particles OW HW1 XX, but TIP3P has/,
    ],
    [
      'has a broken molecule',
      gro([water[0], water[1], water[2].replace('-0.076', '-0.500')]),
      /OW and HW2 of SOL 1 are .* Å apart, but the rod/,
    ],
  ])('that %s is refused with file and line', (_, text, message) => {
    expect(said(text)).toMatch(message);
    expect(said(text)).toMatch(/^liquid\.yaml:1: particles\.structure: /);
  });

  it('with another number of molecules is refused', () => {
    const text = 'particles: { molecules: { tip3p: 2 }, structure: w.gro }';
    expect(messageOf(text, { 'w.gro': gro(water) })).toMatch(
      /2 molecules of TIP3P are asked for, and w\.gro holds 1/,
    );
  });
});
