// When {{H,g},g} is singular, {g,H} = 0 is not the last condition: preserving it may demand further ones (tertiary,
// quaternary, …) until the multipliers are fixed, or until no new condition appears and some multipliers remain undetermined.
// With A_K the Jacobian of the derivative array (g₀ … g_K) by (z, Λ) at a state that satisfies it:
//   conditions on z     c_K = rank A_K − rank ∂A_K/∂Λ
//   fixed multipliers   d_K = rank ∂A_K/∂Λ − rank ∂A_K/∂(Λ₁, Λ₂, …)
// The chain closes at the first K with c_K = c_{K−1}; then the index is K + 1 when d_K = m, and otherwise solutions
// are not unique. Condition: ranks are the same near this state.
// References: Gotay, Nester & Hinds, J. Math. Phys. 19 (1978), 2388; Kunkel & Mehrmann (2006), §3.4.

import { norm2 } from '../linalg/dense.ts';
import { singularValues } from '../linalg/svd.ts';
import type { Problem } from '../problem/problem.ts';
import { applyJ, type State } from '../problem/state.ts';
import { createRandom } from '../random/mulberry.ts';
import { type DerivativeArray, derivativeArray } from './derivative-array.ts';
import { metered, WorkExceeded } from './metered-problem.ts';
import { nearestZero } from './nearest-zero.ts';

export interface ChainLevel {
  /** secondary, tertiary, … */
  readonly name: string;
  /** New independent conditions on z at this level. */
  readonly fresh: number;
  /** Whether the given state satisfies this level and all before it, for some multipliers. */
  readonly satisfied: boolean;
}

export interface ConstraintChain {
  readonly outcome: 'closed' | 'not unique' | 'contradictory' | 'undetermined';
  /** Differentiation index when closed. */
  readonly index: number;
  readonly levels: readonly ChainLevel[];
  /** Multipliers that are fixed. */
  readonly determined: number;
  /** Independent conditions on z in all. */
  readonly conditions: number;
  /** A state that satisfies all of them, where one was found. */
  readonly state: State | null;
  /** Why the search ended, where its budget of work did. */
  readonly reason?: string;
}

const names = ['primary', 'secondary', 'tertiary', 'quaternary', 'quinary', 'senary', 'septenary'];
const deepest = names.length;
/** Larger systems are left undetermined: the array is dense. */
const mostUnknowns = 120;
const rankTolerance = 1e-7;
const zeroRow = 1e-9;

/** Units of work after which a chain is left undetermined (metered-problem.ts): some seconds. */
const mostWork = 5e8;

export function constraintChain(problem: Problem, z: State): ConstraintChain {
  const known = { conditions: problem.g.m, determined: 0 };
  const levels: ChainLevel[] = [];
  try {
    return chainOf(metered(problem, 'search for further conditions', mostWork), z, levels, known);
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error;
    return { outcome: 'undetermined', index: 0, levels, ...known, state: null, reason: error.message };
  }
}

/** `levels` and `known` are filled progressively: they hold the results so far when the budget is exceeded. */
function chainOf(problem: Problem, z: State, levels: ChainLevel[], known: Counts): ConstraintChain {
  const { n, g } = problem;
  const T = timeScale(problem, z);
  let y: Float64Array = z;
  const ended = (outcome: ConstraintChain['outcome'], at: Counts, state: State | null, index = 0) => ({
    outcome,
    index,
    levels,
    determined: at.determined,
    conditions: at.conditions,
    state,
  });
  for (let K = 1; K <= deepest && 2 * n + g.m * K <= mostUnknowns; K++) {
    const array = derivativeArray(problem, K, T);
    const found = consistentWith(array, extended(y, 2 * n + g.m * K), z);
    const satisfied = satisfies(array, z);
    if (!found) {
      levels.push({ name: names[K] ?? 'next', fresh: 0, satisfied });
      return ended('contradictory', known, null);
    }
    y = found;
    const counts = countConditions(array, y, n, g.m);
    const [now, before] = [counts[K], counts[K - 1]];
    const state = y.slice(0, 2 * n);
    if (now.conditions === before.conditions) {
      const closed = now.determined === g.m;
      return ended(closed ? 'closed' : 'not unique', now, state, closed ? K + 1 : 0);
    }
    Object.assign(known, now);
    levels.push({ name: names[K], fresh: now.conditions - before.conditions, satisfied });
  }
  return ended('undetermined', known, null);
}

interface Counts {
  readonly conditions: number;
  readonly determined: number;
}

function extended(y: Float64Array, length: number): Float64Array {
  const out = new Float64Array(length);
  out.set(y);
  return out;
}

/** Unknowns nearest to z that satisfy the array; null when there are none. */
function consistentWith(array: DerivativeArray, start: Float64Array, z: State): Float64Array | null {
  const anchor = extended(z, start.length);
  const found = nearestZero(array, anchor, new Float64Array(start.length).fill(1), start);
  return found.ok ? found.y : null;
}

/** Do some multipliers satisfy the array with z as it is? */
function satisfies(array: DerivativeArray, z: State): boolean {
  const start = extended(z, array.pattern.cols);
  const weight = start.map((_, j) => (j < z.length ? 0 : 1));
  const { residuals } = nearestZero(array, start, weight);
  return norm2(residuals) <= 1e-9 * (1 + norm2(z));
}

/** The counts at each level 0 … K, from the first rows of one Jacobian. */
function countConditions(array: DerivativeArray, y: Float64Array, n: number, m: number): Counts[] {
  const { count, pattern } = array;
  const A = new Float64Array(pattern.index.length);
  array.jacobian(y, A);
  const rows = scaledRows(A, count, pattern.cols);
  return Array.from({ length: array.levels + 1 }, (_, K) => {
    const top = rows.slice(0, m * (K + 1));
    const byMultipliers = rankOf(top, 2 * n);
    return {
      conditions: rankOf(top, 0) - byMultipliers,
      determined: byMultipliers - rankOf(top, 2 * n + m),
    };
  });
}

/** Rows of length 1; rows of round-off become zero. */
function scaledRows(A: Float64Array, rows: number, cols: number): Float64Array[] {
  const all = Array.from({ length: rows }, (_, i) => A.slice(i * cols, (i + 1) * cols));
  const longest = all.reduce((most, row) => Math.max(most, norm2(row)), 0);
  return all.map(row => {
    const length = norm2(row);
    return row.map(value => (length > zeroRow * longest ? value / length : 0));
  });
}

/** Rank of the columns from the given one on. */
function rankOf(rows: readonly Float64Array[], fromColumn: number): number {
  const cols = rows[0].length - fromColumn;
  if (cols <= 0) return 0;
  const block = new Float64Array(rows.length * cols);
  rows.forEach((row, i) => {
    block.set(row.subarray(fromColumn), i * cols);
  });
  return singularValues(block, rows.length, cols).filter(sigma => sigma > rankTolerance).length;
}

/** Half of 1/ω for the fastest linear motion around z; 1 without accelerations. */
function timeScale({ n, H }: Problem, z: State): number {
  const random = createRandom(3);
  let v = Float64Array.from({ length: 2 * n }, () => random.symmetric());
  const next = () => {
    const out = new Float64Array(2 * n);
    H.hessianTimes(z, v, out);
    applyJ(out);
    v = out;
    return norm2(out);
  };
  let fastest = 0;
  let [last, middle] = [norm2(v), next()];
  for (let k = 0; k < 6 && last > 0; k++) {
    const now = next();
    fastest = Math.max(fastest, now / last);
    [last, middle] = [middle, now];
  }
  return fastest > 0 && Number.isFinite(fastest) ? 0.5 / Math.sqrt(fastest) : 1;
}
