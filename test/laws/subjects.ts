// Every registered method, on every problem of the laws that it can run: adding a record adds it here.

import { compositionSchemes } from '../../src/flows/compose.ts';
import type { Flow } from '../../src/flows/flow.ts';
import { flowRecords } from '../../src/methods/flow-records.ts';
import type { Method, MethodOptions, Properties } from '../../src/methods/method.ts';
import { obstacles } from '../../src/methods/parameters.ts';
import { createMethod, methodNamed, methods, propertiesOf } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { solverRecords } from '../../src/solvers/named-solvers.ts';
import {
  body,
  bowl,
  constrainedProblems,
  curved,
  freeProblems,
  harmonic,
  linkage,
  quartic,
  top,
} from './problems.ts';

export interface LawSubject {
  readonly label: string;
  readonly problem: Problem;
  readonly method: string;
  readonly properties: Properties;
  create(): Flow;
}

function subject(problem: Problem, method: string, given: MethodOptions = {}): LawSubject {
  const options = { ...given, ...methodNamed(method).claimedFor };
  const extra = Object.entries(options).map(([name, value]) => ` ${name} ${value}`);
  return {
    label: `${method}${extra.join('')} on “${problem.name}”`,
    problem,
    method,
    properties: propertiesOf(problem, method, options),
    create: () => createMethod(problem, method, options),
  };
}

const runsOn = (method: Method, problem: Problem) =>
  obstacles(method, problem).length === 0 &&
  (method.family === 'random' || (method.family === 'unconstrained') === (problem.g.m === 0));

/**
 * Backward differences of order 3 and more are unstable for constraints with momenta, and refuse them; the lower ones
 * lose so much energy on the quartic problem that they reach a degenerate point. There the errors of rattle-8 fall even
 * faster than h⁸ (slopes 9 to 12) until they meet round-off, so that no order can be read from them.
 */
const isExcluded = (name: string, problem: Problem) =>
  (/^bdf[3-6]$/.test(name) && problem.g.kind !== 'holonomic') ||
  (/^bdf|^rattle-8$/.test(name) && problem === quartic);

const registered = [...constrainedProblems, ...freeProblems, harmonic, quartic, curved].flatMap(problem =>
  methods
    .filter(method => runsOn(method, problem) && !isExcluded(method.name, problem))
    .map(method => subject(problem, method.name)),
);

/** The methods for rigid bodies, and RATTLE beside them. */
const bodies = [body, top].flatMap(problem =>
  methods
    .filter(({ name, family }) => family === 'Lie group' || name === 'rattle')
    .map(({ name }) => subject(problem, name)),
);

/** RATTLE with every flow inside; all are second order or, for the Eulers, first. */
const innerFlows = constrainedProblems.flatMap(problem =>
  flowRecords.map(({ name }) => subject(problem, 'rattle', { flow: name })),
);

/** RATTLE with every solver; the closed form only where the equations are independent. */
const solvers = solverRecords.flatMap(({ name }) =>
  (name === 'closed-form' ? [bowl] : [linkage]).map(problem => subject(problem, 'rattle', { solver: name })),
);

/** Every composition scheme; those of order 8 only where one of the same order has room above round-off. */
const compositions = compositionSchemes.map(({ id, order }) =>
  subject(bowl, `rattle-${order}`, { composition: id }),
);

export const subjects: readonly LawSubject[] = [
  ...registered,
  ...bodies,
  ...innerFlows,
  ...solvers,
  ...compositions,
];
