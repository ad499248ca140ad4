// Methods for a problem made from particles: forces term by term, rods by the solver that suits each cluster.
// They make the same steps as the general methods, to the tolerance of the rods.

import type { Domain, Flow } from '../flows/flow.ts';
import type { KickDriftScheme } from '../flows/splitting-coefficients.ts';
import {
  type CotangentProjection,
  createCotangentProjection,
  noProjection,
} from '../integrators/cotangent-projection.ts';
import { movingParticles } from '../problem/from-particles.ts';
import type { Separable } from '../problem/hamiltonian.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import { done } from '../solvers/outcome.ts';
import { createOrnsteinUhlenbeck } from '../stochastic/ornstein-uhlenbeck.ts';
import type { Thermostat } from '../stochastic/thermostat.ts';
import { steppedTerm } from '../wasm/fast-terms.ts';
import type { SteppedForces } from '../wasm/kernel-forces.ts';
import { particleRattleWith, particleShakeWith } from './particle-landing.ts';
import type { ParticleMotion } from './particle-moves.ts';
import { particleRattle, particleShake } from './particle-rattle.ts';
import { particleBaoab, particleSplitting } from './particle-splitting.ts';
import { createRodSolver } from './rods/choose-rod-solver.ts';
import { rodsOfMoving } from './rods/rods-of-moving.ts';

/** At round-off, so that RATTLE keeps what its record claims; quadratic iterations reach it in one step more. */
const tolerance = 1e-13;

export function rodsOf({ particles, g, H }: Problem): ParticleRods | null {
  return particles && g.m > 0 && H.separable ? { ...particles, gradient: H.separable.gradient } : null;
}

/** Particles, and the gradient of the problem, which knows the place where it was asked last. */
export interface ParticleRods extends Particles {
  readonly gradient: Separable['gradient'];
}

export function rodRattle(particles: ParticleRods): Flow {
  const { motion, parts } = motionOf(particles);
  const general = { ...particleRattle(motion), parts };
  const fast = steppedTerm(particles.terms);
  // Whole steps in WebAssembly know SETTLE only.
  const isTheirs = fast && ['auto', 'settle'].includes(particles.constraints?.solver ?? 'auto');
  return isTheirs ? withSteps(fast.steps, general) : general;
}

/** Velocity Verlet for free particles; `general` is the same for any problem. */
export function freeVerlet({ particles, g }: Problem, general: Flow): Flow {
  const fast = particles && g.m === 0 && steppedTerm(particles.terms);
  return fast ? withSteps(fast.steps, { ...general, parts: ['velocity Verlet, in WebAssembly'] }) : general;
}

/** Whole steps in WebAssembly; what cannot be made there is made, or explained, in the general way. */
function withSteps(steps: SteppedForces['steps'], { domain, parts = [], step }: Flow): Flow {
  return {
    domain,
    memory: [],
    parts: parts.map(part => `${part}, with all forces`),
    step: (z, h, out) => (steps(z, h, 1, out) ? done : step(z, h, out)),
  };
}

export function rodShake(particles: ParticleRods): Flow {
  const { motion, parts } = motionOf(particles);
  return { ...particleShake(motion), parts };
}

/** RATTLE with a kick–drift splitting inside. */
export function rodRattleWith(particles: ParticleRods, scheme: KickDriftScheme): Flow {
  const { motion, parts } = motionOf(particles);
  return { ...particleRattleWith(motion, scheme), parts };
}

export function rodShakeWith(particles: ParticleRods, scheme: KickDriftScheme): Flow {
  const { motion, parts } = motionOf(particles);
  return { ...particleShakeWith(motion, scheme), parts };
}

/** Constrained kicks and drifts, as integrators/geodesic-splitting.ts has them. */
export function rodSplitting(particles: ParticleRods, scheme: KickDriftScheme, substeps: number): Flow {
  const { motion, parts } = motionOf(particles);
  return { ...particleSplitting(motion, scheme, substeps), parts };
}

/** Geodesic BAOAB. */
export function rodBaoab(
  problem: Problem,
  particles: ParticleRods,
  heat: Thermostat,
  substeps: number,
): Flow {
  const { motion, parts } = motionOf(particles);
  const noise = createOrnsteinUhlenbeck(problem, noProjection, heat);
  const flow = { ...particleBaoab(motion, noise, substeps), parts };
  return heat.friction > 0 ? { ...flow, temperature: heat.temperature } : flow;
}

/** The projection of momenta to the cotangent space: cluster by cluster for rods, else the one for any problem. */
export function momentumProjection(problem: Problem, domain: Domain): CotangentProjection {
  const particles = domain === 'phase space' ? null : rodsOf(problem);
  if (!particles) return createCotangentProjection(problem, domain);
  const { rods } = motionOf(particles).motion;
  const n = problem.n;
  const [x, p] = [new Float64Array(n), new Float64Array(n)];
  return {
    apply(z) {
      for (let i = 0; i < n; i++) {
        x[i] = z[i];
        p[i] = z[n + i];
      }
      const outcome = rods.projectMomenta(x, p);
      if (outcome.ok) for (let i = 0; i < n; i++) z[n + i] = p[i];
      return outcome;
    },
  };
}

/** Of the particles that move: anchored ones are not in the state of a problem. */
function motionOf(particles: ParticleRods): { motion: ParticleMotion; parts: readonly string[] } {
  const { system, gradient, constraints } = particles;
  const solver = createRodSolver(system, { tolerance, ...constraints });
  const moving = movingParticles(system);
  const motion = {
    count: moving.length,
    mass: Float64Array.from(moving, i => system.mass[i]),
    anchored: [],
    gradient,
    rods: system.anchored.length > 0 ? rodsOfMoving(system, solver) : solver,
  };
  const reached = solver.tolerance === null ? [] : [`relative tolerance ${solver.tolerance}`];
  return { motion, parts: [...solver.parts, ...reached] };
}
