import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cycles, edgesOf } from './cycles.ts';
import { globalViolations } from './globals.ts';
import { importsOf } from './imports.ts';
import { layerViolation, rooms } from './layers.ts';
import { filesBelow } from './source-files.ts';

const src = filesBelow(['src'], '.ts');
const around = filesBelow(['cases', 'papers', 'bench', 'cli', 'studio'], '.ts');
const imports = [...src, ...around].flatMap(importsOf);

describe('the rooms of the house', () => {
  it('import only from rows above', () => {
    expect(imports.map(layerViolation).filter(violation => violation !== null)).toEqual([]);
  });

  it('have no import cycle between files', () => {
    expect(cycles(edgesOf(imports.flatMap(({ from, to }) => (to ? [[from, to]] : []))))).toEqual([]);
  });

  it('have no import cycle between folders', () => {
    const folders = imports
      .flatMap(({ from, to }) => (to ? [[folderOf(from), folderOf(to)] as const] : []))
      .filter(([from, to]) => from !== to && from !== 'src' && to !== 'src');
    expect(cycles(edgesOf(folders))).toEqual([]);
  });

  it('use nothing of Node or the browser and keep no state', () => {
    // The registry of methods grows by defineMethod: menus and problem files know methods by name alone (decision 0024).
    const registry = /^src\/methods\/registry\.ts:\d+ a module keeps no state: “registered” is changed$/;
    const found = src.flatMap(globalViolations);
    expect(found.filter(violation => !registry.test(violation))).toEqual([]);
    expect(found.filter(violation => registry.test(violation))).toHaveLength(1);
  });
});

/** Each folder of src by itself, and the others as wholes. Files in src itself have their row in the table. */
function folderOf(path: string): string {
  return path.startsWith('src/') ? posix.dirname(path) : path.split('/')[0];
}

function violationsIn(path: string, text: string): (string | null)[] {
  return importsOf({ path, text }).map(layerViolation);
}

describe('the check of the layers', () => {
  it('accepts imports from above, from the same room and by index.ts', () => {
    expect(violationsIn('src/flows/a.ts', "import { done } from '../solvers/outcome.ts';")).toEqual([null]);
    expect(violationsIn('src/flows/a.ts', "import type { Flow } from './flow.ts';")).toEqual([null]);
    expect(violationsIn('src/index.ts', "export { csvRow } from './output/csv.ts';")).toEqual([null]);
  });

  it.each([
    ["import { simulate } from '../run/simulate.ts';", 'flows may not import run'],
    ["import type { Method } from '../methods/method.ts';", 'flows may not import methods'],
    ["import { a } from '../index.ts';", 'not in the table'],
    ["export { a } from '../fibres/fibre.ts';", 'flows may not import fibres'],
    ["const a = import('../laws/order.ts');", 'flows may not import laws'],
    ["let a: import('../observers/observer.ts').Observer;", 'flows may not import observers'],
    ["import { readFileSync } from 'node:fs';", 'nothing of Node'],
    ["import fs from 'fs';", 'nothing of Node'],
    ["import { z } from 'zod';", 'the package zod'],
    ["import { main } from '../../cli/main.ts';", 'src/ may not import cli/'],
  ])('rejects %s in flows', (text, reason) => {
    expect(violationsIn('src/flows/a.ts', text)).toEqual([expect.stringContaining(reason)]);
  });

  it('rejects a room that is not in the table, and a bench that uses the command line', () => {
    expect(violationsIn('src/util/a.ts', "import '../linalg/dense.ts';")[0]).toMatch('src/util is not in');
    expect(violationsIn('bench/a.ts', "import '../cli/main.ts';")[0]).toMatch('bench/ may not import cli/');
    expect(violationsIn('cli/a.ts', "import '../bench/run.ts'; import 'node:fs';")).toEqual([null, null]);
  });

  it('knows every room that exists', () => {
    const existing = new Set(src.map(({ path }) => path.split('/')[1]));
    existing.delete('index.ts');
    expect([...existing].filter(room => !rooms.includes(room))).toEqual([]);
  });
});

describe('the search for cycles', () => {
  it('finds a ring, a file that imports itself, and nothing in a tree', () => {
    const ring = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
      ['e', 'e'],
    ] as const;
    expect(cycles(edgesOf(ring))).toEqual([['a', 'b', 'c'], ['e']]);
    const tree = ring.slice(1, 4);
    expect(cycles(edgesOf(tree))).toEqual([]);
  });
});

describe('the check for globals and state', () => {
  const check = (text: string) => globalViolations({ path: 'src/a.ts', text });

  it.each([
    'export const width = () => window.innerWidth;',
    'export const f = () => document;',
    'export const now = () => Date.now();',
    'export const x = () => Math.random();',
    'export const home = process.env.HOME;',
    'let count = 0; export const next = () => ++count;',
    'export let mode = 1;',
    'const cache = new Map<string, number>(); export const get = (k: string) => cache.get(k);',
    'const seen: string[] = []; export const see = (s: string) => seen.push(s);',
    "const seen = ['a']; export const see = (s: string) => seen.push(s);",
  ])('rejects %s', text => {
    expect(check(text)).toHaveLength(1);
  });

  it.each([
    'export function f(document: string) { return document.length; }',
    'export const f = (a: { window: number }) => a.window;',
    'const table = new Map([[1, 2]]); export const g = (k: number) => table.get(k);',
    'export function f() { let count = 0; const list: number[] = []; list.push(count++); return list; }',
    'export interface A { readonly process: string }',
  ])('accepts %s', text => {
    expect(check(text)).toEqual([]);
  });
});
