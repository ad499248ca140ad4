// A cluster of rigid waters in open space, all pairs: forces and RATTLE steps in WebAssembly.

import type { State } from '../../problem/state.ts';
import { failed, type Outcome } from '../../solvers/outcome.ts';
import type { ParticleKernels } from './load.ts';
import { createRigidWaters, notSettled } from './rigid-waters.ts';
import type { WaterModel } from './water-model.ts';

export interface WaterCluster {
  /** out += ∇U(q); returns U(q). */
  addGradient(q: Float64Array, out: Float64Array): number;
  /** out = the state after so many RATTLE steps; z has O, H1 and H2 of each water in turn, and is on its rods. */
  steps(z: State, h: number, steps: number, out: State): Outcome;
}

export function createWaterCluster(kernels: ParticleKernels, model: WaterModel, count: number): WaterCluster {
  const { functions, memory } = kernels;
  const waters = createRigidWaters(kernels, model, count);
  const { kOO, kOH, kHH, c6, c12 } = model;
  const cluster = memory.record([waters.x, waters.force, count, 0], [kOO, kOH, kHH, c6, c12, 1]);
  return {
    addGradient: (q, out) => {
      waters.writePositions(q);
      const energy = functions.waterClusterForces(cluster);
      waters.addGradient(out);
      return energy;
    },
    steps: (z, h, steps, out) => {
      if (!waters.holds(z)) {
        waters.write(z);
        if (!Number.isFinite(functions.waterClusterForces(cluster)))
          return failed('not finite', 'The forces on the waters are not finite: some of them overlap.');
      }
      const bad = functions.clusterSteps(waters.record, cluster, h, steps);
      if (bad < 0) return waters.read(out);
      waters.forget();
      return notSettled(bad);
    },
  };
}
