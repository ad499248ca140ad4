// Constraint checks along a run:
//   residuals      |gᵢ|, and |{gᵢ,H}| where the method conserves it, are small after every step (step-checks.ts)
// and every few steps and before every row, so that no row is written of a state that fails them:
//   branch         the states lie on one branch of g = 0 without a singular state between them (branch-check.ts)
//   brackets       for g(q, p) and general H: {gᵢ,gⱼ} = 0, and the signs of the eigenvalues of {{H,gᵢ},gⱼ}, which is symmetric; where
//                  it is not definite at the start, the sign of its determinant
// Condition: a method that conserves g = 0. The states since the last check are stored, so that an uncertain interval can be checked
// step by step.

import type { Flow } from '../flows/flow.ts';
import { createDenseLDLT } from '../linalg/ldlt/factorisation.ts';
import { createDenseFactor } from '../linalg/lu.ts';
import { fullPattern } from '../linalg/pattern.ts';
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
import { type BranchCheck, createBranchCheck } from './branch-check.ts';
import { isConnectedQuadric } from './quadrics.ts';
import { createResidualCheck, type Residuals } from './step-checks.ts';

export interface ConstraintWatch {
  /** Measures the state that the run starts from. */
  start(z: State): void;
  /** After every step, with the largest residuals there; every few steps, and after one much longer than the one before, it checks the branch. */
  check(before: State, after: State, residuals: Residuals): Failure | null;
  /** Checks the branch now. */
  confirm(z: State): Failure | null;
}

/** Most steps between two checks; gradients that turn shorten it, and every row is checked. */
const longestInterval = 64;
/** A step whose squared length is more than this many times that of the step before is checked by itself. */
const suddenGrowth = 4;
/** Above this many constraints determinants are not computed. */
const denseConstraints = 64;

/** null for methods that do not conserve g = 0, and for particles, whose rods the displacement check covers. */
export function createConstraintWatch(
  problem: Problem,
  flow: Pick<Flow, 'domain' | 'isJump' | 'refusesTurns'>,
): ConstraintWatch | null {
  if (problem.g.m === 0 || flow.domain === 'phase space' || problem.particles) return null;
  const residuals = createResidualCheck(problem, flow.domain === 'g = {g,H} = 0');
  const staysOnBranch = flow.isJump || (flow.refusesTurns && isConnectedQuadric(problem));
  const branch = staysOnBranch ? null : createBranchCheck(problem);
  const brackets = createBracketCheck(problem);
  if (!branch && !brackets)
    return { start() {}, check: (_, after, sizes) => residuals(after, sizes), confirm: () => null };
  const { start, check, confirm } = createIntervals(problem, branch, brackets);
  return {
    start,
    check: (before, after, sizes) => residuals(after, sizes) ?? check(before, after),
    confirm,
  };
}

/** Checks of the branch and of the brackets after intervals of several steps, as long as gradients turn little in one. */
function createIntervals(problem: Problem, branch: BranchCheck | null, brackets: BracketCheck | null) {
  const { n } = problem;
  const measured = problem.g.kind === 'holonomic' ? n : 2 * n;
  /** The state that was checked last, and those of the steps since; views of one array, 2n apart. */
  let trail: State[] = [];
  let states = new Float64Array(0);
  let interval = 1;
  let pending = 0;
  let length = 0;

  function restart(z: State): void {
    setInterval(1);
    trail[0].set(z);
    [pending, length] = [0, 0];
  }
  function setInterval(steps: number): void {
    interval = steps;
    const size = 2 * n;
    if (trail.length > steps) return;
    const longer = new Float64Array((steps + 1) * size);
    longer.set(states);
    states = longer;
    trail = Array.from({ length: steps + 1 }, (_, k) => states.subarray(k * size, (k + 1) * size));
  }
  /** Stores the state; whether its step is much longer than the one before. */
  function isSudden(before: State, after: State): boolean {
    const limit = suddenGrowth * length;
    const first = (pending + 1) * 2 * n;
    const stored = states;
    length = 0;
    for (let j = 0; j < n; j++) {
      const way = after[j] - before[j];
      stored[first + j] = after[j];
      length += way * way;
    }
    for (let j = n; j < measured; j++) stored[first + j] = after[j];
    return length > limit;
  }
  function confirm(z: State): Failure | null {
    if (pending === 0) return null;
    const failure = brackets?.check(z) ?? branch?.check(trail, pending) ?? null;
    setInterval(Math.max(1, Math.min(longestInterval, interval * (branch?.growth() ?? 2))));
    trail[0].set(trail[pending]);
    pending = 0;
    return failure;
  }
  /** Checks the states before a sudden step, which is then checked by itself. */
  function confirmBefore(before: State): Failure | null {
    const sudden = trail[pending + 1];
    const failure = confirm(before);
    setInterval(1);
    trail[1].set(sudden);
    return failure;
  }
  return {
    start(z: State): void {
      restart(z);
      brackets?.start(z);
      branch?.start(z);
    },
    check(before: State, after: State): Failure | null {
      const failure = isSudden(before, after) ? confirmBefore(before) : null;
      if (failure) return failure;
      pending++;
      return pending < interval ? null : confirm(after);
    },
    confirm,
  };
}

interface BracketCheck {
  start(z: State): void;
  check(z: State): Failure | null;
}

/** {gᵢ,gⱼ} = 0 and the signs of the eigenvalues of {{H,gᵢ},gⱼ}; null where both hold by form, for g(q) with H = ½pᵀM⁻¹p + V(q). */
function createBracketCheck(problem: Problem): BracketCheck | null {
  const { g } = problem;
  if (classicalParts(problem) || g.m > denseConstraints) return null;
  const worstBracket = createWorstBracket(problem);
  const brackets = createBrackets(problem);
  const matrix = new Float64Array(g.m * g.m);
  const rank = constraintRank(problem);
  const lu = createDenseFactor(g.m, rank);
  const ldl = createDenseLDLT(fullPattern(g.m, g.m));
  let isInvolutive = false;
  let isDefinite = false;
  let sign = 0;

  /** The number of negative eigenvalues, −1 where one is zero. Elimination without pivoting does not give it for indefinite matrices. */
  function negativeEigenvalues(z: State): number {
    brackets.nondegeneracy(z, matrix);
    return ldl.factor(matrix) ? ldl.negativePivots : -1;
  }
  function determinantSign(z: State): number {
    brackets.nondegeneracy(z, matrix);
    lu.factor(matrix);
    return lu.determinantSign();
  }
  /** Of a definite matrix all eigenvalues count: two may change their signs at once. */
  const signature = (z: State): number => (isDefinite ? negativeEigenvalues(z) : determinantSign(z));
  return {
    start(z: State): void {
      isInvolutive = !isInvolutiveByForm(problem) && worstBracket(z).size <= negligibleBracket;
      isDefinite = rank === g.m && [0, g.m].includes(negativeEigenvalues(z));
      sign = isDefinite || determinantSign(z) !== 0 ? signature(z) : Number.NaN;
    },
    check(z: State): Failure | null {
      if (isInvolutive) {
        const { size, i, j } = worstBracket(z);
        if (size > negligibleBracket) return involutionLost(size, i, g.names[j]);
      }
      return signature(z) !== sign && !Number.isNaN(sign) ? failed('degenerate point', degenerate) : null;
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
  'an eigenvalue of the matrix {{H,g},g} has changed its sign: the motion has passed a state where the multipliers are not determined; end the run before';
