import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkoutRoot, isCheckout, oneFileOf } from '../../../bench/checkout.ts';
import { energy, pointSystem } from '../../../bench/contestants/javascript/systems.ts';
import { loadProblem } from '../../../bench/measure/problem.ts';
import { createStepper } from '../../../bench/measure/stepper.ts';

const folder = mkdtempSync(join(tmpdir(), 'cotangent-one-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a program as one file', () => {
  it('finds the cases from a folder of its own, and moves as its modules do', async () => {
    expect(isCheckout()).toBe(true);
    const program = await oneFileOf('contestants/ours/method-program.ts', folder);
    expect(program).toBe(join(folder, 'method-program.mjs'));
    const task = { system: 'chain', links: 3, until: 1, settings: [0.01], milliseconds: 0, samples: 4 };
    const text = execFileSync(process.execPath, [program, 'rattle', JSON.stringify(task)], {
      cwd: folder,
      encoding: 'utf8',
    });
    const problem = loadProblem({ file: 'chain', set: { N: 3 } });
    const { stepper } = createStepper(problem, { method: 'rattle', h: 0.01 });
    const system = pointSystem('chain', 3);
    const energies = [problem.initial, ...[1, 2, 3, 4].map(() => stepper.advance(25).slice())].map(z =>
      energy(system, z.subarray(0, problem.n), z.subarray(problem.n)),
    );
    expect(JSON.parse(text)).toMatchObject({ seconds: 0, energies });
  });
});

describe('a program of the benchmark', () => {
  const bench = join(checkoutRoot(), 'bench');
  const texts = readdirSync(bench, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !path.includes('node_modules'))
    .map(path => [path, readFileSync(join(bench, path), 'utf8')] as const);
  const programs = texts.filter(([, text]) => /^[^/]*process\.argv(\.slice)?[[(]2/m.test(text));

  it.each(programs.map(([path]) => path))('is started as a part of the bundle: %s', path => {
    const start = new RegExp(`(program(Of|File)|oneFileOf)\\(\\s*'${path}'`);
    expect(texts.some(([, text]) => start.test(text))).toBe(true);
  });

  it('refuses a name that it does not know', async () => {
    const program = await oneFileOf('contestants/gromacs/make-starts.ts', folder);
    const { status, stderr } = spawnSync(process.execPath, [program, 'argon'], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^there is no workload “argon”; available: tip3p, tip3p-512/);
  });
});
