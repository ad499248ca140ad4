// Rows of a run, computed once and passed to every output file.

import type { H5mdHead } from '../../src/output/h5md.ts';
import type { Frame } from '../../src/particles/io/frame.ts';

export interface Row {
  readonly step: number;
  readonly time: number;
  /** False for a row written only because the run ended: a checkpoint does not count it. */
  readonly isDue: boolean;
  /** Values of the observers, without the time. */
  readonly values: Float64Array;
  /** The particles, if there are any. */
  readonly frame: Frame | null;
}

export interface RowSink {
  /** Bytes written up to the last row that is due; 0 where a file cannot be cut at a byte. */
  readonly bytes: number;
  write(row: Row): void;
  /** Writes buffered rows to the file, before a checkpoint refers to them. */
  flush(): void;
  /** Gives the file its final name and returns it. */
  finish(): string;
}

/** Where a resumed run continues in the files of the earlier one. */
export interface ResumePoint {
  readonly bytes: number;
  /** Number of rows up to the checkpoint, and the step of the last one. */
  readonly rows: number;
  readonly step: number;
}

/** Header of a trajectory file. */
export interface TrajectoryHead extends H5mdHead {
  /** Indices of its columns among the values of a row. */
  readonly scalars: readonly number[];
}
