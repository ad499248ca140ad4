// The methods that keep g = 0 by slide, flow and project.

import { compose } from '../flows/compose.ts';
import type { Flow } from '../flows/flow.ts';
import type { KickDriftScheme } from '../flows/splitting.ts';
import { type Constrained, constrained } from '../integrators/constrained.ts';
import { positionShake } from '../integrators/variants/position-shake.ts';
import { velocityShake } from '../integrators/variants/velocity-shake.ts';
import { sparseComposition } from '../kernels/loops/sparse-composition.ts';
import { canUseSparse, sparseRattle } from '../kernels/loops/sparse-rattle.ts';
import {
  type ParticleRods,
  rodRattle,
  rodRattleWith,
  rodShake,
  rodShakeWith,
  rodsOf,
} from '../kernels/particles/methods.ts';
import { composedRattle } from '../kernels/small/composition.ts';
import { canFuse, fusedRattle } from '../kernels/small/straight-line-rattle.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { MultiplierSolver } from '../solvers/equations.ts';
import { type SolverRecord, solverRecords } from '../solvers/solver-records.ts';
import { type FlowRecord, flowRecords } from './flow-records.ts';
import { type Method, MethodError, type MethodOptions, type Need, named } from './method.ts';
import {
  compositionParameter,
  flowParameter,
  preferredScheme,
  schemeNamed,
  solverParameter,
} from './parameters.ts';

/** Above this many constraints the sparse solver is the default. */
const denseConstraints = 10;

/** The flow that a method uses on a problem. */
export function innerFlow(problem: Problem, options: MethodOptions = {}): FlowRecord {
  const name = options.flow ?? (problem.g.kind === 'holonomic' ? 'verlet' : 'midpoint');
  const record = named(flowRecords, name, 'flow');
  if (record.needs.includes('separable') && !problem.H.separable)
    throw new MethodError(`the flow “${name}” needs H = ½pᵀM⁻¹p + V(q); use verlet, midpoint or gauss-2`);
  return record;
}

function multiplierSolver(problem: Problem, options: MethodOptions): (m: number) => MultiplierSolver {
  const modelled = classicalParts(problem) !== null;
  const name = options.solver ?? (modelled && problem.g.m > denseConstraints ? 'chord' : 'newton');
  const record: SolverRecord = named(solverRecords, name, 'solver');
  if (record.needs === 'model' && !modelled)
    throw new MethodError(`the solver “${name}” needs constraints g(q) and H = ½pᵀM⁻¹p + V(q); use newton`);
  return record.create;
}

function build(problem: Problem, options: MethodOptions): Constrained {
  const flow = innerFlow(problem, options).create(problem.H, options);
  return constrained(problem, flow, multiplierSolver(problem, options));
}

/** RATTLE; the classical method on a classical problem has fast kernels, which agree with the general one. */
export function buildRattle(problem: Problem, options: MethodOptions): Flow {
  const forParticles = onRods(problem, options, { verlet: rodRattle, splitting: rodRattleWith });
  if (forParticles) return forParticles;
  const isDefault = isClassical(problem, options);
  const { rattle } = build(problem, options);
  if (isDefault && canFuse(problem)) return fusedRattle(problem, rattle);
  return isDefault && canUseSparse(problem) ? sparseRattle(problem, rattle) : rattle;
}

function buildShake(problem: Problem, options: MethodOptions): Flow {
  const forParticles = onRods(problem, options, { verlet: rodShake, splitting: rodShakeWith });
  return forParticles ?? build(problem, options).shake;
}

interface RodMethods {
  verlet(particles: ParticleRods): Flow;
  splitting(particles: ParticleRods, scheme: KickDriftScheme): Flow;
}

/** The method for particles with rods, where there is one for the flow inside; a solver that is asked for decides otherwise. */
function onRods(problem: Problem, options: MethodOptions, { verlet, splitting }: RodMethods): Flow | null {
  const particles = options.solver === undefined ? rodsOf(problem) : null;
  const { name, scheme } = innerFlow(problem, options);
  if (!particles) return null;
  if (name === 'verlet') return verlet(particles);
  return scheme ? splitting(particles, scheme) : null;
}

/** Verlet inside, and the solver left to us. */
const isClassical = (problem: Problem, options: MethodOptions) =>
  innerFlow(problem, options).name === 'verlet' && options.solver === undefined;

const geometric: readonly Need[] = ['coisotropic', 'nondegenerate'];
const mmvw = 'McLachlan, Modin, Verdier, Wilkins, Found. Comput. Math. 14 (2014) 339';
const leimkuhlerSkeel = 'Leimkuhler, Skeel, J. Comput. Phys. 112 (1994) 117';
const innerParameters = [flowParameter, solverParameter];

/** RATTLE steps of different lengths, some backwards, in a row. */
function composition(order: number): Method {
  const preferred = preferredScheme(order);
  return {
    name: `rattle-${order}`,
    title: `RATTLE composed to order ${order}`,
    family: 'constrained',
    domain: 'g = {g,H} = 0',
    needs: [...geometric, 'symmetric flow'],
    reference: preferred.reference,
    summary: `${preferred.weights.length} RATTLE steps of different lengths, some backwards; for high accuracy.`,
    parameters: [...innerParameters, compositionParameter(order)],
    properties: flow => ({ order, symplectic: flow.symplectic, symmetric: true }),
    create: (problem, options) => {
      const { weights } = schemeNamed(order, options.composition);
      const general = () => compose(build(problem, options).rattle, weights);
      const atOnce = isClassical(problem, options)
        ? (composedRattle(problem, weights, general) ?? sparseComposition(problem, weights, general))
        : null;
      return atOnce ?? compose(buildRattle(problem, options), weights);
    },
  };
}

export const constrainedMethods: readonly Method[] = [
  {
    name: 'rattle',
    title: 'RATTLE',
    family: 'constrained',
    domain: 'g = {g,H} = 0',
    needs: geometric,
    reference: `${leimkuhlerSkeel}, eq. 24–28; ${mmvw}, Definition 1.4`,
    summary: 'SHAKE, then a projection to the hidden constraint. The method to begin with.',
    parameters: innerParameters,
    properties: flow => ({
      order: Math.min(2, flow.order),
      symplectic: flow.symplectic,
      symmetric: flow.symmetric,
    }),
    create: buildRattle,
  },
  {
    name: 'shake',
    title: 'SHAKE',
    family: 'constrained',
    domain: 'g = 0',
    needs: geometric,
    reference: `${leimkuhlerSkeel}, eq. 10–14; ${mmvw}, Definition 1.3`,
    summary: 'The same motion as RATTLE without the projection: momenta keep a normal part of size h.',
    parameters: innerParameters,
    properties: flow => ({ order: 1, symplectic: flow.symplectic, symmetric: false }),
    create: buildShake,
  },
  {
    name: 'shake-velocity',
    title: 'SHAKE in velocity form (VS)',
    family: 'constrained',
    domain: 'g = 0',
    needs: geometric,
    reference: `${leimkuhlerSkeel}, eq. 15–18`,
    summary: 'SHAKE followed by half of the next slide, so that momenta are of second order too.',
    parameters: innerParameters,
    properties: flow => ({
      order: Math.min(2, flow.order),
      symplectic: flow.symplectic,
      symmetric: flow.symmetric,
    }),
    create: (problem, options) => {
      const solver = multiplierSolver(problem, options);
      return velocityShake(problem, innerFlow(problem, options).create(problem.H, options), solver);
    },
  },
  {
    name: 'shake-position',
    title: 'SHAKE in position form with the scalar recursive iteration',
    family: 'constrained',
    domain: 'g = 0',
    needs: ['separable', 'holonomic', 'nondegenerate'],
    reference: `Verlet 1967; ${leimkuhlerSkeel}, eq. 10–11`,
    summary: 'The two-step recursion for positions; kept for teaching and comparison.',
    parameters: [],
    properties: () => ({ order: 1, symplectic: true, symmetric: false }),
    create: problem => positionShake(problem),
  },
  composition(4),
  composition(6),
  composition(8),
];
