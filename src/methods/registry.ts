// The registry: one record per method. The command line's lists and help, the generated documentation and every law
// are made from it; to add a method is to add one file and one record.

import type { Flow } from '../flows/flow.ts';
import { noKernel, withParts } from '../kernels/choose.ts';
import type { Problem } from '../problem/problem.ts';
import { comparisonMethods } from './comparison.ts';
import { flowRecords } from './flow-records.ts';
import { geodesicMethods } from './geodesic-methods.ts';
import { randomMethods } from './langevin.ts';
import { groupMethods } from './lie-group.ts';
import {
  type Method,
  MethodError,
  type MethodOptions,
  named,
  type ParameterRecord,
  type Properties,
} from './method.ts';
import { obstacles } from './obstacles.ts';
import { checkParameters, flowParameter } from './parameters.ts';
import { constrainedMethods, innerFlow } from './shake-rattle.ts';
import { unconstrainedMethods } from './unconstrained.ts';

const deterministic: readonly Method[] = [
  ...constrainedMethods,
  ...geodesicMethods,
  ...comparisonMethods,
  ...groupMethods,
  ...unconstrainedMethods,
];

export const methods: readonly Method[] = [...deterministic, ...randomMethods(deterministic)];

const taken = methods.flatMap(({ parameters }) => parameters);

/** Every parameter that some method takes, once; where methods differ in its meaning or default, each is told. */
export const methodParameters: readonly ParameterRecord[] = taken
  .filter(({ name }, i) => taken.findIndex(other => other.name === name) === i)
  .map(parameter => {
    const same = taken.filter(({ name }) => name === parameter.name);
    const told = (tell: (record: ParameterRecord) => string) => [...new Set(same.map(tell))].join(' or ');
    return { ...parameter, summary: told(({ summary }) => summary), default: told(one => one.default) };
  });

export function methodNamed(name: string): Method {
  return named(methods, name, 'method');
}

/** A flow for the problem, whose parts name the kernel at work; throws a MethodError that says why when the method does not apply. */
export function createMethod(problem: Problem, name: string, options: MethodOptions = {}): Flow {
  const method = methodNamed(name);
  checkParameters(method.parameters, options);
  const [obstacle] = obstacles(method, problem, options);
  if (obstacle) throw new MethodError(`the method “${name}” does not apply here: ${obstacle}`);
  return withParts(method.create(problem, options), noKernel);
}

export function propertiesOf(problem: Problem, name: string, options: MethodOptions = {}): Properties {
  const method = methodNamed(name);
  const usesFlow = method.parameters.includes(flowParameter);
  return method.properties(usesFlow ? innerFlow(problem, options) : flowRecords[0], options);
}
