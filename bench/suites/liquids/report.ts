// The report of the suite `liquids`: quantities with their standard errors and the values they should have, as data.

import { number } from '../../report.ts';
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

export interface Quantity {
  readonly what: string;
  readonly unit: string;
}

/** A number without a bar. */
export function information({ what, unit }: Quantity, value: number, error: number | null = null): Line {
  return { what, value, error, unit, bar: null, met: null };
}

/** |value| must not exceed the bar. */
export function bounded(quantity: Quantity, value: number, error: number | null, atMost: number): Line {
  return { ...information(quantity, value, error), bar: { atMost }, met: Math.abs(value) <= atMost };
}

/** An expected value with its tolerance. */
export function compared(
  quantity: Quantity,
  { value, error }: Estimate,
  { near, within, source }: Expected,
): Line {
  const bar = { near, within, source };
  return { ...information(quantity, value, error), bar, met: Math.abs(value - near) <= within };
}

const standardErrors = 3;

/** The same from another program: within three standard errors of the difference. */
export function agreeing(quantity: Quantity, ours: Estimate, theirs: Estimate, source: string): Line {
  const within = standardErrors * Math.hypot(ours.error, theirs.error);
  return compared(quantity, ours, { near: theirs.value, within, source });
}

/** What the table of a section shows: bars as texts, and below it the sources of expected values. */
export const shownSection = ({ lines, ...section }: Section) => ({
  ...{ ...section, lines: lines.map(line => ({ ...line, bar: line.bar && barText(line.bar) })) },
  sources: lines.flatMap(({ what, bar }) => (bar && 'near' in bar ? { what, ...bar } : [])),
});

const barText = (bar: Bar) =>
  'atMost' in bar ? `≤ ${bar.atMost}` : `${number(bar.near)} ± ${bar.within.toPrecision(2)}`;
