// A profile of V8 as counts of samples: which function was running, and what kind of code it is.

import { existsSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { particlesBinary } from '../../../src/kernels/wasm/host/particles-binary.ts';
import { checkoutRoot } from '../../checkout.ts';
import { runProgram } from '../../measure/processes.ts';
import { withFolder } from '../../suite.ts';

/** The part of a profile that is used here; what has no source has line −1. */
export interface V8Profile extends Pick<Profiler.Profile, 'samples'> {
  readonly nodes: readonly Pick<Profiler.ProfileNode, 'id' | 'callFrame'>[];
}

type CallFrame = Profiler.ProfileNode['callFrame'];

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

interface Places {
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
  const files = new Set(
    profile.nodes.map(({ callFrame: { url } }) => url).filter(url => url.startsWith('file:')),
  );
  const maps = new Map([...files].map(url => [url, readMap(url)]));
  const nodes = profile.nodes.map(node => {
    const { url, lineNumber, columnNumber } = node.callFrame;
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
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

// Names of the functions in the particle kernels. The binary in src has no names, to save space; here it is compiled again with
// names, and its code is compared.

export type FunctionNames = ReadonlyMap<number, string>;

export const particleKernels = Buffer.from(particlesBinary, 'base64');

/** By index, as “settle/turnInPlane”. Where the kernels cannot be compiled, or have changed since: those that are exported. */
export const particleNames = (): Promise<FunctionNames> =>
  withFolder(async folder => {
    const file = join(folder, 'named.wasm');
    await runProgram(process.execPath, ['scripts/kernels.mjs', '--named', file], checkoutRoot());
    const named = readFileSync(file);
    if (!withoutCustomSections(named).equals(particleKernels)) throw new Error('the kernels have changed');
    return shortened(functionNames(named));
  }).catch(() => functionNames(particleKernels));

/** “src/kernels/wasm/assembly/pairs/neighbour-list/searchCell” → “neighbour-list/searchCell”. */
const shortened = (names: FunctionNames) =>
  new Map([...names].map(([index, name]) => [index, name.split('/').slice(-2).join('/')]));

/** The names of a module: of the particle kernels those given, of a module that was generated those it exports. */
export function namesOf(module: Buffer, ofParticles: FunctionNames): FunctionNames {
  if (module.equals(particleKernels)) return ofParticles;
  return new Map([...functionNames(module)].map(([index, name]) => [index, `generated/${name}`]));
}

// The WebAssembly binary format, as far as needed for function names: sections with a number and a length; custom ones have
// number 0.

const custom = 0;
const exportSection = 7;
const headLength = 8;
/** In the section “name”: the part with the names of functions. */
const functionPart = 1;

/** Where a section begins, where its content does, and where it ends. */
function* sectionsOf(bytes: Buffer, from: number) {
  const reader = createReader(bytes, from);
  while (reader.at() < bytes.length) {
    const [at, id, size] = [reader.at(), reader.byte(), reader.number()];
    const begin = reader.at();
    yield { id, at, begin, end: begin + size };
    reader.skip(size);
  }
}

/** Numbers (LEB128: seven bits to a byte, the lowest first) and texts, one after another. */
function createReader(bytes: Buffer, from: number) {
  let at = from;
  const number = () => {
    for (let value = 0, k = 0; ; k++) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** (7 * k);
      if (byte < 0x80) return value;
    }
  };
  const skip = (length: number) => {
    at += length;
    return at;
  };
  const text = () => {
    const length = number();
    return bytes.toString('utf8', at, skip(length));
  };
  return { number, text, skip, byte: () => bytes[at++], at: () => at };
}

export function withoutCustomSections(binary: Buffer): Buffer {
  const rest = [...sectionsOf(binary, headLength)].filter(({ id }) => id !== custom);
  return Buffer.concat([
    binary.subarray(0, headLength),
    ...rest.map(({ at, end }) => binary.subarray(at, end)),
  ]);
}

/** What the section “name” says, by index of the function; without it, the names under which functions are exported. */
export function functionNames(binary: Buffer): Map<number, string> {
  const names = new Map<number, string>();
  for (const { id, begin, end } of sectionsOf(binary, headLength)) {
    const reader = createReader(binary, begin);
    if (id === exportSection) readExports(reader, names);
    if (id !== custom || reader.text() !== 'name') continue;
    for (const part of sectionsOf(binary.subarray(0, end), reader.at()))
      if (part.id === functionPart) readNames(createReader(binary, part.begin), names);
  }
  return names;
}

type Reader = ReturnType<typeof createReader>;

function readExports(reader: Reader, out: Map<number, string>): void {
  for (let left = reader.number(); left > 0; left--) {
    const [name, kind, index] = [reader.text(), reader.byte(), reader.number()];
    // Functions are of kind 0; memories and the like have indices of their own.
    if (kind === 0) out.set(index, name);
  }
}

function readNames(reader: Reader, out: Map<number, string>): void {
  for (let left = reader.number(); left > 0; left--) {
    const index = reader.number();
    out.set(index, reader.text());
  }
}
