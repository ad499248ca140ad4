// Hybrid (Hamiltonian) Monte Carlo on g(q) = 0. One step is one move of the chain:
//   p ← fresh Gaussian momenta, projected;   z' = `substeps` steps of RATTLE over the time h;
//   accepted with probability min(1, exp(−(H(z') − H(z))/kT)), and only if the way back from (q', −p') ends at (q, −p).
// An accepted move leaves z', a rejected one (q, −p): so that (q, p) too has the right distribution, not q alone.
//
// The reverse step is checked because a multiplier equation has several roots, and none for long steps: a proposal that
// the solver would not find from its other end breaks detailed balance. The solver starts cold on both ways, so that the
// proposal is a function of z alone, as the proof needs. A proposal that cannot be solved is rejected and counted.
//
// It samples, without any error of the step size, exp(−V/kT) times the surface measure σ_M that the metric M induces on
// g = 0; for equal masses this is the ordinary surface measure. The measure δ(g(q)) dq that a stiff penalty leads to is
//   δ(g) dq = const · det(G M⁻¹ Gᵀ)^(−½) dσ_M,
// for one constraint and equal masses |∇g|⁻¹ dσ: it depends on how the surface is written as g = 0. To sample it, add
// Fixman's potential (kT/2) log det(G M⁻¹ Gᵀ) to V.
// Brubaker, Salzmann, Urtasun, AISTATS 2012; Zappa, Holmes-Cerfon, Goodman, Commun. Pure Appl. Math. 71 (2018) 2609;
// Lelièvre, Rousset, Stoltz, Numer. Math. 143 (2019) 379.

import { type Flow, reportsOf } from '../flows/flow.ts';
import { identity } from '../flows/identity.ts';
import { type CotangentProjection, createCotangentProjection } from '../integrators/cotangent-projection.ts';
import { stateScale } from '../integrators/state-scale.ts';
import { classicalOnly } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createNormalSource } from '../random/philox.ts';
import { done, failed } from '../solvers/outcome.ts';
import { createOrnsteinUhlenbeck } from './ornstein-uhlenbeck.ts';

export interface MonteCarloOptions {
  /** k_B T, in units of energy. */
  readonly temperature: number;
  readonly seed: number;
  /** Steps of the inner method in one move. */
  readonly substeps: number;
  /** How near the way back must come to its start, relative to the sizes of coordinates and momenta. Default 1e-8. */
  readonly reversibility?: number;
}

export interface MonteCarlo extends Flow {
  /** Moves so far: proposals, and what became of them. The rest was rejected for its energy. */
  counters(): Readonly<Record<string, number>>;
}

/** Indices into the tally; `row` counts consecutive rejections. */
const tally = { proposals: 0, accepted: 1, unsolved: 2, irreversible: 3, row: 4 } as const;
const longestRow = 1000;

/** `inner`: RATTLE, or without constraints a symmetric symplectic flow such as Verlet. */
export function constrainedHmc(
  problem: Problem,
  inner: Flow,
  options: MonteCarloOptions,
  projection: CotangentProjection = createCotangentProjection(problem, inner.domain),
): MonteCarlo {
  checkOptions(inner, options);
  const { n, H } = problem;
  const { temperature, seed } = options;
  const source = createNormalSource(seed);
  const noise = createOrnsteinUhlenbeck(
    problem,
    projection,
    { temperature, friction: Number.POSITIVE_INFINITY, seed },
    source,
  );
  const travel = createTrajectory(inner, options.substeps, n);
  const isBack = createComparison(problem, options);
  const counts = new Float64Array(5);
  const reports = reportsOf([inner]);
  const [start, end, turned, back] = [0, 1, 2, 3].map(() => new Float64Array(2 * n));

  /** What becomes of the proposal from `start`; where it goes is left in `end`. */
  function fate(h: number): 'accepted' | 'rejected' | 'unsolved' | 'irreversible' {
    if (!travel(start, h, end)) return 'unsolved';
    turn(end, turned);
    if (!travel(turned, h, back) || !isBack(start, back)) return 'irreversible';
    const change = (H.value(end) - H.value(start)) / temperature;
    return source.uniform() < Math.exp(-change) ? 'accepted' : 'rejected';
  }
  /** False when too many proposals in a row were lost. */
  function count(result: ReturnType<typeof fate>): boolean {
    const isLost = result === 'unsolved' || result === 'irreversible';
    counts[tally.proposals]++;
    if (result !== 'rejected') counts[tally[result]]++;
    counts[tally.row] = isLost ? counts[tally.row] + 1 : 0;
    return counts[tally.row] < longestRow;
  }
  return {
    domain: inner.domain,
    isJump: true,
    ...reports,
    temperature,
    memory: [source.memory, counts],
    counters: () => ({
      ...reports.counters?.(),
      proposals: counts[tally.proposals],
      accepted: counts[tally.accepted],
      unsolved: counts[tally.unsolved],
      irreversible: counts[tally.irreversible],
    }),
    step(z, h, out) {
      if (h === 0) return identity(z, out);
      start.set(z);
      const outcome = noise.apply(start, 1);
      if (!outcome.ok) return outcome;
      if (!Number.isFinite(H.value(start)))
        return failed('not finite', 'the energy at the start is not finite');
      const result = fate(h);
      if (result === 'accepted') out.set(end);
      else turn(start, out);
      return count(result) ? done : failed('did not converge', lost(result));
    },
  };
}

function lost(result: string): string {
  const what = result === 'unsolved' ? 'could not be solved' : 'did not find their way back';
  return `${longestRow} proposals in a row were lost, and the last ones ${what}: shorten the step, take more substeps, or begin on g = 0`;
}

function checkOptions({ domain }: Flow, { temperature, substeps }: MonteCarloOptions): void {
  if (domain === 'g = 0')
    throw new Error('Monte Carlo moves need a reversible method on g = {g,H} = 0: take rattle inside');
  if (!(temperature > 0))
    throw new RangeError(`the temperature of Monte Carlo moves must be positive, not ${temperature}`);
  if (!(Number.isSafeInteger(substeps) && substeps > 0))
    throw new RangeError(`the number of substeps must be a whole number, 1 or more, not ${substeps}`);
}

/** out = (q, −p) */
function turn(z: State, out: State): void {
  const n = z.length / 2;
  for (let i = 0; i < n; i++) {
    out[i] = z[i];
    out[n + i] = -z[n + i];
  }
}

/** A number of steps over the time h, from a cold start of the solver; false when one of them fails. */
function createTrajectory(inner: Flow, substeps: number, n: number) {
  const cold = inner.memory.map(array => array.slice());
  const at = new Float64Array(2 * n);
  return (z: State, h: number, out: State): boolean => {
    for (let k = 0; k < cold.length; k++) inner.memory[k].set(cold[k]);
    out.set(z);
    for (let k = 0; k < substeps; k++) {
      at.set(out);
      if (!inner.step(at, h / substeps, out).ok) return false;
    }
    return true;
  };
}

/** Whether the way back, with its momenta turned round, ended where the way forth began. */
function createComparison(problem: Problem, { temperature, reversibility = 1e-8 }: MonteCarloOptions) {
  const { n } = problem;
  const { inverseMass } = classicalOnly(problem);
  const [Q] = stateScale(problem);
  const P = Float64Array.from(inverseMass, w => Math.sqrt(temperature / w));
  return (start: State, back: State): boolean => {
    for (let i = 0; i < n; i++) {
      const isNear =
        Math.abs(back[i] - start[i]) <= reversibility * Q &&
        Math.abs(back[n + i] + start[n + i]) <= reversibility * P[i];
      if (!isNear) return false;
    }
    return true;
  };
}
