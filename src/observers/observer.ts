// An observer reads a state and fills its columns of a row. It never changes the run.

import type { State } from '../problem/state.ts';
import type { Reason } from '../solvers/outcome.ts';

export interface Observer {
  readonly columns: readonly string[];
  /** Writes one number per column into `row`, beginning at `at`. */
  observe(z: State, row: Float64Array, at: number): void;
}

/** What an observer throws when it has no number to give; the run then ends with this reason. */
export class ObservationError extends Error {
  readonly reason: Reason;

  constructor(message: string, reason: Reason = 'degenerate point') {
    super(message);
    this.name = 'ObservationError';
    this.reason = reason;
  }
}

export function columnsOf(observers: readonly Observer[]): string[] {
  return observers.flatMap(observer => observer.columns);
}

/** Fills the whole row, observer by observer; throws an ObservationError where a value is not finite. */
export function observeAll(observers: readonly Observer[], z: State, row: Float64Array): void {
  let at = 0;
  for (const observer of observers) {
    observer.observe(z, row, at);
    at += observer.columns.length;
  }
  const bad = row.findIndex(value => !Number.isFinite(value));
  if (bad >= 0)
    throw new ObservationError(
      `the column “${columnsOf(observers)[bad]}” would hold ${row[bad]}; correct its formula or leave it out`,
      'not finite',
    );
}
