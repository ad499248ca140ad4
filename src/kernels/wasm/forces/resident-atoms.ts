// Atoms of a state in the memory of the kernels: see assembly/handed-atoms.ts. A state is copied as a whole, which costs little.

import type { ParticleKernels } from '../host/load.ts';

export interface AtomPlaces {
  /** Addresses of positions and momenta, 32 bytes each. */
  readonly x: number;
  readonly p: number;
  /** Numbers of the atoms among the particles, ascending. */
  readonly members: Int32Array;
}

export interface HandedAtoms {
  /** Takes positions, or a state, over; known: the atoms were there already, with the forces that belong to them. */
  take(x: Float64Array): Taken;
  /** The momenta of the state that was taken over last. For all particles of a state only, like the next. */
  takeMomenta(): void;
  /** out = the state in memory, which counts as known from now on; false if it is not finite. */
  read(out: Float64Array): boolean;
  forget(): void;
}

const outcomes = ['known', 'new', 'not finite'] as const;
export type Taken = (typeof outcomes)[number];
/** Which word of the record says whether a state is held. */
const isHeldAt = 7;

export function createHandedAtoms(
  { memory, functions }: ParticleKernels,
  { x, p, members }: AtomPlaces,
): HandedAtoms {
  const count = members.length;
  const reach = 3 * (members[count - 1] + 1);
  const [given, held] = [0, 1].map(() => memory.allocate(8 * 2 * reach));
  const places = memory.record([...Array.from(members, i => 24 * i), 0], []);
  const record = memory.record([x, p, count, places, given, held, 8 * reach, 0], []);
  const heldState = memory.stretch(held, 2 * reach);
  return {
    take: values => {
      const { doubles } = memory;
      if (values.length <= 2 * reach) doubles.set(values, given / 8);
      else for (let k = 0; k < reach; k++) doubles[given / 8 + k] = values[k];
      return outcomes[functions.takeAtoms(record)];
    },
    takeMomenta: () => functions.takeAtomMomenta(record),
    read: out => {
      const isGood = functions.giveAtoms(record) !== 0;
      out.set(heldState());
      return isGood;
    },
    forget: () => {
      memory.words[record / 4 + isHeldAt] = 0;
    },
  };
}
