// Methods for a problem made from particles: forces term by term, rods by the solver that suits each cluster.
// They make the same steps as the general methods, to the tolerance of the rods.

import type { Flow } from '../../flows/flow.ts';
import type { KickDriftScheme } from '../../flows/splitting.ts';
import { type CotangentProjection, noProjection } from '../../integrators/cotangent-projection.ts';
import type { ParticleSystem } from '../../particles/system.ts';
import { coordinatesOf, movingParticles } from '../../problem/from/particles.ts';
import type { Separable } from '../../problem/hamiltonian.ts';
import type { Particles, Problem } from '../../problem/problem.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import {
  createOrnsteinUhlenbeck,
  type OrnsteinUhlenbeck,
  type Thermostat,
} from '../../stochastic/ornstein-uhlenbeck.ts';
import { createRodSolver } from '../rods/choose-solver.ts';
import type { RodSolver } from '../rods/solver.ts';
import { referenceSteps } from '../shared/fallback.ts';
import {
  type Acceptance,
  defineKernel,
  type ProjectionKernel,
  type Refusal,
  refuse,
  type Task,
} from '../shared/kernel.ts';
import type { Acceleration, WholeSteps } from '../wasm/host/force-kernel.ts';
import type { ParticleKernels } from '../wasm/host/particle-kernels.ts';
import { createMoves, type Part, type ParticleMotion, type ParticleMoves, particleFlow } from './moves.ts';
import { particleRattleWith, particleShakeWith } from './rattle-with-splitting.ts';

/** At round-off, so that RATTLE keeps what its record claims; quadratic iterations reach it in one step more. */
const tolerance = 1e-13;

function rodsOf({ problem, steps, kernels }: Acceleration): ParticleRods | null {
  const { particles, g, H } = problem;
  if (!particles || g.m === 0 || !H.separable) return null;
  return { ...particles, gradient: H.separable.gradient, steps, kernels };
}

/** Particles with rods, with what accelerates them. */
export interface ParticleRods extends Particles {
  /** Of the accelerated problem; cached at the last point. */
  readonly gradient: Separable['gradient'];
  readonly steps: WholeSteps | null;
  readonly kernels: () => ParticleKernels | null;
}

export function rodRattle(particles: ParticleRods): Flow {
  const { motion, parts } = motionOf(particles);
  const general = { ...particleRattle(motion), parts };
  const { steps, constraints } = particles;
  // Whole steps in WebAssembly know SETTLE only.
  const isTheirs = ['auto', 'settle'].includes(constraints?.solver ?? 'auto');
  return steps && isTheirs ? withSteps(steps, general) : general;
}

/** Whole steps in WebAssembly; what cannot be made there is made, or explained, in the general way. */
function withSteps(steps: WholeSteps, { domain, parts = [], step }: Flow): Flow {
  return {
    domain,
    memory: [],
    parts: parts.map(part => `${part}, with all forces`),
    ...countedSteps((z, h, out) => steps(z, h, 1, out), step),
  };
}

/** Steps of a kernel, with those that it declines made by the reference and counted. */
function countedSteps(
  fast: (z: Float64Array, h: number, out: Float64Array) => boolean,
  reference: Flow['step'],
): Pick<Flow, 'step' | 'counters'> {
  let declined = 0;
  return {
    counters: () => ({ [referenceSteps]: declined }),
    step(z, h, out) {
      if (fast(z, h, out)) return done;
      declined++;
      return reference(z, h, out);
    },
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

/** Constrained kicks and drifts, as in integrators/splitting/geodesic.ts. */
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

/** The projection of momenta to the cotangent space, cluster by cluster of rods. */
function rodProjection(particles: ParticleRods, n: number): CotangentProjection {
  const { rods } = motionOf(particles).motion;
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
  const { system, gradient, constraints, independentRods, kernels } = particles;
  const solver = createRodSolver(independentRods(), { tolerance, ...constraints }, kernels);
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

// RATTLE and SHAKE for particles joined by rods, with velocity Verlet as the flow: half a kick, a drift onto the rods, half a
// kick, and for RATTLE the projection (moves.ts). The momenta that the multipliers of a drift add at its start are
// those of the slide. SHAKE takes the same positions as its leap-frog form, whose momenta are those between the two kicks.
// Reference: Leimkuhler & Skeel, J. Comput. Phys. 112 (1994) 117, eq. 24–28.

const verletParts = ({ kick, drift }: ParticleMoves) => [kick(0.5), drift(1), kick(0.5)];

export function particleRattle(motion: ParticleMotion): Flow {
  const moves = createMoves(motion);
  return particleFlow(moves, [...verletParts(moves), moves.project], 'g = {g,H} = 0');
}

export function particleShake(motion: ParticleMotion): Flow {
  const moves = createMoves(motion);
  return particleFlow(moves, verletParts(moves), 'g = 0');
}

// Splittings for particles joined by rods: constrained kicks and drifts in the order of a scheme (moves.ts), noise in
// the middle of g-BAOAB, and one projection at the end of the step.
// They make the same steps as integrators/splitting/geodesic.ts and stochastic/g-baoab.ts, where momenta are projected after
// every part. These projections move along the fibre, and kicks and noise differ by their omission along the fibre only: the
// difference is in the range of G(Q)ᵀ and is absorbed by the μ of the next drift. Only the last projection has an effect.
// Reference: Leimkuhler, Matthews, Proc. R. Soc. A 472 (2016) 20160138; SHAKE sees only the fibre: McLachlan, Modin,
// Verdier, Wilkins 2014, §3.

const onManifold = 'g = {g,H} = 0';

/** Constrained kicks and drifts in the order of a scheme, each drift cut into so many. */
function particleSplitting(motion: ParticleMotion, { kicks, drifts }: KickDriftScheme, substeps = 1): Flow {
  const moves = createMoves(motion);
  const parts = kicks.flatMap((b, k) => [
    ...(b === 0 ? [] : [moves.kick(b)]),
    ...(k < drifts.length ? pieces(moves, drifts[k], substeps) : []),
  ]);
  return particleFlow(moves, [...parts, moves.project], onManifold);
}

/** Geodesic BAOAB. `noise` must not project: the step does, at its end. */
function particleBaoab(motion: ParticleMotion, noise: OrnsteinUhlenbeck, substeps = 1): Flow {
  const moves = createMoves(motion);
  const B = moves.kick(0.5);
  const A = pieces(moves, 0.5, substeps);
  const O: Part = h => noise.apply(moves.state, h);
  const flow = particleFlow(moves, [B, ...A, O, ...A, B, moves.project], onManifold);
  return { ...flow, memory: noise.memory };
}

function pieces({ drift }: ParticleMoves, a: number, count: number): readonly Part[] {
  return new Array<Part>(count).fill(drift(a / count));
}

// The kernels for particles joined by rods, and for free particles whose forces WebAssembly makes: which tasks they accept.

const noRods = 'there are no particles joined by rods';
const numberOfRods = ({ system: { rods } }: ParticleRods) =>
  `${rods.length} ${rods.length === 1 ? 'rod' : 'rods'} between particles`;

type RodTask = Task<'rattle' | 'shake' | 'geodesic splitting' | 'g-baoab'>;

/** Moves of particles with the rod solver that suits each cluster; with all forces in WebAssembly where that is possible. */
export const particleRodsKernel = defineKernel({
  name: 'particles with rods',
  methods: ['rattle', 'shake', 'geodesic splitting', 'g-baoab'],
  accepts(problem, task: RodTask, acceleration): Acceptance | Refusal {
    const particles = rodsOf(acceleration);
    if (!particles) return refuse(noRods);
    if ('solver' in task && task.solver !== undefined)
      return refuse(`the solver “${task.solver}” was asked for`);
    const flow = rodMethod(problem, particles, task);
    if (!flow) return refuse('the flow inside is neither verlet nor a splitting into kicks and drifts');
    return { because: numberOfRods(particles), flow };
  },
});

function rodMethod(problem: Problem, particles: ParticleRods, task: RodTask): Flow | null {
  switch (task.method) {
    case 'geodesic splitting':
      return rodSplitting(particles, task.scheme, task.substeps);
    case 'g-baoab':
      return rodBaoab(problem, particles, task.thermostat, task.substeps);
    default: {
      const [plain, split] = task.method === 'rattle' ? [rodRattle, rodRattleWith] : [rodShake, rodShakeWith];
      const { name, scheme } = task.flow;
      if (name === 'verlet') return plain(particles);
      return scheme ? split(particles, scheme) : null;
    }
  }
}

export const freeParticlesKernel = defineKernel({
  name: 'free particles in WebAssembly',
  methods: ['verlet'],
  accepts({ particles, g }, task, { steps }) {
    if (!particles || g.m > 0) return refuse('there are no free particles');
    if (!steps) return refuse('WebAssembly has no whole steps for these forces');
    const general = { ...task.reference(), parts: ['velocity Verlet, in WebAssembly'] };
    return {
      because: `${particles.system.count} particles, all forces in one kernel`,
      flow: withSteps(steps, general),
    };
  },
});

/** Momenta of particles joined by rods, by the solver that suits each cluster. */
export const rodProjectionKernel: ProjectionKernel = {
  name: 'projection by rods',
  accepts(problem, domain, acceleration) {
    if (domain === 'phase space') return refuse('the flow is not constrained');
    const particles = rodsOf(acceleration);
    if (!particles) return refuse(noRods);
    return { because: numberOfRods(particles), projection: rodProjection(particles, problem.n) };
  },
};

/**
 * Rod solver on the coordinates of the moving particles, from one on those of all particles: anchored particles are not in the
 * state of a problem, so that only the others are copied.
 */
function rodsOfMoving(system: ParticleSystem, solver: RodSolver): RodSolver {
  const place = coordinatesOf(movingParticles(system));
  const [start, x, p] = [
    system.positions.slice(),
    system.positions.slice(),
    new Float64Array(3 * system.count),
  ];
  const scatter = (from: Float64Array, to: Float64Array) => {
    for (let at = 0; at < place.length; at++) to[place[at]] = from[at];
  };
  const gather = (from: Float64Array, to: Float64Array) => {
    for (let at = 0; at < place.length; at++) to[at] = from[place[at]];
  };
  return {
    title: solver.title,
    ...(solver.declined ? { declined: solver.declined } : {}),
    moveOntoRods(x0, h, moved, momenta): Outcome {
      scatter(x0, start);
      scatter(moved, x);
      scatter(momenta, p);
      const outcome = solver.moveOntoRods(start, h, x, p);
      gather(x, moved);
      gather(p, momenta);
      return outcome;
    },
    projectMomenta(at, momenta): Outcome {
      scatter(at, x);
      scatter(momenta, p);
      const outcome = solver.projectMomenta(x, p);
      gather(p, momenta);
      return outcome;
    },
  };
}
