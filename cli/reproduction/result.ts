// Result of one entry for the report, as plain data that can be sent between threads and written to files.

import type { Claim, Entry, Findings, Verdict } from '../../papers/entry.ts';
import { captionOf, verdictOf } from '../../papers/entry.ts';
import { figure } from '../../src/output/figure/figure.ts';

export interface EvaluatedClaim extends Claim {
  readonly verdict: Verdict;
}

export interface DrawnFigure {
  readonly name: string;
  readonly caption: string;
  readonly svg: string;
}

export interface Reproduced extends Omit<Entry, 'run' | 'captions'> {
  readonly seconds: number;
  readonly claims: readonly EvaluatedClaim[];
  readonly figures: readonly DrawnFigure[];
  /** Error message, when the entry could not be run at all. */
  readonly trouble: string | null;
}

export function reproduced(entry: Entry, findings: Findings, seconds: number): Reproduced {
  return {
    ...about(entry, seconds),
    claims: findings.claims.map(claim => ({ ...claim, verdict: verdictOf(claim) })),
    figures: findings.figures.map(one => ({
      ...{ name: one.name, caption: captionOf(entry, one), svg: figure(one) },
    })),
    trouble: null,
  };
}

export function failedEntry(entry: Entry, trouble: string, seconds: number): Reproduced {
  return { ...about(entry, seconds), claims: [], figures: [], trouble };
}

/** The entry without its function, which cannot be sent between threads, and without captions, which are at their figures. */
function about({ run: _, captions: __, ...entry }: Entry, seconds: number) {
  return { ...entry, seconds };
}

/** An entry without claims proves nothing, and counts as failed. */
export function isPassed({ claims, trouble }: Reproduced): boolean {
  return trouble === null && claims.length > 0 && claims.every(({ verdict }) => verdict !== 'fails');
}
