// Rigid waters in the memory of the kernels, two to a block: see assembly/water-blocks.ts for the order of numbers.
// Outside, a state is z = (q, p) with O, H1 and H2 of each water in turn. It is copied as a whole, which costs little; see
// assembly/handed-waters.ts for the rest.

import type { ParticleKernels } from '../host/load.ts';

/**
 * A rigid water with three sites: masses, lengths of the rods, and the parameters of
 *   U = Σ_{a,b} k_ab / r  +  c12 / r¹² − c6 / r⁶  (between oxygens),   k_ab = K q_a q_b.
 */
export interface WaterModel {
  readonly massO: number;
  readonly massH: number;
  readonly OH: number;
  readonly HH: number;
  readonly kOO: number;
  readonly kOH: number;
  readonly kHH: number;
  readonly c6: number;
  readonly c12: number;
}

const blockBytes = 144;
/** Room that settle() needs: eight blocks of ten vectors. */
const workBytes = 8 * 480;
/** Which word of the record says whether a state is held. */
const isHeldAt = 9;

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
  /** Takes positions, or a state, over; false if memory held the positions already. Else their forces are to be made. */
  moveTo(x: Float64Array): boolean;
  /** The momenta of the state that was taken over last. */
  takeMomenta(): void;
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
  const length = 18 * count;
  // One block more than needed: the spare one of assembly/cluster-forces.ts.
  const array = () => memory.allocate((blocks + 1) * blockBytes);
  const [x, old, p, force] = [array(), array(), array(), array()];
  const [work, given, held] = [workBytes, 8 * length, 8 * length].map(bytes => memory.allocate(bytes));
  const { massO, massH, OH, HH } = model;
  const words = [x, old, p, force, work, blocks, count, given, held, 0];
  const record = memory.record(words, [massO, massH, OH, HH], 4);
  functions.shapeWaters(record);
  const heldState = memory.stretch(held, length);
  const give = (values: Float64Array) =>
    memory.doubles.set(values.length > length ? values.subarray(0, length) : values, given / 8);
  return {
    ...{ count, record, x, old, p, force },
    isAt: positions => {
      give(positions);
      return functions.areHeld(record) !== 0;
    },
    moveTo: positions => {
      give(positions);
      return functions.takePositions(record) !== 0;
    },
    takeMomenta: () => functions.takeMomenta(record),
    read: out => {
      const isGood = functions.giveState(record) !== 0;
      out.set(heldState());
      return isGood;
    },
    forget: () => {
      memory.words[record / 4 + isHeldAt] = 0;
    },
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
