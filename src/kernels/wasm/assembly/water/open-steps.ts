// Steps of a cluster of rigid waters in open space.

import { driftWaters, kickWaters } from './kick-drift.ts';
import { WaterCluster, waterClusterForces } from './open-forces.ts';
import { projectMomenta } from './project-momenta.ts';
import { RigidWaters } from './rigid-waters.ts';
import { settle } from './settle.ts';

/** Returns the block where SETTLE failed, or −1. The force must be that of x on entry, and is on return. */
export function clusterSteps(waters: RigidWaters, cluster: WaterCluster, h: f64, steps: i32): i32 {
  for (let n = 0; n < steps; n++) {
    kickWaters(waters, 0.5 * h);
    driftWaters(waters, h);
    const bad = settle(waters, h);
    if (bad >= 0) return bad;
    waterClusterForces(cluster);
    kickWaters(waters, 0.5 * h);
    projectMomenta(waters);
  }
  return -1;
}
