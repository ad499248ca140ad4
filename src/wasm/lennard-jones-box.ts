// Free Lennard-Jones atoms of one kind in a periodic box: forces and velocity Verlet steps in WebAssembly.

import { beginsWith } from '../linalg/begins-with.ts';
import { allFinite } from '../linalg/dense.ts';
import type { Box } from '../particles/box.ts';
import type { SteppedForces } from './kernel-forces.ts';
import type { ParticleKernels } from './load.ts';
import { createNeighbourList } from './neighbour-list.ts';

export interface LennardJonesAtoms {
  readonly mass: Float64Array;
  readonly box: Box;
  /** U = c12/r¹² − c6/r⁶ − shift for r < cut-off, which is at most half an edge. */
  readonly c6: number;
  readonly c12: number;
  readonly shift: number;
  readonly cutoff: number;
  /** The list reaches so much further than the cut-off. Results do not depend on it, bit by bit. */
  readonly skin: number;
}

const atomBytes = 32;

export function createLennardJonesBox(kernels: ParticleKernels, atoms: LennardJonesAtoms): SteppedForces {
  const { memory, functions } = kernels;
  const { mass, box, c6, c12, shift, cutoff, skin } = atoms;
  const count = mass.length;
  const array = () => memory.allocate((count + 1) * atomBytes);
  const [x, p, force, inverse] = [array(), array(), array(), memory.allocate(8 * count)];
  const list = createNeighbourList(memory, { points: x, stride: atomBytes, count }, box, cutoff + skin);
  const term = memory.record([list.record, force], [cutoff, c6, c12, shift, 1], 1);
  const record = memory.record([term, p, inverse, 0], [skin / 2]);
  memory.doubles.set(
    mass.map(m => 1 / m),
    inverse / 8,
  );
  // The atom after the last one, which fills up rows: it is nowhere.
  memory.doubles.fill(Number.NaN, x / 8 + 4 * count, x / 8 + 4 * count + 4);
  const held = new Float64Array(3 * count).fill(Number.NaN);
  const energyAt = term / 8 + 6;

  const write = (values: Float64Array, begin: number, address: number) => {
    const out = memory.doubles;
    for (let i = 0, from = begin, to = address / 8; i < count; i++, from += 3, to += 4) {
      out[to] = values[from];
      out[to + 1] = values[from + 1];
      out[to + 2] = values[from + 2];
    }
  };
  const read = (address: number, out: Float64Array, begin: number) => {
    const values = memory.doubles;
    for (let i = 0, to = begin, from = address / 8; i < count; i++, to += 3, from += 4) {
      out[to] = values[from];
      out[to + 1] = values[from + 1];
      out[to + 2] = values[from + 2];
    }
  };
  const hold = (z: Float64Array) => {
    for (let k = 0; k < held.length; k++) held[k] = z[k];
  };
  const forces = () => {
    if (functions.hasMoved(list.record, skin / 2)) {
      let room = functions.buildList(list.record);
      while (room > 0) {
        list.makeRoom(room);
        room = functions.buildList(list.record);
      }
    }
    functions.lennardJonesForces(term);
  };
  const energy = (q: Float64Array) => {
    if (!beginsWith(q, held)) {
      hold(q);
      write(q, 0, x);
      forces();
    }
    return memory.doubles[energyAt];
  };
  return {
    energy,
    addGradient: (q, out) => {
      const U = energy(q);
      const values = memory.doubles;
      for (let i = 0, to = 0, from = force / 8; i < count; i++, to += 3, from += 4) {
        out[to] -= values[from];
        out[to + 1] -= values[from + 1];
        out[to + 2] -= values[from + 2];
      }
      return U;
    },
    steps: (z, h, steps, out) => {
      let room = 0;
      do {
        if (room > 0) list.makeRoom(room);
        if (!Number.isFinite(energy(z))) return false;
        write(z, 3 * count, p);
        room = functions.atomSteps(record, h, steps);
        held.fill(Number.NaN);
      } while (room > 0);
      read(x, out, 0);
      read(p, out, 3 * count);
      hold(out);
      return allFinite(out);
    },
  };
}
