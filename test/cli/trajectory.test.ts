// Trajectories of particles: resumed runs write what runs without a stop write, a failed run leaves its last good frame,
// and other programs can read the files.

import { execFileSync, spawnSync } from 'node:child_process';
import * as hdf5 from 'h5wasm/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWorkplace, exitCode, parsed, until } from './cotangent.ts';

const { cotangent, start, read, has, path, write } = createWorkplace();

beforeAll(async () => {
  (await hdf5.ready).activate_throwing_error_handler();
});

async function mustRun(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cotangent(...args);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout;
}

/** Shape and bytes of every dataset, by its path. */
function contents(file: string): Record<string, unknown> {
  const tree = new hdf5.File(path(file), 'r');
  const found = tree.paths().flatMap(at => {
    const object = tree.get(at);
    return object instanceof hdf5.Dataset ? [[at, [object.shape, object.value]] as const] : [];
  });
  tree.close();
  return Object.fromEntries(found);
}

const frames = (file: string) => {
  const tree = new hdf5.File(path(file), 'r');
  const { shape } = tree.get('particles/all/position/value') as hdf5.Dataset;
  tree.close();
  return shape?.[0] ?? 0;
};

const argon = ['run', 'argon-box', '--step', '0.1*akma', '--every', '7'];

describe.concurrent('stopped by --until and resumed', () => {
  it.each(['xyz', 'gro'])('.%s has the same bytes', async ending => {
    const [straight, halved] = [`straight.${ending}`, `halved.${ending}`];
    await mustRun(...argon, '--until', '6*akma', '--out', straight);
    await mustRun(...argon, '--until', '2.5*akma', '--out', halved);
    expect(read(halved).length).toBeLessThan(read(straight).length);
    await mustRun(...argon, '--until', '6*akma', '--out', halved, '--resume');
    expect(read(halved)).toBe(read(straight));
    expect(read(`${halved}.checkpoint`)).toBe(read(`${straight}.checkpoint`));
  });

  it('a folder has the same rows, the same final frame and the same contents of H5MD', async () => {
    await mustRun(...argon, '--until', '6*akma', '--out', 'straight');
    await mustRun(...argon, '--until', '2.5*akma', '--out', 'halved');
    await mustRun(...argon, '--until', '6*akma', '--out', 'halved', '--resume');
    for (const name of ['rows.csv', 'final.gro', 'rows.csv.checkpoint'])
      expect(read(`halved/${name}`)).toBe(read(`straight/${name}`));
    expect(contents('halved/trajectory.h5md')).toEqual(contents('straight/trajectory.h5md'));
    // Steps 0, 7, …, 56 and 60.
    expect(frames('straight/trajectory.h5md')).toBe(10);
  });

  it('a file with other frames than those of the checkpoint is refused', async () => {
    const every6 = argon.map(word => (word === '7' ? '6' : word));
    await mustRun(...argon, '--until', '2.5*akma', '--out', 'one.h5');
    await mustRun(...every6, '--until', '2.5*akma', '--out', 'two.h5');
    write('one.h5.checkpoint', read('two.h5.checkpoint'));
    const { code, stderr } = await cotangent(...every6, '--until', '5*akma', '--out', 'one.h5', '--resume');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'cannot write one.h5: it does not contain the frames that its checkpoint refers to',
    );
  });
});

describe.concurrent('killed and resumed', () => {
  it('H5MD can be read at once, and has the same contents afterwards', async () => {
    const run = ['run', 'argon-box', '--step', '0.1*akma', '--every', '40'];
    // It would take hours, so that it is killed before its end, however late that is.
    const child = start(...run, '--until', '1e7*akma', '--out', 'killed.h5md');
    const ended = exitCode(child);
    await until(() => has('killed.h5md.checkpoint') || child.exitCode !== null);
    child.kill('SIGKILL');
    expect(await ended).toBe(null);
    expect(has('killed.h5md')).toBe(false);
    const before = frames('killed.h5md.partial');
    expect(before).toBeGreaterThan(0);
    const { steps } = JSON.parse(read('killed.h5md.checkpoint')) as { steps: number };
    const longer = [...run, '--until', `${(steps + 4000) / 10}*akma`];
    await mustRun(...longer, '--out', 'killed.h5md', '--resume');
    expect(frames('killed.h5md')).toBeGreaterThan(before);
    await mustRun(...longer, '--out', 'unharmed.h5md');
    expect(contents('killed.h5md')).toEqual(contents('unharmed.h5md'));
  });
});

describe.concurrent('the table', () => {
  it('of few particles has the state as before, and is called so in a folder', async () => {
    await mustRun('run', 'water-7', '--until', '0.4*akma', '--out', 'few');
    const { columns } = parsed(read('few/trajectory.csv'));
    expect(columns).toContain('lambda_rods[0]');
    expect(columns.at(-1)).toBe('p_r[20][2]');
    expect([has('few/trajectory.h5md'), has('few/final.gro'), has('few/rows.csv')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of many particles has scalar columns only, and the same numbers as the trajectory', async () => {
    await mustRun(...argon, '--until', '2*akma', '--out', 'both');
    const { columns, rows } = parsed(read('both/rows.csv'));
    for (const name of ['kinetic', 'potential', 'temperature_K', 'pressure_bar', 'energy'])
      expect(columns).toContain(name);
    expect(columns.length).toBeLessThan(20);
    const tree = new hdf5.File(path('both/trajectory.h5md'), 'r');
    const series = (name: string) =>
      Array.from((tree.get(`observables/${name}/value`) as hdf5.Dataset).value as Float64Array);
    expect(series('temperature')).toEqual(rows.map(row => row[columns.indexOf('temperature_K')]));
    series('energy').forEach((E, k) => {
      expect(E / rows[k][columns.indexOf('energy')]).toBeCloseTo(4.184, 12);
    });
    tree.close();
  });
});

describe.concurrent('a final frame', () => {
  it('is a start for another run, with its velocities', async () => {
    await mustRun('run', 'argon-box', '--until', '2*akma', '--out', 'first');
    const { columns, rows } = parsed(read('first/rows.csv'));
    const [last] = rows.slice(-1);
    const [temperature, energy] = ['temperature_K', 'energy'].map(name => columns.indexOf(name));
    write(
      'second.yaml',
      `name: Second
particles: { molecules: { argon: 108 }, structure: first/final.gro, forces: { lennard-jones: { cutoff: 7.6 } } }
run: { method: verlet, step: 5*fs, until: 20*fs }
`,
    );
    await mustRun('run', 'second.yaml', '--out', 'second.csv');
    const [begin] = parsed(read('second.csv')).rows;
    // 10⁻⁶ nm and 10⁻⁷ nm/ps are written.
    expect(begin[temperature]).toBeCloseTo(last[temperature], 3);
    expect(begin[energy]).toBeCloseTo(last[energy], 2);
  });
});

describe.concurrent('a run that fails', () => {
  const blowUp = ['run', 'argon-box', '--step', '3*akma', '--until', '300*akma', '--every', '1'];

  it('leaves the last good frame in a folder and says so', async () => {
    const { code, stderr } = await cotangent(...blowUp, '--out', 'failed');
    expect(code).toBe(1);
    expect(stderr).toMatch(/step \d+ .*failed \(unstable\)/);
    expect(stderr).toContain('is in failed/last-good.gro');
    expect([has('failed/final.gro'), has('failed/rows.csv.checkpoint')]).toEqual([false, false]);
    const steps = parsed(read('failed/rows.csv')).rows.length - 1;
    expect(stderr).toContain(`after ${steps} step`);
    const time = Number(/t= (\S+)/.exec(read('failed/last-good.gro'))?.[1]);
    expect(time).toBeCloseTo(parsed(read('failed/rows.csv')).rows[steps][0] * 0.04888821, 5);
  });

  it('leaves the files of an earlier run that finished as they are', async () => {
    await mustRun('run', 'argon-box', '--until', '0.5*akma', '--out', 'earlier');
    const files = ['rows.csv', 'rows.csv.checkpoint', 'final.gro', 'rdf.csv', 'thermo.svg'];
    const before = files.map(name => read(`earlier/${name}`));
    const { code, stderr } = await cotangent(...blowUp, '--out', 'earlier');
    expect(code).toBe(1);
    expect(stderr).toContain('An earlier earlier/rows.csv and earlier/trajectory.h5md is unchanged');
    expect(stderr).toContain('earlier/rows.csv.partial');
    expect(stderr).toContain('is in earlier/last-good.gro');
    expect(files.map(name => read(`earlier/${name}`))).toEqual(before);
    expect(parsed(read('earlier/rows.csv.partial')).rows.length).toBeGreaterThan(1);
  });

  it('leaves it beside a file, and takes it away when the next run is good', async () => {
    const { stderr } = await cotangent(...blowUp, '--out', 'failed.xyz');
    expect(stderr).toContain('is in failed-last-good.gro');
    expect(has('failed-last-good.gro')).toBe(true);
    await mustRun('run', 'argon-box', '--until', '0.5*akma', '--out', 'failed.xyz');
    expect(has('failed-last-good.gro')).toBe(false);
  });

  it('says without --out how to get it', async () => {
    const { stderr } = await cotangent(...blowUp);
    expect(stderr).toContain('Run it again with --out FOLDER to keep the last good frame');
  });
});

const python = '/usr/bin/python3';
const hasH5py = spawnSync(python, ['-c', 'import h5py']).status === 0;

describe('h5py', () => {
  const script = `
import h5py, json, sys
f = h5py.File(sys.argv[1], 'r')
a = f['particles/all']
v, m = a['velocity/value'][-1], a['mass'][:]
print(json.dumps({
  'version': [int(x) for x in f['h5md'].attrs['version']],
  'boundary': [b.decode() for b in a['box'].attrs['boundary']],
  'shape': a['position/value'].shape,
  'units': [a['position/value'].attrs['unit'], a['position/time'].attrs['unit']],
  'linked': a['velocity/step'] == a['position/step'],
  'kinetic': float((0.5 * m[:, None] * v**2).sum()),
  'temperature': float(f['observables/temperature/value'][-1]),
}))`;

  it.skipIf(!hasH5py)(`reads the file (skipped where ${python} has no h5py)`, async () => {
    await mustRun(...argon, '--until', '2*akma', '--out', 'python.h5md');
    const seen = JSON.parse(
      execFileSync(python, ['-c', script, path('python.h5md')], { encoding: 'utf8' }),
    ) as Record<string, unknown> & { kinetic: number; temperature: number };
    expect(seen).toMatchObject({
      version: [1, 1],
      boundary: ['periodic', 'periodic', 'periodic'],
      shape: [4, 108, 3],
      units: ['nm', 'ps'],
      linked: true,
    });
    // ½ k_B T for each of 3·108 − 3 degrees of freedom; the gas constant in kJ/mol/K.
    expect((2 * seen.kinetic) / (3 * 108 - 3) / 8.31446261815324e-3).toBeCloseTo(seen.temperature, 2);
  });
});
