// Classification of a problem in numbers and booleans: the input of the choice of methods.

import { createWeightedGram } from '../linalg/gram.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import { counted, type Finding } from './finding.ts';
import type { Index } from './nondegeneracy.ts';

/** Facts that need no evaluation at a state. */
export interface Shape {
  readonly n: number;
  readonly m: number;
  readonly hasConstraints: boolean;
  readonly kind: 'none' | 'holonomic' | 'quadratic' | 'general';
  readonly holonomic: boolean;
  /** Constraints of degree ≤ 2 in (q, p), and of degree ≤ 1. */
  readonly quadratic: boolean;
  readonly linear: boolean;
  readonly separable: boolean;
  /** Every multiplier is the root of its own equation of degree ≤ 2. */
  readonly independentQuadratics: boolean;
  /** Entries of the matrix of the multipliers G M⁻¹ Gᵀ by its sparsity; m² when it is treated as dense. */
  readonly couplings: number;
}

/** null where an earlier failure prevented the measurement. */
export interface Facts extends Shape {
  readonly rank: number | null;
  /** Names of the constraints that follow from the others at the start. */
  readonly redundant: readonly string[];
  /** Whether g = 0 is a manifold with the kernel of ∂g as tangent space at the start. */
  readonly manifold: boolean | null;
  readonly coisotropic: boolean | null;
  readonly nondegenerate: boolean | null;
  readonly condition: number | null;
  /** n − rank; phase space has twice as many dimensions. */
  readonly degreesOfFreedom: number | null;
  readonly index: Index;
  readonly consistent: boolean | null;
  readonly scales: { readonly q: number; readonly p: number; readonly energy: number } | null;
}

export function shapeOf(problem: Problem): Shape {
  const { n, g, H } = problem;
  const hasConstraints = g.m > 0;
  const sparse = hasConstraints && classicalParts(problem) !== null;
  const couplings = sparse ? createWeightedGram(g.jacobianPattern).pattern.index.length : g.m * g.m;
  return {
    n,
    m: g.m,
    hasConstraints,
    kind: hasConstraints ? g.kind : 'none',
    holonomic: hasConstraints && g.kind === 'holonomic',
    quadratic: g.degree <= 2,
    linear: g.degree <= 1,
    separable: H.separable !== null,
    independentQuadratics: sparse && g.degree <= 2 && couplings === g.m,
    couplings,
  };
}

// Degrees of freedom n − m, phase space of twice as many dimensions, and the index.

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
