// Coisotropy: {gᵢ, gⱼ} = 0 on g = 0, measured by createWorstBracket (problem/brackets.ts) at the start and at some other
// states on the constraint.
// McLachlan, Modin, Verdier, Wilkins 2014, Assumption 2, Remark 3.4 and Proposition 3.5.

import {
  createWorstBracket,
  isInvolutiveByForm,
  negligibleBracket,
  type WorstPair,
} from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Finding } from './finding.ts';
import { statesOnConstraint } from './nearest-consistent.ts';

const id = 'coisotropy';
const title = 'Constraints in involution';

export function checkInvolution(problem: Problem, z: State): Finding {
  if (isInvolutiveByForm(problem)) return byConstruction(problem.g.kind === 'holonomic');
  const states = [z, ...statesOnConstraint(problem, z, 0.2)];
  const pairs = states.map(createWorstBracket(problem));
  const worst = pairs.reduce((a, b) => (b.size > a.size ? b : a));
  const measured = { 'largest relative bracket': worst.size, 'states measured': states.length };
  if (worst.size <= negligibleBracket)
    return {
      id,
      title,
      verdict: 'pass',
      measured,
      summary: 'All brackets {g_i, g_j} vanish on the constraint: the constraints are coisotropic.',
    };
  return { id, title, verdict: 'fail', measured, ...secondClass(problem, worst) };
}

function byConstruction(holonomic: boolean): Finding {
  const summary = holonomic
    ? 'The constraints depend on coordinates only, so their brackets are zero by construction.'
    : 'A single constraint is always in involution with itself.';
  return { id, title, verdict: 'pass', measured: { 'largest relative bracket': 0 }, summary };
}

function secondClass({ g }: Problem, { i, j }: WorstPair): Pick<Finding, 'summary' | 'advice'> {
  return {
    summary: `The bracket of “${g.names[i]}” and “${g.names[j]}” is not zero on the constraint: the constraints are not coisotropic.`,
    advice:
      'SHAKE and RATTLE do not apply: these are second-class constraints (index 2 where the brackets are ' +
      'invertible), which fix the multipliers at once. Solve the pair for one coordinate and its momentum and drop ' +
      'both, or keep only one constraint of the pair if the other is meant as its consequence {g, H} = 0.',
  };
}
