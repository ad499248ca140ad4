// An observer reads a state and fills its columns of a row. It never changes the run.

import type { State } from '../problem/state.ts';

export interface Observer {
  readonly columns: readonly string[];
  /** Writes one number per column into `row`, beginning at `at`. */
  observe(z: State, row: Float64Array, at: number): void;
}

export function columnsOf(observers: readonly Observer[]): string[] {
  return observers.flatMap(observer => observer.columns);
}

/** Fills the whole row, observer by observer. */
export function observeAll(observers: readonly Observer[], z: State, row: Float64Array): void {
  let at = 0;
  for (const observer of observers) {
    observer.observe(z, row, at);
    at += observer.columns.length;
  }
}
