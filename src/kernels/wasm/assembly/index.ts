// Everything that the particle engine calls.

import { atomSteps } from './atom-steps.ts';
import { waterClusterForces } from './cluster-forces.ts';
import { clusterSteps } from './cluster-steps.ts';
import { lennardJonesForces } from './lennard-jones-list.ts';
import { liquidForces, liquidSteps } from './liquid-steps.ts';
import { buildList, hasMoved } from './neighbour-list.ts';
import { projectMomenta } from './project-momenta.ts';
import { shapeWaters } from './rigid-waters.ts';
import { settle } from './settle.ts';

export {
  atomSteps,
  buildList,
  clusterSteps,
  hasMoved,
  lennardJonesForces,
  liquidForces,
  liquidSteps,
  projectMomenta,
  settle,
  shapeWaters,
  waterClusterForces,
};
