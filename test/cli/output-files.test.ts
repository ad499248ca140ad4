// The output files of a run under attack: a second writer, kills, a full disk, changed inputs, damaged files, links.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, lstatSync, openSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checksum } from '../../src/run/checkpoint.ts';
import { createWorkplace, exitCode, parsed, until } from './cotangent.ts';

const { cotangent, withDisk, start, read, has, write, path, folder } = createWorkplace();

async function mustRun(...args: string[]): Promise<void> {
  const { code, stderr } = await cotangent(...args);
  expect(stderr).toBe('');
  expect(code).toBe(0);
}

async function mustFail(...args: string[]): Promise<string> {
  const { code, stderr } = await cotangent(...args);
  expect(code).toBe(1);
  return stderr;
}

const pendulum = ['run', 'planar-pendulum', '--step', '0.001', '--every', '2000'];
const endless = [...pendulum, '--until', '1e7'];

/** Starts a run that would take hours, and waits for its first checkpoint. */
async function begun(out: string, checkpoint: string, more: readonly string[] = []) {
  const child = start(...endless, '--out', out, ...more);
  const ended = exitCode(child);
  await until(() => has(checkpoint) || child.exitCode !== null);
  return {
    stop(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended;
    },
  };
}

describe.concurrent('two writers of one file', () => {
  it('the second is refused with the owner, and the rows of the first are whole', async () => {
    const first = await begun('shared.csv', 'shared.csv.checkpoint');
    const refusal = await mustFail(...pendulum, '--until', '1', '--out', 'shared.csv');
    expect(refusal).toMatch(/cannot write shared.csv: another run is writing it \(process \d+ on .*\); wait/);
    const resumed = await mustFail(...endless, '--out', 'shared.csv', '--resume');
    expect(resumed).toContain('another run is writing it');
    expect(await first.stop('SIGINT')).toBe(130);
    const times = parsed(read('shared.csv')).rows.map(([time]) => time);
    expect(times).toEqual(times.map((_, k) => k * 2000 * 0.001));
    expect(has('shared.csv.lock')).toBe(false);
  });

  const lock = (owner: object) => write('locked.csv.lock', JSON.stringify(owner));
  const run = [...pendulum, '--until', '2', '--out', 'locked.csv'];

  it('a lock of a process that is gone, or whose number another one has got, is taken over', async () => {
    for (const pid of [process.pid, 2 ** 30]) {
      lock({ pid, host: hostname(), started: 'another boot 1' });
      await mustRun(...run);
      expect(has('locked.csv.lock')).toBe(false);
    }
    // Of another host nothing can be known.
    lock({ pid: 2 ** 30, host: 'elsewhere', started: '' });
    expect(await mustFail(...run)).toContain('If that run is gone, remove locked.csv.lock');
    write('locked.csv.lock', 'no owner');
    expect(await mustFail(...run)).toContain('its owner cannot be read');
  });
});

describe.concurrent('kills', () => {
  const run = ['run', 'planar-pendulum', '--step', '0.01', '--every', '3', '--until', '0.6'];

  it.each(['csv', 'json', 'npy'])('.%s: killed and resumed, the bytes are the same', async ending => {
    const [out, straight] = [`killed.${ending}`, `straight.${ending}`];
    // In the first rows, in the writing of a later checkpoint, between the last row and the end.
    for (const kill of [100, 80, 60]) {
      const resume = kill < 100 ? ['--resume'] : [];
      const { code } = await withDisk({ kill, clock: 1000 }, ...run, '--out', out, ...resume);
      expect(code).toBe(-1);
      expect([has(out), has(`${out}.partial`), has(`${out}.lock`)]).toEqual([false, true, true]);
    }
    await mustRun(...run, '--out', out, '--resume');
    await mustRun(...run, '--out', straight);
    expect(read(out)).toBe(read(straight));
    expect(read(`${out}.checkpoint`)).toBe(read(`${straight}.checkpoint`));
    expect([has(`${out}.partial`), has(`${out}.lock`)]).toEqual([false, false]);
  });
});

describe.concurrent('the end of the terminal', () => {
  it('ends a run as Ctrl-C does: all rows are written, and exit code 130', async () => {
    const run = await begun('hung-up.csv', 'hung-up.csv.checkpoint');
    expect(await run.stop('SIGHUP')).toBe(130);
    expect(parsed(read('hung-up.csv')).rows.length).toBeGreaterThan(0);
    expect(has('hung-up.csv.lock')).toBe(false);
  });
});

describe.concurrent('a full disk', () => {
  it('ends a run with exit code 1; with space again it resumes to the same bytes', async () => {
    const run = ['run', 'planar-pendulum', '--step', '0.01', '--every', '3', '--until', '3'];
    const { code, stderr } = await withDisk({ space: 50_000, clock: 1000 }, ...run, '--out', 'tight.csv');
    expect(stderr).toContain('cannot write tight.csv');
    expect(stderr).toContain('no space is left on the disk');
    expect(code).toBe(1);
    expect([has('tight.csv'), has('tight.csv.lock')]).toEqual([false, false]);
    await mustRun(...run, '--out', 'tight.csv', '--resume');
    await mustRun(...run, '--out', 'wide.csv');
    expect(read('tight.csv')).toBe(read('wide.csv'));
  });

  /** The program with standard output on a disk that is full. */
  async function intoFull(args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
    const program =
      process.env.COTANGENT_PROGRAM ?? fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    let stderr = '';
    child.stderr?.on('data', text => {
      stderr += text;
    });
    return new Promise(resolve => child.on('close', code => resolve({ code, stderr })));
  }

  it.skipIf(!existsSync('/dev/full')).each([
    ['run', 'planar-pendulum', '--json'],
    ['run', 'planar-pendulum', '--out', '-'],
    ['check', 'planar-pendulum'],
  ])('behind standard output is an error: %s %s %s', async (...args) => {
    const { code, stderr } = await intoFull(args);
    expect(stderr).toContain('cannot write to standard output: ENOSPC');
    expect(code).toBe(1);
  });
});

describe.concurrent('a rerun', () => {
  it('that is interrupted leaves the earlier file and its checkpoint, and replaces both once it finishes', async () => {
    await mustRun(...pendulum, '--until', '4', '--out', 'again.csv');
    const before = [read('again.csv'), read('again.csv.checkpoint')];
    const rerun = await begun('again.csv', 'again.csv.partial.checkpoint', ['--method', 'rattle-4']);
    expect(await rerun.stop('SIGINT')).toBe(130);
    expect([read('again.csv'), read('again.csv.checkpoint')]).toEqual(before);
    const { steps } = JSON.parse(read('again.csv.partial.checkpoint')) as { steps: number };
    const longer = [...pendulum, '--method', 'rattle-4', '--until', String((steps + 4000) / 1000)];
    await mustRun(...longer, '--out', 'again.csv', '--resume');
    await mustRun(...longer, '--out', 'once.csv');
    expect(read('again.csv')).toBe(read('once.csv'));
    expect(read('again.csv.checkpoint')).toBe(read('once.csv.checkpoint'));
    expect(has('again.csv.partial.checkpoint')).toBe(false);
  });

  it('that fails leaves a file of the user that has this name', async () => {
    write(
      'fails.yaml',
      'coordinates: [x]\npotential: -x^4\ninitial: { x: 1 }\nobservables: { y: sqrt(2 - x) }\n',
    );
    write('fails.csv', 'precious\n');
    const refusal = await mustFail(
      'run',
      'fails.yaml',
      '--until',
      '10',
      '--every',
      '1',
      '--out',
      'fails.csv',
    );
    expect(refusal).toContain(
      'An earlier fails.csv is unchanged; the rows of this run are in fails.csv.partial',
    );
    expect(read('fails.csv')).toBe('precious\n');
    expect(parsed(read('fails.csv.partial')).rows.length).toBeGreaterThan(3);
  });

  it.each(['json', 'npy'])('to u.%s leaves the user’s u.csv of the same beginning', async ending => {
    write(`u.${ending}.csv`, 'mine\n');
    await mustRun(...pendulum, '--until', '2', '--out', `u.${ending}`);
    expect(read(`u.${ending}.csv`)).toBe('mine\n');
  });

  it('does not write through a symbolic link in place of its partial file', async () => {
    write('target.txt', 'mine\n');
    symlinkSync(path('target.txt'), path('linked.csv.partial'));
    await mustRun(...pendulum, '--until', '2', '--out', 'linked.csv');
    expect(read('target.txt')).toBe('mine\n');
    expect(lstatSync(path('linked.csv')).isFile()).toBe(true);
  });
});

describe.concurrent('--resume', () => {
  it('refuses rows that are not those that were written, at any byte', async () => {
    const run = [...pendulum, '--out', 'damaged.csv'];
    await mustRun(...run, '--until', '20');
    const text = read('damaged.csv');
    const digit = text.indexOf('5', Math.floor(text.length / 2));
    write('damaged.csv', `${text.slice(0, digit)}6${text.slice(digit + 1)}`);
    expect(await mustFail(...run, '--until', '40', '--resume')).toContain('length or checksum differ');
    write('damaged.csv', text);
    await mustRun(...run, '--until', '40', '--resume');
  });

  it('refuses a changed structure file', async () => {
    const atoms = (x: number) => write('pair.xyz', `2\nargon\nAR 0 0 0\nAR ${x} 0 0\n`);
    write('pair.yaml', 'particles: { molecules: { argon: 2 }, structure: pair.xyz }\nrun: { step: 1*fs }\n');
    const run = ['run', 'pair.yaml', '--out', 'pair.csv'];
    atoms(4);
    await mustRun(...run, '--until', '10*fs');
    atoms(4.5);
    expect(await mustFail(...run, '--until', '20*fs', '--resume')).toContain(
      'a file that the problem reads has changed since (pair.xyz)',
    );
    atoms(4);
    await mustRun(...run, '--until', '20*fs', '--resume');
  });

  it('refuses another version of the program, and checkpoints with the right checksum that no run wrote', async () => {
    const run = ['run', 'argon-box', '--out', 'crafted'];
    await mustRun(...run, '--until', '50*fs');
    const { checksum: _, ...body } = JSON.parse(read('crafted/rows.csv.checkpoint'));
    const identity = JSON.parse(body.identity);
    const refusal = (change: object) => {
      const wrong = JSON.stringify({ ...body, ...change });
      const whole = JSON.stringify({ ...JSON.parse(wrong), checksum: checksum(wrong) });
      write('crafted/rows.csv.checkpoint', whole);
      return mustFail(...run, '--until', '100*fs', '--resume');
    };
    const older = JSON.stringify({ ...identity, version: '0.0.1' });
    expect(await refusal({ identity: older })).toContain('the earlier run had version 0.0.1, this one has');
    for (const text of ['x', '[]', '3', '{"every":0}'])
      expect(await refusal({ identity: text })).toContain('it was not written by “cotangent run”');
    expect(await refusal({ steps: -5 })).toContain('“steps” is nothing that a run writes');
    // Rows and trajectory are those of another number of steps.
    expect(await refusal({ steps: body.steps - 2 })).toContain('does not contain the rows');
    expect(await refusal({ files: [] })).toContain('the checkpoint knows fewer files');
    for (const statistics of [[], ['3ff0000000000000'], [body.statistics[0]], body.statistics.slice(0, -1)])
      expect(await refusal({ statistics })).toContain(
        'the statistics of the checkpoint belong to another problem',
      );
    expect(await refusal({ state: '' })).toContain('another problem or method');
  });

  it('gives the bytes of a run without a stop also to pressure, rdf and msd of liquid water', async () => {
    const run = ['run', 'water-box-216', '--step', '2*fs', '--every', '4'];
    await mustRun(...run, '--until', '0.198*ps', '--out', 'whole');
    await mustRun(...run, '--until', '0.15*ps', '--out', 'parts');
    await mustRun(...run, '--until', '0.198*ps', '--out', 'parts', '--resume');
    for (const name of ['rows.csv', 'rdf.csv', 'msd.csv', 'final.gro', 'rows.csv.checkpoint'])
      expect(read(`parts/${name}`)).toBe(read(`whole/${name}`));
  });
});

describe.concurrent('places', () => {
  it('an empty name is refused, and “-” where there is no standard output', async () => {
    for (const empty of ['', ' ']) expect(await mustFail(...pendulum, '--out', empty)).toContain('is empty');
    const places = [
      [...pendulum, '--out', 'p.csv', '--figures', '-'],
      ['compare', 'planar-pendulum', '--methods', 'rattle', '--steps', '0.1,0.05', '--out', '-'],
      ['check', 'planar-pendulum', '--repair', '-'],
    ];
    for (const args of places)
      expect(await mustFail(...args)).toContain('Standard output is not supported here');
    expect([has(' '), has('-'), has('p.csv')]).toEqual([false, false, false]);
  });

  it('a folder of figures that cannot be made is refused before the run', async () => {
    write('a-file', 'mine\n');
    const refusal = await mustFail(...pendulum, '--until', '2', '--out', 'q.csv', '--figures', 'a-file');
    expect(refusal).toContain('cannot write a-file: a part of the path is a file, not a folder');
    expect([has('q.csv'), read('a-file')]).toEqual([false, 'mine\n']);
  });

  it.skipIf(process.platform === 'win32')('devices and pipes are no problem files and no locks', async () => {
    execFileSync('mkfifo', [path('pipe.yaml'), path('piped.csv.lock')]);
    write('structure.yaml', 'particles: { molecules: { argon: 2 }, structure: /dev/zero }\n');
    expect(await mustFail('check', 'pipe.yaml')).toContain('cannot read pipe.yaml: it is a device or a pipe');
    expect(await mustFail('check', '/dev/zero')).toContain('it is a device or a pipe');
    expect(await mustFail('check', 'structure.yaml')).toContain('cannot read /dev/zero');
    expect(await mustFail(...pendulum, '--until', '2', '--out', 'piped.csv')).toContain('piped.csv.lock');
  });
});

describe('--out -', () => {
  it('writes the rows of a CSV file to standard output, and the summary to standard error', async () => {
    const { code, stdout, stderr } = await cotangent(...pendulum, '--until', '4', '--out', '-');
    expect(code).toBe(0);
    await mustRun(...pendulum, '--until', '4', '--out', 'file.csv');
    expect(stdout).toBe(read('file.csv'));
    expect(stderr).toContain('final state');
    expect(has('-')).toBe(false);
    expect(await mustFail(...pendulum, '--out', '-', '--resume')).toContain(
      'standard output has no checkpoint',
    );
    expect(await mustFail(...pendulum, '--out', '-', '--json')).toContain('both write to standard output');
  });
});

describe('CSV', () => {
  it('has names that need no quotes, so that every reader can split them', async () => {
    write(
      'family.yaml',
      `coordinates: { r: [3, 2] }
constraints: { unit: { each: "i in 0..1, j in i+1..2", equation: "norm2(r[i] - r[j]) = 1" } }
initial: { r: [[0, 0], [1, 0], [0.5, sqrt(3)/2]] }
`,
    );
    await mustRun('run', 'family.yaml', '--until', '0.1', '--out', 'family.csv');
    const { columns, rows } = parsed(read('family.csv'));
    expect(columns).toContain('lambda_unit[0][1]');
    expect(rows[0].length).toBe(columns.length);
  });
});
