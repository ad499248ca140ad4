// How far constraints are from involution: the largest |{gᵢ, gⱼ}| / (|∇gᵢ| |∇gⱼ|) at a state, {gᵢ, gⱼ} = ∇gᵢ · J ∇gⱼ.
// g(q) and single constraints are in involution by construction.
// McLachlan, Modin, Verdier, Wilkins 2014, Assumption 2 and Remark 3.4.

import { patternTimes, rowLengths } from '../linalg/pattern.ts';
import { applyJ } from './brackets.ts';
import type { Problem } from './problem.ts';
import type { State } from './state.ts';

export interface WorstPair {
  /** |{gᵢ, gⱼ}| / (|∇gᵢ| |∇gⱼ|) */
  readonly size: number;
  readonly i: number;
  readonly j: number;
}

/** A relative bracket below this counts as zero: states off g = 0 by rounding leave 1e-15. */
export const negligibleBracket = 1e-8;

export function isInvolutiveByForm({ g }: Problem): boolean {
  return g.kind === 'holonomic' || g.m < 2;
}

/** The pair with the largest relative bracket at z. */
export function createWorstBracket({ n, g }: Problem): (z: State) => WorstPair {
  const { jacobianPattern } = g;
  const { start, index } = jacobianPattern;
  const G = new Float64Array(index.length);
  const [lengths, brackets] = [0, 1].map(() => new Float64Array(g.m));
  const turned = new Float64Array(2 * n);

  return z => {
    g.jacobian(z, G);
    rowLengths(jacobianPattern, G, lengths);
    let worst: WorstPair = { size: 0, i: 0, j: 0 };
    for (let j = 0; j < g.m; j++) {
      turned.fill(0);
      for (let k = start[j]; k < start[j + 1]; k++) turned[index[k]] = G[k];
      applyJ(turned);
      patternTimes(jacobianPattern, G, turned, brackets);
      for (let i = 0; i < j; i++) {
        const size = Math.abs(brackets[i]) / (lengths[i] * lengths[j]);
        if (size > worst.size) worst = { size, i, j };
      }
    }
    return worst;
  };
}
