// Rigid waters in the memory of the kernels, two to a block: see assembly/water-blocks.ts for the order of numbers.
// Outside, a state is z = (q, p) with O, H1 and H2 of each water in turn.

import { beginsWith } from '../linalg/begins-with.ts';
import { allFinite } from '../linalg/dense.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { ParticleKernels } from './load.ts';
import type { WaterModel } from './water-model.ts';

const blockBytes = 144;
/** Room that settle() needs: eight blocks of nine vectors. */
const workBytes = 8 * 432;
/** Where the water is that fills the last block of an odd number of waters. */
const away = 1e6;

export interface RigidWaters {
  readonly count: number;
  /** Address of the record. */
  readonly record: number;
  /** Addresses of arrays of blocks. */
  readonly x: number;
  readonly old: number;
  readonly p: number;
  readonly force: number;
  /** Whether memory holds these positions, with the forces that belong to them. */
  isAt(x: Float64Array): boolean;
  moveTo(x: Float64Array): void;
  /** The momenta of z, whose positions are in memory already. */
  setMomenta(z: Float64Array): void;
  /** out = the state in memory, which counts as held from now on; false if it is not finite. */
  read(out: Float64Array): boolean;
  forget(): void;
  /** out −= the forces in memory. */
  addGradient(out: Float64Array): void;
}

export function createRigidWaters(
  kernels: ParticleKernels,
  model: Pick<WaterModel, 'massO' | 'massH' | 'OH' | 'HH'>,
  count: number,
): RigidWaters {
  const { memory, functions } = kernels;
  const blocks = (count + 1) >> 1;
  // One block more than needed: the spare one of assembly/cluster-forces.ts.
  const array = () => memory.allocate((blocks + 1) * blockBytes);
  const [x, old, p, force] = [array(), array(), array(), array()];
  const work = memory.allocate(workBytes);
  const { massO, massH, OH, HH } = model;
  const record = memory.record([x, old, p, force, work, blocks], [massO, massH, OH, HH], 4);
  functions.shapeWaters(record);
  const held = new Float64Array(9 * count).fill(Number.NaN);
  return {
    count,
    record,
    x,
    old,
    p,
    force,
    isAt: positions => beginsWith(positions, held),
    moveTo: positions => {
      held.set(positions.length === held.length ? positions : positions.subarray(0, held.length));
      toBlocks(positions, 0, count, memory, x);
      if (count % 2 === 1) fillLastBlock(memory, x, count);
    },
    setMomenta: z => toBlocks(z, 9 * count, count, memory, p),
    read: out => {
      fromBlocks(memory, x, count, out, 0);
      fromBlocks(memory, p, count, out, 9 * count);
      for (let k = 0; k < held.length; k++) held[k] = out[k];
      return allFinite(out);
    },
    forget: () => held.fill(Number.NaN),
    addGradient: out => {
      const { doubles } = memory;
      for (let i = 0, to = 0; i < count; i++)
        for (let k = 0, from = inBlocks(force, i); k < 9; k++, from += 2) out[to++] -= doubles[from];
    },
  };
}

/** Where water i begins in an array of blocks at this address; its nine numbers are two apart. */
function inBlocks(address: number, i: number): number {
  return address / 8 + 18 * (i >> 1) + (i & 1);
}

function toBlocks(
  values: Float64Array,
  begin: number,
  count: number,
  { doubles }: KernelMemory,
  address: number,
): void {
  for (let i = 0, from = begin; i < count; i++)
    for (let k = 0, to = inBlocks(address, i); k < 9; k++, to += 2) doubles[to] = values[from++];
}

function fromBlocks(
  { doubles }: KernelMemory,
  address: number,
  count: number,
  out: Float64Array,
  begin: number,
): void {
  for (let i = 0, to = begin; i < count; i++)
    for (let k = 0, from = inBlocks(address, i); k < 9; k++, from += 2) out[to++] = doubles[from];
}

/** A copy of the last water, so that it can be settled, at a place where nobody meets it. */
function fillLastBlock({ doubles }: KernelMemory, x: number, count: number): void {
  for (let k = 0, at = inBlocks(x, count - 1); k < 9; k++, at += 2) doubles[at + 1] = doubles[at] + away;
}
