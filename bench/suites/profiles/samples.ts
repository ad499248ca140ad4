// A profile of V8 as counts of samples: which function was running, and what kind of code it is.

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The part of a profile, as node:inspector gives it, that is used here. */
export interface V8Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly scriptId: string;
      readonly url: string;
      /** From 0; −1 for what has no source. */
      readonly lineNumber: number;
      readonly columnNumber?: number;
    };
  }[];
  readonly samples?: readonly number[] | undefined;
}

export const kinds = [
  'library',
  'generated code',
  'WebAssembly',
  'garbage collection',
  'native',
  'benchmark',
] as const;

export type Kind = (typeof kinds)[number];

export interface Sample {
  readonly kind: Kind;
  readonly name: string;
  /** A file of the repository; null for code that has none. */
  readonly file: string | null;
  readonly count: number;
}

type CallFrame = V8Profile['nodes'][number]['callFrame'];

export interface Places {
  /** The folder that holds src/ and bench/. */
  readonly root: string;
  /** Of functions in WebAssembly, by number of the script and index. */
  readonly names: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/** The samples by function, most first. */
export function samplesOf({ nodes, samples = [] }: V8Profile, places: Places): Sample[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const found = new Map<string, Sample>();
  for (const id of samples) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') continue;
    const place = placeOf(frame, places);
    const key = `${place.kind} ${place.name} ${place.file}`;
    found.set(key, { ...place, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

function placeOf(frame: CallFrame, places: Places): Omit<Sample, 'count'> {
  const { functionName, url, lineNumber } = frame;
  if (functionName === '(garbage collector)')
    return { kind: 'garbage collection', name: 'collector', file: null };
  // Outside of JavaScript: the compiler, system calls, and what runs before the first function.
  if (['(program)', '(root)'].includes(functionName))
    return { kind: 'native', name: 'V8 and Node', file: null };
  if (url.startsWith('wasm:')) return { kind: 'WebAssembly', name: kernelName(frame, places), file: null };
  const name = functionName || 'anonymous function';
  // Made by “new Function”, which has lines but no address; builtins have neither.
  if (url === '') return { kind: lineNumber < 0 ? 'native' : 'generated code', name, file: null };
  if (url.startsWith('node:')) return { kind: 'native', name, file: url };
  const file = sourceOf(url, places.root);
  return { kind: file.startsWith('bench/') ? 'benchmark' : 'library', name, file };
}

/** “wasm-function[23]” → “settle/turnInPlane”, where the name is known. */
function kernelName({ functionName, scriptId }: CallFrame, { names }: Places): string {
  const index = /^wasm-function\[(\d+)\]$/.exec(functionName)?.[1];
  return names.get(scriptId)?.get(Number(index)) ?? functionName;
}

/** “file:///…/src/a.ts” or “file:///…/src/a.js” → “src/a.ts”. */
function sourceOf(url: string, root: string): string {
  const path = decodeURI(url.replace(/^file:\/\//, ''));
  return path.startsWith(root) ? path.slice(root.length).replace(/\.js$/, '.ts') : path;
}

// Call frames of a bundle as places in the sources: by the source map beside it, where there is one.

/** The same profile, with the address of the source file in every call frame that has one. */
export function atSources(profile: V8Profile): V8Profile {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string) => {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const map = readMap(url);
    maps.set(url, map);
    return map;
  };
  const nodes = profile.nodes.map(node => {
    const { url, lineNumber, columnNumber = 0 } = node.callFrame;
    const entry = url.startsWith('file:') ? mapOf(url)?.findEntry(lineNumber, columnNumber) : undefined;
    if (!entry || !('originalSource' in entry)) return node;
    return {
      ...node,
      callFrame: { ...node.callFrame, url: new URL(String(entry.originalSource), url).href },
    };
  });
  return { ...profile, nodes };
}

function readMap(url: string): SourceMap | null {
  const file = `${fileURLToPath(url)}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null;
}
