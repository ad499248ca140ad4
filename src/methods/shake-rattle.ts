// The methods that keep g = 0 by slide, flow and project.

import { compose } from '../flows/compose.ts';
import type { Flow } from '../flows/flow.ts';
import type { KickDriftScheme } from '../flows/splitting.ts';
import { verlet } from '../flows/verlet.ts';
import { type Constrained, constrained, defaultSolverName } from '../integrators/constrained.ts';
import { freeMotion, geodesicSplitting } from '../integrators/splitting/geodesic.ts';
import { positionShake } from '../integrators/variants/position-shake.ts';
import { velocityShake } from '../integrators/variants/velocity-shake.ts';
import { chooseFlow } from '../kernels/choose.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { MultiplierSolver } from '../solvers/equations.ts';
import { type SolverRecord, solverRecords } from '../solvers/named-solvers.ts';
import { type FlowRecord, type SplittingRecord, splittingRecords } from './flow-records.ts';
import { type Method, MethodError, type MethodOptions, methodList, type Need, named } from './method.ts';
import {
  compositionParameter,
  flowParameter,
  innerFlow,
  preferredScheme,
  schemeNamed,
  solverParameter,
  substepsParameter,
} from './parameters.ts';

function multiplierSolver(problem: Problem, options: MethodOptions): (m: number) => MultiplierSolver {
  const name = options.solver ?? defaultSolverName(problem);
  const record: SolverRecord = named(solverRecords, name, 'solver');
  if (record.needs === 'model' && classicalParts(problem) === null)
    throw new MethodError(`the solver “${name}” needs constraints g(q) and H = ½pᵀM⁻¹p + V(q); use newton`);
  return record.create;
}

function build(problem: Problem, options: MethodOptions): Constrained {
  const flow = innerFlow(problem, options).create(problem.H, options);
  return constrained(problem, flow, multiplierSolver(problem, options));
}

/** What a constrained method asks the table of kernels for. */
function taskOf(problem: Problem, options: MethodOptions) {
  const { name, scheme } = innerFlow(problem, options);
  return { flow: { name, scheme }, solver: options.solver };
}

export function buildRattle(problem: Problem, options: MethodOptions): Flow {
  const reference = () => build(problem, options).rattle;
  return chooseFlow(problem, { method: 'rattle', ...taskOf(problem, options), reference });
}

function buildShake(problem: Problem, options: MethodOptions): Flow {
  const reference = () => build(problem, options).shake;
  return chooseFlow(problem, { method: 'shake', ...taskOf(problem, options), reference });
}

/** Where no kernel makes the whole composition, one may make its steps. */
function buildComposition(problem: Problem, options: MethodOptions, weights: readonly number[]): Flow {
  const reference = () => compose(build(problem, options).rattle, weights);
  return chooseFlow(
    problem,
    { method: 'rattle composition', ...taskOf(problem, options), weights, reference },
    () => compose(buildRattle(problem, options), weights),
  );
}

const geometric: readonly Need[] = ['coisotropic', 'nondegenerate'];
const mmvw = 'McLachlan, Modin, Verdier, Wilkins, Found. Comput. Math. 14 (2014) 339';
const leimkuhlerSkeel = 'Leimkuhler, Skeel, J. Comput. Phys. 112 (1994) 117';
const innerParameters = [flowParameter, solverParameter];

/** The stability limit of the longest step of a composition. */
const limitOfLongest = (weights: readonly number[], { stabilityLimit }: FlowRecord) =>
  stabilityLimit && stabilityLimit / Math.max(...weights.map(Math.abs));

/** RATTLE steps of different lengths, some backwards, in a row. */
function composition<Order extends number>(order: Order): Method<`rattle-${Order}`> {
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
    properties: (flow, options) => ({
      order,
      symplectic: flow.symplectic,
      symmetric: true,
      stabilityLimit: limitOfLongest(schemeNamed(order, options?.composition).weights, flow),
    }),
    create: (problem, options) =>
      buildComposition(problem, options, schemeNamed(order, options.composition).weights),
  };
}

export const constrainedMethods = methodList([
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
      stabilityLimit: flow.stabilityLimit,
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
    properties: flow => ({
      order: 1,
      symplectic: flow.symplectic,
      symmetric: false,
      stabilityLimit: flow.stabilityLimit,
    }),
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
      stabilityLimit: flow.stabilityLimit,
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
    properties: () => ({ order: 1, symplectic: true, symmetric: false, stabilityLimit: 2 }),
    create: problem => positionShake(problem),
  },
  composition(4),
  composition(6),
  composition(8),
]);

// Splittings into constrained kicks and drifts along geodesics, one record for each scheme with several stages.

/** Steps along the geodesic of one drift. */
const usualSubsteps = 1;

/** The motion without forces: steps of RATTLE along geodesics, or a drift where nothing holds the system. */
export function geodesicOf(problem: Problem): Flow {
  const free = freeMotion(problem);
  return free.g.m > 0 ? buildRattle(free, {}) : verlet(free.H);
}

function create(
  problem: Problem,
  scheme: KickDriftScheme,
  { substeps = usualSubsteps }: MethodOptions,
): Flow {
  const reference = () => geodesicSplitting(problem, geodesicOf(problem), scheme, substeps);
  return chooseFlow(problem, { method: 'geodesic splitting', scheme, substeps, reference });
}

const reich = 'Reich, SIAM J. Numer. Anal. 33 (1996) 475';

function geodesic<Name extends string>({
  name,
  scheme,
  stabilityLimit,
}: SplittingRecord<Name>): Method<`geodesic-${Name}`> {
  const { order, drifts } = scheme;
  return {
    name: `geodesic-${name}`,
    title: `geodesic ${scheme.name} splitting`,
    family: 'constrained',
    domain: 'g = {g,H} = 0',
    needs: ['separable', 'holonomic', 'nondegenerate'],
    reference: `${reich}; ${scheme.reference}`,
    summary: `Constrained kicks and drifts, ${drifts.length} forces a step; for molecules, where forces cost most.`,
    parameters: [substepsParameter('geodesic steps in each drift', usualSubsteps)],
    properties: () => ({ order, symplectic: true, symmetric: true, stabilityLimit }),
    create: (problem, options) => create(problem, scheme, options),
  };
}

export const geodesicMethods = splittingRecords.map(record => geodesic(record));
