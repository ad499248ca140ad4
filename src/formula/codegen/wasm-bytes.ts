// The bytes of a WebAssembly module that imports one memory and functions of numbers, and exports procedures without
// arguments. Reference: WebAssembly Core Specification 1.0, §5 (binary format).

/** Instructions with their operands. */
export type Code = readonly number[];

export type LocalType = 'integer' | 'real';

export interface Procedure {
  readonly name: string;
  /** Types of the local variables, in the order of their numbers. */
  readonly locals: readonly LocalType[];
  readonly code: Code;
}

/** A function of one or two real numbers; the n-th import has the number n in calls. */
export interface Import {
  readonly name: string;
  readonly arity: number;
}

export const instruction = {
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  call: 0x10,
  get: 0x20,
  set: 0x21,
  loadInteger: 0x28,
  loadReal: 0x2b,
  storeReal: 0x39,
  integer: 0x41,
  real: 0x44,
  differs: 0x47,
  addIntegers: 0x6a,
  less: 0x63,
  abs: 0x99,
  neg: 0x9a,
  sqrt: 0x9f,
  add: 0xa0,
  sub: 0xa1,
  mul: 0xa2,
  div: 0xa3,
  min: 0xa4,
  max: 0xa5,
  realFromInteger: 0xb7,
  noResult: 0x40,
} as const;

/** Unsigned LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Signed LEB128, for 32-bit numbers. */
export function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value | 0; ; ) {
    const low = rest & 127;
    rest >>= 7;
    const isLast = rest === (low & 64 ? -1 : 0);
    bytes.push(isLast ? low : low | 128);
    if (isLast) return bytes;
  }
}

export function realConstant(value: number): Code {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value, true);
  return [instruction.real, ...new Uint8Array(bytes.buffer)];
}

export const integerConstant = (value: number): Code => [instruction.integer, ...signed(value)];
export const get = (local: number): Code => [instruction.get, ...unsigned(local)];
export const set = (local: number): Code => [instruction.set, ...unsigned(local)];

/** Reads or writes at the address on the stack plus `offset`; `exponent` of 2 is the size of the number. */
export const access = (kind: number, exponent: number, offset: number): Code => [
  kind,
  exponent,
  ...unsigned(offset),
];

const types = { integer: 0x7f, real: 0x7c, function: 0x60 };
const [functionKind, memoryKind] = [0, 2];

const sized = (bytes: Code): Code => [...unsigned(bytes.length), ...bytes];
const text = (name: string): Code => sized([...name].map(letter => letter.charCodeAt(0)));
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const section = (id: number, items: readonly Code[]): number[] => [id, ...sized(list(items))];

function procedureBody({ locals, code }: Procedure): Code {
  const declared = locals.map(type => [1, types[type]]);
  return sized([...list(declared), ...code, instruction.end]);
}

export function moduleBytes(
  imports: readonly Import[],
  procedures: readonly Procedure[],
): Uint8Array<ArrayBuffer> {
  // Type k has k real parameters; all but type 0 return a real number.
  const signatures = [0, 1, 2].map(arity => {
    const reals = (count: number) => list(Array.from({ length: count }, () => [types.real]));
    return [types.function, ...reals(arity), ...reals(arity > 0 ? 1 : 0)];
  });
  const memory = [...text('env'), ...text('memory'), memoryKind, 0, 1];
  const functions = imports.map(({ name, arity }) => [...text('env'), ...text(name), functionKind, arity]);
  const exported = procedures.map(({ name }, k) => [
    ...text(name),
    functionKind,
    ...unsigned(imports.length + k),
  ]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, signatures),
    ...section(2, [memory, ...functions]),
    ...section(
      3,
      procedures.map(() => [0]),
    ),
    ...section(7, exported),
    ...section(10, procedures.map(procedureBody)),
  ]);
}
