// The registry: one record per method. The command line's lists and help, the generated documentation and every law
// are made from it; to add a method is to add one file and one record.

import type { Flow } from './flows/flow.ts';
import { flowRecords } from './flows/flow-records.ts';
import { comparisonMethods } from './methods/comparison.ts';
import { constrainedMethods, innerFlow } from './methods/constrained.ts';
import { groupMethods } from './methods/groups.ts';
import {
  type Method,
  MethodError,
  type MethodOptions,
  named,
  type ParameterRecord,
  type Properties,
} from './methods/method.ts';
import { obstacles } from './methods/obstacles.ts';
import { checkParameters, flowParameter } from './methods/parameters.ts';
import { randomMethods } from './methods/random.ts';
import { unconstrainedMethods } from './methods/unconstrained.ts';
import type { Problem } from './problem/problem.ts';

const deterministic: readonly Method[] = [
  ...constrainedMethods,
  ...comparisonMethods,
  ...groupMethods,
  ...unconstrainedMethods,
];

export const methods: readonly Method[] = [...deterministic, ...randomMethods(deterministic)];

/** Every parameter that some method takes, by its first record. */
export const methodParameters: readonly ParameterRecord[] = [
  ...new Map(
    methods
      .flatMap(({ parameters }) => parameters)
      .reverse()
      .map(parameter => [parameter.name, parameter]),
  ).values(),
].reverse();

export function methodNamed(name: string): Method {
  return named(methods, name, 'method');
}

/** A flow for the problem; throws a MethodError that says why when the method does not apply. */
export function createMethod(problem: Problem, name: string, options: MethodOptions = {}): Flow {
  const method = methodNamed(name);
  checkParameters(method.parameters, options);
  const [obstacle] = obstacles(method, problem, options);
  if (obstacle) throw new MethodError(`the method “${name}” does not apply here: ${obstacle}`);
  return method.create(problem, options);
}

export function propertiesOf(problem: Problem, name: string, options: MethodOptions = {}): Properties {
  const method = methodNamed(name);
  const usesFlow = method.parameters.includes(flowParameter);
  return method.properties(usesFlow ? innerFlow(problem, options) : flowRecords[0], options);
}
