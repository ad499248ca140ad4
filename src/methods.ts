// The registry: one record per method. The command line's lists and help, the generated documentation and every law
// are made from it; to add a method is to add one file and one record.

import { compose } from './flows/compose.ts';
import { type CompositionScheme, compositionSchemes } from './flows/composition-coefficients.ts';
import type { Domain, Flow } from './flows/flow.ts';
import { type FlowRecord, flowRecords } from './flows/flow-records.ts';
import { didYouMean } from './formula/nearest-name.ts';
import { bdf } from './integrators/bdf.ts';
import { type Constrained, constrained } from './integrators/constrained.ts';
import { positionShake } from './integrators/position-shake.ts';
import { reference } from './integrators/reference.ts';
import { velocityShake } from './integrators/velocity-shake.ts';
import { canFuse, fusedRattle } from './kernels/fused-rattle.ts';
import { canUseSparse, sparseRattle } from './kernels/sparse-rattle.ts';
import { classicalParts } from './problem/classical.ts';
import type { Problem } from './problem/problem.ts';
import type { MultiplierSolver } from './solvers/equations.ts';
import { type SolverRecord, solverRecords } from './solvers/solver-records.ts';

export type Family = 'constrained' | 'DAE' | 'ODE' | 'unconstrained';
export type Need =
  | 'separable'
  | 'holonomic'
  | 'coisotropic'
  | 'nondegenerate'
  | 'symmetric flow'
  | 'no constraints';

export interface MethodOptions {
  /** Name of the inner flow; the default is verlet, or midpoint where g depends on p. */
  readonly flow?: string;
  /** Name of the multiplier solver; the default fits the problem. */
  readonly solver?: string;
  /** Which composition of that order, for rattle-4, rattle-6 and rattle-8. */
  readonly composition?: string;
  /** Error per unit time that an adaptive method aims at. */
  readonly tolerance?: number;
}

export interface ParameterRecord {
  readonly name: keyof MethodOptions;
  readonly summary: string;
  readonly values?: readonly string[];
  readonly default: string;
}

export interface Properties {
  readonly order: number;
  readonly symplectic: boolean;
  readonly symmetric: boolean;
}

export interface Method {
  readonly name: string;
  readonly title: string;
  readonly family: Family;
  readonly domain: Domain;
  readonly needs: readonly Need[];
  readonly reference: string;
  readonly summary: string;
  readonly parameters: readonly ParameterRecord[];
  /** What the laws measure, given the inner flow. */
  properties(flow: FlowRecord): Properties;
  create(problem: Problem, options: MethodOptions): Flow;
}

export class MethodError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MethodError';
  }
}

const flowParameter: ParameterRecord = {
  name: 'flow',
  summary: 'the unconstrained method inside',
  values: flowRecords.map(({ name }) => name),
  default: 'verlet (midpoint where constraints contain momenta)',
};
const solverParameter: ParameterRecord = {
  name: 'solver',
  summary: 'how the multipliers are found',
  values: solverRecords.map(({ name }) => name),
  default: 'newton for few constraints, chord with sparse LDLᵀ for many',
};
const toleranceParameter: ParameterRecord = {
  name: 'tolerance',
  summary: 'relative error per step that the step control aims at',
  default: '1e-13',
};

/** Above this many constraints the sparse solver is the default. */
const denseConstraints = 10;

/** The flow that a method uses on a problem. */
function innerFlow(problem: Problem, options: MethodOptions = {}): FlowRecord {
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
  const flow = innerFlow(problem, options).create(problem.H);
  return constrained(problem, flow, multiplierSolver(problem, options));
}

/** RATTLE; the classical method on a classical problem has fast kernels, which agree with the general one. */
function buildRattle(problem: Problem, options: MethodOptions): Flow {
  const { rattle } = build(problem, options);
  const isDefault = innerFlow(problem, options).name === 'verlet' && options.solver === undefined;
  if (isDefault && canFuse(problem)) return fusedRattle(problem, rattle);
  return isDefault && canUseSparse(problem) ? sparseRattle(problem, rattle) : rattle;
}

const geometric: readonly Need[] = ['coisotropic', 'nondegenerate'];
const mmvw = 'McLachlan, Modin, Verdier, Wilkins, Found. Comput. Math. 14 (2014) 339';
const leimkuhlerSkeel = 'Leimkuhler, Skeel, J. Comput. Phys. 112 (1994) 117';
const innerParameters = [flowParameter, solverParameter];

const schemesOf = (order: number) => compositionSchemes.filter(scheme => scheme.order === order);

function schemeNamed(order: number, id: string | undefined): CompositionScheme {
  const schemes = schemesOf(order).map(scheme => ({ ...scheme, name: scheme.id }));
  return named(schemes, id ?? schemes[0].id, `composition of order ${order}`);
}

/** RATTLE steps of different lengths, some backwards, in a row. */
function composition(order: number): Method {
  const schemes = schemesOf(order);
  const [preferred] = schemes;
  return {
    name: `rattle-${order}`,
    title: `RATTLE composed to order ${order}`,
    family: 'constrained',
    domain: 'g = {g,H} = 0',
    needs: [...geometric, 'symmetric flow'],
    reference: preferred.reference,
    summary: `${preferred.weights.length} RATTLE steps of different lengths, some backwards; for high accuracy.`,
    parameters: [
      ...innerParameters,
      {
        name: 'composition',
        summary: 'the composition scheme',
        values: schemes.map(({ id }) => id),
        default: preferred.id,
      },
    ],
    properties: flow => ({ order, symplectic: flow.symplectic, symmetric: true }),
    create: (problem, options) =>
      compose(buildRattle(problem, options), schemeNamed(order, options.composition).weights),
  };
}

function backwardDifferences(order: number): Method {
  return {
    name: `bdf${order}`,
    title: `backward differences of order ${order} on the DAE`,
    family: 'DAE',
    domain: 'g = 0',
    needs: ['nondegenerate'],
    reference: `${leimkuhlerSkeel}, eq. 35–37`,
    summary: 'Stiffly stable and dissipative: it loses energy. Here for comparison.',
    parameters: [],
    properties: () => ({ order, symplectic: false, symmetric: false }),
    create: problem => bdf(problem, order),
  };
}

function alone(record: FlowRecord): Method {
  const { name, title, order, symplectic, symmetric } = record;
  return {
    name,
    title,
    family: 'unconstrained',
    domain: 'phase space',
    needs: [...record.needs, 'no constraints'],
    reference: record.reference,
    summary: 'An unconstrained flow on its own.',
    parameters: [],
    properties: () => ({ order, symplectic, symmetric }),
    create: problem => record.create(problem.H),
  };
}

export const methods: readonly Method[] = [
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
      order: flow.symmetric ? 2 : 1,
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
    create: (problem, options) => build(problem, options).shake,
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
      order: flow.symmetric ? 2 : 1,
      symplectic: flow.symplectic,
      symmetric: flow.symmetric,
    }),
    create: (problem, options) => {
      const solver = multiplierSolver(problem, options);
      return velocityShake(problem, innerFlow(problem, options).create(problem.H), solver);
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
  ...[1, 2, 3, 4, 5, 6].map(backwardDifferences),
  {
    name: 'reference',
    title: 'reference: Dormand–Prince 8 on the underlying ODE',
    family: 'ODE',
    domain: 'g = {g,H} = 0',
    needs: geometric,
    reference: `Hairer, Nørsett, Wanner, Solving ODEs I (1993), §II.10; ${leimkuhlerSkeel}, eq. 33–34`,
    summary: 'Adaptive, good to 1e-12 over short times; not symplectic, so energy drifts in long runs.',
    parameters: [toleranceParameter],
    properties: () => ({ order: Number.POSITIVE_INFINITY, symplectic: false, symmetric: false }),
    create: (problem, { tolerance }) => reference(problem, tolerance === undefined ? {} : { tolerance }),
  },
  ...flowRecords.map(alone),
];

function named<T extends { readonly name: string }>(records: readonly T[], name: string, what: string): T {
  const record = records.find(candidate => candidate.name === name);
  if (record) return record;
  const names = records.map(candidate => candidate.name);
  const hint = didYouMean(name, names) ?? `there are: ${names.join(', ')}`;
  throw new MethodError(`there is no ${what} “${name}”; ${hint}`);
}

export function methodNamed(name: string): Method {
  return named(methods, name, 'method');
}

/** Why a method cannot run on a problem; empty when it can. Coisotropy and nondegeneracy are left to the check. */
export function obstacles(method: Method, problem: Problem, options: MethodOptions = {}): string[] {
  const reasons: Partial<Record<Need, [boolean, string]>> = {
    separable: [problem.H.separable !== null, 'it needs H = ½pᵀM⁻¹p + V(q)'],
    holonomic: [problem.g.kind === 'holonomic', 'it needs constraints on positions only'],
    'no constraints': [problem.g.m === 0, 'it knows no constraints: use rattle, or a penalty (--omega)'],
    'symmetric flow': [
      method.family !== 'constrained' || innerFlow(problem, options).symmetric,
      `its inner flow must be symmetric, and ${options.flow ?? 'this one'} is not`,
    ],
  };
  return method.needs.flatMap(need => {
    const reason = reasons[need];
    return reason && !reason[0] ? [reason[1]] : [];
  });
}

/** A flow for the problem; throws a MethodError that says why when the method does not apply. */
export function createMethod(problem: Problem, name: string, options: MethodOptions = {}): Flow {
  const method = methodNamed(name);
  const [obstacle] = obstacles(method, problem, options);
  if (obstacle) throw new MethodError(`the method “${name}” does not apply here: ${obstacle}`);
  return method.create(problem, options);
}

export function propertiesOf(problem: Problem, name: string, options: MethodOptions = {}): Properties {
  const method = methodNamed(name);
  const usesFlow = method.parameters.includes(flowParameter);
  return method.properties(usesFlow ? innerFlow(problem, options) : flowRecords[0]);
}
