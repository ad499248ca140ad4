// H5MD as h5wasm's build for browsers writes and reads it, in memory: nothing of Node is needed.

import * as hdf5 from 'h5wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  appendFrames,
  createH5md,
  cutFrames,
  type FrameBatch,
  framesIn,
  type H5mdHead,
  stepOf,
} from '../../../src/output/h5md.ts';
import { latticeBox } from '../../../src/particles/build/boxes.ts';
import { cluster } from '../../../src/particles/build/cluster.ts';
import { maxwellMomenta } from '../../../src/particles/build/maxwell-momenta.ts';
import { argon } from '../../../src/particles/models/named-models.ts';
import { tip3p } from '../../../src/particles/models/water.ts';
import type { ParticleSystem } from '../../../src/particles/system.ts';
import { molecularUnits } from '../../../src/particles/units.ts';

beforeAll(async () => {
  (await hdf5.ready).activate_throwing_error_handler();
});

const { K, kJ, ps } = molecularUnits;
const built = latticeBox({
  components: [
    { model: tip3p, count: 4 },
    { model: argon, count: 2 },
  ],
  size: { density: 0.2 },
  seed: 3,
}).system;
const system: ParticleSystem = { ...built, momenta: maxwellMomenta(built, 300 * K, 2) };
const head: H5mdHead = {
  system,
  columns: ['temperature_K', 'energy', 'momentum_x', 'mine/own'],
  problem: 'Wässer',
  method: 'rattle',
  version: '1.2.3',
};
const size = 3 * system.count;
const velocities = system.momenta.map((p, i) => p / system.mass[Math.floor(i / 3)]);

/** Frame k is the start moved by k Å, every fifth step of 0.01 ps. */
function batch(from: number, to: number): FrameBatch {
  const frames = Array.from({ length: to - from }, (_, i) => from + i);
  return {
    count: frames.length,
    steps: frames.map(k => 5 * k),
    times: Float64Array.from(frames, k => 0.05 * k * ps),
    positions: Float64Array.from(frames.flatMap(k => [...system.positions.map(x => x + k)])),
    velocities: Float64Array.from(frames.flatMap(() => [...velocities])),
    values: Float64Array.from(frames.flatMap(k => [300 + k, -2 * kJ * (k + 1), k, 7 * k])),
  };
}

/** Makes a file in memory, works on it, and gives it back for reading. */
function written(name: string, ...works: ((tree: hdf5.Group) => void)[]): hdf5.File {
  const modes = ['w', ...works.slice(1).map(() => 'a' as const)] as const;
  works.forEach((work, i) => {
    const file = new hdf5.File(name, modes[i]);
    work(file);
    file.close();
  });
  return new hdf5.File(name, 'r');
}

const create = (tree: hdf5.Group) => createH5md(tree, head);
const add = (from: number, to: number) => (tree: hdf5.Group) => appendFrames(tree, head, batch(from, to));
const dataset = (tree: hdf5.Group, path: string) => tree.get(path) as hdf5.Dataset;
const numbers = (tree: hdf5.Group, path: string) => Array.from(dataset(tree, path).value as Float64Array);
const unit = (tree: hdf5.Group, path: string) => dataset(tree, path).attrs.unit?.value;

describe('an H5MD file', () => {
  let file: hdf5.File;
  beforeAll(() => {
    file = written('whole.h5', create, add(0, 2), add(2, 5));
  });

  it('says what it is', () => {
    const { version } = (file.get('h5md') as hdf5.Group).attrs;
    expect(version.value).toEqual(Int32Array.of(1, 1));
    const attributes = (path: string) => (file.get(path) as hdf5.Group).attrs;
    expect(attributes('h5md/creator').name.value).toBe('Cotangent');
    expect(attributes('h5md/creator').version.value).toBe('1.2.3');
    expect(attributes('h5md/author').name.value).toBeTypeOf('string');
    expect(attributes('h5md/modules/units').version.value).toEqual(Int32Array.of(1, 0));
    expect(attributes('h5md/modules/units').system.value).toBe('SI');
    expect(attributes('parameters').problem.value).toBe('Wässer');
  });

  it('has positions in nm, never wrapped, at steps and times in ps', () => {
    const value = dataset(file, 'particles/all/position/value');
    expect(value.shape).toEqual([5, system.count, 3]);
    expect(unit(file, 'particles/all/position/value')).toBe('nm');
    const last = numbers(file, 'particles/all/position/value').slice(4 * size);
    last.forEach((x, i) => {
      expect(x).toBeCloseTo((system.positions[i] + 4) / 10, 14);
    });
    expect(numbers(file, 'particles/all/position/step').map(Number)).toEqual([0, 5, 10, 15, 20]);
    numbers(file, 'particles/all/position/time').forEach((t, k) => {
      expect(t).toBeCloseTo(0.05 * k, 14);
    });
    expect(unit(file, 'particles/all/position/time')).toBe('ps');
  });

  it('has velocities whose kinetic energy in u nm²/ps² is that in kJ/mol', () => {
    expect(unit(file, 'particles/all/velocity/value')).toBe('nm ps-1');
    const v = numbers(file, 'particles/all/velocity/value').slice(0, size);
    const mass = numbers(file, 'particles/all/mass');
    const kinetic = v.reduce((sum, value, i) => sum + 0.5 * mass[Math.floor(i / 3)] * value * value, 0);
    const inKcal = system.momenta.reduce(
      (sum, p, i) => sum + (p * p) / system.mass[Math.floor(i / 3)] / 2,
      0,
    );
    expect(kinetic).toBeCloseTo(inKcal * 4.184, 10);
  });

  it('has the box, and what does not change', () => {
    const { boundary, dimension } = (file.get('particles/all/box') as hdf5.Group).attrs;
    expect(boundary.value).toEqual(['periodic', 'periodic', 'periodic']);
    expect([dimension.value, dimension.shape]).toEqual([3, []]);
    const edges = numbers(file, 'particles/all/box/edges/value');
    expect(edges).toHaveLength(15);
    expect(edges[14]).toBeCloseTo((system.box?.edges[2] ?? 0) / 10, 14);
    expect(numbers(file, 'particles/all/species')).toEqual([...system.kind]);
    expect(numbers(file, 'particles/all/charge')).toEqual([...system.charge]);
    expect(numbers(file, 'particles/all/id')).toEqual([...system.kind.keys()]);
    expect(dataset(file, 'parameters/names').value).toEqual([...system.names]);
    expect(dataset(file, 'parameters/kinds').value).toEqual([...system.kinds]);
  });

  it('has a series for each column, in units where they are known, with the steps of the positions', () => {
    expect(numbers(file, 'observables/temperature/value')).toEqual([300, 301, 302, 303, 304]);
    expect(unit(file, 'observables/temperature/value')).toBe('K');
    numbers(file, 'observables/energy/value').forEach((E, k) => {
      expect(E).toBeCloseTo(-2 * (k + 1), 13);
    });
    expect(unit(file, 'observables/energy/value')).toBe('kJ mol-1');
    expect(numbers(file, 'observables/mine|own/value')).toEqual([0, 7, 14, 21, 28]);
    expect(unit(file, 'observables/mine|own/value')).toBeUndefined();
    for (const group of ['observables/energy', 'particles/all/velocity', 'particles/all/box/edges'])
      expect(numbers(file, `${group}/step`).map(Number)).toEqual([0, 5, 10, 15, 20]);
  });
});

describe('frames', () => {
  /** Every dataset of the file, by its path. */
  const contents = (file: hdf5.File) =>
    Object.fromEntries(
      file
        .paths()
        .map(path => [path, file.get(path)] as const)
        .filter(([, found]) => found instanceof hdf5.Dataset)
        .map(([path, found]) => [path, [(found as hdf5.Dataset).shape, (found as hdf5.Dataset).value]]),
    );

  it('cut off and written again are the same as those never cut', () => {
    const straight = contents(written('straight.h5', create, add(0, 9)));
    const cut = written('cut.h5', create, add(0, 3), add(3, 7), tree => cutFrames(tree, head, 4), add(4, 9));
    expect(contents(cut)).toEqual(straight);
    expect(Object.keys(straight).length).toBeGreaterThan(20);
  });

  it('are counted by the shortest element', () => {
    const file = written('torn.h5', create, add(0, 3), tree => {
      dataset(tree, 'particles/all/velocity/value').resize([2, system.count, 3]);
    });
    expect(framesIn(file, head)).toBe(2);
    expect(stepOf(file, 1)).toBe(5);
  });

  it('of another file are missed', () => {
    const file = written('empty.h5', tree => {
      tree.create_group('particles');
    });
    expect(() => framesIn(file, head)).toThrow('no dataset particles/all/position/step');
  });
});

describe('open space', () => {
  it('has no edges', () => {
    const open = cluster({ components: [{ model: argon, count: 3 }], seed: 1 }).system;
    const file = written('open.h5', tree => createH5md(tree, { ...head, system: open }));
    const box = file.get('particles/all/box') as hdf5.Group;
    expect(box.attrs.boundary.value).toEqual(['none', 'none', 'none']);
    expect(box.keys()).toEqual([]);
  });
});
