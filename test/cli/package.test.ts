// The published package: only the files that package.json lists, in a folder of its own, far from the checkout.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { files, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  files: string[];
  bin: { cotangent: string };
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cotangent-package-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const name of [...files, 'package.json']) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  cpSync(join(root, name), join(folder, name), { recursive: true });
}
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');

const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

describe('the published package', () => {
  it('has a command line that finds its catalogue', () => {
    const systems = JSON.parse(node(bin.cotangent, 'list', 'systems', '--json')) as { name: string }[];
    const cases = readdirSync(join(root, 'cases')).filter(name => name.endsWith('.yaml'));
    expect(systems.map(({ name }) => `${name}.yaml`).sort()).toEqual(cases.sort());
    expect(node(bin.cotangent, 'check', 'double-pendulum')).toContain('well posed');
  });

  it('has a library that is imported by its name', () => {
    const script = `
      import { load, simulate } from 'cotangent';
      const problem = load('coordinates: [x]\\npotential: x^2/2\\ninitial: { x: 1 }');
      const { state } = simulate(problem, { method: 'gauss-3', step: 0.1, until: 1 });
      console.log(state.q[0]);`;
    expect(Number(node('--input-type=module', '--eval', script))).toBeCloseTo(Math.cos(1), 8);
  });

  it('has the benchmark with its sources in C', () => {
    const script = `
      import { checkoutRoot } from './dist/bench/checkout.js';
      import './dist/bench/run.js';
      console.log(checkoutRoot());`;
    expect(node('--input-type=module', '--eval', script).trim()).toBe(folder);
  });
});
