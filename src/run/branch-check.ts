// Whether the states of a run lie on one branch of g = 0, and whether it passed a singular state, where the rank of G = ∂g drops:
//   orientation    the symmetric part of G₁WG₀ᵀ is positive definite, with G₀ and G₁ at two states: no gradient of a combination of
//                  constraints has turned by more than a right angle. Each rank that is lost in between makes one eigenvalue negative.
//                  Of redundant constraints, the product of the eigenvalues that are not zero is positive
//   chord          g(q + Δ) − g(q) = ∫₀¹ G(q + θΔ)Δ dθ = 0, by quadratures with two and three nodes; of degree two, see quadrics.ts
// If one of these fails for states many steps apart, or gradients turn far between them, the interval is bisected, down to single
// steps. If one fails for a single step, the branch is followed: y moves along the chord in pieces, on g = 0. A state that it does
// not reach is on another component, or beyond a singular state.
// W = M⁻¹ for classical problems; for constraints with momenta the surface is one in phase space, with W = 1.

import { distance, norm2 } from '../linalg/dense.ts';
import { createWeightedGram } from '../linalg/gram.ts';
import { createSymmetricFactor } from '../linalg/ldlt/symmetric-factor.ts';
import { createDenseFactor } from '../linalg/lu.ts';
import { classicalParts, constraintRank } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { type Failure, failed } from '../solvers/outcome.ts';
import { createPieceCheck, indefiniteQuadrics } from './quadrics.ts';

export interface BranchCheck {
  /** Factor for the length of the next interval, from the rotation of gradients in the last one. */
  growth(): 2 | 1 | 0.5;
  start(z: State): void;
  /** Compares trail[0], which was checked before, with trail[last]; the states in between only where the result is uncertain. */
  check(trail: readonly State[], last: number): Failure | null;
}

/** Cosine of the angle by which gradients may turn between two checks for the next interval to be longer. */
const slowTurn = 0.98;
/** Cosine of the angle by which gradients may turn between states that are compared without those in between. */
const smallTurn = 0.9;
/** Above this many constraints dense matrices are not used. */
const denseConstraints = 64;
/** Reciprocal condition number of G M⁻¹ Gᵀ at a singular state. */
const dependentRows = 1e-11;

export function createBranchCheck(problem: Problem): BranchCheck {
  const { g, n } = problem;
  const classical = classicalParts(problem);
  const weights = classical?.inverseMass ?? new Float64Array(g.kind === 'holonomic' ? n : 2 * n).fill(1);
  const entries = g.jacobianPattern.index.length;
  let [G0, G1] = [0, 1].map(() => new Float64Array(entries));
  const leastCosine = createLeastCosine(problem, weights);
  const orientation = createOrientation(problem, weights);
  const follow = createBranchFollower(problem, weights);
  const chord = createChord(problem, weights);
  let slowest = 1;
  let isRegular = false;

  /** Of a single constraint the product is a multiple of the cosine. */
  function isPositive(A: Float64Array, B: Float64Array): boolean {
    if (g.m === 1) return slowest > 0;
    return !isRegular || orientation.factor(B, A);
  }
  /** Whether the two states, with their gradients, are certainly on one branch. */
  function isPlain(before: State, A: Float64Array, now: State, B: Float64Array): boolean {
    slowest = leastCosine(A, B);
    if (!(slowest > smallTurn) && (chord === null || slowest <= 0)) return false;
    return (chord?.(before, A, now, B) ?? -1) < 0 && isPositive(A, B);
  }
  /** Follows the branch along a step whose test is uncertain. */
  function followed(before: State, A: Float64Array, now: State, B: Float64Array): Failure | null {
    slowest = leastCosine(A, B);
    // Solvers refuse such a rotation in each stage: this is a step of several stages, and there may be no shorter path.
    if (slowest <= 0 && chord === null && g.m > 1) return null;
    if (follow(before, now)) return null;
    if (slowest > smallTurn && !isPositive(A, B)) return singularState;
    const off = chord?.(before, A, now, B) ?? -1;
    return failed('unstable', otherBranch, off < 0 ? {} : { equation: off });
  }
  /** Checks the states from a to b by bisection, down to single steps. */
  function inHalves(trail: readonly State[], a: number, b: number): Failure | null {
    const [A, B] = [a, b].map(k => {
      const G = new Float64Array(entries);
      g.jacobian(trail[k], G);
      return G;
    });
    const isTurned = b - a > 1 && !(leastCosine(A, B) > smallTurn);
    if (!isTurned && isPlain(trail[a], A, trail[b], B)) return null;
    if (b - a === 1) return followed(trail[a], A, trail[b], B);
    const middle = (a + b) >> 1;
    return inHalves(trail, a, middle) ?? inHalves(trail, middle, b);
  }
  return {
    growth() {
      if (slowest > slowTurn) return 2;
      return slowest > smallTurn ? 1 : 0.5;
    },
    start(z: State): void {
      g.jacobian(z, G0);
      slowest = 1;
      isRegular = isRegularAt(problem, G0, weights) && orientation.factor(G0, G0);
    },
    check(trail: readonly State[], last: number): Failure | null {
      g.jacobian(trail[last], G1);
      const isOne = isPlain(trail[0], G0, trail[last], G1) && (last === 1 || slowest > smallTurn);
      const turn = slowest;
      const failure = isOne ? null : inHalves(trail, 0, last);
      slowest = turn;
      [G0, G1] = [G1, G0];
      return failure;
    },
  };
}

const singularState = failed(
  'degenerate point',
  'the motion has passed a singular state, where the gradients of the constraints are dependent, or so close that the step does not resolve it: which branch follows is not determined by the constraints. End the run before, or change the start so that it keeps away',
);
const otherBranch =
  'the step ends on another component of the constraint, which the motion cannot reach, or beyond a singular state of it: the step is too long for the curvature of the constraint; halve it, and if that does not help, end the run before';

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

/** Whether products of G with itself determine an orientation: the gradients are independent, and dense matrices are small. */
function isRegularAt(problem: Problem, G: Float64Array, weights: Float64Array): boolean {
  const { m } = problem.g;
  if (m === 1) return true;
  const rank = constraintRank(problem);
  if (m > denseConstraints) return rank === m;
  const lu = createDenseFactor(m, rank);
  return lu.factor(mixedGram(problem, weights)(G, G)) && lu.reciprocalCondition() > dependentRows;
}

interface Orientation {
  /** Factors A W Bᵀ, without redundant constraints its symmetric part; false where it has negative or no definite eigenvalues. */
  factor(A: Float64Array, B: Float64Array): boolean;
  solve(r: Float64Array): void;
}

function createOrientation(problem: Problem, weights: Float64Array): Orientation {
  const rank = constraintRank(problem);
  if (rank < problem.g.m) return createRedundantOrientation(problem, weights, rank);
  const gram = createWeightedGram(problem.g.jacobianPattern);
  const ldl = createSymmetricFactor(gram.pattern);
  const [N, transposed] = [0, 1].map(() => new Float64Array(gram.pattern.index.length));
  return {
    factor(A, B) {
      gram.fill(A, B, weights, N);
      if (A !== B) {
        gram.fill(B, A, weights, transposed);
        for (let k = 0; k < N.length; k++) N[k] = 0.5 * (N[k] + transposed[k]);
      }
      return ldl.factor(N) && ldl.negativePivots === 0;
    },
    solve: r => ldl.solve(r),
  };
}

function createRedundantOrientation(problem: Problem, weights: Float64Array, rank: number): Orientation {
  const lu = createDenseFactor(problem.g.m, rank);
  const product = mixedGram(problem, weights);
  return {
    factor: (A, B) => lu.factor(product(A, B)) && lu.determinantSign() > 0,
    solve: r => lu.solve(r),
  };
}

/** (A, B) ↦ A W Bᵀ, m × m, for entries A and B of the Jacobian at two states. */
function mixedGram({ g }: Problem, weights: Float64Array) {
  const { start, index } = g.jacobianPattern;
  const row = new Float64Array(weights.length);
  const out = new Float64Array(g.m * g.m);
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
/** Fraction of its terms up to which a quadrature of ∫GΔ counts as zero; beyond, the branch is followed. */
const resolvedChord = 0.1;
/** Fraction of |G|·|Δ| up to which a chord counts as tangent to the constraint at its ends. */
const tangentChord = 0.01;

/** The quadrature with two nodes is exact for degree two, where it holds for any two roots. */
function createChord(problem: Problem, weights: Float64Array): ChordCheck | null {
  if (problem.g.degree > 2 || !classicalParts(problem)) return createChordCheck(problem);
  const indefinite = indefiniteQuadrics(problem);
  return indefinite.length > 0 ? createPieceCheck(problem, weights, indefinite) : null;
}

/** Between two states with their gradients, a constraint whose quadratures are not zero, or −1. */
type ChordCheck = (before: State, G0: Float64Array, now: State, G1: Float64Array) => number;

function createChordCheck(problem: Problem): ChordCheck {
  const { g, n } = problem;
  const { start, index } = g.jacobianPattern;
  const between = new Float64Array(2 * n);
  const Gt = new Float64Array(index.length);

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
    for (let i = 0; i < g.m; i++) if (!isResolved(i, before, now, [G0, G1])) return i;
    return -1;
  };
}

/** Numbers of pieces in which a branch is followed, until one reaches the end. */
const pathPieces = [4, 16, 64];
const mostCorrections = 8;

/** Target of piece k of K, which begins at y. */
type Path = (before: number, now: number, y: number, share: number, left: number) => number;
const paths: readonly Path[] = [
  // The chord, as long as the branch stays on one side of it.
  (before, now, _, share) => before + share * (now - before),
  // Straight to the end, by 1/(K − k + 1) of the remaining way: also along curves far from the chord.
  (_, now, y, __, left) => y + (now - y) / left,
];

/**
 * Whether the branch of g = 0 through q reaches q + Δ: yₖ = cₖ + M⁻¹G(yₖ₋₁)ᵀλ with g(yₖ) = 0 and cₖ on the path, predicted along the
 * tangent space and corrected by Newton's method, whose corrections must shrink. Gradients turn little in each piece.
 */
function createBranchFollower(problem: Problem, weights: Float64Array) {
  const { g } = problem;
  const size = weights.length;
  const { start, index } = g.jacobianPattern;
  const [y, delta] = [0, 1].map(() => new Float64Array(2 * problem.n));
  const [G, here] = [0, 1].map(() => new Float64Array(index.length));
  const r = new Float64Array(g.m);
  const leastCosine = createLeastCosine(problem, weights);
  const orientation = createOrientation(problem, weights);

  /** delta ← M⁻¹ Gᵀ r, the displacement along the gradients at the piece before. */
  function alongGradients(): void {
    delta.fill(0);
    for (let i = 0; i < g.m; i++)
      for (let k = start[i]; k < start[i + 1]; k++) delta[index[k]] += weights[index[k]] * G[k] * r[i];
  }
  /** Projects the target onto the tangent space at y and moves y there; returns the distance, NaN at a singular state. */
  function predict(target: Float64Array): number {
    g.jacobian(y, G);
    if (!orientation.factor(G, G)) return Number.NaN;
    for (let i = 0; i < g.m; i++) {
      r[i] = 0;
      for (let k = start[i]; k < start[i + 1]; k++) r[i] += G[k] * target[index[k]];
    }
    orientation.solve(r);
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
      if (!orientation.factor(here, G)) return false;
      orientation.solve(r);
      alongGradients();
      const correction = norm2(delta);
      for (let j = 0; j < size; j++) y[j] -= delta[j];
      if (correction <= 1e-9 * norm2(y)) return leastCosine(G, here) > smallTurn;
      if (!(correction < 0.5 * before)) return false;
      before = correction;
    }
    return false;
  }
  function reaches(path: Path, before: State, now: State, pieces: number): boolean {
    const target = new Float64Array(size);
    y.set(now);
    for (let j = 0; j < size; j++) y[j] = before[j];
    for (let k = 1; k <= pieces; k++) {
      const [share, left] = [k / pieces, pieces - k + 1];
      for (let j = 0; j < size; j++) target[j] = path(before[j], now[j], y[j], share, left) - y[j];
      if (!correct(predict(target))) return false;
    }
    const length = distance(before.subarray(0, size), now.subarray(0, size));
    return (
      distance(y.subarray(0, size), now.subarray(0, size)) <=
      1e-6 * length + 1e-8 * norm2(now.subarray(0, size))
    );
  }
  return (before: State, now: State) =>
    pathPieces.some(pieces => paths.some(path => reaches(path, before, now, pieces)));
}
