// The methods of a comparison: every method of the registry that can run on the problem, RATTLE with other flows inside, and under
// a penalty the methods without constraints. Random methods are left out: their motion has no exact solution.

import { knowsConstraints, type Method, type MethodOptions } from '../../../src/methods/method.ts';
import { obstacles } from '../../../src/methods/parameters.ts';
import { methods } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { ProblemSpec } from '../../measure/problem.ts';
import { readDefinition } from '../../suite.ts';

export interface Workload extends ProblemSpec {
  readonly id: string;
  readonly name: string;
  /** The motion runs from t = 0 to this time. */
  readonly until: number;
  /** The error: the largest one of a position at the end, or the largest |H − H₀| during the motion. */
  readonly judgedBy: 'end point' | 'energy';
  readonly methods?: readonly string[];
  readonly fewestSteps: number;
  readonly warmUp: number;
  readonly longest: number;
  readonly otherFlows: boolean;
  readonly omegas: readonly number[];
}

export interface Definition {
  readonly flowsInside: Readonly<Record<string, readonly string[]>>;
  readonly timing: Readonly<Record<string, number>>;
  readonly goals: readonly number[];
  readonly workloads: readonly Workload[];
}

export const workPrecision = () => readDefinition<Definition>('work-precision');

/** One process: a method with its options, on the problem itself or on each of its penalised versions. */
export interface Candidate {
  readonly method: string;
  readonly options: MethodOptions;
  readonly omegas: readonly (number | null)[];
}

export function candidatesOf(
  problem: Problem,
  { methods: wanted, otherFlows, omegas }: Pick<Workload, 'methods' | 'otherFlows' | 'omegas'>,
): Candidate[] {
  const usual = problem.g.kind === 'holonomic' ? 'verlet' : 'midpoint';
  const allowed = methods.filter(({ name, family }) => wanted?.includes(name) ?? family !== 'random');
  const direct = allowed.filter(method => obstacles(method, problem).length === 0);
  const penalised = omegas.length > 0 ? allowed.filter(method => !knowsConstraints(method)) : [];
  const candidate = ({ name }: Method, options: MethodOptions = {}): Candidate => ({
    ...{ method: name, options, omegas: [null] },
  });
  return [
    ...direct.map(method => candidate(method)),
    ...(otherFlows ? direct : []).flatMap(method =>
      (workPrecision().flowsInside[method.name] ?? [])
        .filter(flow => flow !== usual)
        .map(flow => candidate(method, { flow })),
    ),
    ...penalised.map(method => ({ ...candidate(method), omegas })),
  ];
}

/** As in a command line; penalties with their stiffness. */
export function labelOf({ method, options }: Omit<Candidate, 'omegas'>, omega: number | null): string {
  const flow = options.flow === undefined ? '' : ` --flow ${options.flow}`;
  return `${method}${flow}${omega === null ? '' : ` --omega ${omega}`}`;
}
