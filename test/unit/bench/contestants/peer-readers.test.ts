// What the other programs write about their long runs, from short runs of theirs.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lastFrame, readEnergies as ofGromacs } from '../../../../bench/contestants/gromacs/gromacs.ts';
import {
  readEnergies as ofLammps,
  readPositions,
  samplingCommands,
} from '../../../../bench/contestants/lammps/lammps.ts';
import type { LongRun } from '../../../../bench/contestants/molecule-program.ts';
import { monitorProgram } from '../../../../bench/measure/processes.ts';

describe('energies of GROMACS', () => {
  const table = [
    '    0.000000  1829.998964204930',
    '    0.020000  1816.870415047759',
    '    0.040000  1819.103644308072',
    '    0.060000  1817.759343861867',
    '',
  ].join('\n');

  it('begin after the warm steps, in kcal/mol', () => {
    const energies = ofGromacs(table, { warmSteps: 10, timedSteps: 20, spacing: 10 });
    expect(energies.length).toBe(3);
    expect(energies[0]).toBeCloseTo(1816.870415047759 / 4.184, 11);
    expect(energies[2]).toBeCloseTo(1817.759343861867 / 4.184, 11);
  });

  it('are refused when some are missing', () => {
    expect(() => ofGromacs(table, { warmSteps: 0, timedSteps: 40, spacing: 10 })).toThrow('4 energies');
  });
});

/** Two argon atoms of GROMACS 2022.5 in double precision in a box of 3 × 3.5 × 4 nm, at the start and after 8 fs. */
const trajectory =
  'AAAHyQAAAA0AAAAMR01YX3Rybl9maWxlAAAAAAAAAAAAAABIAAAAAAAAAAAAAAAAAAAAAAAAADAAAAAAAAAAAAAAAAIAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAABACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAQBAAAAAAAAA/uZmZmZmZmj/JmZmZmZmaP9MzMzMzMzNABzMzMzMzMz/QAAAAAAAAP9ZmZmZmZmYAAAfJAAAADQAAAAxH' +
  'TVhfdHJuX2ZpbGUAAAAAAAAAAAAAAEgAAAAAAAAAAAAAAAAAAAAAAAAAMAAAAAAAAAAAAAAAAgAAAAQAAAAAP4BiTdLxqfwAAAAA' +
  'AAAAAEAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAEAAAAAAA' +
  'AD/Bru5f4GupP8iDN1P0YAU/0qdRTqOxAkAG7UJA63IaP9BqbIcsuXc/1wKqmMjaQg==';

describe('a trajectory of GROMACS', () => {
  const bytes = Buffer.from(trajectory, 'base64');
  const { edges, positions } = lastFrame(bytes);

  it('has the box, and the positions that gmx dump prints of the last frame', () => {
    expect(edges).toEqual([3, 3.5, 4]);
    const printed = ['1.38151e-1', '1.91504e-1', '2.91462e-1', '2.86585e+0', '2.56496e-1', '3.59538e-1'];
    expect(Array.from(positions, x => x.toExponential(5))).toEqual(printed);
  });

  it('has all digits: two equal masses keep their mean velocity', () => {
    // Sums at the start 3, 0.45, 0.65 nm, and of the velocities 0.5, −0.25, 0.125 nm/ps, for 0.008 ps.
    const sums = [0, 1, 2].map(k => positions[k] + positions[3 + k]);
    const expected = [3.004, 0.448, 0.651];
    sums.forEach((sum, k) => {
      expect(sum).toBeCloseTo(expected[k], 14);
    });
  });

  it('is refused when it is something else, or has no positions', () => {
    expect(() => lastFrame(Buffer.from('ITEM: TIMESTEP'))).toThrow('no trajectory');
    expect(() => lastFrame(Buffer.alloc(0))).toThrow('no positions');
  });
});

/** LAMMPS 29 Sep 2021, and the same heading as newer versions print it. */
const printed = `Per MPI rank memory allocation (min/avg/max) = 8.600 | 8.600 | 8.600 Mbytes
Step Temp E_pair E_mol TotEng Press
       0    298.15   -2000.5            0   -1500.25   12.5
      40    301.15   -2001.5            0   -1500.75   12.5
Loop time of 0.259012 on 1 procs for 40 steps with 648 atoms
Setting up Verlet run ...
Step TotEng${' '}
      40 340.269381399145${' '}
      50 -340.686299525604${' '}
      60 3.40844746933745e2${' '}
Loop time of 0.703708 on 1 procs for 20 steps with 648 atoms
`;

describe('a long run of LAMMPS', () => {
  const run = { timedSteps: 20, spacing: 10 };

  it('prints its energies in the last table', () => {
    const expected = Float64Array.of(340.269381399145, -340.686299525604, 340.844746933745);
    expect(ofLammps(printed, run)).toEqual(expected);
    expect(ofLammps(printed.replace('Step TotEng ', '   Step         TotEng    '), run)).toEqual(expected);
  });

  it('is refused when some are missing', () => {
    expect(() => ofLammps(printed, { timedSteps: 30, spacing: 10 })).toThrow('3 energies, not 4');
    expect(() => ofLammps('ERROR: Lost atoms', run)).toThrow('0 energies, not 3');
  });

  it('writes positions in the order of the particles', () => {
    const dump = [
      ...['ITEM: TIMESTEP', '140', 'ITEM: NUMBER OF ATOMS', '2', 'ITEM: BOX BOUNDS pp pp pp'],
      ...Array(3).fill('0.0000000000000000e+00 1.8644491075500710e+01'),
      'ITEM: ATOMS id xu yu zu',
      '1 -1.8674609070808437 -0.50899539597518739 -0.62970122062195699',
      '2 -2.5411882203429208 0.083812198929982401 1.5e-07',
      '',
    ].join('\n');
    expect(readPositions(dump)).toEqual(
      Float64Array.of(
        ...[-1.8674609070808437, -0.50899539597518739, -0.62970122062195699],
        ...[-2.5411882203429208, 0.083812198929982401, 1.5e-7],
      ),
    );
    const commands = samplingCommands(run as LongRun);
    expect(commands).toContain('id xu yu zu modify sort id format float %.17g');
  });
});

describe('a program that is watched', () => {
  it.runIf(process.platform === 'linux')('tells its largest memory after it has ended', async () => {
    // It holds its memory until it has been looked at: looks and this clock are on one thread, and those are due first.
    const folder = mkdtempSync(join(tmpdir(), 'cotangent-watched-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [held, seen] = ['held', 'seen'].map(name => join(folder, name));
    const hold = `const { existsSync, writeFileSync } = require('node:fs');
      const held = Buffer.alloc(1e8, 1);
      writeFileSync('held', '');
      const clock = setInterval(() => existsSync('seen') && (clearInterval(clock), console.log(held.length)), 5);`;
    const watched = monitorProgram(process.execPath, ['-e', hold], folder);
    while (!existsSync(held)) await setTimeout(5);
    await setTimeout(200);
    writeFileSync(seen, '');
    const { printed: text, memory } = await watched;
    expect(text).toBe('100000000\n');
    expect(memory).toBeGreaterThan(1e8);
    expect(memory).toBeLessThan(5e8);
  });
});
