// An entry repeats one published figure, table or statement: it runs the experiment, draws it and evaluates its claims.
// A claim states a sentence and a range; the number comes from the run. Descriptions are in entries.yaml, experiments in
// experiments.ts.

import type { FigureSpec } from '../src/output/figure/spec.ts';
import type { Problem } from '../src/problem/problem.ts';

export interface Entry {
  /** Short, for the command line: ls94-fig-3. */
  readonly id: string;
  readonly title: string;
  /** Where in the source: “Fig. 3, section 7.2, eq. (24)–(28)”. */
  readonly place: string;
  /** The exact set-up: problem, start, methods, steps; what was corrected, and what the source leaves open. */
  readonly setup: string;
  /** Problems of the catalogue that it runs. */
  readonly systems: readonly string[];
  /** Of its figures, by name; one that depends on the run comes with the figure. */
  readonly captions?: Readonly<Record<string, string>>;
  readonly source: Source;
  readonly run: Experiment;
}

export type Experiment = (lab: Lab) => Findings;

/** A document whose experiments are repeated. */
export interface Source {
  /** Initials of the authors, and the year. */
  readonly key: string;
  readonly authors: string;
  readonly title: string;
  readonly published: string;
}

/** Environment of an entry. */
export interface Lab {
  /** quick: a shorter version of the same experiment, for tests; every claim must still hold. */
  readonly effort: 'full' | 'quick';
  /** A problem of the catalogue, with parameters changed. */
  problem(name: string, set?: Readonly<Record<string, number>>): Problem;
  /** Reports the completed share of the work, from 0 to 1. */
  progress(share: number): void;
}

export interface Findings {
  readonly figures: readonly Figure[];
  readonly claims: readonly Claim[];
}

export interface Figure extends FigureSpec {
  /** Short, for the file: energy. */
  readonly name: string;
  readonly caption?: string;
}

export function captionOf({ id, captions = {} }: Entry, { name, caption = captions[name] }: Figure): string {
  if (caption === undefined) throw new Error(`${id}: the figure “${name}” has no caption`);
  return caption;
}

export interface Claim {
  /** The statement as a sentence. */
  readonly statement: string;
  readonly measured: number;
  /** What the number is: “slope of log error against log h”. */
  readonly quantity: string;
  /** The statement holds if the number lies between these, as far as they are given. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** What the source says instead, where it does not hold as printed. */
  readonly printed?: string;
}

export type Verdict = 'holds' | 'fails' | 'differs from print';

function holds({ measured, atLeast, atMost }: Claim): boolean {
  return measured >= (atLeast ?? measured) && measured <= (atMost ?? measured);
}

/** A corrected statement that holds is evidence against the printed one. */
export function verdictOf(claim: Claim): Verdict {
  if (!holds(claim)) return 'fails';
  return claim.printed === undefined ? 'holds' : 'differs from print';
}
