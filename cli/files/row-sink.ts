// Rows of a run, made once and handed to every file that is written.

import type { H5mdHead } from '../../src/output/h5md.ts';
import type { Frame } from '../../src/particles/io/frame.ts';

export interface Row {
  readonly step: number;
  readonly time: number;
  /** Whether it counts for a checkpoint; a row written only because the run ended does not. */
  readonly isDue: boolean;
  /** What the observers saw, without the time. */
  readonly values: Float64Array;
  /** The particles, if there are any. */
  readonly frame: Frame | null;
}

export interface RowSink {
  /** Bytes written up to the last row that is due; 0 where a file cannot be cut at a byte. */
  readonly bytes: number;
  write(row: Row): void;
  /** Makes the rows safe, before a checkpoint counts on them. */
  flush(): void;
  /** Gives the file its name, and tells it. */
  finish(): string;
}

/** What of an earlier run stays when it is resumed. */
export interface Kept {
  readonly bytes: number;
  /** Rows that were due, and the step of the last one. */
  readonly rows: number;
  readonly step: number;
}

/** What a trajectory says besides its frames. */
export interface TrajectoryHead extends H5mdHead {
  /** Where its columns stand among the values of a row. */
  readonly scalars: readonly number[];
}
