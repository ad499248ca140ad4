// A problem whose evaluations are counted against a budget of work, so that every search of the check ends. Work is counted and
// not timed: the same file has the same report on every machine.
//
// One evaluation of H, g or a derivative costs 100 + 2n + m: a constant for the call and what surrounds it, and one for each number.

import { Budget } from '../formula/language/scope.ts';
import type { Problem } from '../problem/problem.ts';

/** Thrown by a metered problem when its budget is spent. */
export class WorkExceeded extends Error {
  constructor({ subject, limit }: Budget) {
    super(`the ${subject} was ended after ${limit} units of work`);
    this.name = 'WorkExceeded';
  }
}

const perEvaluation = 100;

/** The same problem; an evaluation beyond the limit throws WorkExceeded. Budgets nest when a metered problem is metered again. */
export function metered(problem: Problem, subject: string, limit: number): Problem {
  const budget = new Budget(subject, limit);
  const cost = perEvaluation + 2 * problem.n + problem.g.m;
  const spend = () => {
    const exceeded = budget.spend(cost);
    if (exceeded) throw new WorkExceeded(exceeded);
  };
  const { H, g } = problem;
  const { separable } = H;
  const stiff = separable?.stiff ? counted(separable.stiff, spend) : null;
  const split = separable ? counted(separable, spend, { stiff }) : null;
  return { ...problem, H: counted(H, spend, { separable: split }), g: counted(g, spend) };
}

/** A copy with the same data and getters, whose functions call `spend` first; `parts` replace members. */
function counted<T extends object>(original: T, spend: () => void, parts: Partial<T> = {}): T {
  const members = Object.getOwnPropertyDescriptors(original) as Record<string, PropertyDescriptor>;
  for (const [key, { value }] of Object.entries(members)) {
    if (typeof value !== 'function') continue;
    const evaluate = (...args: unknown[]) => {
      spend();
      return value.apply(original, args);
    };
    members[key] = { value: evaluate, enumerable: true };
  }
  for (const [key, value] of Object.entries(parts)) members[key] = { value, enumerable: true };
  return Object.create(Object.getPrototypeOf(original), members) as T;
}
