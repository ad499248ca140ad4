// Methods of the user's own: a record is completed, checked, frozen and registered, and from then on is like a built-in one
// for simulate, certify, compare and for every list and menu that is made from the registry.

import type { Domain, Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import {
  type Family,
  families,
  type Method,
  MethodError,
  type MethodOptions,
  type Need,
  needs,
  type ParameterRecord,
} from './method.ts';
import { register } from './registry.ts';

/** What `defineMethod` takes: a name, the claims that `certify` measures, and the constructor. */
export interface MethodDefinition<Name extends string = string> {
  /** Lower-case words joined by hyphens, such as `my-rattle`; unique among all methods. */
  readonly name: Name;
  /** Order p of the global error, O(hᵖ). Infinity for an adaptive method, NaN for one without an order. */
  readonly order: number;
  /** Whether the step preserves dq ∧ dp on its domain; false by default. */
  readonly symplectic?: boolean;
  /** Whether Φ₋ₕ ∘ Φₕ is the identity; false by default. */
  readonly symmetric?: boolean;
  /** Whether the energy error stays bounded; by default when the method is symplectic. */
  readonly boundedEnergy?: boolean;
  /** On which manifold its states lie; by default that of RATTLE, g = {g,H} = 0. */
  readonly domain?: Domain;
  /** What a problem must have; by default coisotropic and nondegenerate constraints, or none in phase space. */
  readonly needs?: readonly Need[];
  readonly family?: Family;
  /** For lists and menus; by default the name. */
  readonly title?: string;
  /** One sentence for lists and menus. */
  readonly summary?: string;
  /** Where it was published. */
  readonly reference?: string;
  /** Which of the options it takes. */
  readonly parameters?: readonly ParameterRecord[];
  /** The one-step map for a problem. */
  create(problem: Problem, options: MethodOptions): Flow;
}

/**
 * Registers a method: `simulate`, `certify`, `compare`, `createMethod` and the studio's menu then know it by name. Returns
 * the frozen record, which these functions take as well. Condition: the name is new. Throws a MethodError otherwise.
 *
 * @example
 * defineMethod({ name: 'my-rattle', order: 2, symplectic: true, symmetric: true, create: problem => rattle(problem) });
 */
export function defineMethod<const Name extends string>(definition: MethodDefinition<Name>): Method<Name> {
  const method = recordFrom(definition);
  register(method);
  return method;
}

function recordFrom<Name extends string>(definition: MethodDefinition<Name>): Method<Name> {
  const { name, order, domain = 'g = {g,H} = 0', symplectic = false, symmetric = false } = definition;
  const isFree = domain === 'phase space';
  const method: Method<Name> = {
    name,
    title: definition.title ?? name,
    family: definition.family ?? (isFree ? 'unconstrained' : 'constrained'),
    domain,
    needs: definition.needs ?? (isFree ? ['no constraints'] : ['coisotropic', 'nondegenerate']),
    reference: definition.reference ?? 'user-defined',
    summary: definition.summary ?? 'A user-defined method.',
    parameters: definition.parameters ?? [],
    properties: () => ({
      order,
      symplectic,
      symmetric,
      boundedEnergy: definition.boundedEnergy ?? symplectic,
    }),
    create: (problem, options) => checkedFlow(definition.create(problem, options), name, domain),
  };
  const [mistake] = mistakesIn(method, definition);
  if (mistake) throw new MethodError(`the method “${name}” cannot be defined: ${mistake}`);
  return Object.freeze(method);
}

const domains: readonly Domain[] = ['phase space', 'g = 0', 'g = {g,H} = 0'];

/** What a program without types may get wrong. */
function mistakesIn(method: Method, { order, create }: MethodDefinition): string[] {
  const unknown = <T>(known: readonly T[], given: readonly T[]) => given.filter(one => !known.includes(one));
  const checks: readonly [boolean, string][] = [
    [!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(method.name), 'its name must be lower-case words with hyphens'],
    [typeof order !== 'number' || order < 1, 'its order must be a number from 1 on, Infinity or NaN'],
    [typeof create !== 'function', 'it needs a function create(problem, options)'],
    [!domains.includes(method.domain), `its domain must be one of: ${domains.join('; ')}`],
    [!families.includes(method.family), `its family must be one of: ${families.join(', ')}`],
    [unknown(needs, method.needs).length > 0, `its needs must be among: ${needs.join(', ')}`],
  ];
  return checks.flatMap(([isWrong, message]) => (isWrong ? [message] : []));
}

/** The flow of a user's constructor; refuses one that cannot be stepped or lives on another manifold than declared. */
function checkedFlow(flow: Flow, name: string, domain: Domain): Flow {
  if (typeof flow?.step !== 'function' || !Array.isArray(flow.memory))
    throw new MethodError(`create() of “${name}” must return a flow: { domain, memory, step(z, h, out) }`);
  if (flow.domain !== domain)
    throw new MethodError(`create() of “${name}” returns a flow on ${flow.domain}, but declares ${domain}`);
  return flow;
}
