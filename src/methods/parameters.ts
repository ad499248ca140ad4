// The parameters of methods, each written once: the command line's options, the checks of their ranges and the
// documentation are made from these records.

import { type CompositionScheme, compositionSchemes } from '../flows/compose.ts';
import { rigidBodyOf } from '../groups/rigid-body.ts';
import { defaultFlowName } from '../integrators/constrained.ts';
import type { Problem } from '../problem/problem.ts';
import { solverRecords } from '../solvers/named-solvers.ts';
import { defaultBeta, type FlowRecord, flowRecords } from './flow-records.ts';
import {
  type Method,
  MethodError,
  type MethodOptions,
  type Need,
  named,
  type ParameterRecord,
} from './method.ts';

export const flowParameter: ParameterRecord = {
  name: 'flow',
  kind: 'name',
  summary: 'the inner unconstrained method',
  values: flowRecords.map(({ name }) => name),
  default: 'verlet (midpoint where constraints contain momenta)',
};
export const solverParameter: ParameterRecord = {
  name: 'solver',
  kind: 'name',
  summary: 'solver of the multipliers',
  values: solverRecords.map(({ name }) => name),
  default: 'newton for few constraints, chord with sparse LDLᵀ for many',
};
export const toleranceParameter: ParameterRecord = {
  name: 'tolerance',
  kind: 'number',
  summary: 'target of the step-size control: relative error over a few oscillations',
  default: '1e-13',
  least: Number.MIN_VALUE,
};
export const betaParameter: ParameterRecord = {
  name: 'beta',
  kind: 'number',
  summary: 'weight of the implicit part; from ¼ on, linear problems are stable at any step',
  default: String(defaultBeta),
  least: 0,
};
export const innerParameter: ParameterRecord = {
  name: 'inner',
  kind: 'name',
  summary: 'the inner deterministic method',
  default: 'rattle with constraints, verlet without',
};
export const temperatureParameter: ParameterRecord = {
  name: 'temperature',
  kind: 'number',
  summary: 'k_B T in the unit of energy; for molecules with its unit, 298*K',
  default: 'that of the particles, else 1',
  least: 0,
};
export const frictionParameter: ParameterRecord = {
  name: 'friction',
  kind: 'number',
  summary: 'friction rate γ, p′ = −γp + noise; for molecules with its unit, 5/ps',
  default: '1',
  least: 0,
};
export const substepsParameter = (summary: string, usual: number): ParameterRecord => ({
  name: 'substeps',
  kind: 'whole number',
  summary,
  default: String(usual),
  least: 1,
});
export const seedParameter: ParameterRecord = {
  name: 'seed',
  kind: 'whole number',
  summary: 'seed of the random numbers; the same seed gives the same bytes',
  default: '0',
  least: 0,
};

/** The flow that a method uses on a problem. */
export function innerFlow(problem: Problem, options: MethodOptions = {}): FlowRecord {
  const name = options.flow ?? defaultFlowName(problem);
  const record = named(flowRecords, name, 'flow');
  if (record.needs.includes('separable') && !problem.H.separable)
    throw new MethodError(`the flow “${name}” needs H = ½pᵀM⁻¹p + V(q); use verlet, midpoint or gauss-2`);
  return record;
}

const schemesOf = (order: number) => compositionSchemes.filter(scheme => scheme.order === order);

/** The scheme to take unless another is asked for. */
export const preferredScheme = (order: number): CompositionScheme => schemesOf(order)[0];

export function compositionParameter(order: number): ParameterRecord {
  const schemes = schemesOf(order);
  return {
    name: 'composition',
    kind: 'name',
    summary: 'the composition scheme',
    values: schemes.map(({ id }) => id),
    default: schemes[0].id,
  };
}

export function schemeNamed(order: number, id: string | undefined): CompositionScheme {
  const schemes = schemesOf(order).map(scheme => ({ ...scheme, name: scheme.id }));
  return named(schemes, id ?? schemes[0].id, `composition of order ${order}`);
}

/** Throws a MethodError for a number outside its range. */
export function checkParameters(parameters: readonly ParameterRecord[], options: MethodOptions): void {
  for (const { name, kind, least = Number.NEGATIVE_INFINITY } of parameters) {
    const value = options[name];
    if (kind === 'name' || value === undefined) continue;
    if (typeof value !== 'number' || !Number.isFinite(value) || value < least)
      throw new MethodError(`${name} must be a number${bound(least)}, not ${value}`);
    if (kind === 'whole number' && !Number.isInteger(value))
      throw new MethodError(`${name} must be a whole number${bound(least)}, not ${value}`);
  }
}

const bound = (least: number) =>
  least === Number.MIN_VALUE ? ' above 0' : Number.isFinite(least) ? `, at least ${least}` : '';

// Why a method cannot run on a problem.

/** Empty when it can run. Coisotropy and nondegeneracy are left to the check. */
export function obstacles(method: Method, problem: Problem, options: MethodOptions = {}): string[] {
  return method.needs.flatMap(need => {
    const reason = checks[need]?.(problem, method, options) ?? null;
    return reason === null ? [] : [reason];
  });
}

type Check = (problem: Problem, method: Method, options: MethodOptions) => string | null;

const unless = (holds: boolean, reason: string) => (holds ? null : reason);

const checks: Partial<Record<Need, Check>> = {
  separable: ({ H }) => unless(H.separable !== null, 'it needs H = ½pᵀM⁻¹p + V(q)'),
  holonomic: ({ g }) => unless(g.kind === 'holonomic', 'it needs constraints on positions only'),
  'no constraints': ({ g }) =>
    unless(g.m === 0, 'it knows no constraints: use rattle, or a penalty (--omega)'),
  'symmetric flow': (problem, _method, options) =>
    unless(
      innerFlow(problem, options).symmetric,
      `its inner flow must be symmetric, and ${options.flow ?? 'this one'} is not`,
    ),
  'rigid body': problem => {
    const body = rigidBodyOf(problem);
    return typeof body === 'string' ? `it needs a rigid body: ${body}` : null;
  },
};
