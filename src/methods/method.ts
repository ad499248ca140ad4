// What a record of the registry says about a method.

import type { Domain, Flow } from '../flows/flow.ts';
import { didYouMean } from '../formula/nearest-name.ts';
import type { Problem } from '../problem/problem.ts';
import type { FlowRecord } from './flow-records.ts';

export type Family = 'constrained' | 'DAE' | 'ODE' | 'unconstrained' | 'Lie group' | 'random';
export type Need =
  | 'separable'
  | 'holonomic'
  | 'coisotropic'
  | 'nondegenerate'
  | 'symmetric flow'
  | 'no constraints'
  | 'rigid body';

export interface MethodOptions {
  /** Name of the inner flow; the default is verlet, or midpoint where g depends on p. */
  readonly flow?: string;
  /** Name of the multiplier solver; the default fits the problem. */
  readonly solver?: string;
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

export interface ParameterRecord {
  readonly name: keyof MethodOptions;
  readonly kind: 'name' | 'number' | 'whole number';
  readonly summary: string;
  readonly values?: readonly string[];
  readonly default: string;
  /** The smallest value of a number. */
  readonly least?: number;
}

export interface Properties {
  /** Infinity for an adaptive method, NaN for one that has no order. */
  readonly order: number;
  readonly symplectic: boolean;
  readonly symmetric: boolean;
  /** Whether the energy error stays bounded; without a word, when the method is symplectic. */
  readonly boundedEnergy?: boolean;
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
  /** The options under which the properties hold where not under all: a random method without its noise. */
  readonly claimedFor?: MethodOptions;
  /** What the laws measure, given the inner flow. */
  properties(flow: FlowRecord, options?: MethodOptions): Properties;
  create(problem: Problem, options: MethodOptions): Flow;
}

/** Whether a method runs on a problem with constraints; the others need a penalty in their place. */
export const knowsConstraints = ({ needs }: Method): boolean => !needs.includes('no constraints');

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
