// Consistency of the start: g = 0 and the hidden constraint {g, H} = 0, relative to the size of their terms. The repair is the
// nearest consistent state.
// Round-off passes. Rounded input digits (g to 1e-6, {g,H} to 1e-3) are a warning; anything larger is an error.

import { allFinite } from '../linalg/dense.ts';
import { createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { stateNames } from '../problem/state.ts';
import { type Finding, listed, threeDigits, verdictFor } from './finding.ts';
import { momentumFromRest } from './length-scales.ts';
import type { Consistent, Inconsistent } from './nearest-consistent.ts';

export interface Residual {
  /** Largest |rᵢ|. */
  readonly largest: number;
  /** Largest |rᵢ| relative to the terms of rᵢ. */
  readonly relative: number;
  readonly worst: number;
}

export const roundOffBound = 1e-10;
const roundedConstraint = 1e-6;
const roundedHidden = 1e-3;
const mostChanges = 6;
const restShare = 1e-3;

function residual(values: Float64Array, terms: Float64Array): Residual {
  let [largest, relative, worst] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    largest = Math.max(largest, size);
    const part = size === 0 ? 0 : size / (terms[i] + size);
    if (part > relative) [relative, worst] = [part, i];
  }
  return { largest, relative, worst };
}

export function constraintResidual(problem: Problem, z: State): Residual {
  const [values, terms] = [new Float64Array(problem.g.m), new Float64Array(problem.g.m)];
  problem.g.value(z, values);
  createBrackets(problem).constraintScale(z, 0, terms);
  return residual(values, terms);
}

export function hiddenResidual(problem: Problem, z: State): Residual {
  const brackets = createBrackets(problem);
  const [values, terms] = [new Float64Array(problem.g.m), new Float64Array(problem.g.m)];
  brackets.hidden(z, values);
  // Near rest the terms vanish: a small fraction of the natural momentum is added to their scale.
  const still = restShare * momentumFromRest(problem, z);
  brackets.hiddenScale(
    z.map((value, j) => (j < problem.n ? value : Math.abs(value) + still)),
    terms,
  );
  return residual(values, terms);
}

/** Whether the check would accept the start: g = 0 and {g,H} = 0 up to rounded input digits. Costs two residuals. */
export function isConsistentStart(problem: Problem): boolean {
  const { g, initial } = problem;
  if (g.m === 0 || !allFinite(initial)) return true;
  return (
    verdictFor(constraintResidual(problem, initial).relative, roundOffBound, roundedConstraint) !== 'fail' &&
    verdictFor(hiddenResidual(problem, initial).relative, roundOffBound, roundedHidden) !== 'fail'
  );
}

/** Is the start on g = 0? */
export function checkConstraints(problem: Problem, nearest: Consistent | Inconsistent): Finding {
  const found = constraintResidual(problem, problem.initial);
  const verdict = verdictFor(found.relative, roundOffBound, roundedConstraint);
  const base = { id: 'constraints', title: 'Start on the constraints', verdict };
  const measured = { 'largest |g|': found.largest, relative: found.relative };
  if (verdict === 'pass')
    return { ...base, measured, summary: 'The start satisfies the constraints to round-off.' };
  const name = `“${problem.g.names[found.worst]}”`;
  const summary =
    verdict === 'warn'
      ? `The start satisfies the constraints only to a few digits; ${name} is worst.`
      : `The start does not satisfy the constraints; ${name} is worst.`;
  return {
    ...base,
    measured: { ...measured, ...distanceOf(nearest) },
    summary,
    advice: repair(problem, nearest),
  };
}

/** Is the start on {g, H} = 0? */
export function checkHidden(problem: Problem, nearest: Consistent | Inconsistent): Finding {
  const found = hiddenResidual(problem, problem.initial);
  const verdict = verdictFor(found.relative, roundOffBound, roundedHidden);
  const base = { id: 'hidden constraints', title: 'Start on the hidden constraints', verdict };
  const measured = { 'largest |{g,H}|': found.largest, relative: found.relative };
  const what = problem.g.kind === 'holonomic' ? 'the velocities of the start' : 'the start';
  if (verdict === 'pass')
    return { ...base, measured, summary: `The hidden constraints {g,H} = 0 hold at the start to round-off.` };
  const degree = verdict === 'warn' ? 'hold only to a few digits' : 'do not hold';
  const summary = `The hidden constraints {g,H} = 0 ${degree}: ${what} would leave “${problem.g.names[found.worst]}”.`;
  return {
    ...base,
    measured: { ...measured, ...distanceOf(nearest) },
    summary,
    advice: repair(problem, nearest),
  };
}

function distanceOf(nearest: Consistent | Inconsistent): Record<string, number> {
  return nearest.ok ? { 'distance to the nearest consistent state': nearest.distance } : {};
}

function repair(problem: Problem, nearest: Consistent | Inconsistent): string {
  if (nearest.ok)
    return `The nearest consistent state is at distance ${threeDigits(nearest.distance)}: ${changes(problem, nearest.state)}.`;
  if (nearest.tooLarge)
    return 'Correct the initial values; the problem is too large to search for the nearest ones.';
  const names = listed(nearest.blamed.map(i => problem.g.names[i]));
  return `Correct the initial values. The search for the nearest consistent state did not converge: ${names} stayed violated.`;
}

/** The values to write into `initial`, largest changes first. */
function changes(problem: Problem, state: State): string {
  const names = stateNames(problem);
  const moved = names
    .map((name, j) => ({ name, value: state[j], change: Math.abs(state[j] - problem.initial[j]) }))
    .filter(({ change, value }) => change > 1e-15 * Math.abs(value))
    .sort((a, b) => b.change - a.change);
  const shown = moved
    .slice(0, mostChanges)
    .map(({ name, value, change }) => `${name} = ${withoutRoundOff(value, change)}`);
  const rest = moved.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Twelve digits; a remainder of round-off size, relative to the change, becomes 0. */
function withoutRoundOff(value: number, change: number): number {
  return Math.abs(value) < 1e-14 * change ? 0 : Number(value.toPrecision(12));
}
