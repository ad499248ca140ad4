// What the commands promise: their output for people and for machines, their files, their exit codes.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { planRun } from '../../src/run/plan.ts';
import { createWorkplace, parsed } from './cotangent.ts';

const { cotangent, path, read, write, has } = createWorkplace();

/** The answer of a command that must succeed without a word on standard error. */
async function good(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cotangent(...args);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return stdout;
}

const goodJson = async (...args: string[]) => JSON.parse(await good(...args, '--json'));

describe.concurrent('run', () => {
  it('prints every promised key with --json', async () => {
    const result = await goodJson('run', 'spherical-pendulum', '--step', '0.01', '--until', '2');
    expect(result).toMatchObject({ time: 2, steps: 200, step: 0.01, method: 'rattle', ending: 'finished' });
    expect(result.state.q).toHaveLength(3);
    expect(result.state.p).toHaveLength(3);
    expect(result.energy.final).toBeCloseTo(result.energy.initial, 2);
    expect(result.energy.maxError).toBeGreaterThan(0);
    expect(result.constraints.max).toBeLessThan(1e-13);
    expect(result.constraints.hiddenMax).toBeLessThan(1e-13);
    expect(result.seconds).toBeGreaterThan(0);
    expect(result.failure).toBe(null);
  });

  it('agrees with the exact solution of a problem that has one', async () => {
    write(
      'oscillator.json',
      JSON.stringify({ parameters: { k: 4 }, coordinates: ['x'], potential: 'k*x^2/2', initial: { x: 1 } }),
    );
    const [one, stiffer] = await Promise.all([
      goodJson('run', 'oscillator.json', '--method', 'gauss-3', '--until', '1'),
      goodJson('run', 'oscillator.json', '--method', 'gauss-3', '--until', '1', '--set', 'k=9'),
    ]);
    expect(one.state.q[0]).toBeCloseTo(Math.cos(2), 11);
    expect(one.state.p[0]).toBeCloseTo(-2 * Math.sin(2), 11);
    expect(stiffer.state.q[0]).toBeCloseTo(Math.cos(3), 11);
  });

  it('tells people the same', async () => {
    const text = await good('run', 'double-pendulum', '--until', '1');
    expect(text).toMatch(/^Double pendulum\nrattle, step 0.05: t = 1 after 20 steps/);
    expect(text).toMatch(/energy +-3 → -3\.000/);
    expect(text).toMatch(/largest \|g\| +\d.*e-1\d/);
    expect(text).toMatch(/final state\nx1 /);
  });

  it('takes method, flow, solver, seed and penalty from the command line', async () => {
    const run = ['run', 'double-pendulum', '--until', '1'];
    const [plain, fourth, gauss, seeded, soft] = await Promise.all([
      goodJson(...run),
      goodJson(...run, '--method', 'rattle-4'),
      goodJson(...run, '--flow', 'gauss-2', '--solver', 'newton'),
      goodJson(...run, '--seed', '7'),
      goodJson(...run, '--omega', '50', '--step', '0.001'),
    ]);
    expect(fourth.energy.maxError).toBeLessThan(plain.energy.maxError / 10);
    expect(gauss.state.q).not.toEqual(plain.state.q);
    expect(seeded.state).toEqual(plain.state);
    expect(seeded.warnings).toEqual(['rattle has no use for --seed']);
    expect(soft.method).toBe('zhang-skeel');
    expect(soft.constraints.max).toBeGreaterThan(1e-6);
    expect(soft.state.q[0]).toBeCloseTo(fourth.state.q[0], 2);
  });

  it('takes the method for a temperature where the file names none, and says why', async () => {
    const file = write(
      'warm.yaml',
      'coordinates: [x, y]\npotential: y\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 1 }\nrun: { temperature: 0.5 }',
    );
    const plan = planRun(load(read(file)));
    const result = await goodJson('run', file);
    expect(plan.method).toBe('g-baoab');
    expect(result).toMatchObject({
      method: plan.method,
      because: plan.because,
      time: plan.until,
      steps: 1000,
    });
    expect(await good('run', file, '--until', '1')).toMatch(/^method +g-baoab: a temperature is set/m);
  });

  it('names the kernel at work and counts the steps that fell back', async () => {
    const { parts, counters } = await goodJson('run', 'double-pendulum', '--until', '1');
    expect(parts).toEqual([expect.stringMatching(/RATTLE/)]);
    expect(Object.keys(counters)).not.toEqual([]);
    const text = await good('run', 'double-pendulum', '--until', '1');
    for (const part of parts) expect(text).toContain(part);
    for (const name of Object.keys(counters)) expect(text).toContain(name);
  });

  it('shortens the step to end at --until', async () => {
    const result = await goodJson('run', 'double-pendulum', '--step', '0.03', '--until', '1');
    expect(result.time).toBe(1);
    expect(result.steps).toBe(34);
    expect(result.step).toBeCloseTo(1 / 34, 15);
  });

  it('goes on with --force although the check fails', async () => {
    write(
      'loose.yaml',
      'coordinates: [x, y]\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 1.01, p_y: 1 }',
    );
    expect((await cotangent('run', 'loose.yaml', '--until', '1')).code).toBe(1);
    const forced = await goodJson('run', 'loose.yaml', '--until', '1', '--force');
    expect(forced.steps).toBe(100);
  });
});

describe.concurrent('run --out', () => {
  const run = ['run', 'double-pendulum', '--step', '0.05', '--until', '1', '--every', '6'];

  it('writes the same table as .csv, .json and .npy', async () => {
    for (const ending of ['csv', 'json', 'npy']) await good(...run, '--out', `table.${ending}`);
    const { columns, rows } = parsed(read('table.csv'));
    expect(columns.slice(0, 5)).toEqual(['time', 'energy', 'energy_error', 'g', 'hidden']);
    expect(columns.slice(-8)).toEqual(['x1', 'y1', 'x2', 'y2', 'p_x1', 'p_y1', 'p_x2', 'p_y2']);
    // Times are k·h, so 6·0.05 is what it is in floating point.
    expect(rows.map(([time]) => time)).toEqual([0, 6 * 0.05, 12 * 0.05, 18 * 0.05, 1]);
    expect(JSON.parse(read('table.json'))).toEqual({ columns, rows });
    expect(npyNumbers(path('table.npy'))).toEqual(rows.flat());
    expect(readdirSync(path('.')).filter(name => /^table.*(partial|(json|npy)\.csv)$/.test(name))).toEqual(
      [],
    );
  });

  it('fills a folder with rows and figures', async () => {
    const { files } = await goodJson(...run, '--out', 'folder');
    const names = ['energy', 'residuals', 'trajectory', 'phase-plane'].flatMap(name => [
      `${name}.svg`,
      `${name}.png`,
    ]);
    expect(files).toEqual(['trajectory.csv', ...names].map(name => `folder/${name}`));
    for (const name of names) {
      const start = readFileSync(path(`folder/${name}`)).subarray(0, 8);
      expect(start.toString('latin1')).toMatch(name.endsWith('svg') ? /^<(\?xml|svg)/ : /^\x89PNG\r\n/);
    }
    expect(parsed(read('folder/trajectory.csv')).rows).toHaveLength(5);
  });

  it('writes figures beside a .csv where --figures says', async () => {
    await good(...run, '--out', 'with-figures.csv', '--figures', 'figures/here');
    expect(has('figures/here/energy.svg')).toBe(true);
  });
});

function npyNumbers(file: string): number[] {
  const bytes = readFileSync(file);
  expect(bytes.subarray(0, 6).toString('latin1')).toBe('\x93NUMPY');
  const data = bytes.subarray(10 + bytes.readUInt16LE(8));
  return Array.from({ length: data.length / 8 }, (_, i) => data.readDoubleLE(8 * i));
}

describe.concurrent('check', () => {
  it('ends with 0 and a recommendation when all is well', async () => {
    const text = await good('check', 'torus');
    expect(text).toMatch(/✓ The problem is well posed/);
    expect(text).toMatch(/Recommended: rattle/);
    const report = await goodJson('check', 'torus');
    expect(report).toMatchObject({ verdict: 'pass', recommendation: { method: 'rattle' } });
    for (const finding of report.findings) expect(finding).toMatchObject({ verdict: 'pass' });
  });

  it('ends with 1 when a verdict is “fail”', async () => {
    const { code, stdout } = await cotangent('check', 'failing-not-unique', '--json');
    expect(code).toBe(1);
    const failing = JSON.parse(stdout).findings.filter((f: { verdict: string }) => f.verdict === 'fail');
    expect(failing).toHaveLength(1);
    expect(failing[0].id).toBe('nondegeneracy');
  });

  it('repairs a start, keeps comments, and the repaired file runs', async () => {
    write(
      'long.yaml',
      '# mine\nparameters: { L: 1 }\ncoordinates: [x, y]\npotential: y\nconstraints: { rod: x^2 + y^2 = L^2 }\ninitial: { x: 1.1, p_x: 0.3, p_y: 1 }\n',
    );
    const { code, stderr } = await cotangent(
      'check',
      'long.yaml',
      '--set',
      'L=1.2',
      '--repair',
      'mended.yaml',
    );
    expect(code).toBe(1);
    expect(stderr).toBe('wrote mended.yaml\n');
    expect(read('mended.yaml')).toContain('# mine');
    await good('check', 'mended.yaml');
    const { state } = await goodJson('run', 'mended.yaml', '--until', '0.1');
    expect(Math.hypot(...state.q)).toBeCloseTo(1.2, 13);
  });

  it('repairs JSON to JSON', async () => {
    const spec = { coordinates: ['x', 'y'], constraints: { rod: 'x^2 + y^2 = 1' }, initial: { x: 2 } };
    write('long.json', JSON.stringify(spec));
    await cotangent('check', 'long.json', '--repair');
    const { initial, ...rest } = JSON.parse(read('long.repaired.json'));
    expect(initial.x).toBeCloseTo(1, 13);
    expect(rest.constraints).toEqual(spec.constraints);
    await good('check', 'long.repaired.json');
  });
});

const releasedFromRest = `
coordinates: { r: [2, 2] }
potential: r[0][1] + r[1][1]
constraints: { a: "norm2(r[0]) = 1", b: "norm2(r[1] - r[0]) = 1" }
initial: { r: [[1, 0], [2, 0]] }
run: { step: 0.01, until: 1 }
`;

describe.concurrent('a system released from rest at height 0, where H and all its terms vanish', () => {
  it('runs without a warning about its energy, and certifies', async () => {
    write('rest.yaml', releasedFromRest);
    const { energy, warnings } = await goodJson('run', 'rest.yaml');
    expect(energy.initial).toBe(0);
    expect(energy.maxError).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
    expect((await goodJson('certify', 'rest.yaml', '--until', '20')).verdict).toBe('pass');
  });
});

describe.concurrent('a step that is too long', () => {
  it('is told when it costs a good part of the energy', async () => {
    write('oscillator.yaml', 'coordinates: [x]\npotential: 2*x^2\ninitial: { x: 1 }');
    const { warnings } = await goodJson('run', 'oscillator.yaml', '--step', '0.9', '--until', '20');
    expect(warnings).toEqual([expect.stringMatching(/^the energy error reaches \d+ % of the energies/)]);
    expect((await goodJson('run', 'oscillator.yaml', '--step', '0.01')).warnings).toEqual([]);
  });
});

describe.concurrent('certify and compare', () => {
  it('certify measures the laws', async () => {
    const { verdict, measurements } = await goodJson('certify', 'double-pendulum');
    expect(verdict).toBe('pass');
    const order = measurements.find((m: { law: string }) => m.law === 'order');
    expect(order.value).toBeCloseTo(2, 0);
    expect(await good('certify', 'double-pendulum')).toMatch(/✓ symplectic .*e-1\d.*every claim holds/s);
  });

  it('certify says which claims cannot be told here, with exit code 0', async () => {
    const short = ['certify', 'double-pendulum', '--until', '1'];
    const { verdict, until, measurements } = await goodJson(...short);
    expect([verdict, until]).toEqual(['cannot tell', 1]);
    const energy = measurements.find((m: { law: string }) => m.law === 'energy');
    expect(energy).toMatchObject({ verdict: 'cannot tell', advice: expect.stringMatching(/--until/) });
    const text = await good(...short);
    expect(text).toMatch(
      /\? energy cannot be told here: .*own time.*--until.*5 claims hold, 1 cannot be told here/s,
    );
    expect(text).toMatch(/order, measured up to t = 1\.00, \d+ steps from h = .*, slopes 2\.0/);
  });

  it('certify refuses a method that cannot make its first step', async () => {
    const { code, stderr } = await cotangent('certify', 'harmonic-constraint-a', '--method', 'bdf4');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/bdf4 cannot be certified here: its first step/),
    ]);
  });

  it('compare finds the orders, and writes table and figure', async () => {
    const compare = [
      'compare',
      'double-pendulum',
      '--methods',
      'rattle,rattle-4',
      '--steps',
      '0.1,0.05,0.025',
    ];
    const { code, stdout } = await cotangent(...compare, '--json', '--out', 'comparison');
    expect(code).toBe(0);
    const { problem, rows, slopes } = JSON.parse(stdout);
    expect(problem).toBe('Double pendulum');
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({ method: 'rattle', step: 0.1, steps: 50, failure: null });
    expect(slopes.rattle).toBeCloseTo(2, 0);
    expect(slopes['rattle-4']).toBeCloseTo(4, 0);
    expect(read('comparison/compare.csv').trimEnd().split('\n')).toHaveLength(7);
    for (const ending of ['svg', 'png']) expect(existsSync(path(`comparison/compare.${ending}`))).toBe(true);
    expect(await good(...compare)).toMatch(/method +step +steps +error/);
  });

  it('compare fails when every run fails', async () => {
    const { code, stderr } = await cotangent(
      'compare',
      'double-pendulum',
      '--methods',
      'rattle',
      '--steps',
      '5',
    );
    expect(code).toBe(1);
    expect(stderr).toBe('error: every run failed\n');
  });
});

describe.concurrent('list', () => {
  it.each([
    ['systems', 'double-pendulum'],
    ['methods', 'rattle-4'],
    ['flows', 'verlet'],
    ['solvers', 'chord'],
  ])('%s as a table and as JSON', async (what, member) => {
    const rows = await goodJson('list', what);
    expect(rows.map(({ name }: { name: string }) => name)).toContain(member);
    const lines = (await good('list', what)).trimEnd().split('\n');
    expect(lines).toHaveLength(rows.length + 1);
    expect(lines[0]).toMatch(/^name +/);
  });

  it('papers names the entries, their sources and their places', async () => {
    const entries = (await goodJson('list', 'papers')) as unknown as { name: string; place: string }[];
    expect(entries.length).toBeGreaterThan(30);
    expect(entries.map(({ name }) => name)).toContain('ls94-fig-3');
    expect(entries.every(({ place }) => place.length > 0)).toBe(true);
  });
});

describe.concurrent('help', () => {
  it.each(['check', 'run', 'certify', 'compare', 'reproduce', 'studio', 'list', 'bench', 'demo'])(
    '%s shows an example',
    async name => {
      const text = await good(name, '--help');
      expect(text).toMatch(new RegExp(`Examples?:\\s+cotangent ${name}`));
    },
  );

  it('of the program shows how to begin', async () => {
    expect(await good('--help')).toMatch(/Start with:\n +cotangent list systems/);
    expect(await good('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
