// The underlying ODE: the constrained equations with the multipliers eliminated,
//   z' = X_H(z) + Σ λⱼ(z) X_{gⱼ}(z),    N λ = D{g, H}·X_H.
// It keeps {g, H} = 0, and then g = 0, as invariants. Conditions: coisotropic constraints, N invertible.
// McLachlan, Modin, Verdier, Wilkins 2014, eq. 8; Leimkuhler and Skeel 1994, eq. 33–34.

import { allFinite, maxAbs } from '../linalg/dense.ts';
import { createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { done, type Failure, failed, type Outcome } from '../solvers/outcome.ts';
import { createMultiplierEquation, type MultiplierEquation } from './multiplier-equation.ts';

export interface UnderlyingOde {
  /** out = z', length 2n. */
  field(z: State, out: Float64Array): Outcome;
  /** out = λ(z), length m; on g = {g, H} = 0 this is the multiplier of the constrained motion. */
  multipliers(z: State, out: Float64Array): Outcome;
}

/** N⁻¹, in units of the terms of N, beyond this size is the inverse of rounding errors. */
const largestInverse = 1e13;

export function createUnderlyingOde(problem: Problem): UnderlyingOde {
  const { n, g } = problem;
  const brackets = createBrackets(problem);
  const equation = createMultiplierEquation(problem);
  const isDegenerate = createDegeneracyProbe(equation, g.m);
  const lambda = new Float64Array(g.m);
  const force = new Float64Array(2 * n);

  function multipliers(z: State, out: Float64Array): Outcome {
    if (g.m === 0) return done;
    if (!allFinite(z)) return notFinite();
    if (!equation.factor(z) || isDegenerate()) return degenerate(equation.size);
    equation.rightSide(z, out);
    equation.solve(out);
    return allFinite(out) ? done : notFinite();
  }
  function field(z: State, out: Float64Array): Outcome {
    const outcome = multipliers(z, lambda);
    if (!outcome.ok) return outcome;
    brackets.hamiltonianField(z, out);
    brackets.constraintField(z, lambda, force);
    for (let i = 0; i < 2 * n; i++) out[i] += force[i];
    return allFinite(out) ? done : notFinite();
  }
  return { field, multipliers };
}

/** Solves with one vector of alternating signs, in units where the diagonal of N is of size 1 (Higham 1988). */
function createDegeneracyProbe({ size, solve }: MultiplierEquation, m: number): () => boolean {
  const x = new Float64Array(m);
  return () => {
    for (let i = 0; i < m; i++) x[i] = (i % 2 === 0 ? 1 : -1) * (1 + i / m) * Math.sqrt(size[i]);
    solve(x);
    for (let i = 0; i < m; i++) x[i] *= Math.sqrt(size[i]);
    return !(maxAbs(x) <= largestInverse) || size.includes(0);
  };
}

function degenerate(size: Float64Array): Failure {
  return failed(
    'degenerate point',
    'the matrix {{H, gᵢ}, gⱼ} is singular here, so the multipliers are not determined; look for redundant constraints or start elsewhere',
    { equation: size.indexOf(0) },
  );
}

function notFinite(): Failure {
  return failed('not finite', 'a force or a constraint has no value at this state; check the start');
}
