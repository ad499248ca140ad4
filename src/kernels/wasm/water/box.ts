// Rigid waters in a periodic box, charges with a reaction field or zero quadrupole: forces and RATTLE steps in WebAssembly.

import type { FieldConstants } from '../../../particles/pairs/radial.ts';
import type { Box } from '../../../particles/system.ts';
import type { SteppedForces } from '../host/force-kernel.ts';
import type { ParticleKernels } from '../host/particle-kernels.ts';
import { createNeighbourList } from '../pairs/neighbour-list.ts';
import type { WaterModel } from './blocks.ts';
import { createRigidWaters } from './blocks.ts';

/** Between atoms of different molecules, at their nearest images, for r < cut-off ≤ half an edge. */
export interface LiquidForces {
  readonly box: Box;
  readonly cutoff: number;
  /** Radius of the list beyond what is needed. No bit of the results depends on it. */
  readonly skin: number;
  /** k, k₄ and c of K q q' (1/r + k r² + k₄ r⁴ − c). */
  readonly field: FieldConstants;
  /** c12/r¹² − c6/r⁶ − shift between oxygens. */
  readonly shift: number;
}

export interface LiquidWater extends Required<SteppedForces> {
  /** Whether the list contains all pairs at x: not if a water is stretched by half of the skin. */
  reaches(x: Float64Array): boolean;
}

/** Capacity for the partners of one water within the cut-off, each at up to eight images. */
const nearBytes = (count: number) => 4 * (8 * count + 4);
/** Any block where SETTLE failed. */
const failed = 0;
/** Coordinate of the dummy water used as padding, outside every cut-off. */
const farAway = 1e10;

export function createLiquidWater(
  kernels: ParticleKernels,
  model: WaterModel,
  count: number,
  liquid: LiquidForces,
): LiquidWater {
  const { memory, functions, layout } = kernels;
  const { boxWaterBytes: waterBytes } = layout;
  const { box, cutoff, skin, shift } = liquid;
  const { k, k4, c } = liquid.field;
  const { kOO, kOH, kHH, c6, c12 } = model;
  const waters = createRigidWaters(kernels, model, count);
  const arm = radiusOf(model) + skin / 2;
  const points = memory.allocate(layout.pointBytes * count);
  const list = createNeighbourList(kernels, { points, count }, box, cutoff + 2 * arm);
  const [sites, force] = [0, 1].map(() => memory.allocate((count + 1) * waterBytes));
  memory.doubles.fill(farAway, (sites + count * waterBytes) / 8, (sites + (count + 1) * waterBytes) / 8);
  const law = memory.record([], [cutoff ** 2, kOO, kOH, kHH, k, 2 * k, k4, 4 * k4, c, c6, c12, shift, 1, 6]);
  const rooms = [memory.allocate(nearBytes(count)), memory.allocate(layout.boxWorkBytes)];
  const term = memory.record([list.record, law, sites, force, ...rooms], [], 1);
  const record = memory.record([waters.record, term], [cutoff, arm], 4);
  const [energyAt, virialAt] = [(record + layout.boxEnergy) / 8, (record + layout.boxVirial) / 8];

  const energy = (x: Float64Array) => {
    if (waters.upload(x) !== 'resident')
      for (let code = functions.liquidForces(record); code < -1; code = functions.liquidForces(record))
        list.makeRoom(-2 - code);
    return memory.doubles[energyAt];
  };
  const attempt = (z: Float64Array, h: number, steps: number) => {
    if (!Number.isFinite(energy(z))) return failed;
    waters.uploadMomenta();
    return functions.liquidSteps(record, h, steps);
  };
  return {
    energy,
    reaches: x => waters.isResident(x) || largestRadius(x, count) < arm,
    addGradient: (x, out) => {
      const U = energy(x);
      waters.addGradient(out);
      return U;
    },
    addVirial: (x, out) => {
      energy(x);
      functions.liquidVirial(record);
      for (let k = 0; k < 3; k++) out[k] += memory.doubles[virialAt + k];
    },
    steps: (z, h, steps, out) => {
      let code = attempt(z, h, steps);
      for (; code < -1; code = attempt(z, h, steps)) {
        list.makeRoom(-2 - code);
        waters.invalidate();
      }
      if (code < 0) return waters.download(out);
      waters.invalidate();
      return false;
    },
  };
}

/** The largest distance of a site from the midpoint of the hydrogens. */
function radiusOf({ OH, HH }: WaterModel): number {
  return Math.max(HH / 2, Math.sqrt(OH ** 2 - HH ** 2 / 4));
}

/** The same for waters that may violate their rods; at least 0. */
function largestRadius(x: Float64Array, count: number): number {
  let largest = 0;
  for (let o = 0; o < 9 * count; o += 9) {
    let [toO, toH] = [0, 0];
    for (let k = o; k < o + 3; k++) {
      toO += (x[k] - (x[k + 3] + x[k + 6]) / 2) ** 2;
      toH += ((x[k + 3] - x[k + 6]) / 2) ** 2;
    }
    if (toO > largest) largest = toO;
    if (toH > largest) largest = toH;
  }
  return Math.sqrt(largest);
}
