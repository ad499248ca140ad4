// RATTLE for a problem made from particles: forces term by term, rods by the solver that suits each cluster.
// It makes the same steps as the general method, to the tolerance of the rods.

import type { Flow } from '../flows/flow.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import { done } from '../solvers/outcome.ts';
import { steppedTerm } from '../wasm/fast-terms.ts';
import type { SteppedForces } from '../wasm/kernel-forces.ts';
import { type ParticleMotion, particleRattle, particleShake } from './particle-rattle.ts';
import { createRodSolver } from './rods/choose-rod-solver.ts';

/** At round-off, so that RATTLE keeps what its record claims; quadratic iterations reach it in one step more. */
const tolerance = 1e-13;

/** Anchored particles are not in the state of a problem, and the kernel wants all of them there. */
export function rodsOf({ particles, g }: Problem): Particles | null {
  return particles && particles.system.anchored.length === 0 && g.m > 0 ? particles : null;
}

export function rodRattle({ system, terms }: Particles): Flow {
  const { motion, parts } = motionOf({ system, terms });
  const general = { ...particleRattle(motion), parts };
  const fast = steppedTerm(terms);
  return fast ? withSteps(fast.steps, general) : general;
}

/** Velocity Verlet for free particles; `general` is the same for any problem. */
export function freeVerlet({ particles, g }: Problem, general: Flow): Flow {
  const fast = particles && g.m === 0 && steppedTerm(particles.terms);
  return fast ? withSteps(fast.steps, { ...general, parts: ['velocity Verlet'] }) : general;
}

/** Whole steps in WebAssembly; what cannot be made there is made, or explained, in the general way. */
function withSteps(steps: SteppedForces['steps'], { domain, parts = [], step }: Flow): Flow {
  return {
    domain,
    memory: [],
    parts: parts.map(part => `${part}, with all forces in WebAssembly`),
    step: (z, h, out) => (steps(z, h, 1, out) ? done : step(z, h, out)),
  };
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
