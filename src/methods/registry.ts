// The registry: one record per method. The command line's lists and help, the generated documentation and every law
// are made from it; to add a method is to add one file and one record.

import type { Facts } from '../analysis/facts.ts';
import type { Flow } from '../flows/flow.ts';
import { canCompile, notCompiled } from '../formula/codegen/compile-text.ts';
import { didYouMean } from '../formula/nearest-name.ts';
import { accelerated, noKernel, withParts } from '../kernels/choose.ts';
import type { Problem } from '../problem/problem.ts';
import { flowRecords } from './flow-records.ts';
import { defaultInner, randomMethods } from './langevin.ts';
import {
  type Method,
  MethodError,
  type MethodOptions,
  named,
  type ParameterRecord,
  type Properties,
} from './method.ts';
import { comparisonMethods, groupMethods, unconstrainedMethods } from './other-families.ts';
import { checkParameters, flowParameter, innerFlow, obstacles } from './parameters.ts';
import { type Recommendation, recommendAmong } from './recommend.ts';
import { constrainedMethods, geodesicMethods, geodesicOf } from './shake-rattle.ts';

const deterministic = [
  ...constrainedMethods,
  ...geodesicMethods,
  ...comparisonMethods,
  ...groupMethods,
  ...unconstrainedMethods,
];

const builtIn = [...deterministic, ...randomMethods(deterministic, geodesicOf)];

/** Name of a built-in method; the union follows from the records. */
export type MethodName = (typeof builtIn)[number]['name'];

/** A method by name, built-in or registered, or by its record. */
export type MethodChoice = MethodName | (string & {}) | Method;

// Module state, the only one of the library: a registry by name must outlive the call that adds to it, because menus,
// `--method` and problem files know methods by name alone. It only grows, and only through `register`.
const registered: Method[] = [...builtIn];

/** Every method: the built-in ones, then those that `defineMethod` added. */
export const methods: readonly Method[] = registered;

/** Adds a record; a second one of the same name is refused, since files and commands refer to methods by name. */
export function register(method: Method): void {
  if (registered.some(({ name }) => name === method.name))
    throw new MethodError(`there is a method “${method.name}” already; choose another name`);
  registered.push(method);
}

const taken = builtIn.flatMap(({ parameters }) => parameters);

/** Every parameter that some method takes, once; where methods differ in its meaning or default, all variants are joined. */
export const methodParameters: readonly ParameterRecord[] = taken
  .filter(({ name }, i) => taken.findIndex(other => other.name === name) === i)
  .map(parameter => {
    const same = taken.filter(({ name }) => name === parameter.name);
    const joined = (text: (record: ParameterRecord) => string) => [...new Set(same.map(text))].join(' or ');
    return { ...parameter, summary: joined(({ summary }) => summary), default: joined(one => one.default) };
  });

/** The record of a method: by name, or the record itself. Throws a MethodError with a suggestion for an unknown name. */
export function methodNamed(choice: MethodChoice): Method {
  return typeof choice === 'string' ? named(methods, choice, 'method') : choice;
}

/** Names of the options that a method takes on a problem, those of its inner method and inner flow included. */
export function optionsTaken(
  problem: Problem,
  choice: MethodChoice,
  options: MethodOptions = {},
): ReadonlySet<string> {
  const method = methodNamed(choice);
  const takesInner = method.parameters.some(({ name }) => name === 'inner');
  const inner = takesInner ? methodNamed(options.inner ?? defaultInner(problem)).parameters : [];
  const names: string[] = [...method.parameters, ...inner].map(({ name }) => name);
  // The weight β belongs to the flows of Newmark, and of Zhang and Skeel.
  const ofFlow = names.includes('flow') && options.flow !== undefined ? ['beta'] : [];
  return new Set([...names, ...ofFlow]);
}

/** The options that a method takes, of those given; a plan for several methods has more. */
export function optionsFor(problem: Problem, choice: MethodChoice, options: MethodOptions): MethodOptions {
  const taken = optionsTaken(problem, choice, options);
  return Object.fromEntries(Object.entries(options).filter(([name]) => taken.has(name)));
}

/** Throws a MethodError that names an option which no method of the list takes; `prefix` is that of the place where they stand. */
export function refuseUnusedOptions(
  problem: Problem,
  choices: readonly MethodChoice[],
  options: MethodOptions,
  prefix = '',
): void {
  const taken = new Set(choices.flatMap(choice => [...optionsTaken(problem, choice, options)]));
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  // Without random numbers any seed gives the same result; among particles it could be meant for their start.
  const isHarmless = (name: string) => name === 'seed' && !problem.particles;
  const unused = given.map(([name]) => name).find(name => !taken.has(name) && !isHarmless(name));
  if (unused === undefined) return;
  const names = choices.map(choice => `“${methodNamed(choice).name}”`).join(', ');
  const verb = choices.length === 1 ? 'does not take' : 'do not take';
  const others = methods.filter(({ parameters }) => parameters.some(({ name }) => name === unused));
  const owners = others.map(({ name }) => name).slice(0, 6);
  const all = taken.size > 0 ? `the options here are: ${[...taken].join(', ')}` : 'there are no options here';
  throw new MethodError(
    [
      `${names} ${verb} the option “${prefix}${unused}”`,
      ...(owners.length > 0 ? [`it is for ${owners.join(', ')}`] : []),
      ...(unused === 'seed' ? ['the start of particles has its own, particles.seed'] : []),
      didYouMean(unused, [...taken]) ?? all,
    ].join('; '),
  );
}

/**
 * The method to take on a problem, with the reason, from the facts of `check`; and for every other whether it
 * applies. docs/choosing-a-method.md has the measurements behind the rules.
 *
 * @example recommend(problem, check(problem).facts).method
 */
export const recommend = (problem: Problem, facts: Facts): Recommendation =>
  recommendAmong(methods, problem, facts);

/**
 * The one-step map of a method on a problem, with the fastest kernel that applies (`flow.parts` names it). Throws a
 * MethodError that says why when the method does not apply, and for an option that it does not take.
 */
export function createMethod(problem: Problem, choice: MethodChoice, options: MethodOptions = {}): Flow {
  const method = methodNamed(choice);
  refuseUnusedOptions(problem, [method], options);
  checkParameters(method.parameters, options);
  const [obstacle] = obstacles(method, problem, options);
  if (obstacle) throw new MethodError(`the method “${method.name}” does not apply here: ${obstacle}`);
  return withInterpreter(problem, withParts(method.create(accelerated(problem), options), noKernel));
}

/** Formulas that are interpreted make every step slower: a part of the flow says so. */
function withInterpreter({ particles }: Problem, flow: Flow): Flow {
  if (particles || canCompile()) return flow;
  return { ...flow, parts: [...(flow.parts ?? []), `interpreted formulas: ${notCompiled}`] };
}

/** What a method claims on a problem, with the inner flow that it would use: order, symplectic, symmetric. */
export function propertiesOf(
  problem: Problem,
  choice: MethodChoice,
  options: MethodOptions = {},
): Properties {
  const method = methodNamed(choice);
  const usesFlow = method.parameters.includes(flowParameter);
  return method.properties(usesFlow ? innerFlow(problem, options) : flowRecords[0], options);
}
