// Why a method cannot run on a problem.

import { rigidBodyOf } from '../groups/rigid-body.ts';
import type { Problem } from '../problem/problem.ts';
import type { Method, MethodOptions, Need } from './method.ts';
import { innerFlow } from './parameters.ts';

/** Empty when it can run. Coisotropy and nondegeneracy are left to the check. */
export function obstacles(method: Method, problem: Problem, options: MethodOptions = {}): string[] {
  return method.needs.flatMap(need => {
    const reason = checks[need]?.(problem, method, options) ?? null;
    return reason === null ? [] : [reason];
  });
}

type Check = (problem: Problem, method: Method, options: MethodOptions) => string | null;

const unless = (holds: boolean, reason: string) => (holds ? null : reason);

const checks: Partial<Record<Need, Check>> = {
  separable: ({ H }) => unless(H.separable !== null, 'it needs H = ½pᵀM⁻¹p + V(q)'),
  holonomic: ({ g }) => unless(g.kind === 'holonomic', 'it needs constraints on positions only'),
  'no constraints': ({ g }) =>
    unless(g.m === 0, 'it knows no constraints: use rattle, or a penalty (--omega)'),
  'symmetric flow': (problem, _method, options) =>
    unless(
      innerFlow(problem, options).symmetric,
      `its inner flow must be symmetric, and ${options.flow ?? 'this one'} is not`,
    ),
  'rigid body': problem => {
    const body = rigidBodyOf(problem);
    return typeof body === 'string' ? `it needs a rigid body: ${body}` : null;
  },
};
