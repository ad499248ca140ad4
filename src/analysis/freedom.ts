// What is left to move: n − m degrees of freedom, a phase space of twice as many dimensions, and the index.

import type { Problem } from '../problem/problem.ts';
import type { Facts } from './facts.ts';
import { counted, type Finding } from './finding.ts';

export function checkFreedom({ n }: Problem, facts: Facts): Finding {
  const freedom = facts.degreesOfFreedom ?? n;
  const measured = { coordinates: n, 'degrees of freedom': freedom, 'phase space dimension': 2 * freedom };
  const base = { id: 'freedom', title: 'Degrees of freedom', measured };
  if (freedom <= 0)
    return {
      ...base,
      verdict: 'warn',
      summary: 'No degree of freedom is left: nothing can move.',
      advice: 'Remove a constraint if a motion is meant.',
    };
  const leave = facts.rank === 1 ? 'leaves' : 'leave';
  const left = facts.hasConstraints ? `${counted(facts.rank ?? 0, 'constraint')} ${leave}` : 'Unconstrained:';
  const index = typeof facts.index === 'number' ? `, index ${facts.index}` : '';
  const degrees = freedom === 1 ? 'degree' : 'degrees';
  return { ...base, verdict: 'pass', summary: `${left} ${freedom} ${degrees} of freedom${index}.` };
}
