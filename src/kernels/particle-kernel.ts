// RATTLE for a problem made from particles: forces term by term, rods by the solver that suits each cluster.
// It makes the same steps as the general method, to the tolerance of the rods.

import type { Flow } from '../flows/flow.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import { type ParticleMotion, particleRattle, particleShake } from './particle-rattle.ts';
import { createRodSolver } from './rods/choose-rod-solver.ts';
import { waterClusterRattle } from './water-kernel.ts';

/** At round-off, so that RATTLE keeps what its record claims; quadratic iterations reach it in one step more. */
const tolerance = 1e-13;

/** Anchored particles are not in the state of a problem, and the kernel wants all of them there. */
export function rodsOf({ particles, g }: Problem): Particles | null {
  return particles && particles.system.anchored.length === 0 && g.m > 0 ? particles : null;
}

export function rodRattle({ system, terms }: Particles): Flow {
  const { motion, parts } = motionOf({ system, terms });
  const general = { ...particleRattle(motion), parts };
  return waterClusterRattle({ system, terms }, general) ?? general;
}

export function rodShake({ system, terms }: Particles): Flow {
  const { motion, parts } = motionOf({ system, terms });
  return { ...particleShake(motion), parts };
}

function motionOf({ system, terms }: Particles): { motion: ParticleMotion; parts: readonly string[] } {
  const rods = createRodSolver(system, { tolerance });
  const motion = {
    ...system,
    rods,
    addGradient(x: Float64Array, out: Float64Array): void {
      for (const term of terms) term.addGradient(x, out);
    },
  };
  return { motion, parts: rods.parts };
}
