// A run that stops and goes on writes the same bytes as one that never stopped; the same run twice writes the same.

import { describe, expect, it } from 'vitest';
import { createWorkplace, exitCode, until } from './cotangent.ts';

const { cotangent, start, read, has, write } = createWorkplace();

const step = 0.005;
const at = (steps: number) => String(steps * step);

async function mustRun(...args: string[]): Promise<void> {
  const { code, stderr } = await cotangent(...args);
  expect(stderr).toBe('');
  expect(code).toBe(0);
}

/** Every method is stopped and continued in test/unit/run; here are those whose memory differs most. */
const cases: Record<string, string[]> = {
  'rattle (fused kernel)': ['double-pendulum'],
  'rattle (sparse kernel)': ['n-pendulum', '--set', 'N=20'],
  'rattle with the solver chord': ['double-pendulum', '--solver', 'chord'],
  'shake-position': ['double-pendulum', '--method', 'shake-position'],
  bdf3: ['double-pendulum', '--method', 'bdf3'],
  'verlet on the penalised system': ['double-pendulum', '--omega', '20'],
};

describe.concurrent('stopped by --until and resumed', () => {
  it.each(Object.entries(cases))('%s', async (name, args) => {
    const [straight, halved] = [`${name} straight.csv`, `${name} halved.csv`];
    const common = ['run', ...args, '--step', String(step), '--every', '7'];
    await mustRun(...common, '--until', at(1000), '--out', straight);
    await mustRun(...common, '--until', at(400), '--out', halved);
    expect(read(straight).startsWith(read(halved))).toBe(false);
    await mustRun(...common, '--until', at(1000), '--out', halved, '--resume');
    expect(read(halved)).toBe(read(straight));
    expect(read(`${halved}.checkpoint`)).toBe(read(`${straight}.checkpoint`));
  });
});

describe('the same run twice', () => {
  it('writes the same bytes', async () => {
    for (const out of ['one.csv', 'two.csv'])
      await mustRun('run', 'n-pendulum', '--until', '1', '--out', out);
    expect(read('two.csv')).toBe(read('one.csv'));
  });

  it('keeps the last row when there is nothing left to do', async () => {
    const run = ['run', 'double-pendulum', '--until', '1', '--every', '7', '--out', 'done.csv'];
    await mustRun(...run);
    const before = read('done.csv');
    await mustRun(...run, '--resume');
    expect(read('done.csv')).toBe(before);
  });
});

describe.each(['json', 'npy'])('.%s', ending => {
  it('resumes as well', async () => {
    const common = ['run', 'double-pendulum', '--step', '0.05', '--every', '3'];
    await mustRun(...common, '--until', '10', '--out', `straight.${ending}`);
    await mustRun(...common, '--until', '4', '--out', `halved.${ending}`);
    await mustRun(...common, '--until', '10', '--out', `halved.${ending}`, '--resume');
    expect(read(`halved.${ending}`)).toBe(read(`straight.${ending}`));
    expect(has(`halved.${ending}.csv`)).toBe(false);
  });
});

describe('stopped from outside and resumed', () => {
  const run = ['run', 'planar-pendulum', '--step', '0.001', '--every', '20000'];

  /** Sends the signal once the first checkpoint lies there, to a run that would take hours. */
  async function stopped(out: string, signal: NodeJS.Signals): Promise<number | null> {
    const child = start(...run, '--until', '1e7', '--out', out);
    const ended = exitCode(child);
    await until(() => has(`${out}.checkpoint`) || child.exitCode !== null);
    child.kill(signal);
    return ended;
  }

  /** A run that was never stopped, to a time that the stopped one has not reached yet. */
  async function straight(out: string): Promise<string[]> {
    const { steps } = JSON.parse(read(`${out}.checkpoint`)) as { steps: number };
    const longer = [...run, '--until', String((steps + 300_000) / 1000)];
    await mustRun(...longer, '--out', `straight ${out}`);
    return longer;
  }

  it('by Ctrl-C, which leaves a whole file and exit code 130', async () => {
    expect(await stopped('interrupted.csv', 'SIGINT')).toBe(130);
    const part = read('interrupted.csv');
    expect(part.endsWith('\n')).toBe(true);
    const longer = await straight('interrupted.csv');
    expect(read('straight interrupted.csv').startsWith(part)).toBe(true);
    expect(part.length).toBeLessThan(read('straight interrupted.csv').length);
    await mustRun(...longer, '--out', 'interrupted.csv', '--resume');
    expect(read('interrupted.csv')).toBe(read('straight interrupted.csv'));
  });

  it('by a kill that cannot be caught', async () => {
    expect(await stopped('killed.csv', 'SIGKILL')).toBe(null);
    expect(has('killed.csv')).toBe(false);
    const longer = await straight('killed.csv');
    await mustRun(...longer, '--out', 'killed.csv', '--resume');
    expect(read('killed.csv')).toBe(read('straight killed.csv'));
  });

  it('by a kill that leaves an older file of that name alone', async () => {
    write('older.csv', 'precious\n');
    expect(await stopped('older.csv', 'SIGKILL')).toBe(null);
    expect(read('older.csv')).toBe('precious\n');
  });
});
