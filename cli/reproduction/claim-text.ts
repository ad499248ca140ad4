// One line of text per evaluated claim.

import { short } from '../terminal.ts';
import type { EvaluatedClaim } from './result.ts';

const marks = { holds: '✓', fails: '✗', 'differs from print': '≠' } as const;

export function claimLine(claim: EvaluatedClaim): string {
  const printed = claim.printed === undefined ? '' : ` — printed: ${claim.printed}`;
  return `${marks[claim.verdict]} ${claim.statement}: ${claim.quantity} ${short(claim.measured)} (${rangeText(claim)})${printed}`;
}

export function rangeText({ atLeast, atMost }: EvaluatedClaim): string {
  if (atLeast !== undefined && atMost !== undefined) return `${short(atLeast)} to ${short(atMost)}`;
  return atLeast === undefined ? `at most ${short(atMost ?? Number.NaN)}` : `at least ${short(atLeast)}`;
}
