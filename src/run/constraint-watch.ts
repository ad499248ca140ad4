// Constraint checks along a run, every few steps and before every row, so that no row is written of a state that fails them:
//   residuals      |gᵢ|, and |{gᵢ,H}| where the method keeps it, are at most `residualTolerance` of the terms they consist of
//   chord          g(q + Δ) − g(q) = ∫₀¹ G(q + θΔ)Δ dθ = 0, by quadratures with two and three nodes. Where one is off, the branch of
//                  g = 0 is followed from q along the chord; a state that this does not reach lies on another component of g = 0
//   orientation    det(G(now) M⁻¹ G(before)ᵀ) > 0. The sign changes where the rank of G drops in between: a singular state. Of
//                  redundant constraints, the product of the eigenvalues that are not zero
//   brackets       for g(q, p): {gᵢ,gⱼ} = 0, and the sign of det {{H,gᵢ},gⱼ}, where they held at the start
// Conditions: a method that keeps g = 0; the orientation also needs gradients that turn little between two checks: where they turn fast,
// every step is checked.

import type { Flow } from '../flows/flow.ts';
import { distance, norm2 } from '../linalg/dense.ts';
import { createDenseFactor } from '../linalg/lu.ts';
import {
  createBrackets,
  createWorstBracket,
  isInvolutiveByForm,
  negligibleBracket,
} from '../problem/brackets.ts';
import { classicalParts, constraintRank } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { type Failure, failed } from '../solvers/outcome.ts';

export interface ConstraintWatch {
  /** Measures the state that the run starts from. */
  start(z: State): void;
  /** After every step; every few steps, and after a step that is much longer than the one before, it checks the state. */
  check(before: State, after: State): Failure | null;
  /** Checks the state now. */
  confirm(z: State): Failure | null;
}

/** Relative residual of a constraint above which a step has failed; solvers end below 1e-13. */
const residualTolerance = 1e-6;
/** Most steps between two checks; gradients that turn shorten it, and every row is checked. */
const longestInterval = 64;
/** A step whose squared length is more than this many times that of the step before is checked by itself. */
const suddenGrowth = 4;
/** Cosine of the angle by which gradients may turn between two checks before every step is checked. */
const slowTurn = 0.98;
/** Cosine of the angle up to which the sign of det(G M⁻¹ Gᵀ) between two states tells of singular states alone. */
const smallTurn = 0.9;
/** Above this many constraints determinants are not computed. */
const denseConstraints = 64;

/** null for methods that do not keep g = 0, and for particles, whose rods the displacement check watches. */
export function createConstraintWatch(
  problem: Problem,
  flow: Pick<Flow, 'domain' | 'isJump'>,
): ConstraintWatch | null {
  if (problem.g.m === 0 || flow.domain === 'phase space' || problem.particles) return null;
  const residuals = createResidualCheck(problem, flow.domain === 'g = {g,H} = 0');
  const branch = flow.isJump ? null : createBranchCheck(problem);
  const brackets = createBracketCheck(problem);
  let interval = 1;
  let pending = 0;
  let length = 0;

  function isSudden(before: State, after: State): boolean {
    const limit = suddenGrowth * length;
    length = 0;
    for (let j = 0; j < problem.n; j++) length += (after[j] - before[j]) ** 2;
    return length > limit;
  }
  function confirm(z: State): Failure | null {
    if (pending === 0) return null;
    const failure = residuals(z) ?? brackets?.check(z) ?? branch?.check(z, pending) ?? null;
    interval = branch && !branch.isSlow() ? 1 : Math.min(longestInterval, 2 * interval);
    pending = 0;
    return failure;
  }
  return {
    start(z) {
      [interval, pending, length] = [1, 0, 0];
      brackets?.start(z);
      branch?.start(z);
    },
    check(before, after) {
      if (isSudden(before, after)) {
        const failure = confirm(before);
        if (failure) return failure;
        interval = 1;
      }
      pending++;
      return pending < interval ? null : confirm(after);
    },
    confirm,
  };
}

type StateCheck = (z: State) => Failure | null;

/** |gᵢ| and, for `keepsHidden`, |{gᵢ,H}| against the largest terms that they had so far. */
function createResidualCheck(problem: Problem, keepsHidden: boolean): StateCheck {
  const { g } = problem;
  const brackets = createBrackets(problem);
  const [values, terms, present, hiddenTerms] = [0, 1, 2, 3].map(() => new Float64Array(g.m));

  function worst(sizes: Float64Array): number {
    for (let i = 0; i < g.m; i++) if (!(Math.abs(values[i]) <= residualTolerance * sizes[i])) return i;
    return -1;
  }
  /** The terms are measured only where a residual looks too large: they vary slowly. */
  function violated(sizes: Float64Array, measure: (out: Float64Array) => void): number {
    if (worst(sizes) < 0) return -1;
    measure(present);
    for (let i = 0; i < g.m; i++) sizes[i] = Math.max(sizes[i], present[i]);
    return worst(sizes);
  }
  const failure = (equation: number, what: string): Failure =>
    failed('constraint violated', `the step ends with ${what}; ${violationAdvice}`, {
      equation,
      residual: Math.abs(values[equation]),
    });
  return z => {
    g.value(z, values);
    const off = violated(terms, out => brackets.constraintScale(z, 0, out));
    if (off >= 0) return failure(off, 'its constraint violated');
    if (!keepsHidden) return null;
    brackets.hidden(z, values);
    const moving = violated(hiddenTerms, out => brackets.hiddenScale(z, out));
    return moving < 0 ? null : failure(moving, 'its hidden constraint {g,H} = 0 violated');
  };
}

const violationAdvice =
  'the constraints do not determine this motion here, or the step is too long: see what cotangent check says of this state, and halve the step';

/** {gᵢ,gⱼ} = 0 and the sign of det {{H,gᵢ},gⱼ} for constraints with momenta; null where both hold by form. */
function createBracketCheck(problem: Problem) {
  const { g } = problem;
  if (g.kind === 'holonomic' || g.m > denseConstraints) return null;
  const worstBracket = createWorstBracket(problem);
  const brackets = createBrackets(problem);
  const matrix = new Float64Array(g.m * g.m);
  const lu = createDenseFactor(g.m, constraintRank(problem));
  let isInvolutive = false;
  let sign = 0;

  function determinantSign(z: State): number {
    brackets.nondegeneracy(z, matrix);
    lu.factor(matrix);
    return lu.determinantSign();
  }
  return {
    start(z: State): void {
      isInvolutive = !isInvolutiveByForm(problem) && worstBracket(z).size <= negligibleBracket;
      sign = determinantSign(z);
    },
    check(z: State): Failure | null {
      if (isInvolutive) {
        const { size, i, j } = worstBracket(z);
        if (size > negligibleBracket) return involutionLost(size, i, g.names[j]);
      }
      return sign !== 0 && determinantSign(z) !== sign ? failed('degenerate point', degenerate) : null;
    },
  };
}

const involutionLost = (size: number, equation: number, other: string): Failure =>
  failed(
    'degenerate point',
    `the constraints are no longer in involution: the bracket with “${other}” is ${size.toPrecision(2)} of the product of the gradients. From here on the method does not apply; end the run before`,
    { equation },
  );
const degenerate =
  'the matrix {{H,g},g} has changed the sign of its determinant: the motion has passed a state where the multipliers are not determined; end the run before';

/**
 * Whether states lie on one branch of g = 0: a surface in the space of coordinates, for constraints with momenta in phase space.
 * Angles and lengths are measured with the diagonal metric `weights`.
 */
function createBranchCheck(problem: Problem) {
  const { g, n } = problem;
  const classical = classicalParts(problem);
  const weights = classical?.inverseMass ?? new Float64Array(g.kind === 'holonomic' ? n : 2 * n).fill(1);
  const { index } = g.jacobianPattern;
  const [before, now] = [0, 1].map(() => new Float64Array(2 * n));
  let [G0, G1] = [0, 1].map(() => new Float64Array(index.length));
  const isDense = g.m <= denseConstraints;
  const matrix = createMixedGram(problem, weights);
  const leastCosine = createLeastCosine(problem, weights);
  const lu = isDense ? createDenseFactor(g.m, constraintRank(problem)) : createDenseFactor(0, 0);
  // Classical constraints of degree two: the second root turns the gradient over, which the solvers refuse.
  const chord = !classical || g.degree > 2 ? createChordCheck(problem, weights) : null;
  let slowest = 0;
  let reciprocalCondition = 0;
  let isRegular = false;

  function measureOrientation(): number {
    if (g.m === 1) reciprocalCondition = 1;
    // A single gradient that has turned little cannot have vanished in between.
    if (!isDense || g.m === 1) return 1;
    const sign = lu.factor(matrix(G1, G0)) ? lu.determinantSign() : 0;
    reciprocalCondition = lu.reciprocalCondition();
    return sign;
  }
  return {
    /** Whether the next steps need not be checked one by one. */
    isSlow: () => slowest > slowTurn && (!isDense || reciprocalCondition > wellConditioned),
    start(z: State): void {
      before.set(z);
      g.jacobian(z, G0);
      G1.set(G0);
      slowest = 1;
      isRegular = isDense && measureOrientation() > 0 && reciprocalCondition > dependentRows;
    },
    check(z: State, steps: number): Failure | null {
      now.set(z);
      g.jacobian(z, G1);
      slowest = leastCosine(G0, G1);
      let failure: Failure | null = null;
      if (steps === 1 || slowest > smallTurn) failure = chord?.(before, G0, now, G1) ?? null;
      if (isRegular && measureOrientation() < 0 && slowest > smallTurn) failure ??= singularState;
      before.set(now);
      [G0, G1] = [G1, G0];
      return failure;
    },
  };
}

/** Reciprocal condition numbers of G M⁻¹ Gᵀ: far from a singular state, and at one. */
const [wellConditioned, dependentRows] = [1e-3, 1e-11];

const singularState = failed(
  'degenerate point',
  'the motion has passed a singular state, where the gradients of the constraints are dependent, or so close that the step does not resolve it: which branch follows is not determined by the constraints. End the run before, or change the start so that it keeps away',
);

/** The least cosine between rows of A and B in the metric, for entries A and B of the Jacobian at two states. */
function createLeastCosine({ g }: Problem, weights: Float64Array) {
  const { start, index } = g.jacobianPattern;
  return (A: Float64Array, B: Float64Array): number => {
    let least = 1;
    for (let i = 0; i < g.m; i++) {
      let a = 0;
      let b = 0;
      let c = 0;
      for (let k = start[i]; k < start[i + 1]; k++) {
        const w = weights[index[k]];
        a += w * A[k] * A[k];
        b += w * B[k] * B[k];
        c += w * A[k] * B[k];
      }
      least = Math.min(least, c / Math.sqrt(a * b));
    }
    return least;
  };
}

/** (A, B) ↦ A W Bᵀ, m × m, with the weights W, for entries A and B of the Jacobian at two states. */
function createMixedGram({ g }: Problem, weights: Float64Array) {
  const { start, index } = g.jacobianPattern;
  const row = new Float64Array(weights.length);
  const out = new Float64Array(g.m <= denseConstraints ? g.m * g.m : 0);
  return (A: Float64Array, B: Float64Array): Float64Array => {
    for (let i = 0; i < g.m; i++) {
      row.fill(0);
      for (let k = start[i]; k < start[i + 1]; k++) row[index[k]] = A[k] * weights[index[k]];
      for (let j = 0; j < g.m; j++) {
        let sum = 0;
        for (let k = start[j]; k < start[j + 1]; k++) sum += row[index[k]] * B[k];
        out[i * g.m + j] = sum;
      }
    }
    return out;
  };
}

/** Quadrature on [0, 1] with nodes 0, θ, 1, exact for quadratic functions; θ ≠ ½, so that no symmetry hides a node. */
const theta = 0.4;
const nodeWeights = [
  (3 * theta - 1) / (6 * theta),
  1 / (6 * theta * (1 - theta)),
  (2 - 3 * theta) / (6 * (1 - theta)),
];
/** Share of its terms up to which a quadrature of ∫GΔ counts as zero; beyond, the branch is followed. */
const resolvedChord = 0.1;
/** Share of |G|·|Δ| up to which a chord counts as tangent to the constraint at its ends. */
const tangentChord = 0.01;

type ChordCheck = (before: State, G0: Float64Array, now: State, G1: Float64Array) => Failure | null;

function createChordCheck(problem: Problem, weights: Float64Array): ChordCheck {
  const { g, n } = problem;
  const { start, index } = g.jacobianPattern;
  const between = new Float64Array(2 * n);
  const Gt = new Float64Array(index.length);
  const leastCosine = createLeastCosine(problem, weights);
  const follow = createBranchFollower(problem, weights);

  function isResolved(i: number, before: State, now: State, [G0, G1]: readonly Float64Array[]): boolean {
    let [a, b, c, size] = [0, 0, 0, 0];
    for (let k = start[i]; k < start[i + 1]; k++) {
      const d = now[index[k]] - before[index[k]];
      a += G0[k] * d;
      b += Gt[k] * d;
      c += G1[k] * d;
      size += Math.abs(Gt[k] * d);
    }
    // A quadrature that is exact for g gives zero for any two roots: the one with two nodes is not for cubic g, the other not beyond.
    const ends = Math.abs(a) + Math.abs(c);
    if (Math.abs(a + c) > resolvedChord * ends && ends > tangentChord * size) return false;
    const sum = Math.abs(nodeWeights[0] * a + nodeWeights[1] * b + nodeWeights[2] * c);
    const terms = nodeWeights[0] * Math.abs(a) + nodeWeights[1] * Math.abs(b) + nodeWeights[2] * Math.abs(c);
    return sum <= resolvedChord * terms + 1e-9 * size;
  }
  return (before, G0, now, G1) => {
    for (let j = 0; j < 2 * n; j++) between[j] = before[j] + theta * (now[j] - before[j]);
    g.jacobian(between, Gt);
    const isTurned = leastCosine(G0, G1) <= 0;
    for (let i = 0; i < g.m; i++)
      if (isTurned || !isResolved(i, before, now, [G0, G1]))
        return follow(before, now) ? null : failed('unstable', otherBranch, { equation: i });
    return null;
  };
}

const otherBranch =
  'the step ends on another component of the constraint, which the motion cannot reach: the step is too long for the curvature of the constraint; halve it';

/** Numbers of pieces of the chord with which a branch is followed, until one reaches the end. */
const chordPieces = [4, 16, 64];
const mostCorrections = 8;

/**
 * Whether the branch of g = 0 through q reaches q + Δ: yₖ = q + (k/K)Δ + M⁻¹G(yₖ₋₁)ᵀc with g(yₖ) = 0, predicted along the tangent
 * space and corrected by Newton's method, whose corrections must shrink. Gradients turn little in each piece.
 */
function createBranchFollower(problem: Problem, weights: Float64Array) {
  const { g } = problem;
  const size = weights.length;
  if (g.m > denseConstraints) return () => true;
  const { start, index } = g.jacobianPattern;
  const [y, delta] = [0, 1].map(() => new Float64Array(2 * problem.n));
  const [G, here] = [0, 1].map(() => new Float64Array(index.length));
  const r = new Float64Array(g.m);
  const matrix = createMixedGram(problem, weights);
  const leastCosine = createLeastCosine(problem, weights);
  const lu = createDenseFactor(g.m, constraintRank(problem));

  /** delta ← M⁻¹ Gᵀ r, the displacement along the gradients at the piece before. */
  function alongGradients(): void {
    delta.fill(0);
    for (let i = 0; i < g.m; i++)
      for (let k = start[i]; k < start[i + 1]; k++) delta[index[k]] += weights[index[k]] * G[k] * r[i];
  }
  /** y moves to the foot of the target in the tangent space at y; returns how far, NaN at a singular state. */
  function predict(before: State, now: State, share: number): number {
    g.jacobian(y, G);
    if (!lu.factor(matrix(G, G))) return Number.NaN;
    for (let j = 0; j < size; j++) delta[j] = before[j] + share * (now[j] - before[j]) - y[j];
    const target = delta.slice(0, size);
    for (let i = 0; i < g.m; i++) {
      r[i] = 0;
      for (let k = start[i]; k < start[i + 1]; k++) r[i] += G[k] * target[index[k]];
    }
    lu.solve(r);
    alongGradients();
    let square = 0;
    for (let j = 0; j < size; j++) {
      y[j] += target[j] - delta[j];
      square += (target[j] - delta[j]) ** 2;
    }
    return Math.sqrt(square);
  }
  /** Newton's method along the gradients; false where corrections do not shrink or a gradient turns too far in one piece. */
  function correct(predicted: number): boolean {
    let before = predicted;
    for (let k = 0; k < mostCorrections; k++) {
      g.value(y, r);
      g.jacobian(y, here);
      if (!lu.factor(matrix(here, G))) return false;
      lu.solve(r);
      alongGradients();
      const correction = norm2(delta);
      for (let j = 0; j < size; j++) y[j] -= delta[j];
      if (correction <= 1e-9 * norm2(y)) return leastCosine(G, here) > smallTurn;
      if (!(correction < 0.5 * before)) return false;
      before = correction;
    }
    return false;
  }
  function reaches(before: State, now: State, pieces: number): boolean {
    y.set(now);
    for (let j = 0; j < size; j++) y[j] = before[j];
    for (let k = 1; k <= pieces; k++) if (!correct(predict(before, now, k / pieces))) return false;
    const length = distance(before.subarray(0, size), now.subarray(0, size));
    return (
      distance(y.subarray(0, size), now.subarray(0, size)) <=
      1e-6 * length + 1e-8 * norm2(now.subarray(0, size))
    );
  }
  return (before: State, now: State) => chordPieces.some(pieces => reaches(before, now, pieces));
}
