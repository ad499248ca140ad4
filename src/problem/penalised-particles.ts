// Particles with springs so stiff that they stand for rods: H + ½ω²gᵀg, the penalty as one more force term. The forces keep
// their kernels, and the only part that is stiff is that of the rods, which falls apart into molecules.

import { rodPenalty } from '../particles/terms/rod-penalty.ts';
import { movingParticles, problemFromParticles } from './from-particles.ts';
import type { Particles, Problem } from './problem.ts';
import { rodCurvature } from './rod-curvature.ts';

/** `stiffness`: ω². */
export function penalisedParticles(problem: Problem, particles: Particles, stiffness: number): Problem {
  const { name, n, observables, run, parameters, initial } = problem;
  const { system, terms } = particles;
  const place = new Int32Array(system.count).fill(-1);
  movingParticles(system).forEach((i, at) => {
    place[i] = 3 * at;
  });
  const free = problemFromParticles({
    ...particles,
    name,
    observables,
    run,
    system: { ...system, rods: [] },
    terms: [...terms, rodPenalty(system, stiffness)],
    stiff: rodCurvature(system, place, n, stiffness),
  });
  return { ...free, parameters, initial };
}
