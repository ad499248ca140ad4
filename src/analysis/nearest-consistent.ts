// The consistent state nearest to a given one: g(z) = 0 and {g, H}(z) = 0.
// Holonomic g: first q to the nearest point of g(q) = 0, then p along it; for H = ½ pᵀM⁻¹p + V this is the
// M⁻¹-orthogonal projection p − Gᵀ(G M⁻¹ Gᵀ)⁻¹ G M⁻¹ p. Other g: both sets of equations for z together.
// Reference: Hairer, Lubich & Wanner (2006), §IV.4 (projection), §VII.1 (consistent values).

import { distance, maxAbs, norm2, setUnit } from '../linalg/dense.ts';
import { fullPattern, type Pattern } from '../linalg/pattern.ts';
import { createBrackets } from '../problem/brackets.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import { applyJ, type State } from '../problem/state.ts';
import { createRandom } from '../random/mulberry.ts';
import { lengthScales, nearbyState } from './length-scales.ts';
import { type NearestZero, nearestZero, type SparseEquations } from './nearest-zero.ts';

export interface Consistent {
  readonly ok: true;
  readonly state: State;
  /** |z − z₀| in the plain 2-norm. */
  readonly distance: number;
}

export interface Inconsistent {
  readonly ok: false;
  /** Which equations could not be satisfied. */
  readonly stage: 'constraints' | 'hidden constraints';
  /** The best state found, and its largest relative residual. */
  readonly state: State;
  readonly residual: number;
  /** Indices of the constraints with the largest residuals. */
  readonly blamed: readonly number[];
  /** True when no small change can help: the equations contradict each other. */
  readonly contradictory: boolean;
  /** True when the problem is too large to search. */
  readonly tooLarge?: boolean;
}

/** Distances (in length scales) of the random restarts, for starts where a gradient vanishes. */
const restarts = [0.01, 0.1, 1, 1];
/** Residuals above this fraction of the largest are reported as part of a contradiction. */
const blameShare = 1e-3;

function failure(found: NearestZero, stage: Inconsistent['stage'], m: number): Inconsistent {
  const largest = maxAbs(found.residuals);
  const blamed = new Set<number>();
  found.residuals.forEach((r, i) => {
    if (Math.abs(r) > blameShare * largest) blamed.add(i % m);
  });
  const { y: state, residual, stationary: contradictory } = found;
  return { ok: false, stage, state, residual, blamed: [...blamed].sort((a, b) => a - b), contradictory };
}

/** The state on g = 0 nearest to z₀. */
export function nearestOnConstraint(problem: Problem, z0: State): Consistent | Inconsistent {
  const equations = constraintEquations(problem);
  const weight = new Float64Array(z0.length).fill(1);
  let best = nearestZero(equations, z0, weight);
  const random = createRandom(1);
  const scales = lengthScales(problem, z0);
  for (const share of restarts) {
    if (best.ok) break;
    const next = nearestZero(equations, z0, weight, nearbyState(z0, scales, share, random));
    if (next.ok || norm2(next.residuals) < norm2(best.residuals)) best = next;
  }
  return best.ok ? consistent(best.y, z0) : failure(best, 'constraints', problem.g.m);
}

function consistent(state: State, z0: State): Consistent {
  return { ok: true, state, distance: distance(state, z0) };
}

export function nearestConsistent(problem: Problem, z0: State = problem.initial): Consistent | Inconsistent {
  const on = nearestOnConstraint(problem, z0);
  if (!on.ok || problem.g.m === 0) return on;
  const hidden = hiddenEquations(problem);
  if (!hidden) return tooLarge(on.state);
  if (problem.g.kind === 'holonomic') {
    const found = nearestZero(hidden, on.state, momentumWeights(problem));
    if (found.ok) return consistent(found.y, z0);
    if (problem.H.separable) return failure(found, 'hidden constraints', problem.g.m);
  }
  const both = stacked(constraintEquations(problem), hidden);
  const found = nearestZero(both, z0, new Float64Array(z0.length).fill(1), on.state);
  return found.ok ? consistent(found.y, z0) : failure(found, 'hidden constraints', problem.g.m);
}

/** Only p changes; weighted by the inverse of the metric M⁻¹ where there are masses. */
function momentumWeights({ n, H }: Problem): Float64Array {
  return Float64Array.from({ length: 2 * n }, (_, j) =>
    j < n ? 0 : H.separable ? 1 / H.separable.inverseMass[j - n] : 1,
  );
}

function tooLarge(state: State): Inconsistent {
  const [residual, blamed] = [Number.NaN, [] as number[]];
  return {
    ok: false,
    stage: 'hidden constraints',
    state,
    residual,
    blamed,
    contradictory: false,
    tooLarge: true,
  };
}

// The equations of a consistent start, with their Jacobians:
//   on the constraint   g(z) = 0
//   hidden constraint   h(z) = {g, H}(z) = 0,   ∂hᵢ = gᵢ'' X_H + H'' Jᵀ ∇gᵢ     (rows of the matrix in brackets.ts)
// For holonomic g and separable H the second is G M⁻¹ p = 0, as sparse as G; otherwise its rows are stored densely.

/** A dense Jacobian is not formed when its Gram matrix needs more products than this. */
const mostProducts = 4_000_000;

function constraintEquations({ g }: Problem): SparseEquations {
  return { count: g.m, pattern: g.jacobianPattern, value: g.value, jacobian: g.jacobian };
}

/** h = 0; null when it is neither sparse nor small. */
function hiddenEquations(problem: Problem): SparseEquations | null {
  const { n, g } = problem;
  const separable = classicalParts(problem);
  if (separable) return linearHidden(problem, separable.inverseMass);
  return g.m * g.m * 4 * n <= mostProducts ? denseHidden(problem) : null;
}

/** Only the columns of p: the coordinates satisfy g = 0 already. */
function linearHidden(problem: Problem, inverseMass: Float64Array): SparseEquations {
  const { n, g } = problem;
  const { start, index, rows } = g.jacobianPattern;
  const pattern: Pattern = { rows, cols: 2 * n, start, index: index.map(column => column + n) };
  return {
    count: g.m,
    pattern,
    value: createBrackets(problem).hidden,
    jacobian(z, out) {
      g.jacobian(z, out);
      for (let k = 0; k < index.length; k++) out[k] *= inverseMass[index[k]];
    },
  };
}

function denseHidden(problem: Problem): SparseEquations {
  const { n, g, H } = problem;
  const brackets = createBrackets(problem);
  const unit = new Float64Array(g.m);
  const [field, row, turned] = Array.from({ length: 3 }, () => new Float64Array(2 * n));
  return {
    count: g.m,
    pattern: fullPattern(g.m, 2 * n),
    value: brackets.hidden,
    jacobian(z, out) {
      brackets.hamiltonianField(z, field);
      for (let i = 0; i < g.m; i++) {
        setUnit(i, unit);
        g.transposedTimes(z, unit, row);
        applyJ(row);
        for (let j = 0; j < 2 * n; j++) row[j] = -row[j];
        H.hessianTimes(z, row, turned);
        g.hessianTimes(z, unit, field, row);
        for (let j = 0; j < 2 * n; j++) out[i * 2 * n + j] = turned[j] + row[j];
      }
    },
  };
}

/** Both sets of equations, one below the other. */
function stacked(a: SparseEquations, b: SparseEquations): SparseEquations {
  const start = Int32Array.from([...a.pattern.start, ...b.pattern.start.slice(1)]);
  for (let i = a.count + 1; i < start.length; i++) start[i] += a.pattern.index.length;
  const index = Int32Array.from([...a.pattern.index, ...b.pattern.index]);
  const entries = a.pattern.index.length;
  return {
    count: a.count + b.count,
    pattern: { rows: a.count + b.count, cols: a.pattern.cols, start, index },
    value(y, out) {
      a.value(y, out.subarray(0, a.count));
      b.value(y, out.subarray(a.count));
    },
    jacobian(y, out) {
      a.jacobian(y, out.subarray(0, entries));
      b.jacobian(y, out.subarray(entries));
    },
  };
}

// Random states on g = 0 (or on g = {g,H} = 0) near a given one: they distinguish properties of the manifold from those of a single point.

const samples = 3;
/** Fewer states for large problems: each costs a few factorisations. */
const manyConstraints = 200;

type Projection = (problem: Problem, near: State) => Consistent | Inconsistent;

function sampled(problem: Problem, z: State, share: number, project: Projection): State[] {
  const random = createRandom(23);
  const scales = lengthScales(problem, z);
  const found: State[] = [];
  for (let k = 0; k < (problem.g.m > manyConstraints ? 1 : samples); k++) {
    const nearest = project(problem, nearbyState(z, scales, share, random));
    if (nearest.ok) found.push(nearest.state);
  }
  return found;
}

export function statesOnConstraint(problem: Problem, z: State, share: number): State[] {
  return sampled(problem, z, share, nearestOnConstraint);
}

export function consistentStates(problem: Problem, z: State, share: number): State[] {
  return sampled(problem, z, share, nearestConsistent);
}
