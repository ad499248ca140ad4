// Which methods can run on a problem, and which one to take, with the reason; decided from the facts of the check.

import type { Facts } from './analysis/facts.ts';
import type { Method } from './methods/method.ts';
import { obstacles } from './methods/obstacles.ts';
import { methods } from './methods.ts';
import type { Problem } from './problem/problem.ts';

export interface Recommendation {
  readonly method: string | null;
  readonly reason: string;
  readonly applicable: readonly string[];
  /** Methods that do not apply, each with the reason. */
  readonly excluded: readonly { readonly method: string; readonly because: string }[];
}

export function recommend(problem: Problem, facts: Facts): Recommendation {
  const judged = methods.map(method => ({ method: method.name, because: obstacle(method, problem, facts) }));
  const excluded = judged.flatMap(({ method, because }) => (because === null ? [] : [{ method, because }]));
  const applicable = judged.filter(({ because }) => because === null).map(({ method }) => method);
  const [method, reason] = choice(facts);
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
  if (
    facts.hasConstraints &&
    facts.rank !== null &&
    facts.rank < facts.m &&
    method.family !== 'unconstrained'
  )
    return 'the constraints are redundant';
  if (method.needs.includes('coisotropic') && facts.coisotropic === false)
    return 'it needs constraints in involution, {gᵢ,gⱼ} = 0';
  if (method.needs.includes('nondegenerate') && facts.nondegenerate === false)
    return 'it needs an invertible {{H,gᵢ},gⱼ}';
  return null;
}

function choice(facts: Facts): [string | null, string] {
  if (!facts.hasConstraints)
    return facts.separable
      ? ['verlet', 'no constraints and H = T(p) + V(q): explicit, symplectic, symmetric']
      : ['midpoint', 'no constraints and H does not split: implicit, symplectic, symmetric'];
  if (facts.rank === null) return [null, 'correct first what the check found'];
  if (facts.rank < facts.m) return [null, 'the constraints are dependent at the start; the check says which'];
  if (facts.coisotropic === false) return [null, 'no method here integrates second-class constraints'];
  if (facts.nondegenerate === false)
    return [null, 'the multipliers are not determined at the start; the check says why'];
  return ['rattle', rattleReason(facts)];
}

function rattleReason({ holonomic, separable, m, couplings }: Facts): string {
  if (!holonomic)
    return 'the constraints contain momenta: geometric RATTLE with the midpoint flow keeps them and the symplectic form';
  if (!separable)
    return 'constraints on positions, H does not split: RATTLE with the implicit Verlet flow; rattle-4 to rattle-8 for high accuracy';
  const isSparse = m > 8 && couplings < (m * m) / 2;
  const cost = isSparse ? '; the multipliers couple sparsely, so a step costs little more than O(n)' : '';
  return `classical constraints: symplectic, symmetric, both constraints at round-off${cost}; rattle-4 to rattle-8 for high accuracy`;
}
