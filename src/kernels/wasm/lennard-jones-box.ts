// Free Lennard-Jones atoms of one kind in a periodic box: forces and velocity Verlet steps in WebAssembly.

import type { Box } from '../../particles/box.ts';
import { isSameState, type State } from '../../problem/state.ts';
import { failed, type Outcome } from '../../solvers/outcome.ts';
import { finiteState } from './finite-state.ts';
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

export interface LennardJonesBox {
  /** out += ∇U(q); returns U(q). */
  addGradient(q: Float64Array, out: Float64Array): number;
  steps(z: State, h: number, steps: number, out: State): Outcome;
}

const atomBytes = 32;

export function createLennardJonesBox(kernels: ParticleKernels, atoms: LennardJonesAtoms): LennardJonesBox {
  const { memory, functions } = kernels;
  const { mass, box, c6, c12, shift, cutoff, skin } = atoms;
  const count = mass.length;
  const array = () => memory.allocate((count + 1) * atomBytes);
  const [x, p, force, inverse] = [array(), array(), array(), memory.allocate(8 * count)];
  const list = createNeighbourList(memory, { points: x, stride: atomBytes, count }, box, cutoff + skin);
  const term = memory.record([list.record, force], [cutoff, c6, c12, shift, 1]);
  const record = memory.record([term, p, inverse, 0], [skin / 2]);
  memory.doubles.set(
    mass.map(m => 1 / m),
    inverse / 8,
  );
  // The atom after the last one, which fills up rows: it is nowhere.
  memory.doubles.fill(Number.NaN, x / 8 + 4 * count, x / 8 + 4 * count + 4);
  const held = new Float64Array(6 * count).fill(Number.NaN);

  const write = (values: Float64Array, begin: number, address: number) => {
    const out = memory.doubles;
    for (let k = 0, a = address / 8; k < 3 * count; k++) out[a + k + Math.floor(k / 3)] = values[begin + k];
  };
  const read = (address: number, out: Float64Array, begin: number) => {
    const values = memory.doubles;
    for (let k = 0, a = address / 8; k < 3 * count; k++) out[begin + k] = values[a + k + Math.floor(k / 3)];
  };
  const forces = () => {
    if (functions.hasMoved(list.record, skin / 2)) {
      let room = functions.buildList(list.record);
      while (room > 0) {
        list.makeRoom(room);
        room = functions.buildList(list.record);
      }
    }
    return functions.lennardJonesForces(term);
  };
  const load = (z: State) => {
    held.fill(Number.NaN);
    write(z, 0, x);
    write(z, 3 * count, p);
    return forces();
  };
  return {
    addGradient: (q, out) => {
      held.fill(Number.NaN);
      write(q, 0, x);
      const energy = forces();
      const values = memory.doubles;
      for (let k = 0, a = force / 8; k < 3 * count; k++) out[k] -= values[a + k + Math.floor(k / 3)];
      return energy;
    },
    steps: (z, h, steps, out) => {
      if (!isSameState(z, held) && !Number.isFinite(load(z)))
        return failed('not finite', 'The forces on the atoms are not finite: some of them overlap.');
      for (let room = functions.atomSteps(record, h, steps); room > 0; ) {
        list.makeRoom(room);
        load(z);
        room = functions.atomSteps(record, h, steps);
      }
      read(x, out, 0);
      read(p, out, 3 * count);
      held.set(out);
      return finiteState(out, 'atoms');
    },
  };
}
