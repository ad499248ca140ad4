// Who takes part: every method of the registry that can run on the problem, RATTLE with other flows inside, and under
// a penalty the methods that know no constraints. Random methods are left out: no exact motion is theirs.

import { knowsConstraints, type Method, type MethodOptions } from '../../../src/methods/method.ts';
import { obstacles } from '../../../src/methods/obstacles.ts';
import { methods } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { Workload } from './workloads.ts';

/** One process: a method with its options, on the problem itself or on each of its penalised versions. */
export interface Entrant {
  readonly method: string;
  readonly options: MethodOptions;
  readonly omegas: readonly (number | null)[];
}

/** Flows inside RATTLE that are tried besides its default, and inside its compositions. */
const flowsInside: Readonly<Record<string, readonly string[]>> = {
  rattle: ['verlet', 'midpoint', 'gauss-2'],
  'rattle-4': ['verlet'],
  'rattle-6': ['verlet'],
  'rattle-8': ['verlet', 'midpoint'],
};

export function entrantsOf(
  problem: Problem,
  { methods: wanted, otherFlows, omegas }: Pick<Workload, 'methods' | 'otherFlows' | 'omegas'>,
): Entrant[] {
  const usual = problem.g.kind === 'holonomic' ? 'verlet' : 'midpoint';
  const taking = methods.filter(({ name, family }) => wanted?.includes(name) ?? family !== 'random');
  const direct = taking.filter(method => obstacles(method, problem).length === 0);
  const penalised = omegas.length > 0 ? taking.filter(method => !knowsConstraints(method)) : [];
  const entrant = ({ name }: Method, options: MethodOptions = {}): Entrant => ({
    ...{ method: name, options, omegas: [null] },
  });
  return [
    ...direct.map(method => entrant(method)),
    ...(otherFlows === 'tried' ? direct : []).flatMap(method =>
      (flowsInside[method.name] ?? []).filter(flow => flow !== usual).map(flow => entrant(method, { flow })),
    ),
    ...penalised.map(method => ({ ...entrant(method), omegas })),
  ];
}

/** As one would type it; penalties with their stiffness. */
export function labelOf({ method, options }: Omit<Entrant, 'omegas'>, omega: number | null): string {
  const flow = options.flow === undefined ? '' : ` --flow ${options.flow}`;
  return `${method}${flow}${omega === null ? '' : ` --omega ${omega}`}`;
}
