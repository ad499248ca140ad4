// A problem whose evaluations are counted against a budget of work, so that every search of the check ends. Work is counted and
// not timed: the same file has the same report on every machine.
//
// One evaluation of H, g or a derivative costs 100 + 2n + m: a constant for the call and its overhead, and one for each number.
// ∂g is evaluated to be factored, so it also costs a part of the elimination of ∂g ∂gᵀ, in which constraints with a common
// variable are coupled: Σ cⱼ³ over the variables, cⱼ constraints with variable j, at most m³.

import { Budget } from '../formula/language/scope.ts';
import type { Constraints } from '../problem/constraints.ts';
import type { Problem } from '../problem/problem.ts';

/** Thrown by a metered problem when its budget is spent. */
export class WorkExceeded extends Error {
  constructor({ subject, limit }: Budget) {
    super(`the ${subject} was ended after ${limit} units of work`);
    this.name = 'WorkExceeded';
  }
}

const perEvaluation = 100;
/** Operations of an elimination, in fast loops, for one unit. */
const perUnit = 100;

function eliminationOf({ m, jacobianPattern: { index, cols } }: Constraints): number {
  const meetings = new Float64Array(cols);
  for (const j of index) meetings[j] += 1;
  const all = meetings.reduce((sum, count) => sum + count ** 3, 0);
  return Math.min(all, m ** 3) / perUnit;
}

/** The same problem; an evaluation beyond the limit throws WorkExceeded. Budgets nest when a metered problem is metered again. */
export function metered(problem: Problem, subject: string, limit: number): Problem {
  const budget = new Budget(subject, limit);
  const cost = perEvaluation + 2 * problem.n + problem.g.m;
  const elimination = eliminationOf(problem.g);
  const spend = (name: string) => {
    const exceeded = budget.spend(name === 'jacobian' ? cost + elimination : cost);
    if (exceeded) throw new WorkExceeded(exceeded);
  };
  const { H, g } = problem;
  const { separable } = H;
  const stiff = separable?.stiff ? counted(separable.stiff, spend) : null;
  const split = separable ? counted(separable, spend, { stiff }) : null;
  return { ...problem, H: counted(H, spend, { separable: split }), g: counted(g, spend) };
}

/** A copy with the same data and getters, whose functions call `spend` with their name first; `parts` replace members. */
function counted<T extends object>(original: T, spend: (name: string) => void, parts: Partial<T> = {}): T {
  const members = Object.getOwnPropertyDescriptors(original) as Record<string, PropertyDescriptor>;
  for (const [key, { value }] of Object.entries(members)) {
    if (typeof value !== 'function') continue;
    const evaluate = (...args: unknown[]) => {
      spend(key);
      return value.apply(original, args);
    };
    members[key] = { value: evaluate, enumerable: true };
  }
  for (const [key, value] of Object.entries(parts)) members[key] = { value, enumerable: true };
  return Object.create(Object.getPrototypeOf(original), members) as T;
}
