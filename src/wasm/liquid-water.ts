// Rigid waters in a periodic box with a reaction field: forces and RATTLE steps in WebAssembly.

import type { Box } from '../particles/box.ts';
import type { SteppedForces } from './kernel-forces.ts';
import type { ParticleKernels } from './load.ts';
import { createNeighbourList } from './neighbour-list.ts';
import { createRigidWaters } from './rigid-waters.ts';
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

const packedBytes = 80;
/** Any block that could not be settled. */
const failed = 0;
const workBytes = 144 + 32 * (3 * 144 + 16);

export function createLiquidWater(
  kernels: ParticleKernels,
  model: WaterModel,
  count: number,
  liquid: LiquidForces,
): SteppedForces {
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
  const energyAt = record / 8 + 2;
  // The water after the last one, which fills up rows: it is nowhere.
  memory.doubles.fill(Number.NaN, points / 8 + 10 * count, points / 8 + 10 * count + 10);

  const energy = (x: Float64Array) => {
    if (!waters.isAt(x)) {
      waters.moveTo(x);
      for (let code = functions.liquidForces(record); code < -1; code = functions.liquidForces(record))
        list.makeRoom(-2 - code);
    }
    return memory.doubles[energyAt];
  };
  const attempt = (z: Float64Array, h: number, steps: number) => {
    if (!Number.isFinite(energy(z))) return failed;
    waters.setMomenta(z);
    return functions.liquidSteps(record, h, steps);
  };
  return {
    energy,
    addGradient: (x, out) => {
      const U = energy(x);
      waters.addGradient(out);
      return U;
    },
    steps: (z, h, steps, out) => {
      let code = attempt(z, h, steps);
      for (; code < -1; code = attempt(z, h, steps)) {
        list.makeRoom(-2 - code);
        waters.forget();
      }
      if (code < 0) return waters.read(out);
      waters.forget();
      return false;
    },
  };
}
