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
  /** What a resumed run must share (problem, method, step, …), as the caller describes it. */
  readonly identity: string;
  /** Size of the output file when the checkpoint was taken. */
  readonly bytes: number;
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
    state: toHex(checkpoint.state),
    memory: checkpoint.memory.map(toHex),
    extremes: toHex(Float64Array.from(extremes)),
  };
  return `${JSON.stringify({ ...body, checksum: checksum(JSON.stringify(body)) }, null, 1)}\n`;
}

/** Reads a checkpoint from the text of `writeCheckpoint`; a damaged text is refused. */
export function readCheckpoint(text: string): Checkpoint {
  const data = parse(text);
  const { checksum: written, ...body } = data;
  if (body.format !== format) throw new CheckpointError('this file is not a checkpoint');
  if (body.version !== version) throw new CheckpointError(`checkpoint version ${body.version} is not known`);
  if (checksum(JSON.stringify(body)) !== written)
    throw new CheckpointError('the checkpoint is damaged (its checksum is wrong)');
  const [energyInitial, energyFinal, energyMaxError, constraintMax, hiddenMax, temperatureSum] = fromHex(
    body.extremes,
  );
  return {
    identity: body.identity,
    steps: body.steps,
    bytes: body.bytes,
    state: fromHex(body.state),
    memory: body.memory.map(fromHex),
    extremes: { energyInitial, energyFinal, energyMaxError, constraintMax, hiddenMax, temperatureSum },
  };
}

interface Written {
  readonly format: string;
  readonly version: number;
  readonly identity: string;
  readonly steps: number;
  readonly bytes: number;
  readonly state: string;
  readonly memory: readonly string[];
  readonly extremes: string;
  readonly checksum: string;
}

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

function toHex(values: Float64Array): string {
  const bytes = new DataView(new ArrayBuffer(8));
  return Array.from(values, value => {
    bytes.setFloat64(0, value);
    return bytes.getBigUint64(0).toString(16).padStart(16, '0');
  }).join('');
}

function fromHex(text: string): Float64Array {
  const bytes = new DataView(new ArrayBuffer(8));
  return Float64Array.from({ length: text.length / 16 }, (_, i) => {
    bytes.setBigUint64(0, BigInt(`0x${text.slice(16 * i, 16 * i + 16)}`));
    return bytes.getFloat64(0);
  });
}

/** FNV-1a over the characters, 64 bits. */
export function checksum(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++)
    hash = ((hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, '0');
}
