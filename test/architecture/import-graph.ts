// The graph of imports between files: who imports whom, and the longest chain.

import { importsOf } from './imports.ts';
import type { SourceFile } from './source-files.ts';

export type Graph = ReadonlyMap<string, readonly string[]>;

/** The files that each file imports, without repetition; packages are left out. */
export function importGraph(files: readonly SourceFile[]): Graph {
  return new Map(
    files.map(file => [
      file.path,
      [...new Set(importsOf(file).flatMap(({ to }) => (to === null ? [] : [to])))],
    ]),
  );
}

/** The same edges the other way round: the files that import each file. */
export function importersOf(graph: Graph): Graph {
  const importers = new Map<string, string[]>([...graph.keys()].map(path => [path, []]));
  for (const [from, targets] of graph) for (const to of targets) importers.get(to)?.push(from);
  return importers;
}

/** The longest chain of files, each importing the next. The graph must have no cycle. */
export function longestChain(graph: Graph): readonly string[] {
  const chains = new Map<string, readonly string[]>();
  function from(path: string): readonly string[] {
    const done = chains.get(path);
    if (done) return done;
    const tail = (graph.get(path) ?? []).map(from).reduce((a, b) => (b.length > a.length ? b : a), []);
    const chain = [path, ...tail];
    chains.set(path, chain);
    return chain;
  }
  return [...graph.keys()].map(from).reduce((a, b) => (b.length > a.length ? b : a), []);
}
