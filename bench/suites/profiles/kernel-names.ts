// Names of the functions in the particle kernels. The binary in src has no names, to save space; here it is compiled again with
// names, and its code is compared.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { particlesBinary } from '../../../src/kernels/wasm/host/particles-binary.ts';
import { checkoutRoot } from '../../checkout.ts';

export type FunctionNames = ReadonlyMap<number, string>;

export const particleKernels = Buffer.from(particlesBinary, 'base64');

/** By index, as “settle/turnInPlane”. Where the kernels cannot be compiled, or have changed since: those that are exported. */
export function particleNames(): FunctionNames {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-names-'));
  try {
    const file = join(folder, 'named.wasm');
    const options = { cwd: checkoutRoot(), stdio: 'pipe' } as const;
    execFileSync(process.execPath, ['scripts/kernels.mjs', '--named', file], options);
    const named = readFileSync(file);
    const isSame = withoutCustomSections(named).equals(particleKernels);
    return isSame ? shortened(functionNames(named)) : functionNames(particleKernels);
  } catch {
    return functionNames(particleKernels);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

interface Section {
  readonly id: number;
  /** Where its number stands, where its content begins, and where it ends. */
  readonly at: number;
  readonly begin: number;
  readonly end: number;
}

const custom = 0;
const exportSection = 7;
const headLength = 8;
/** In the section “name”: the part with the names of functions. */
const functionPart = 1;

function* sectionsOf(bytes: Buffer, from: number): Generator<Section> {
  for (let at = from; at < bytes.length; ) {
    const size = unsigned(bytes, at + 1);
    const end = size.next + size.value;
    yield { id: bytes[at], at, begin: size.next, end };
    at = end;
  }
}

/** LEB128: seven bits to a byte, the lowest first. */
function unsigned(bytes: Buffer, from: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let k = 0; ; k++) {
    const byte = bytes[from + k];
    value += (byte & 0x7f) * 2 ** (7 * k);
    if (byte < 0x80) return { value, next: from + k + 1 };
  }
}

function text(bytes: Buffer, from: number): { readonly value: string; readonly next: number } {
  const { value: length, next } = unsigned(bytes, from);
  return { value: bytes.toString('utf8', next, next + length), next: next + length };
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
  const names = exportedNames(binary);
  for (const { id, begin, end } of sectionsOf(binary, headLength)) {
    const title = id === custom ? text(binary, begin) : null;
    if (title?.value !== 'name') continue;
    const section = binary.subarray(title.next, end);
    for (const part of sectionsOf(section, 0)) if (part.id === functionPart) readNames(section, part, names);
  }
  return names;
}

function exportedNames(binary: Buffer): Map<number, string> {
  const names = new Map<number, string>();
  const found = [...sectionsOf(binary, headLength)].find(({ id }) => id === exportSection);
  if (!found) return names;
  const count = unsigned(binary, found.begin);
  let at = count.next;
  for (let k = 0; k < count.value; k++) {
    const name = text(binary, at);
    const index = unsigned(binary, name.next + 1);
    // Functions are of kind 0; memories and the like have indices of their own.
    if (binary[name.next] === 0) names.set(index.value, name.value);
    at = index.next;
  }
  return names;
}

function readNames(section: Buffer, { begin }: Section, out: Map<number, string>): void {
  const count = unsigned(section, begin);
  let at = count.next;
  for (let k = 0; k < count.value; k++) {
    const index = unsigned(section, at);
    const name = text(section, index.next);
    out.set(index.value, name.value);
    at = name.next;
  }
}
