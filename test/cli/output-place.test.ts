// What --out means, before anything runs.

import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { outputPlace } from '../../cli/files/output-place.ts';
import { load } from '../../src/file/load.ts';
import { cluster } from '../../src/particles/build/cluster.ts';
import { argon } from '../../src/particles/models/named-models.ts';
import { problemFromParticles } from '../../src/problem/from/particles.ts';
import { createWorkplace } from './cotangent.ts';

const { path } = createWorkplace();
const plain = load('name: Spring\ncoordinates: [x]\npotential: x^2/2\ninitial: { x: 1 }');
const atoms = (count: number) =>
  problemFromParticles({
    name: 'Argon',
    system: cluster({ components: [{ model: argon, count }], seed: 1 }).system,
    terms: [],
  });
// 99 and 102 coordinates.
const [few, many] = [atoms(33), atoms(34)];

describe('--out', () => {
  it.each(['rows.csv', 'rows.JSON', 'rows.npy'])('%s is a table of any problem', out => {
    for (const problem of [plain, few, many]) {
      const { table, trajectory, folder, checkpoint } = outputPlace(out, problem);
      expect([table, trajectory, folder, checkpoint]).toEqual([out, null, null, `${out}.checkpoint`]);
    }
  });

  it.each(['t.xyz', 't.extxyz', 't.gro', 't.h5', 't.H5MD'])('%s is a trajectory of particles only', out => {
    const { table, trajectory, lastGoodFrame } = outputPlace(out, few);
    expect([table, trajectory, lastGoodFrame]).toEqual([null, out, 't-last-good']);
    expect(() => outputPlace(out, plain)).toThrow('“Spring” is not made of particles');
  });

  it('is else a folder, whose table has the state where there is little of it', () => {
    expect(outputPlace('out', plain)).toMatchObject({ table: 'out/trajectory.csv', trajectory: null });
    expect(outputPlace('out/', few).table).toBe('out/trajectory.csv');
    expect(outputPlace('out', many)).toEqual({
      folder: 'out',
      table: 'out/rows.csv',
      trajectory: 'out/trajectory.h5md',
      checkpoint: 'out/rows.csv.checkpoint',
      finalFrame: 'out/final',
      lastGoodFrame: 'out/last-good',
    });
  });

  it('with an unknown ending is a folder only if it is there', () => {
    const unknown = 'the ending .2 is not known; use .csv, .json, .npy';
    expect(() => outputPlace(path('run.2'), plain)).toThrow(`${unknown} or a folder`);
    expect(() => outputPlace(path('run.2'), few)).toThrow(
      `${unknown}, .xyz, .extxyz, .gro, .h5, .h5md or a folder`,
    );
    mkdirSync(path('run.2'));
    expect(outputPlace(path('run.2'), plain).folder).toBe(path('run.2'));
  });
});
