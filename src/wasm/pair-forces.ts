// Atoms of a periodic box with pair forces up to a cut-off: forces and velocity Verlet steps in WebAssembly.
//   U = c12 / r¹² − c6 / r⁶ + k (1/r + k_rf r²) − shift for r < cut-off

import { beginsWith } from '../linalg/begins-with.ts';
import { allFinite } from '../linalg/dense.ts';
import type { Box } from '../particles/box.ts';
import type { SteppedForces } from './kernel-forces.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { ParticleKernels } from './load.ts';
import { createNeighbourList } from './neighbour-list.ts';
import { lawRecord, type PairTable } from './pair-table.ts';

export interface PairAtoms {
  /** Their numbers in a state, ascending; steps are for all particles of a state only. */
  readonly members: Int32Array;
  readonly mass: Float64Array;
  readonly box: Box;
  /** At most half an edge. */
  readonly cutoff: number;
  /** The list reaches so much further. Results do not depend on it, bit by bit. */
  readonly skin: number;
  /** Which row and column of the table each atom has. */
  readonly species: Int32Array;
  readonly table: PairTable;
  /** For each atom those that it does not see, whichever of two says so. */
  readonly excluded: readonly Int32Array[];
}

const atomBytes = 32;
/** Room for a bunch of rows, see assembly/pair-rows.ts; its last row may be as long as there are atoms. */
const bunch = 512 + 2;

export function createPairForces(kernels: ParticleKernels, atoms: PairAtoms): Required<SteppedForces> {
  const { memory, functions } = kernels;
  const { members, mass, box, cutoff, skin, excluded } = atoms;
  const count = members.length;
  const [x, p, force] = [0, 1, 2].map(() => memory.allocate((count + 1) * atomBytes));
  const list = createNeighbourList(memory, { points: x, count, excluded }, box, cutoff + skin);
  const room = count + bunch;
  const rooms = [32 * room, 4 * room, 8 * room, 4 * count].map(bytes => memory.allocate(bytes));
  const rows = memory.record([list.record, force, ...rooms, 0, 0], [cutoff ** 2]);
  const term = memory.record([rows, lawRecord(memory, atoms)], [], 4);
  const inverse = memory.record(
    [],
    Array.from(mass, m => 1 / m),
  );
  const record = memory.record([term, p, inverse, 0], [skin / 2]);
  const [energyAt, virialAt] = [term / 8 + 1, term / 8 + 2];
  /** Positions whose forces are in memory. */
  const held = new Float64Array(3 * (members[count - 1] + 1)).fill(Number.NaN);

  const hold = (z: Float64Array) => {
    for (let k = 0; k < held.length; k++) held[k] = z[k];
  };
  const energy = (q: Float64Array) => {
    if (beginsWith(q, held)) return memory.doubles[energyAt];
    hold(q);
    toAtoms(q, 0, atoms, memory, x);
    let partners = functions.updateList(list.record, skin / 2);
    for (; partners > 0; partners = functions.updateList(list.record, skin / 2)) list.makeRoom(partners);
    functions.pairForces(term);
    // An atom that is not at a finite place is in nobody's reach, which must not look like a success.
    if (!allFinite(held)) memory.doubles[energyAt] = Number.NaN;
    return memory.doubles[energyAt];
  };
  return {
    energy,
    addGradient: (q, out) => {
      const U = energy(q);
      if (Number.isNaN(U)) out.fill(Number.NaN);
      const { doubles } = memory;
      for (let i = 0, from = force / 8; i < count; i++, from += 4) {
        const to = 3 * members[i];
        out[to] -= doubles[from];
        out[to + 1] -= doubles[from + 1];
        out[to + 2] -= doubles[from + 2];
      }
      return U;
    },
    addVirial: (q, out) => {
      const U = energy(q);
      functions.pairVirial(term);
      for (let k = 0; k < 3; k++) out[k] += Number.isNaN(U) ? U : memory.doubles[virialAt + k];
    },
    steps: (z, h, steps, out) => {
      for (let partners = 1; partners > 0; ) {
        if (!Number.isFinite(energy(z))) return false;
        toAtoms(z, 3 * count, atoms, memory, p);
        partners = functions.atomSteps(record, h, steps);
        held.fill(Number.NaN);
        if (partners > 0) list.makeRoom(partners);
      }
      fromAtoms(memory, x, count, out, 0);
      fromAtoms(memory, p, count, out, 3 * count);
      hold(out);
      return allFinite(out);
    },
  };
}

/** Three numbers of each atom, with a gap after them. */
function toAtoms(
  values: Float64Array,
  begin: number,
  { members }: PairAtoms,
  { doubles }: KernelMemory,
  address: number,
): void {
  for (let i = 0, to = address / 8; i < members.length; i++, to += 4) {
    const from = begin + 3 * members[i];
    doubles[to] = values[from];
    doubles[to + 1] = values[from + 1];
    doubles[to + 2] = values[from + 2];
  }
}

function fromAtoms(
  { doubles }: KernelMemory,
  address: number,
  count: number,
  out: Float64Array,
  begin: number,
): void {
  for (let i = 0, to = begin, from = address / 8; i < count; i++, to += 3, from += 4) {
    out[to] = doubles[from];
    out[to + 1] = doubles[from + 1];
    out[to + 2] = doubles[from + 2];
  }
}
