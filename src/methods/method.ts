// What a record of the registry says about a method.

import type { Domain, Flow } from '../flows/flow.ts';
import { didYouMean } from '../formula/nearest-name.ts';
import type { Problem } from '../problem/problem.ts';
import type { SolverName } from '../solvers/named-solvers.ts';
import type { FlowName, FlowRecord } from './flow-records.ts';

export const families = ['constrained', 'DAE', 'ODE', 'unconstrained', 'Lie group', 'random'] as const;

/** What kind of equations a method solves; lists and menus are grouped by it. */
export type Family = (typeof families)[number];

export const needs = [
  'separable',
  'holonomic',
  'coisotropic',
  'nondegenerate',
  'symmetric flow',
  'no constraints',
  'rigid body',
] as const;

/**
 * What a method requires of a problem: H = ½pᵀM⁻¹p + V(q), g = g(q), {gᵢ,gⱼ} = 0 on g = 0, det {{H,gᵢ},gⱼ} ≠ 0, a
 * symmetric inner flow, m = 0, or coordinates R with RᵀR = I.
 */
export type Need = (typeof needs)[number];

/** Parameters of methods; each method takes those that its record lists. */
export interface MethodOptions {
  /** Name of the inner flow; the default is verlet, or midpoint where g depends on p. */
  readonly flow?: FlowName | (string & {});
  /** Name of the multiplier solver; the default fits the problem. */
  readonly solver?: SolverName | (string & {});
  /** Which composition of that order, for methods of order 4, 6 and 8. */
  readonly composition?: string;
  /** Relative error over a few oscillations that an adaptive method aims at. */
  readonly tolerance?: number;
  /** Weight of the implicit part in the methods of Newmark, and of Zhang and Skeel. */
  readonly beta?: number;
  /** Name of the deterministic method inside a random one. */
  readonly inner?: string;
  /** k_B T in units of energy. */
  readonly temperature?: number;
  /** Rate at which momenta are forgotten. */
  readonly friction?: number;
  /** Short steps inside one long one. */
  readonly substeps?: number;
  /** The same seed gives the same random numbers. */
  readonly seed?: number;
}

/**
 * A parameter of a method: its meaning, default and range. Options of the command line and forms of the studio are
 * made from these records.
 */
export interface ParameterRecord {
  readonly name: keyof MethodOptions;
  readonly kind: 'name' | 'number' | 'whole number';
  readonly summary: string;
  readonly values?: readonly string[];
  readonly default: string;
  /** The smallest value of a number. */
  readonly least?: number;
}

/** What a method claims, and what `certify` measures. */
export interface Properties {
  /** Infinity for an adaptive method, NaN for one that has no order. */
  readonly order: number;
  readonly symplectic: boolean;
  readonly symmetric: boolean;
  /** Whether the energy error stays bounded; without a word, when the method is symplectic. */
  readonly boundedEnergy?: boolean;
  /** The product hω from which an oscillator of frequency ω is unstable; absent for implicit methods and where it is not known. */
  readonly stabilityLimit?: number | undefined;
}

/**
 * A method as the registry describes it: name, claims, needs, reference, parameters and constructor. Lists, menus,
 * help texts and laws are made from these records.
 */
export interface Method<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
  readonly family: Family;
  readonly domain: Domain;
  readonly needs: readonly Need[];
  readonly reference: string;
  readonly summary: string;
  readonly parameters: readonly ParameterRecord[];
  /** The options under which the properties hold where not under all: a random method without its noise. */
  readonly claimedFor?: MethodOptions;
  /** What the laws measure, given the inner flow. */
  properties(flow: FlowRecord, options?: MethodOptions): Properties;
  create(problem: Problem, options: MethodOptions): Flow;
}

/** The records, typed with the union of their names. */
export const methodList = <Name extends string>(records: readonly Method<Name>[]): readonly Method<Name>[] =>
  records;

/** Whether a method runs on a problem with constraints; the others need a penalty in their place. */
export const knowsConstraints = ({ needs }: Method): boolean => !needs.includes('no constraints');

/**
 * A method that does not exist, does not apply to a problem, or was given a wrong parameter; the message says why.
 */
export class MethodError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MethodError';
  }
}

/** The record of that name; throws a MethodError with a suggestion. */
export function named<T extends { readonly name: string }>(
  records: readonly T[],
  name: string,
  what: string,
): T {
  const record = records.find(candidate => candidate.name === name);
  if (record) return record;
  const names = records.map(candidate => candidate.name);
  const hint = didYouMean(name, names) ?? `there are: ${names.join(', ')}`;
  throw new MethodError(`there is no ${what} “${name}”; ${hint}`);
}
