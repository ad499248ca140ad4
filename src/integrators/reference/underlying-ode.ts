// The underlying ODE: the constrained equations with the multipliers eliminated,
//   z' = X_H(z) + Σ λⱼ(z) X_{gⱼ}(z),    N λ = D{g, H}·X_H.
// It keeps {g, H} = 0, and then g = 0, as invariants. Conditions: coisotropic constraints, N invertible.
// McLachlan, Modin, Verdier, Wilkins 2014, eq. 8; Leimkuhler and Skeel 1994, eq. 33–34.

import type { AllStages } from '../../flows/dop853/stages.ts';
import { allFinite, maxAbs, setUnit } from '../../linalg/dense.ts';
import { createDenseFactor } from '../../linalg/lu.ts';
import { patternTimes } from '../../linalg/pattern.ts';
import { createBrackets } from '../../problem/brackets.ts';
import { classicalParts, constraintRank } from '../../problem/classical.ts';
import type { Separable } from '../../problem/hamiltonian.ts';
import type { Problem } from '../../problem/problem.ts';
import { applyJ, type State } from '../../problem/state.ts';
import { done, type Failure, failed, type Outcome } from '../../solvers/outcome.ts';
import { createGramFactor } from '../gram-factor.ts';

/** What the reference method is made of: the field of the underlying ODE and the way back to the manifold. */
export interface Motion {
  /** out = z' of the underlying ODE. */
  field(z: State, out: Float64Array): Outcome;
  /** All stages of a step at once. */
  readonly allStages?: AllStages | undefined;
  /** out = z brought back to g = {g, H} = 0. */
  toManifold(z: State, out: State): Outcome;
}

interface UnderlyingOde {
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

// The linear equation for the multipliers of the underlying ODE,
//   N λ = D{g, H}·X_H,    N = {{H, gᵢ}, gⱼ},
// in two forms: dense for any g(q, p), and for g(q) with H = ½pᵀM⁻¹p + V(q)
//   G M⁻¹ Gᵀ λ = −G M⁻¹ ∇V + g''[M⁻¹p, M⁻¹p],
// factored sparsely, O(m) for a chain. Conditions: the constraints are coisotropic, and N is invertible.
// McLachlan, Modin, Verdier, Wilkins 2014, Lemma 3.11; Leimkuhler and Skeel 1994, eq. 33–34.

interface MultiplierEquation {
  /** Factors N at z; false on a pivot that is zero or not finite. */
  factor(z: State): boolean;
  /** sizeᵢ = the terms that Nᵢᵢ is the sum of, at the z factored last. */
  readonly size: Float64Array;
  /** out = D{g, H}·X_H at z. */
  rightSide(z: State, out: Float64Array): void;
  /** r ← N⁻¹ r */
  solve(r: Float64Array): void;
}

function createMultiplierEquation(problem: Problem): MultiplierEquation {
  const separable = classicalParts(problem);
  return separable ? classicalEquation(problem, separable) : generalEquation(problem);
}

function classicalEquation(problem: Problem, { inverseMass, gradient }: Separable): MultiplierEquation {
  const { n, g } = problem;
  const { start, index } = g.jacobianPattern;
  const gram = createGramFactor(g, inverseMass, constraintRank(problem));
  const G = new Float64Array(index.length);
  const size = new Float64Array(g.m);
  const bend = new Float64Array(g.m);
  const [velocity, acceleration] = [0, 1].map(() => new Float64Array(2 * n));

  return {
    size,
    factor(z) {
      g.jacobian(z, G);
      for (let i = 0; i < g.m; i++) {
        size[i] = 0;
        for (let k = start[i]; k < start[i + 1]; k++) size[i] += G[k] * G[k] * inverseMass[index[k]];
      }
      return gram.at(z);
    },
    rightSide(z, out) {
      gradient(z, acceleration);
      for (let i = 0; i < n; i++) {
        acceleration[i] *= -inverseMass[i];
        velocity[i] = inverseMass[i] * z[i + n];
      }
      g.second(z, velocity, velocity, bend);
      g.jacobian(z, G);
      patternTimes(g.jacobianPattern, G, acceleration, out);
      for (let i = 0; i < g.m; i++) out[i] += bend[i];
    },
    solve: r => gram.solve(r, 1),
  };
}

function generalEquation(problem: Problem): MultiplierEquation {
  const { n, H, g } = problem;
  const { m, jacobianPattern } = g;
  const brackets = createBrackets(problem);
  const lu = createDenseFactor(m, constraintRank(problem));
  const N = new Float64Array(m * m);
  const G = new Float64Array(jacobianPattern.index.length);
  const [size, unit, bend, turn] = Array.from({ length: 4 }, () => new Float64Array(m));
  const [field, direction, turned] = Array.from({ length: 3 }, () => new Float64Array(2 * n));

  /** Column j: −Nᵢⱼ = X_{gⱼ}ᵀ gᵢ'' X_H + ∂gᵢ · J H'' X_{gⱼ}. */
  function fillColumn(z: State, j: number): void {
    setUnit(j, unit);
    brackets.constraintField(z, unit, direction);
    g.second(z, direction, field, bend);
    H.hessianTimes(z, direction, turned);
    applyJ(turned);
    patternTimes(jacobianPattern, G, turned, turn);
    for (let i = 0; i < m; i++) N[i * m + j] = -(bend[i] + turn[i]);
    size[j] = Math.abs(bend[j]);
    for (let k = jacobianPattern.start[j]; k < jacobianPattern.start[j + 1]; k++)
      size[j] += Math.abs(G[k] * turned[jacobianPattern.index[k]]);
  }
  return {
    size,
    factor(z) {
      brackets.hamiltonianField(z, field);
      g.jacobian(z, G);
      for (let j = 0; j < m; j++) fillColumn(z, j);
      return lu.factor(N);
    },
    rightSide(z, out) {
      brackets.hamiltonianField(z, field);
      brackets.hiddenAlong(z, field, out);
    },
    solve: r => lu.solve(r),
  };
}
