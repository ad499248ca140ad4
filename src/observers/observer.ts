// An observer reads a state and fills its columns of a row. It never changes the run.

import type { State } from '../problem/state.ts';
import type { Reason } from '../solvers/outcome.ts';

/**
 * Reads a state and fills its columns of a row. It never changes the run.
 *
 * @example const height: Observer = { columns: ['height'], observe: (z, row, at) => { row[at] = z[1]; } };
 */
export interface Observer {
  readonly columns: readonly string[];
  /** Writes one number per column into `row`, beginning at `at`. */
  observe(z: State, row: Float64Array, at: number): void;
}

/** Thrown by an observer that cannot compute a value; the run then ends with this reason. */
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

/** A table of numbers, stored by columns, that grows by rows: what observers record and writers write. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: number;
  /** The values recorded so far, as a view. Rows appended later are not in it. */
  column(name: string): Float64Array;
  /** Adds one row, with one value for each column in their order. */
  append(row: ArrayLike<number>): void;
}

const firstCapacity = 256;

function requireDistinct(columns: readonly string[]): void {
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined)
    throw new ObservationError(
      `the table would have two columns called “${twice}”; give the coordinate or observable another name`,
    );
}

function grown(values: Float64Array, capacity: number): Float64Array {
  const larger = new Float64Array(capacity);
  larger.set(values);
  return larger;
}

export function createTable(columns: readonly string[]): Table {
  requireDistinct(columns);
  const names = [...columns];
  const indexOf = new Map(names.map((name, i) => [name, i]));
  let capacity = firstCapacity;
  let rows = 0;
  let store: Float64Array[] = names.map(() => new Float64Array(capacity));

  return {
    columns: names,
    get rows() {
      return rows;
    },
    column(name) {
      const index = indexOf.get(name);
      if (index === undefined) throw new Error(`No column "${name}"; there are ${names.join(', ')}.`);
      return store[index].subarray(0, rows);
    },
    append(row) {
      if (row.length !== names.length) {
        throw new Error(`A row needs ${names.length} values; this one has ${row.length}.`);
      }
      if (rows === capacity) {
        capacity *= 2;
        store = store.map(values => grown(values, capacity));
      }
      for (let j = 0; j < names.length; j++) store[j][rows] = row[j];
      rows++;
    },
  };
}
