// Coisotropy: {gᵢ, gⱼ} = ∇gᵢ · J ∇gⱼ = 0 on g = 0, measured relative to |∇gᵢ| |∇gⱼ| at the start and at some other
// states on the constraint. Holonomic constraints and single ones satisfy it by construction.
// McLachlan, Modin, Verdier, Wilkins 2014, Assumption 2, Remark 3.4 and Proposition 3.5.

import { norm2 } from '../linalg/dense.ts';
import { patternTimes } from '../linalg/sparse-products.ts';
import { applyJ } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Finding } from './finding.ts';
import { statesOnConstraint } from './manifold-samples.ts';

export interface WorstPair {
  /** |{gᵢ, gⱼ}| / (|∇gᵢ| |∇gⱼ|) */
  readonly size: number;
  readonly i: number;
  readonly j: number;
}

const id = 'coisotropy';
const title = 'Constraints in involution';
const tolerance = 1e-8;

/** The pair with the largest relative bracket at z. */
export function worstBracket({ n, g }: Problem, z: State): WorstPair {
  const { start, index } = g.jacobianPattern;
  const values = new Float64Array(index.length);
  g.jacobian(z, values);
  const lengths = Array.from({ length: g.m }, (_, i) => norm2(values.subarray(start[i], start[i + 1])));
  const [turned, brackets] = [new Float64Array(2 * n), new Float64Array(g.m)];
  let worst: WorstPair = { size: 0, i: 0, j: 0 };
  for (let j = 0; j < g.m; j++) {
    turned.fill(0);
    for (let k = start[j]; k < start[j + 1]; k++) turned[index[k]] = values[k];
    applyJ(turned);
    patternTimes(g.jacobianPattern, values, turned, brackets);
    for (let i = 0; i < j; i++) {
      const size = Math.abs(brackets[i]) / (lengths[i] * lengths[j]);
      if (size > worst.size) worst = { size, i, j };
    }
  }
  return worst;
}

export function checkInvolution(problem: Problem, z: State): Finding {
  const { kind, m } = problem.g;
  if (kind === 'holonomic' || m === 1) return byConstruction(kind === 'holonomic');
  const states = [z, ...statesOnConstraint(problem, z, 0.2)];
  const pairs = states.map(state => worstBracket(problem, state));
  const worst = pairs.reduce((a, b) => (b.size > a.size ? b : a));
  const measured = { 'largest relative bracket': worst.size, 'states measured': states.length };
  if (worst.size <= tolerance)
    return {
      id,
      title,
      verdict: 'pass',
      measured,
      summary: 'All brackets {g_i, g_j} vanish on the constraint: it is coisotropic.',
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
    summary: `The bracket of “${g.names[i]}” and “${g.names[j]}” is not zero on the constraint: it is not coisotropic.`,
    advice:
      'SHAKE and RATTLE do not apply: these are second-class constraints (index 2 where the brackets are ' +
      'invertible), which fix the multipliers at once. Solve the pair for one coordinate and its momentum and drop ' +
      'both, or keep only one constraint of the pair if the other is meant as its consequence {g, H} = 0.',
  };
}
