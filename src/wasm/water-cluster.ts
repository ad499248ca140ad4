// A cluster of rigid waters in open space, all pairs: forces and RATTLE steps in WebAssembly.

import type { SteppedForces } from './kernel-forces.ts';
import type { ParticleKernels } from './load.ts';
import { createRigidWaters } from './rigid-waters.ts';
import type { WaterModel } from './water-model.ts';

export function createWaterCluster(
  kernels: ParticleKernels,
  model: WaterModel,
  count: number,
): SteppedForces {
  const { functions, memory } = kernels;
  const waters = createRigidWaters(kernels, model, count);
  const { kOO, kOH, kHH, c6, c12 } = model;
  const cluster = memory.record([waters.x, waters.force, count, 0], [kOO, kOH, kHH, c6, c12, 1], 1);
  const energyAt = cluster / 8 + 8;
  const energy = (x: Float64Array) => {
    if (!waters.isAt(x)) {
      waters.moveTo(x);
      functions.waterClusterForces(cluster);
    }
    return memory.doubles[energyAt];
  };
  return {
    energy,
    addGradient: (x, out) => {
      const U = energy(x);
      waters.addGradient(out);
      return U;
    },
    steps: (z, h, steps, out) => {
      if (!Number.isFinite(energy(z))) return false;
      waters.setMomenta(z);
      if (functions.clusterSteps(waters.record, cluster, h, steps) < 0) return waters.read(out);
      waters.forget();
      return false;
    },
  };
}
