// Which methods can run on a problem, and which one to take, with the reason; decided from the form of the problem and the facts of the check.

import type { Facts } from '../analysis/facts.ts';
import { rigidBodyOf } from '../groups/rigid-body.ts';
import type { Problem } from '../problem/problem.ts';
import type { Method } from './method.ts';
import { obstacles } from './parameters.ts';

/** Which method to take, with the reason, and which others can run. */
export interface Recommendation {
  readonly method: string | null;
  readonly reason: string;
  readonly applicable: readonly string[];
  /** Methods that do not apply, each with the reason. */
  readonly excluded: readonly { readonly method: string; readonly because: string }[];
}

/** The method to take among those of a list, and for every other whether it applies. docs/choosing-a-method.md has the measurements behind the rules. */
export function recommendAmong(methods: readonly Method[], problem: Problem, facts: Facts): Recommendation {
  const checked = methods.map(method => ({ method: method.name, because: obstacle(method, problem, facts) }));
  const excluded = checked.flatMap(({ method, because }) => (because === null ? [] : [{ method, because }]));
  const applicable = checked.filter(({ because }) => because === null).map(({ method }) => method);
  const [method, reason] = choice(problem, facts);
  return {
    method: method !== null && applicable.includes(method) ? method : null,
    reason,
    applicable,
    excluded,
  };
}

function obstacle(method: Method, problem: Problem, facts: Facts): string | null {
  const [first] = obstacles(method, problem);
  if (first !== undefined) return first;
  if (facts.manifold === false && method.family !== 'unconstrained')
    return 'the constraints are singular at the start';
  if (method.needs.includes('coisotropic') && facts.coisotropic === false)
    return 'it needs constraints in involution, {gᵢ,gⱼ} = 0';
  if (method.needs.includes('nondegenerate') && facts.nondegenerate === false)
    return 'it needs an invertible {{H,gᵢ},gⱼ}';
  return null;
}

function choice(problem: Problem, facts: Facts): [string | null, string] {
  if (facts.hasConstraints) {
    if (facts.rank === null) return [null, 'correct first what the check found'];
    if (facts.manifold === false)
      return [null, 'the constraints are dependent at the start; the check says which'];
    if (facts.coisotropic === false) return [null, 'no method here integrates second-class constraints'];
    if (facts.nondegenerate === false)
      return [null, 'the multipliers are not determined at the start; the check says why'];
  }
  const { method, because } = defaultMethod(problem);
  return [method, `${because}${costNote(method, facts)}`];
}

function costNote(method: string, { separable, holonomic, m, couplings }: Facts): string {
  const isSparse = method === 'rattle' && separable && holonomic && m > 8 && couplings < (m * m) / 2;
  return isSparse ? '; the multipliers couple sparsely, so a step costs little more than O(n)' : '';
}

export interface DefaultMethod {
  readonly method: string;
  readonly because: string;
}

/**
 * The method for a problem that names none, from its form alone (no check, so it costs nothing on a large system):
 * a temperature asks for Langevin dynamics; else by the constraints, the kinetic energy and the stiffness of V.
 */
export function defaultMethod(
  problem: Problem,
  temperature: number | undefined = problem.run.temperature,
): DefaultMethod {
  const [method, because] =
    problem.g.m > 0 ? constrainedChoice(problem, temperature) : freeChoice(problem, temperature);
  return { method, because };
}

function constrainedChoice(problem: Problem, temperature: number | undefined): [string, string] {
  const isClassical = problem.H.separable !== null && problem.g.kind === 'holonomic';
  if (temperature !== undefined && isClassical)
    return ['g-baoab', 'a temperature is set: Langevin dynamics on the constraints, noise projected'];
  if (typeof rigidBodyOf(problem) !== 'string')
    return [
      'so3-splitting',
      'a rigid body: explicit, symplectic, symmetric, R stays a rotation; rattle-4 to rattle-8 for high accuracy',
    ];
  return ['rattle', rattleReason(problem)];
}

function freeChoice({ H }: Problem, temperature: number | undefined): [string, string] {
  if (!H.separable)
    return ['midpoint', 'no constraints and H does not split: implicit, symplectic, symmetric'];
  if (temperature !== undefined)
    return ['g-baoab', 'a temperature is set: Langevin dynamics that samples positions well'];
  if (H.separable.stiff)
    return ['zhang-skeel', 'a part of V is stiff: symplectic, symmetric, one linear solve per step'];
  return ['verlet', 'no constraints and H = T(p) + V(q): explicit, symplectic, symmetric'];
}

function rattleReason({ g, H }: Problem): string {
  if (g.kind !== 'holonomic')
    return 'the constraints contain momenta: geometric RATTLE with the midpoint flow keeps them and the symplectic form';
  if (!H.separable)
    return 'constraints on positions, H does not split: RATTLE with the implicit Verlet flow; rattle-4 to rattle-8 for high accuracy';
  return 'classical constraints: symplectic, symmetric, both constraints at round-off; rattle-4 to rattle-8 for high accuracy';
}
