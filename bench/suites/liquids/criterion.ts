// One line of the suite: a number, its standard error, and what it has to be.

import type { Estimate } from './peak.ts';

/** How large a number may be, or what it should be near to. */
export type Bar =
  | { readonly atMost: number }
  | { readonly near: number; readonly within: number; readonly source: string };

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

/** What was measured together. */
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
export function told({ what, unit }: Quantity, value: number, error: number | null = null): Line {
  return { what, value, error, unit, bar: null, met: null };
}

/** |value| must not exceed the bar; the error beside it says how far that can be told. */
export function bounded(quantity: Quantity, value: number, error: number | null, atMost: number): Line {
  return { ...told(quantity, value, error), bar: { atMost }, met: Math.abs(value) <= atMost };
}

/** Other people's number with its tolerance. */
export function compared(
  quantity: Quantity,
  { value, error }: Estimate,
  { near, within, source }: { near: number; within: number; source: string },
): Line {
  const bar = { near, within, source };
  return { ...told(quantity, value, error), bar, met: Math.abs(value - near) <= within };
}

/** The same from another program: within three standard errors of the difference. */
export function agreeing(quantity: Quantity, ours: Estimate, theirs: Estimate, source: string): Line {
  const within = unlikely * Math.hypot(ours.error, theirs.error);
  return compared(quantity, ours, { near: theirs.value, within, source });
}

const unlikely = 3;
