// The failure of a run, as a message: which step, which constraint, which residual, how many iterations, what to try.

import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Failure } from '../solvers/outcome.ts';
import { particleFailure } from './watch.ts';

/** Why a run stopped before its end. */
export interface RunFailure {
  /** Number of the step that failed; the state before it is the last good one. */
  readonly step: number;
  /** Time at which that step began. */
  readonly time: number;
  /** Name of the constraint with the largest residual, where one is to blame. */
  readonly constraint: string | null;
  /** Number of the atom to blame, where there are particles and one is. */
  readonly particle?: number;
  readonly outcome: Failure;
  /** One sentence for people: what happened, where, and what to try. */
  readonly message: string;
}

/** `z` is the state that could not be advanced; without it no particle is named. */
export function explainFailure(
  problem: Problem,
  outcome: Failure,
  step: number,
  time: number,
  z?: State,
): RunFailure {
  const constraint = problem.g.names[outcome.equation] ?? null;
  const among = z ? particleFailure(problem, outcome, z) : null;
  const parts = [`step ${step} from t = ${Number(time.toPrecision(8))} failed (${outcome.reason})`];
  // The message of particles names the rod itself.
  if (constraint && !among) parts.push(`constraint “${constraint}”`);
  if (Number.isFinite(outcome.residual)) parts.push(`residual ${outcome.residual.toExponential(2)}`);
  const { iterations } = outcome;
  if (iterations > 0) parts.push(`after ${iterations} iteration${iterations === 1 ? '' : 's'}`);
  const message = `${parts.join(', ')}: ${among?.words ?? outcome.detail}`;
  return { step, time, constraint, ...(among ? { particle: among.particle } : {}), outcome, message };
}
