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

/** A program bundled as for a browser. */
async function page(program: string): Promise<string> {
  const [entry, output] = [join(folder, 'page.js'), join(folder, 'bundled-page.mjs')];
  writeFileSync(entry, program);
  const bundle = await rolldown({ input: entry, platform: 'browser', logLevel: 'silent' });
  await bundle.write({ file: output, format: 'es', minify: true });
  return output;
}

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
    // What bundlers for browsers choose: most of it reads YAML and formulas.
    ['cotangent', 150],
    // With molecules and their kernels in WebAssembly.
    ['cotangent/full', 240],
  ])('%s: load and simulate take at most %i kB of a page (gzip)', async (name, most) => {
    const output = await page(
      `import { load, simulate } from '${name}';
      const problem = load('coordinates: [x, y]\\npotential: y\\nconstraints: { rod: x^2 + y^2 = 1 }\\ninitial: { x: 1 }');
      console.log(simulate(problem, { step: 0.01, until: 1 }).state.q.join());`,
    );
    const [x, y] = node(output).split(',').map(Number);
    expect(Math.hypot(x, y)).toBeCloseTo(1, 12);
    expect(gzipSync(readFileSync(output), { level: 9 }).length / 1000).toBeLessThan(most);
  });

  it('makes the same steps on a page, refuses molecules there, and names the import that has them', async () => {
    const output = await page(`import * as all from 'cotangent/full';
      import * as light from 'cotangent';
      const text = ${JSON.stringify(readFileSync(join(root, 'cases/double-pendulum.yaml'), 'utf8'))};
      const water = 'particles: { molecules: { tip3p: 2 } }';
      const end = ({ load, simulate }) => simulate(load(text), { method: 'rattle-4', step: 0.01, until: 1 }).state.q.join();
      const calls = [
        () => light.load(water),
        () => light.createMethod(all.load(water), 'rattle'),
        () => { throw new Error(light.check(all.load(water)).findings[0].summary); },
      ];
      const refusals = calls.map(call => { try { return call(); } catch ({ message }) { return message; } });
      console.log(JSON.stringify({
        sameNames: Object.keys(all).join() === Object.keys(light).join(),
        sameSteps: end(all) === end(light),
        atoms: all.load(water).particles.system.count,
        refusals,
      }));`);
    const { refusals, ...same } = JSON.parse(node(output));
    expect(same).toEqual({ sameNames: true, sameSteps: true, atoms: 6 });
    const expected = expect.stringContaining("import from 'cotangent/full' instead of 'cotangent'");
    expect(refusals).toEqual([expected, expected, expected]);
  });

  it('has molecules in Node under its one name; cotangent/formulas is the build for browsers', () => {
    const script = `
      import * as all from 'cotangent';
      import * as full from 'cotangent/full';
      import * as light from 'cotangent/formulas';
      console.log(all.load === full.load, all.load('particles: { molecules: { tip3p: 2 } }').n, light.load('coordinates: [x]').n);`;
    expect(node('--input-type=module', '--eval', script).trim()).toBe('true 18 1');
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
    const trajectory = cotangent('run', 'water-7', '--until', '0.01*akma', '--out', 'water.h5md');
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
