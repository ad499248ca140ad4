// A checkpoint: everything that the next step depends on, to the last bit (step count, state, the memory of the method, run
// statistics). Numbers are stored as the hexadecimal bytes of their doubles; a checksum covers the whole file.

import type { Flow } from '../flows/flow.ts';
import type { Extremes } from './guards.ts';
import type { Simulation } from './simulation.ts';

const format = 'cotangent checkpoint';
const version = 2;

/** All that a run needs to continue with the same bits: step count, state, memory of the flow, run statistics. */
export interface Checkpoint {
  readonly steps: number;
  readonly state: Float64Array;
  readonly memory: readonly Float64Array[];
  readonly extremes: Extremes;
  /** Properties that a resumed run must share (problem, method, step, …), as a text of the caller. */
  readonly identity: string;
  /** Size of the output file when the checkpoint was taken. */
  readonly bytes: number;
  /** The output files when the checkpoint was taken: size, and SHA-256 of the contents. */
  readonly files?: readonly { readonly bytes: number; readonly sha256: string }[];
  /** Accumulators of results other than rows (distributions, displacements), as arrays. */
  readonly statistics?: readonly Float64Array[];
}

export class CheckpointError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CheckpointError';
  }
}

/** The checkpoint of a simulation at its present step. */
export function takeCheckpoint(
  simulation: Simulation,
  flow: Flow,
  identity: string,
  bytes: number,
): Checkpoint {
  return {
    steps: simulation.steps,
    state: simulation.state.slice(),
    memory: flow.memory.map(array => array.slice()),
    extremes: { ...simulation.extremes },
    identity,
    bytes,
  };
}

/** Sets simulation and method to the state at which the checkpoint was taken. */
export function resumeFrom(checkpoint: Checkpoint, simulation: Simulation, flow: Flow): void {
  const fits =
    checkpoint.memory.length === flow.memory.length &&
    checkpoint.memory.every((array, i) => array.length === flow.memory[i].length) &&
    checkpoint.state.length === simulation.state.length;
  if (!fits) throw new CheckpointError('the checkpoint belongs to another problem or method');
  checkpoint.memory.forEach((array, i) => {
    flow.memory[i].set(array);
  });
  simulation.restore(checkpoint.steps, checkpoint.state, checkpoint.extremes);
}

/** A checkpoint as text; the same checkpoint gives the same text. */
export function writeCheckpoint(checkpoint: Checkpoint): string {
  const extremes = Object.values(checkpoint.extremes);
  const body = {
    format,
    version,
    identity: checkpoint.identity,
    steps: checkpoint.steps,
    bytes: checkpoint.bytes,
    ...(checkpoint.files && { files: checkpoint.files }),
    state: toHex(checkpoint.state),
    memory: checkpoint.memory.map(toHex),
    extremes: toHex(Float64Array.from(extremes)),
    ...(checkpoint.statistics && { statistics: checkpoint.statistics.map(toHex) }),
  };
  return `${JSON.stringify({ ...body, checksum: checksum(JSON.stringify(body)) }, null, 1)}\n`;
}

/** Reads a checkpoint from the text of `writeCheckpoint`; refuses a damaged text and values that no run writes. */
export function readCheckpoint(text: string): Checkpoint {
  const { checksum: written, ...body } = parse(text);
  if (body.format !== format) throw new CheckpointError('this file is not a checkpoint');
  if (body.version !== version) throw new CheckpointError(`checkpoint version ${body.version} is not known`);
  if (checksum(JSON.stringify(body)) !== written)
    throw new CheckpointError('the checkpoint is damaged (its checksum is wrong)');
  const { identity, steps, bytes, files, statistics } = body;
  requireField('identity', typeof identity === 'string');
  requireField('steps', isCount(steps));
  requireField('bytes', isCount(bytes));
  return {
    identity: identity as string,
    steps: steps as number,
    bytes: bytes as number,
    state: finiteNumbers('state', body.state),
    memory: listOf('memory', body.memory, numbersIn),
    extremes: extremesIn(body.extremes),
    ...(files !== undefined && { files: listOf('files', files, filePart) }),
    ...(statistics !== undefined && { statistics: listOf('statistics', statistics, finiteNumbers) }),
  };
}

/** A correct checksum shows only that a file is complete: each value must also be valid. */
function requireField(name: string, isRight: boolean): void {
  if (!isRight) throw new CheckpointError(`the checkpoint is wrong (“${name}” is nothing that a run writes)`);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

function listOf<T>(name: string, value: unknown, entry: (name: string, value: unknown) => T): T[] {
  requireField(name, Array.isArray(value));
  return (value as unknown[]).map(each => entry(name, each));
}

function numbersIn(name: string, value: unknown): Float64Array {
  requireField(name, typeof value === 'string' && value.length % 16 === 0 && !/[^0-9a-f]/.test(value));
  return fromHex(value as string);
}

function finiteNumbers(name: string, value: unknown): Float64Array {
  const numbers = numbersIn(name, value);
  requireField(name, numbers.every(Number.isFinite));
  return numbers;
}

function extremesIn(value: unknown): Extremes {
  const numbers = finiteNumbers('extremes', value);
  requireField('extremes', numbers.length === 6);
  const [energyInitial, energyFinal, energyMaxError, constraintMax, hiddenMax, temperatureSum] = numbers;
  return { energyInitial, energyFinal, energyMaxError, constraintMax, hiddenMax, temperatureSum };
}

function filePart(name: string, value: unknown): { bytes: number; sha256: string } {
  const { bytes, sha256 } = (value ?? {}) as { readonly bytes?: unknown; readonly sha256?: unknown };
  requireField(name, isCount(bytes) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256));
  return { bytes: bytes as number, sha256: sha256 as string };
}

/** The parsed text before validation. */
type Written = Readonly<Record<string, unknown>>;

function parse(text: string): Written {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new CheckpointError('the checkpoint is damaged (it is cut off or not JSON)');
  }
  if (typeof data !== 'object' || data === null) throw new CheckpointError('this file is not a checkpoint');
  return data as Written;
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function toHex(values: Float64Array): string {
  const bytes = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, i) => {
    bytes.setFloat64(8 * i, value);
  });
  return Array.from(new Uint8Array(bytes.buffer), byte => hexOfByte[byte]).join('');
}

function fromHex(text: string): Float64Array {
  const bytes = new DataView(new ArrayBuffer(8));
  return Float64Array.from({ length: text.length / 16 }, (_, i) => {
    bytes.setUint32(0, Number.parseInt(text.slice(16 * i, 16 * i + 8), 16));
    bytes.setUint32(4, Number.parseInt(text.slice(16 * i + 8, 16 * i + 16), 16));
    return bytes.getFloat64(0);
  });
}

/**
 * FNV-1a over the characters, 64 bits. The hash is stored as high and low 32 bits; its prime is 2^40 + 435, and the product of
 * the low bits with 435 is exact in a double.
 */
export function checksum(text: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (let i = 0; i < text.length; i++) {
    low = (low ^ text.charCodeAt(i)) >>> 0;
    const product = low * 435;
    const carry = Math.floor(product / 2 ** 32);
    high = (Math.imul(high, 435) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return [high, low].map(part => part.toString(16).padStart(8, '0')).join('');
}
