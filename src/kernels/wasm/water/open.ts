// A cluster of rigid waters in open space, all pairs: forces and RATTLE steps in WebAssembly.

import type { SteppedForces } from '../host/force-kernel.ts';
import type { ParticleKernels } from '../host/particle-kernels.ts';
import type { WaterModel } from './blocks.ts';
import { createRigidWaters } from './blocks.ts';

export function createWaterCluster(
  kernels: ParticleKernels,
  model: WaterModel,
  count: number,
): Required<SteppedForces> {
  const { functions, memory, layout } = kernels;
  const waters = createRigidWaters(kernels, model, count);
  const { kOO, kOH, kHH, c6, c12 } = model;
  const oxygens = memory.allocate(layout.oxygenBytes);
  const cluster = memory.record([waters.x, waters.force, count, oxygens], [kOO, kOH, kHH, c6, c12, 1, 6], 1);
  const energyAt = (cluster + layout.openEnergy) / 8;
  const energy = (x: Float64Array) => {
    if (waters.upload(x) !== 'resident') functions.waterClusterForces(cluster);
    return memory.doubles[energyAt];
  };
  const slope = new Float64Array(9 * count);
  return {
    energy,
    addGradient: (x, out) => {
      const U = energy(x);
      waters.addGradient(out);
      return U;
    },
    // In open space the sum over pairs equals a sum over particles.
    addVirial: (x, out) => {
      energy(x);
      waters.addGradient(slope.fill(0));
      for (let i = 0; i < slope.length; i++) out[i % 3] -= x[i] * slope[i];
    },
    steps: (z, h, steps, out) => {
      if (!Number.isFinite(energy(z))) return false;
      waters.uploadMomenta();
      if (functions.clusterSteps(waters.record, cluster, h, steps) < 0) return waters.download(out);
      waters.invalidate();
      return false;
    },
  };
}
