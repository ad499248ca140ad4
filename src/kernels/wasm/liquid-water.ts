// Rigid waters in a periodic box with a reaction field: forces and RATTLE steps in WebAssembly.

import type { Box } from '../../particles/box.ts';
import type { State } from '../../problem/state.ts';
import { failed, type Outcome } from '../../solvers/outcome.ts';
import type { ParticleKernels } from './load.ts';
import { createNeighbourList } from './neighbour-list.ts';
import { createRigidWaters, notSettled } from './rigid-waters.ts';
import type { WaterModel } from './water-model.ts';

/** Between atoms of different molecules, at their nearest images, for r < cut-off ≤ half an edge. */
export interface LiquidForces {
  readonly box: Box;
  readonly cutoff: number;
  /** The list reaches so much further than needed. Results do not depend on it, bit by bit. */
  readonly skin: number;
  /** K q q' (1/r + k_rf r² − c_rf). */
  readonly kRF: number;
  readonly cRF: number;
  /** c12/r¹² − c6/r⁶ − shift between oxygens. */
  readonly shift: number;
}

export interface LiquidWater {
  /** out += ∇U(q); returns U(q). */
  addGradient(q: Float64Array, out: Float64Array): number;
  /** out = the state after so many RATTLE steps; z has O, H1 and H2 of each water in turn, and is on its rods. */
  steps(z: State, h: number, steps: number, out: State): Outcome;
}

const packedBytes = 80;
const workBytes = 144 + 32 * (3 * 144 + 16);

export function createLiquidWater(
  kernels: ParticleKernels,
  model: WaterModel,
  count: number,
  liquid: LiquidForces,
): LiquidWater {
  const { memory, functions } = kernels;
  const { box, cutoff, skin, kRF, cRF, shift } = liquid;
  const { kOO, kOH, kHH, c6, c12, OH } = model;
  const waters = createRigidWaters(kernels, model, count);
  const points = memory.allocate((count + 1) * packedBytes);
  const force = memory.allocate((count + 1) * packedBytes);
  const reach = cutoff + 2 * OH;
  const list = createNeighbourList(memory, { points, stride: packedBytes, count }, box, reach + skin);
  const small = Math.min(...box.edges) < 2 * reach ? 1 : 0;
  const term = memory.record(
    [list.record, force, memory.allocate(workBytes), small],
    [cutoff, kOO, kOH, kHH, kRF, cRF, c6, c12, shift, 1],
  );
  const record = memory.record([waters.record, term], [skin / 2], 1);
  // The water after the last one, which fills up rows: it is nowhere.
  memory.doubles.fill(Number.NaN, points / 8 + 10 * count, points / 8 + 10 * count + 10);

  const forces = () => {
    for (let code = functions.liquidForces(record); code < -1; code = functions.liquidForces(record))
      list.makeRoom(-2 - code);
    return memory.doubles[record / 8 + 2];
  };
  const load = (z: State) => {
    waters.write(z);
    return forces();
  };
  return {
    addGradient: (q, out) => {
      waters.writePositions(q);
      const energy = forces();
      waters.addGradient(out);
      return energy;
    },
    steps: (z, h, steps, out) => {
      if (!waters.holds(z) && !Number.isFinite(load(z)))
        return failed('not finite', 'The forces on the waters are not finite: some of them overlap.');
      let code = functions.liquidSteps(record, h, steps);
      for (; code < -1; code = functions.liquidSteps(record, h, steps)) {
        list.makeRoom(-2 - code);
        load(z);
      }
      if (code < 0) return waters.read(out);
      waters.forget();
      return notSettled(code);
    },
  };
}
