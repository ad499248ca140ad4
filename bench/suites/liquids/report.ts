// The report of the suite `liquids`: quantities with their standard errors and the values they should have, as data.

import { number } from '../../report.ts';
import { readDefinition } from '../../suite.ts';
import type { Estimate } from './peak.ts';

/** Upper limit, or a value with its tolerance. */
export type Bar = { readonly atMost: number } | Expected;

export interface Expected {
  readonly near: number;
  readonly within: number;
  readonly source: string;
}

export interface Line {
  readonly what: string;
  readonly value: number;
  /** Standard error; null where the number is no estimate. */
  readonly error: number | null;
  readonly unit: string;
  /** null: for information. */
  readonly bar: Bar | null;
  readonly met: boolean | null;
}

/** Quantities that were measured together. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly Line[];
  /** What was left out, and why. */
  readonly notes: readonly string[];
}

type Quantities = Readonly<Record<string, Pick<Line, 'what' | 'unit'>>>;

const quantityNamed = (name: string) =>
  readDefinition<{ readonly quantities: Quantities }>('liquids').quantities[name];

/** A number without a bar, by the name of its quantity, with words before and after it. */
export function information(name: string, value: number, error: number | null = null, words = ['', '']) {
  const { what, unit } = quantityNamed(name);
  return { what: words.join(what), value, error, unit, bar: null, met: null } satisfies Line;
}

/** |value| must not exceed the bar. */
export function bounded(name: string, value: number, error: number | null, atMost: number): Line {
  return { ...information(name, value, error), bar: { atMost }, met: Math.abs(value) <= atMost };
}

/** An expected value with its tolerance. */
export function compared(name: string, { value, error }: Estimate, bar: Expected, after = ''): Line {
  return {
    ...information(name, value, error, ['', after]),
    ...{ bar, met: Math.abs(value - bar.near) <= bar.within },
  };
}

const standardErrors = 3;

/** Beside the same from another program: within three standard errors of the difference. */
export function agreeing(name: string, ours: Estimate, theirs: Estimate, source: string): Line {
  const within = standardErrors * Math.hypot(ours.error, theirs.error);
  return compared(name, ours, { near: theirs.value, within, source }, ', ours beside it');
}

/** What the table of a section shows: bars as texts, and below it the sources of expected values. */
export const shownSection = ({ lines, ...section }: Section) => ({
  ...{ ...section, lines: lines.map(line => ({ ...line, bar: line.bar && barText(line.bar) })) },
  sources: lines.flatMap(({ what, bar }) => (bar && 'near' in bar ? { what, ...bar } : [])),
});

const barText = (bar: Bar) =>
  'atMost' in bar ? `≤ ${bar.atMost}` : `${number(bar.near)} ± ${bar.within.toPrecision(2)}`;
