// The six nodes of section 7 in words. The paper prints no start, so that there are three.

import { verlet } from '../../src/flows/verlet.ts';
import type { Problem, State } from '../../src/index.ts';
import { constrained } from '../../src/integrators/constrained.ts';
import { advance } from '../../src/run/stepper.ts';
import { newton } from '../../src/solvers/newton.ts';

export interface Start {
  readonly label: string;
  readonly system: string;
}

export const starts: readonly Start[] = [
  { label: 'A', system: 'six-node-chain' },
  { label: 'B', system: 'six-node-chain-b' },
  { label: 'C', system: 'six-node-chain-c' },
];

/** (I − 𝓗)p: the state with its momenta projected to g′(q)M⁻¹p = 0. */
export function projected(problem: Problem, z: State): State {
  const { project } = constrained(problem, verlet(problem.H), newton);
  return advance(project, z, 1, 1);
}
