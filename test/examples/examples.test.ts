// Every program of examples/ runs and prints what it should; the one for the browser runs in Chromium.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { filesBelow, root } from '../architecture/source-files.ts';
import { openBrowser, patience, serve } from '../browser/chromium.ts';

/** What a program prints: each line as label and values. */
async function printed(name: string): Promise<Map<string, unknown[]>> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await import(`../../examples/${name}.ts`);
    return new Map(log.mock.calls.map(([label, ...values]) => [String(label), values]));
  } finally {
    log.mockRestore();
  }
}

const number = (lines: Map<string, unknown[]>, label: string) => Number(lines.get(label)?.[0]);

const checks: Readonly<Record<string, (lines: Map<string, unknown[]>) => void>> = {
  pendulum(lines) {
    expect(lines.get('check:')).toEqual(['pass']);
    expect(number(lines, 'energy error:')).toBeLessThan(0.01);
    expect(number(lines, 'largest |g|:')).toBeLessThan(1e-12);
    // The tension 2λL = 3mg at the lowest point.
    expect(number(lines, 'largest |lambda|:')).toBeCloseTo((3 * 9.81) / 4, 2);
  },
  'own-flow'(lines) {
    expect(number(lines, 'order:')).toBeCloseTo(2, 1);
    expect(number(lines, 'symplectic:')).toBeLessThan(1e-11);
    expect(lines.get('certificate:')).toEqual(['pass']);
  },
  lyapunov(lines) {
    const exponents = String(lines.get('exponents:')?.[0]).split(', ').map(Number);
    expect(exponents[0]).toBeGreaterThan(0.05);
    expect(exponents[3]).toBeCloseTo(-exponents[0], 1);
    expect(Math.abs(number(lines, 'their sum:'))).toBeLessThan(1e-2);
  },
  'work-precision'(lines) {
    const order = (method: string) =>
      Number(
        [...lines.keys()]
          .find(line => line.startsWith(`${method}: order`))
          ?.split(' ')
          .at(-1),
      );
    expect(order('rattle')).toBeCloseTo(2, 1);
    expect(Math.abs(order('rattle-4') - 4)).toBeLessThan(0.3);
    expect(lines.size).toBe(4);
  },
  'from-functions'(lines) {
    expect(lines.get('check:')).toEqual(['pass']);
    expect(lines.get('failure:')).toEqual([null]);
    expect(number(lines, 'distance from the wire:')).toBeLessThan(1e-12);
    expect(number(lines, 'energy error:')).toBeLessThan(1e-3);
  },
  molecules(lines) {
    expect(String(lines.get('columns:')?.[0])).toMatch(/^time, energy, .*temperature.*pressure/);
    expect(number(lines, 'rows:')).toBe(11);
    expect(number(lines, 'largest |g|:')).toBeLessThan(1e-6);
    expect(String(lines.get('at work:')?.[0])).toMatch('SETTLE');
  },
  torus(lines) {
    expect(number(lines, 'samples:')).toBeGreaterThan(3000);
    expect(number(lines, 'p of the chi-square test:')).toBeGreaterThan(1e-3);
  },
  observer(lines) {
    expect(lines.get('columns:')).toEqual(['time, angle, energy, energy_error']);
    expect(lines.get('ending:')?.[0]).toBe('stopped');
    // The complete elliptic integral K(1/√2).
    expect(number(lines, 'a quarter of the period:')).toBeCloseTo(1.854, 2);
  },
};

describe('examples', () => {
  it.each(Object.keys(checks))('%s', async name => {
    checks[name](await printed(name));
  });

  it('in-a-worker, by npm run example', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['scripts/example.mjs', 'in-a-worker'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trim()).toBe('ending: finished after 11 rows');
  });

  it('in-the-browser, in Chromium', async () => {
    const output = await build({
      configFile: false,
      logLevel: 'error',
      resolve: { alias: { cotangent: join(root, 'src/index.ts') } },
      build: { write: false, lib: { entry: 'examples/in-the-browser.ts', formats: ['es'] } },
    });
    const [{ output: chunks }] = output as Rolldown.RolldownOutput[];
    const page = readFileSync(join(root, 'examples/in-the-browser.html'), 'utf8');
    const files = new Map([
      ['/', { type: 'text/html', body: page.replace('in-the-browser.ts', 'in-the-browser.js') }],
      ['/in-the-browser.js', { type: 'text/javascript', body: chunks[0].code }],
    ]);
    const [server, browser] = [await serve(files), await openBrowser()];
    try {
      const tab = await browser.newPage();
      await tab.goto(server.address, { timeout: patience });
      await tab.waitForFunction('document.querySelector("p").textContent !== ""', { timeout: patience });
      expect(await tab.textContent('p')).toMatch(/^energy -?0\.00\d+, rod 1\.000000000000$/);
    } finally {
      await browser.close();
      server.close();
    }
  });

  it('are all run, and import the package alone', () => {
    const examples = filesBelow(['examples'], '.ts');
    const names = examples.map(({ path }) => path.slice('examples/'.length, -3));
    expect(names).toEqual([...Object.keys(checks), 'in-a-worker', 'in-the-browser'].sort());
    expect(names).toHaveLength(10);
    for (const { text } of examples)
      for (const [, from] of text.matchAll(/from '([^']+)'/g)) expect(from).toMatch(/^(cotangent|node:.*)$/);
    const readme = readFileSync(join(root, 'examples/README.md'), 'utf8');
    for (const name of names) expect(readme).toContain(`${name}.ts`);
  });
});
