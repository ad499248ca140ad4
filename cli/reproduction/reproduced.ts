// One entry, run: what the report shows of it, as plain data that can travel between threads and into files.

import type { Claim, Findings, SourcedEntry, Verdict } from '../../papers/entry.ts';
import { verdictOf } from '../../papers/entry.ts';
import { figure } from '../../src/output/figure/figure.ts';

export interface JudgedClaim extends Claim {
  readonly verdict: Verdict;
}

export interface DrawnFigure {
  readonly name: string;
  readonly caption: string;
  readonly svg: string;
}

export interface Reproduced extends Omit<SourcedEntry, 'run'> {
  readonly seconds: number;
  readonly claims: readonly JudgedClaim[];
  readonly figures: readonly DrawnFigure[];
  /** What went wrong, when the entry could not be run at all. */
  readonly trouble: string | null;
}

export function reproduced(entry: SourcedEntry, findings: Findings, seconds: number): Reproduced {
  return {
    ...about(entry, seconds),
    claims: findings.claims.map(claim => ({ ...claim, verdict: verdictOf(claim) })),
    figures: findings.figures.map(({ name, caption, ...spec }) => ({ name, caption, svg: figure(spec) })),
    trouble: null,
  };
}

export function troubled(entry: SourcedEntry, trouble: string, seconds: number): Reproduced {
  return { ...about(entry, seconds), claims: [], figures: [], trouble };
}

/** All but what cannot travel. */
function about({ run: _, ...entry }: SourcedEntry, seconds: number) {
  return { ...entry, seconds };
}

/** An entry without claims proves nothing, and counts as failed. */
export function isPassed({ claims, trouble }: Reproduced): boolean {
  return trouble === null && claims.length > 0 && claims.every(({ verdict }) => verdict !== 'fails');
}
