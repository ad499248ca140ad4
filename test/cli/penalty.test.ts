// What “cotangent penalty” promises: the study as a table and as JSON, its advice, its files, its exit codes.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createWorkplace } from './cotangent.ts';

const { cotangent, path, read, write } = createWorkplace();
const short = ['penalty', 'double-pendulum', '--omegas', '20,40,80', '--until', '2'];

describe.concurrent('penalty', () => {
  it('prints the study as JSON: ω⁻², multipliers and advice', async () => {
    const { code, stdout, stderr } = await cotangent(...short, '--wanted', '1e-3', '--json');
    expect([code, stderr]).toEqual([0, '']);
    const { problem, method, until, rows, slopes, advice } = JSON.parse(stdout);
    expect({ problem, method, until }).toEqual({
      problem: 'Double pendulum',
      method: 'zhang-skeel',
      until: 2,
    });
    expect(rows.map(({ omega }: { omega: number }) => omega)).toEqual([20, 40, 80]);
    for (const row of rows) {
      expect(row.failure).toBe(null);
      expect(row.scaled.largest).toBeCloseTo(row.omega ** 2 * row.largest, 12);
      expect(row.multiplierError.ofStep).toBeLessThan(row.multiplierError.plain / 4);
    }
    expect(slopes.largest).toBeCloseTo(-2, 1);
    expect(advice).toMatchObject({ wanted: 1e-3 });
    const { omega, step } = advice;
    const followed = await cotangent(
      ...['run', 'double-pendulum', '--until', '2', '--json', '--method', 'zhang-skeel'],
      ...['--omega', String(omega), '--step', String(step)],
    );
    const { constraints } = JSON.parse(followed.stdout);
    expect(constraints.max).toBeLessThan(1e-3);
    expect(constraints.max).toBeGreaterThan(5e-4);
  });

  it('tells people the same, in tables and in words', async () => {
    const { code, stdout, stderr } = await cotangent(...short);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Double pendulum: zhang-skeel on the penalised system to t = 2\n/);
    expect(stdout).toMatch(/ω +step +hω +largest \|g\| +expected/);
    expect(stdout).toMatch(/\|g\| goes like +ω\^−(1\.9|2\.0)\d +\(theory: −2\)/);
    expect(stdout).toMatch(/For \|g\| ≤ 1\.00e-4 take ω = \d+/);
    expect(stdout).toMatch(/verlet +step below 0\.00/);
  });

  it('writes table and figure', async () => {
    const { code, stderr } = await cotangent(...short, '--out', 'study');
    expect(code).toBe(0);
    expect(stderr).toBe('wrote study/penalty.csv, study/penalty.svg, study/penalty.png\n');
    const lines = read('study/penalty.csv').trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines.slice(1)) expect(line.split(',').map(Number).every(Number.isFinite)).toBe(true);
    expect(read('study/penalty.svg')).toMatch(/^<svg/);
    expect(readFileSync(path('study/penalty.png')).subarray(1, 4).toString('latin1')).toBe('PNG');
  });

  it('takes method, β, step and window, and the method of a file that proposes a penalty', async () => {
    write(
      'soft.yaml',
      'coordinates: [x, y]\npotential: y\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 1 }\nrun: { omega: 9, method: newmark, until: 2 }',
    );
    const answers = await Promise.all([
      cotangent('penalty', 'soft.yaml', '--omegas', '20', '--step', '0.02', '--window', '0.5', '--json'),
      cotangent('penalty', 'soft.yaml', '--omegas', '20', '--method', 'zhang-skeel', '--beta', '1', '--json'),
      cotangent('penalty', 'soft.yaml', '--omegas', '20', '--method', 'zhang-skeel', '--json'),
    ]);
    const [own, heavy, usual] = answers.map(({ stdout }) => JSON.parse(stdout));
    expect(own).toMatchObject({ method: 'newmark', rows: [{ step: 0.02, window: 0.5, steps: 100 }] });
    expect(heavy.rows[0].largest).toBeGreaterThan(1.1 * usual.rows[0].largest);
  });

  it('fails with a reason where it must', async () => {
    const [momenta, free, early, unstable] = await Promise.all([
      cotangent('penalty', 'harmonic-constraint-a'),
      cotangent('penalty', 'double-pendulum-angles'),
      cotangent(...short, '--window', '3'),
      cotangent(...short, '--method', 'verlet', '--step', '0.12'),
    ]);
    for (const { code } of [momenta, free, early, unstable]) expect(code).toBe(1);
    expect(momenta.stderr).toMatch(/^error: .*needs constraints on positions/);
    expect(free.stderr).toMatch(/^error: the problem has no constraints/);
    expect(early.stderr).toMatch(/^error: the averaging window 3 is longer than the run/);
    expect(unstable.stderr).toBe('error: every run failed\n');
    expect(unstable.stdout).toMatch(/ω = 20: step \d+ .*unstable/);
  });

  it('shows an example', async () => {
    const { stdout } = await cotangent('penalty', '--help');
    expect(stdout).toMatch(/Example: cotangent penalty/);
  });
});
