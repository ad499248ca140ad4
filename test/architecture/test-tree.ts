// Unit tests mirror the sources: test/unit/flows/verlet.test.ts tests src/flows/verlet.ts. A test of several files has a name of
// its own; it stands in the folder that it tests and imports from it.

import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { SourceFile } from './source-files.ts';

/** Folders whose tests are in test/unit under the same name; all others are folders of src. */
const outsideSource = ['bench', 'studio', 'cli', 'papers'];

/** The folder that a folder of test/unit tests. Suites of the benchmarks are known by their names alone. */
export function testedFolders(test: string): string[] {
  const folder = posix.dirname(test).slice('test/unit/'.length);
  if (!outsideSource.includes(folder.split('/')[0])) return [`src/${folder}`];
  return folder.startsWith('bench/') ? [folder, folder.replace('bench/', 'bench/suites/')] : [folder];
}

/** What is wrong with the place of a unit test, in words; null where it mirrors the sources. */
export function treeViolation(test: SourceFile, sources: ReadonlySet<string>): string | null {
  const folders = testedFolders(test.path);
  const name = posix.basename(test.path, '.test.ts');
  const isNamedAfterFile = folders.some(folder =>
    [`${folder}/${name}.ts`, `${folder}/${name}.tsx`].some(path => sources.has(path)),
  );
  if (isNamedAfterFile) return null;
  const isAbout = importsOf(test).some(
    ({ to }) => to !== null && folders.some(folder => to.startsWith(`${folder}/`)),
  );
  return isAbout
    ? null
    : `${test.path} imports nothing of ${folders.join(' or ')}, and no file there has its name`;
}
