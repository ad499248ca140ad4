// The naming rules of CONTRIBUTING.md. Each rule is shown to reject an example, and to accept its counterpart.

import { describe, expect, it } from 'vitest';
import { importersOf, importGraph } from './import-graph.ts';
import {
  crowdedFolders,
  missingHeadComments,
  participles,
  privateExports,
  privateFileNames,
  privateWords,
  repeatedBaseNames,
  repeatedFolderNames,
  smallFiles,
  type Violation,
  wordsOf,
} from './naming.ts';
import { exceptions, type Rule } from './naming-exceptions.ts';
import { filesBelow } from './source-files.ts';

const src = filesBelow(['src'], '.ts');
const all = [
  ...src,
  ...filesBelow(['cli', 'studio', 'bench', 'papers'], '.ts'),
  ...filesBelow(['studio'], '.tsx'),
];
/** In bench and papers a contestant or an entry is a record of its own, however short. */
const program = all.filter(({ path }) => !/^(bench|papers)\//.test(path));
const importers = importersOf(importGraph(all));
/** A file of src/public is a namespace: it has the name of the namespace, and index.ts alone imports it, however short it is. */
const isNamespace = ({ path }: { readonly path: string }) => path.startsWith('src/public/');

const violations: Readonly<Record<Rule, readonly Violation[]>> = {
  'private word in a file name': privateFileNames(all),
  'private word in an exported name': privateExports(all),
  'repeated base name': repeatedBaseNames(src.filter(file => !isNamespace(file))),
  'prefix that repeats the folder': repeatedFolderNames(all),
  'participle as a file name': participles(all),
  'missing head comment': missingHeadComments(all),
  'crowded folder': crowdedFolders(all),
  'small file with one importer': smallFiles(
    program.filter(file => !isNamespace(file)),
    importers,
  ),
};
const rules = Object.keys(violations) as Rule[];

const exceptionsOf = (rule: Rule) => Object.keys(exceptions[rule] ?? {});

describe('names of files and exports', () => {
  it.each(rules)('no %s', rule => {
    const allowed = new Set(exceptionsOf(rule));
    expect(
      violations[rule].filter(({ subject }) => !allowed.has(subject)).map(({ message }) => message),
    ).toEqual([]);
  });

  it.each(rules)('no exception without need: %s', rule => {
    const found = new Set(violations[rule].map(({ subject }) => subject));
    const unneeded = Object.keys(exceptions[rule] ?? {}).filter(name => !found.has(name));
    expect(unneeded, 'remove from naming-exceptions.ts').toEqual([]);
  });
});

describe('the naming rules', () => {
  const file = (path: string, text = '// A file.\n') => ({ path, text });
  const messages = (found: readonly Violation[]) => found.map(({ message }) => message);

  it('split names into words', () => {
    expect(wordsOf('so3-splitting')).toEqual(['so', 'splitting']);
    expect(wordsOf('createHMCFlow')).toEqual(['create', 'hmc', 'flow']);
    expect(privateWords.size).toBeGreaterThanOrEqual(30);
  });

  it('refuse private words, and accept words that contain them', () => {
    const names = ['landing', 'kept-with', 'island', 'outlook', 'keeper', 'fixed-step'];
    expect(privateFileNames(names.map(name => file(`src/flows/${name}.ts`)))).toHaveLength(2);
    const text = 'export const judge = 1; export type KeptRun = 2; export const order = 3; const told = 4;';
    expect(messages(privateExports([file('cli/a.ts', text)]))).toEqual([
      expect.stringContaining('judge'),
      expect.stringContaining('KeptRun'),
    ]);
  });

  it('refuse a base name twice, except on both sides of WebAssembly', () => {
    const pair = [file('src/flows/a.ts'), file('src/linalg/a.ts')];
    expect(messages(repeatedBaseNames(pair))).toEqual(['one base name, src/flows/a.ts and src/linalg/a.ts']);
    expect(repeatedBaseNames([pair[0], file('src/kernels/wasm/assembly/a.ts')])).toEqual([]);
  });

  it('refuse a prefix that repeats a folder', () => {
    const names = ['src/rods/rod-solver.ts', 'src/rods/rods.ts', 'src/rods/deep/rods-of.ts', 'src/src-a.ts'];
    expect(repeatedFolderNames(names.map(name => file(name))).map(({ subject }) => subject)).toEqual([
      'rod-solver',
      'rods-of',
    ]);
  });

  it('refuse participles as nouns', () => {
    const names = ['without-anchored', 'drawn', 'kept-energy', 'constrained', 'speed', 'splitting'];
    expect(participles(names.map(name => file(`src/${name}.ts`))).map(({ subject }) => subject)).toEqual([
      'without-anchored',
      'drawn',
    ]);
  });

  it('want a comment at the head of a file', () => {
    const texts = [
      '// Verlet.\n',
      '/** Verlet. */\n',
      '#!/usr/bin/env node\n// Main.\n',
      'export {};\n',
      '\n// x',
    ];
    expect(missingHeadComments(texts.map((text, i) => file(`src/${i}.ts`, text)))).toHaveLength(2);
  });

  it('limit folders to 22 files', () => {
    const files = (count: number) => Array.from({ length: count }, (_, i) => file(`src/flows/f${i}.ts`));
    expect(crowdedFolders(files(22))).toEqual([]);
    expect(messages(crowdedFolders(files(23)))).toEqual(['src/flows holds 23 files']);
  });

  it('join a small file with its only importer', () => {
    const small = file('src/a.ts');
    const users = (count: number) => new Map([['src/a.ts', Array(count).fill('src/b.ts')]]);
    expect(smallFiles([small], users(1))).toHaveLength(1);
    expect(smallFiles([small], users(2))).toEqual([]);
    expect(smallFiles([small], users(0))).toEqual([]);
    expect(smallFiles([file('src/a.ts', '// A.\n'.repeat(25))], users(1))).toEqual([]);
  });
});
