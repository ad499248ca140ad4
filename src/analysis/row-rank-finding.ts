// Independence of the constraints: the rank of ∂g at a state on g = 0, dependent constraints with those that imply them, and
// gradients that vanish. A drop of rank at this state only (a singular configuration) is distinguished from one at all states
// nearby (redundant constraints, which are solved with the others); constraints without a common state contradict each other.
// Condition: the rank of ∂g is constant on g = 0 near the state. McLachlan, Modin, Verdier, Wilkins 2014, section 3.1, after (5).

import { denseMatrix, type Pattern, patternFromRows, rowLengths } from '../linalg/pattern.ts';
import { rowRank } from '../linalg/rank.ts';
import type { Constraints } from '../problem/constraints.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createRandom } from '../random/mulberry.ts';
import { counted, type Finding, listed, threeDigits } from './finding.ts';
import { lengthScales, nearbyState } from './length-scales.ts';
import { type Inconsistent, statesOnConstraint } from './nearest-consistent.ts';
import { denseSpectrum, gramSpectrum, type Spectrum, spectrum } from './spectrum.ts';

export interface RankReport {
  readonly finding: Finding;
  readonly rank: number;
  /** A largest independent set of constraints. */
  readonly independent: readonly number[];
  /** Whether g = 0 is a manifold here, so that methods can run: the constraints are independent or only redundant. */
  readonly isManifold: boolean;
}

interface LocalRank {
  readonly rank: number;
  readonly dependent: readonly { readonly row: number; readonly on: readonly number[] }[];
  /** Of ∂g with rows of length 1. */
  readonly values: Spectrum;
}

const id = 'rank';
const title = 'Independent constraints';
const nearlyDependent = 1e-6;
/** A gradient shorter than this fraction of its length nearby counts as zero. */
const vanishing = 1e-7;
const smallRows = 40;
/** Gradients further than this from dependence need no elimination. */
const clearlyIndependent = 1e-5;

function rowsAt({ g }: Problem, z: State): { values: Float64Array; lengths: Float64Array } {
  const values = new Float64Array(g.jacobianPattern.index.length);
  g.jacobian(z, values);
  const lengths = new Float64Array(g.m);
  rowLengths(g.jacobianPattern, values, lengths);
  return { values, lengths };
}

/** Rank at z, where gradients much shorter than `typical` are taken as zero. */
function rankAt(problem: Problem, z: State, typical: Float64Array): LocalRank {
  const { g } = problem;
  const { values, lengths } = rowsAt(problem, z);
  const { start } = g.jacobianPattern;
  for (let i = 0; i < g.m; i++) {
    const scale = lengths[i] > vanishing * typical[i] ? 1 / lengths[i] : 0;
    for (let k = start[i]; k < start[i + 1]; k++) values[k] *= scale;
  }
  const extremes = g.m > smallRows ? gramExtremes(problem, values) : denseExtremes(problem, values);
  if (extremes.smallest > clearlyIndependent) return { rank: g.m, dependent: [], values: extremes };
  const { rank, dependent } = rowRank(g.jacobianPattern, values);
  return { rank, dependent, values: rank === g.m ? extremes : spectrum(0, extremes.largest) };
}

/** Extreme singular values of ∂g as roots of the eigenvalues of ∂g ∂gᵀ. */
function gramExtremes({ n, g }: Problem, values: Float64Array): Spectrum {
  const squares = gramSpectrum(g.jacobianPattern, values, new Float64Array(2 * n).fill(1));
  return spectrum(Math.sqrt(squares.smallest), Math.sqrt(squares.largest));
}

function denseExtremes({ n, g }: Problem, values: Float64Array): Spectrum {
  return denseSpectrum(denseMatrix(g.jacobianPattern, values), g.m, 2 * n);
}

/** Typical lengths of the gradients: the longest at random states around z, off the constraint. */
function typicalLengths(problem: Problem, z: State): Float64Array {
  const random = createRandom(11);
  const scales = lengthScales(problem, z);
  const { lengths } = rowsAt(problem, z);
  for (let k = 0; k < 3; k++) {
    const near = rowsAt(problem, nearbyState(z, scales, 0.1, random)).lengths;
    for (let i = 0; i < lengths.length; i++) if (near[i] > lengths[i]) lengths[i] = near[i];
  }
  return lengths;
}

export function checkRank(problem: Problem, z: State): RankReport {
  const { m } = problem.g;
  const typical = typicalLengths(problem, z);
  const here = rankAt(problem, z, typical);
  const dependent = new Set(here.dependent.map(({ row }) => row));
  const independent = Array.from({ length: m }, (_, i) => i).filter(i => !dependent.has(i));
  const { smallest, condition } = here.values;
  const measured = { constraints: m, rank: here.rank, 'smallest singular value': smallest, condition };
  const finding = here.rank === m ? fullRank(m, smallest) : deficient(problem, z, typical, here);
  const isManifold = finding.verdict !== 'fail';
  return { finding: { id, title, measured, ...finding }, rank: here.rank, independent, isManifold };
}

type Words = Pick<Finding, 'verdict' | 'summary' | 'advice'>;

function fullRank(m: number, smallest: number): Words {
  const summary =
    m === 1 ? 'The gradient of the constraint is not zero.' : `The ${m} constraints are independent.`;
  if (smallest > nearlyDependent) return { verdict: 'pass', summary };
  return {
    verdict: 'warn',
    summary: 'The constraints are independent, but only just: their gradients almost lie in a smaller space.',
    advice: 'Multipliers will be large and the solver slow here; start away from such a configuration.',
  };
}

function deficient(problem: Problem, z: State, typical: Float64Array, here: LocalRank): Words {
  const near = statesOnConstraint(problem, z, 0.03);
  // Fallback to states off g = 0 where no other state on it is found.
  const random = createRandom(31);
  const scales = lengthScales(problem, z);
  const others = near.length > 0 ? near : [nearbyState(z, scales, 0.01, random)];
  const best = others.reduce((most, other) => Math.max(most, rankAt(problem, other, typical).rank), 0);
  if (best > here.rank) return singularHere(problem, here, best);
  if (here.dependent.some(({ on }) => on.length === 0)) return flat(problem, here);
  return redundant(problem, here);
}

function singularHere({ g }: Problem, here: LocalRank, best: number): Words {
  const names = listed(here.dependent.map(({ row }) => g.names[row]));
  return {
    verdict: 'fail',
    summary: `This state is singular: the rank is ${here.rank} here but ${best} nearby. At fault: ${names}.`,
    advice:
      'The constraint set has no tangent space at this state (a straightened linkage, a crossing or a cusp), so ' +
      'the motion through it is not determined. Start from another configuration.',
  };
}

function flat({ g }: Problem, here: LocalRank): Words {
  const names = here.dependent.filter(({ on }) => on.length === 0).map(({ row }) => g.names[row]);
  return {
    verdict: 'fail',
    summary: `${notIndependent(g.m, here)}: The gradient of ${listed(names)} is zero on the whole constraint.`,
    advice: 'Write the equation so that its gradient does not vanish (f = 0 instead of f^2 = 0).',
  };
}

/** Redundant constraints with a dense matrix of more rows than this make steps slow. */
const manyRedundant = 400;

function redundant({ g }: Problem, here: LocalRank): Words {
  const name = (i: number) => g.names[i];
  const parts = here.dependent
    .slice(0, 5)
    .map(({ row, on }) => `Here “${name(row)}” follows from ${listed(on.map(name))}.`);
  if (here.dependent.length > 5) parts.push(`So do ${here.dependent.length - 5} more.`);
  const verb = here.dependent.length === 1 ? 'is' : 'are';
  const redundant = `${here.dependent.length} of ${counted(g.m, 'constraint')} ${verb} redundant`;
  const summary = `${redundant}: ${parts.join(' ')} All are kept and solved, with the multipliers of least norm.`;
  if (g.m <= manyRedundant) return { verdict: 'pass', summary };
  return {
    verdict: 'warn',
    summary,
    advice: `A step takes about m³ = ${threeDigits(g.m ** 3)} operations, since redundant constraints are solved with dense matrices. If those named follow from the others in every state of the motion, leave them out.`,
  };
}

function notIndependent(m: number, { dependent }: LocalRank): string {
  const verb = dependent.length === 1 ? 'is' : 'are';
  return `${dependent.length} of ${counted(m, 'constraint')} ${verb} not independent`;
}

/** The finding when no state with g = 0 was found. */
export function unreachable({ g }: Problem, found: Inconsistent): Finding {
  const names = listed(found.blamed.map(i => g.names[i]));
  const measured = { constraints: g.m, 'smallest residual': found.residual };
  if (!found.contradictory)
    return {
      id,
      title,
      verdict: 'fail',
      measured,
      summary: `No state that satisfies the constraints was found from this start; ${names} resisted most.`,
      advice: 'Give initial values that nearly satisfy the constraints.',
    };
  const summary =
    found.blamed.length === 1
      ? `${names} cannot be satisfied: no state near the start makes it zero.`
      : `${names} contradict each other: no state near the start satisfies them together.`;
  const advice = 'Correct or remove one of them.';
  return { id, title, verdict: 'fail', measured, summary, advice };
}

/** The problem with a subset of its constraints, such as the independent ones. */
export function withConstraints(problem: Problem, chosen: readonly number[]): Problem {
  if (chosen.length === problem.g.m) return problem;
  return { ...problem, g: chosenConstraints(problem.g, chosen), formulas: undefined };
}

function chosenConstraints(g: Constraints, chosen: readonly number[]): Constraints {
  const [all, weights] = [new Float64Array(g.m), new Float64Array(g.m)];
  const entries = new Float64Array(g.jacobianPattern.index.length);
  const rows = chosen.map(i => [g.jacobianPattern.start[i], g.jacobianPattern.start[i + 1]] as const);
  const gather = (out: Float64Array) => {
    for (let k = 0; k < chosen.length; k++) out[k] = all[chosen[k]];
  };
  const scatter = (w: Float64Array) => {
    weights.fill(0);
    for (let k = 0; k < chosen.length; k++) weights[chosen[k]] = w[k];
    return weights;
  };
  return {
    m: chosen.length,
    names: chosen.map(i => g.names[i]),
    kind: g.kind,
    degree: g.degree,
    jacobianPattern: chosenRows(g.jacobianPattern, rows),
    get hessianPattern() {
      return g.hessianPattern;
    },
    value(z, out) {
      g.value(z, all);
      gather(out);
    },
    jacobian(z, out) {
      g.jacobian(z, entries);
      let at = 0;
      for (const [from, to] of rows) for (let k = from; k < to; k++) out[at++] = entries[k];
    },
    jacobianTimes(z, v, out) {
      g.jacobianTimes(z, v, all);
      gather(out);
    },
    transposedTimes: (z, w, out) => g.transposedTimes(z, scatter(w), out),
    hessianTimes: (z, w, v, out) => g.hessianTimes(z, scatter(w), v, out),
    second(z, u, v, out) {
      g.second(z, u, v, all);
      gather(out);
    },
    hessian: (z, w, out) => g.hessian(z, scatter(w), out),
  };
}

function chosenRows(pattern: Pattern, rows: readonly (readonly [number, number])[]): Pattern {
  return patternFromRows(
    rows.map(([from, to]) => pattern.index.subarray(from, to)),
    pattern.cols,
  );
}
