// Naming rules of files and exported names, as far as a program can check them. Each rule maps files to violations.

import { posix } from 'node:path';
import { exportsOf } from './exports.ts';
import type { SourceFile } from './source-files.ts';
import { filesPerFolder, linesOf } from './tree-numbers.ts';

export interface Violation {
  /** What the list of exceptions names: a base name, an exported name or a folder. */
  readonly subject: string;
  readonly message: string;
}

export const baseName = (path: string) => posix.basename(path).replace(/(\.d)?\.tsx?$/, '');

/** The words of a kebab-case or camelCase name, in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase());
}

/**
 * Words with a private meaning, and the words a programmer would search for. Every inflection is listed, because “land” is
 * refused and “island” is not. Words of mathematics and of the trade (order, flow, fibre, field, tree, settle) are not here.
 */
export const privateWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'solve, reach, converge': 'land lands landed landing',
    identity: 'stay stays stayed',
    'check, accept, verdict': 'judge judges judged judging judgement',
    'cache, memoize, save, conserve': 'keep keeps kept keeping',
    'report, message': 'tell tells told telling',
    'liveness, lock': 'alive life living',
    'upload, download, transfer': 'handed handing give gives gave given giving',
    'grid, periodic, position': 'placed',
    'equal, single species': 'alike',
    'rigid, fixed, SETTLE': 'settled',
    'step, iterate, path': 'walk walks walked walking',
    'comparison, time to accuracy': 'race races raced racing rival rivals finalist finalists',
    'event, message, result': 'news',
    'check, sample, read': 'look looks looked looking',
    'initial value, estimate': 'guess guesses guessed guessing',
    'module, package': 'house drawer drawers',
    core: 'heart',
    'start, initial': 'beginning beginnings depart departs',
    'finish, end': 'arrive arrives arrival',
    'final, last': 'closing',
    'error, failure': 'trouble troubles troubled',
    'request, query': 'ask asks asked asking',
    'cell, image': 'home homes',
    'resident, cached': 'held',
    'retry, repeat': 'again anew',
    'none, dummy': 'nobody somebody whoever whatever',
    'infeasible, too slow': 'hopeless',
    'overlapping atom': 'intruder crowd',
    'competitive, visible': 'sight',
    'batch, set': 'lot lots handful',
    'reference, unit': 'yardstick',
    'invalidate, clear': 'forget forgets forgotten',
    'force, correction': 'pull pulls',
    'retrieved, available': 'came gone',
  }).flatMap(([better, words]) => words.split(' ').map(word => [word, better] as const)),
);

function privateWordIn(name: string): string | null {
  const word = wordsOf(name).find(part => privateWords.has(part));
  return word === undefined ? null : `“${word}” (${privateWords.get(word)}?)`;
}

export function privateFileNames(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const word = privateWordIn(baseName(path));
    return word === null ? [] : [{ subject: baseName(path), message: `${path}: private word ${word}` }];
  });
}

export function privateExports(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(file =>
    exportsOf(file).flatMap(({ name, line, from }) => {
      const word = from === null ? privateWordIn(name) : null;
      return word === null
        ? []
        : [{ subject: name, message: `${file.path}:${line} ${name}: private word ${word}` }];
    }),
  );
}

/** Which implementation a file belongs to: the assembly, its host side, or TypeScript alone. */
function side(path: string): string {
  if (path.includes('/assembly/')) return 'assembly';
  return path.includes('/wasm/') ? 'host' : 'reference';
}

/** A base name occurs once in src, except for the same thing on the two sides of WebAssembly and as their reference. */
export function repeatedBaseNames(files: readonly SourceFile[]): Violation[] {
  const paths = new Map<string, string[]>();
  for (const { path } of files) {
    const key = `${side(path)}:${baseName(path)}`;
    paths.set(key, [...(paths.get(key) ?? []), path]);
  }
  return [...paths.values()]
    .filter(({ length }) => length > 1)
    .map(same => ({ subject: baseName(same[0]), message: `one base name, ${same.join(' and ')}` }));
}

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '');

/** rods/rod-solver.ts says “rod” twice; rods/rods.ts is the thing itself and is allowed. */
export function repeatedFolderNames(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const name = baseName(path);
    const folder = posix
      .dirname(path)
      .split('/')
      .slice(1)
      .find(noun => name.startsWith(`${noun}-`) || name.startsWith(`${singular(noun)}-`));
    return folder === undefined
      ? []
      : [{ subject: name, message: `${path}: the prefix repeats the folder ${folder}` }];
  });
}

/** Past participles that are nouns or names of methods in this field. */
const nouns = new Set('speed seed need feed banded constrained unconstrained penalised'.split(' '));
const irregular = new Set(
  'kept told held made drawn seen given taken known grown fallen found sent built spoken written'.split(' '),
);

/** The last word of a file name is its noun: a past participle says what happened, not what the thing is. */
export function participles(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const noun = wordsOf(baseName(path)).at(-1) ?? '';
    const isParticiple = (/ed$/.test(noun) && !nouns.has(noun)) || irregular.has(noun);
    return isParticiple
      ? [{ subject: baseName(path), message: `${path}: “${noun}” is a participle, not a noun` }]
      : [];
  });
}

export function missingHeadComments(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ text }) => !/^(#!.*\n)?(\/\/ \S|\/\*\*? ?\n? ?\*? ?\S)/.test(text))
    .map(({ path }) => ({
      subject: baseName(path),
      message: `${path}: line 1 must name the thing in a comment`,
    }));
}

export const largestFolder = 22;

export function crowdedFolders(files: readonly SourceFile[]): Violation[] {
  return [...filesPerFolder(files)]
    .filter(([, count]) => count > largestFolder)
    .map(([folder, count]) => ({
      subject: posix.basename(folder),
      message: `${folder} holds ${count} files`,
    }));
}

const shortest = 25;

/** A file below 25 lines that only one file imports belongs into that file; entry points have no importer. */
export function smallFiles(
  files: readonly SourceFile[],
  importers: ReadonlyMap<string, readonly string[]>,
): Violation[] {
  return files.flatMap(({ path, text }) => {
    const users = importers.get(path) ?? [];
    const lines = linesOf({ path, text });
    return lines < shortest && users.length === 1
      ? [{ subject: baseName(path), message: `${path}: ${lines} lines for one importer, ${users[0]}` }]
      : [];
  });
}
