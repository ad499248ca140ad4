// The published package: packed, and installed into an empty folder far from the checkout.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOf, packageOf } from '../architecture/imports.ts';
import { relativeLinks } from '../architecture/markdown.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cotangent-package-')));
const installed = join(folder, 'node_modules', 'cotangent');
const options = { cwd: folder, encoding: 'utf8' } as const;

/** Without the packages of the checkout and without a registry. */
const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
    ...options,
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

beforeAll(() => {
  const packed = JSON.parse(npm(root, 'pack', '--json', '--pack-destination', folder)) as
    | { filename: string }[]
    | Record<string, { filename: string }>;
  const [{ filename }] = Object.values(packed);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  npm(folder, 'install', '--omit=optional', `./${filename}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = join(installed, 'dist', 'cli', 'main.js');
const cotangent = (...args: string[]) => spawnSync(process.execPath, [program, ...args], options);
const node = (...args: string[]) => execFileSync(process.execPath, args, options);
const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(join(path, name)).isFile(),
  );

describe('the published package', () => {
  it('brings no other package, and takes at most 6 MB', () => {
    const names = readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'));
    expect(names).toEqual(['cotangent']);
    const bytes = filesOf(installed).reduce((sum, name) => sum + statSync(join(installed, name)).size, 0);
    expect(bytes / 1e6).toBeLessThan(6);
  });

  it('has a command line that finds its catalogue', () => {
    const systems = JSON.parse(cotangent('list', 'systems', '--json').stdout) as { name: string }[];
    const cases = readdirSync(join(root, 'cases')).filter(name => name.endsWith('.yaml'));
    expect(systems.map(({ name }) => `${name}.yaml`).sort()).toEqual(cases.sort());
    expect(cotangent('check', 'double-pendulum').stdout).toContain('well posed');
  });

  it('has a library that is imported by its name', () => {
    const script = `
      import { load, simulate } from 'cotangent';
      const problem = load('coordinates: [x]\\npotential: x^2/2\\ninitial: { x: 1 }');
      const { state } = simulate(problem, { method: 'gauss-3', step: 0.1, until: 1 });
      console.log(state.q[0]);`;
    expect(Number(node('--input-type=module', '--eval', script))).toBeCloseTo(Math.cos(1), 8);
  });

  it.each(['nodenext', 'bundler'])('has types that a strict program resolves (%s)', resolution => {
    const place = join(folder, resolution);
    mkdirSync(place, { recursive: true });
    writeFileSync(
      join(place, 'program.ts'),
      `import { load, type Problem, simulate } from 'cotangent';
      import { check, type Report } from 'cotangent/formulas';
      const problem: Problem = load('coordinates: [x]');
      export const end: Float64Array = simulate(problem, { step: 0.1, until: 1 }).state.q;
      export const report: Report = check(problem);
      // @ts-expect-error: an unknown option is found by the compiler.
      simulate(problem, { stepp: 0.1 });\n`,
    );
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'ES2022', types: [] },
      ...{ module: resolution === 'bundler' ? 'esnext' : 'nodenext', moduleResolution: resolution },
    };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(spawnSync(process.execPath, [compiler, '-p', place], options).stdout).toBe('');
  });

  it.each([
    // For problems with formulas alone: most of what a page needs is the reader of YAML and formulas.
    ['cotangent/formulas', 150],
    // With molecules and their kernels in WebAssembly.
    ['cotangent', 240],
  ])('%s: load and simulate take at most %i kB of a page (gzip)', async (name, most) => {
    const entry = join(folder, `${name.replace('/', '-')}-page.js`);
    writeFileSync(
      entry,
      `import { load, simulate } from '${name}';
      const problem = load('coordinates: [x, y]\\npotential: y\\nconstraints: { rod: x^2 + y^2 = 1 }\\ninitial: { x: 1 }');
      console.log(simulate(problem, { step: 0.01, until: 1 }).state.q.join());`,
    );
    const output = join(folder, 'page.mjs');
    const bundle = await rolldown({ input: entry, platform: 'browser', logLevel: 'silent' });
    await bundle.write({ file: output, format: 'es', minify: true });
    const [x, y] = node(output).split(',').map(Number);
    expect(Math.hypot(x, y)).toBeCloseTo(1, 12);
    expect(gzipSync(readFileSync(output), { level: 9 }).length / 1000).toBeLessThan(most);
  });

  it('cotangent/formulas has the same steps, types of its own, and says where molecules are', () => {
    const script = `
      import * as all from 'cotangent';
      import * as light from 'cotangent/formulas';
      import { readFileSync } from 'node:fs';
      const text = readFileSync('node_modules/cotangent/cases/double-pendulum.yaml', 'utf8');
      const end = ({ load, simulate }) => simulate(load(text), { method: 'rattle-4', step: 0.01, until: 1 }).state.q.join();
      console.log(end(all) === end(light));
      try { light.load('particles: { molecules: { tip3p: 2 } }'); } catch ({ message }) { console.log(message); }`;
    const answer = node('--input-type=module', '--eval', script);
    expect(answer).toMatch(/^true\n/);
    expect(answer).toContain("import from 'cotangent' instead of 'cotangent/formulas'");
  });

  it('holds what its README links to', () => {
    const text = readFileSync(join(installed, 'README.md'), 'utf8');
    const links = relativeLinks({ path: 'README.md', text }).map(({ to }) => to);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(to => !existsSync(join(installed, to)))).toEqual([]);
  });

  it('imports only Node and the optional packages that it declares', () => {
    const { peerDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    // Vite builds the studio of a checkout; the package has it built.
    const known = ['vite', ...builtinModules, ...Object.keys(peerDependencies as object)];
    const scripts = filesOf(join(installed, 'dist')).filter(name => name.endsWith('.js'));
    const foreign = scripts
      .flatMap(path => importsOf({ path, text: readFileSync(join(installed, 'dist', path), 'utf8') }))
      .filter(({ to, specifier }) => to === null && !specifier.startsWith('node:'))
      .filter(({ specifier }) => !known.includes(packageOf(specifier)));
    expect(foreign).toEqual([]);
  });

  it('runs without the optional packages, and names the command that adds them', () => {
    const figures = cotangent('run', 'double-pendulum', '--until', '1', '--out', 'out');
    expect(figures.status).toBe(0);
    expect(figures.stderr).toContain('npm install @resvg/resvg-js dejavu-fonts-ttf');
    expect(readdirSync(join(folder, 'out'))).toContain('energy.svg');
    expect(readdirSync(join(folder, 'out'))).not.toContain('energy.png');
    const trajectory = cotangent('run', 'water-7', '--until', '0.01', '--out', 'water.h5md');
    expect(trajectory.status).toBe(1);
    expect(trajectory.stderr).toContain('H5MD files need the package h5wasm: npm install h5wasm');
  });

  it('reproduces a published figure in threads of its own', () => {
    const { status, stdout } = cotangent('reproduce', 'ls94-fig-3', '--quick', '--out', 'papers');
    expect(stdout).toContain('1 entries');
    expect(status).toBe(0);
  });

  it('serves the studio', async () => {
    const child = spawn(process.execPath, [program, 'studio', '--port', '47113'], options);
    const address = await new Promise<string>(resolve =>
      child.stdout.on('data', data => resolve(/http:\S+/.exec(String(data))?.[0] ?? '')),
    );
    const page = await (await fetch(address)).text();
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const answer = await fetch(new URL(script, address));
    child.kill();
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect((await answer.text()).length).toBeGreaterThan(10_000);
  });

  it('has the benchmark with its programs and its sources in C', () => {
    const { status, stderr } = cotangent('bench', 'penalties', '--rounds', '0');
    expect(stderr).toContain('is not positive');
    expect(status).toBe(1);
    const names = filesOf(join(installed, 'dist', 'cli')).filter(name => name.startsWith('bench-'));
    expect(names.length).toBeGreaterThan(4);
    expect(filesOf(join(installed, 'bench')).some(name => name.endsWith('.c'))).toBe(true);
  });
});
