// Rows of a run, computed once and passed to every output file.

import type { H5mdHead } from '../../src/output/h5md.ts';
import type { Frame } from '../../src/particles/io/frame.ts';
import type { FilePrefix } from './output-file.ts';

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
  readonly file: string;
  /** Whether the rows continue those of the finished file, so that they may replace it. */
  readonly isContinuation: boolean;
  /** What is written up to the last row that is due; 0 bytes where a file cannot be cut at a byte. */
  readonly prefix: FilePrefix;
  write(row: Row): void;
  /** Writes buffered rows to the disk, before a checkpoint refers to them. */
  flush(): void;
  /** Ends the file; it keeps its partial name. */
  close(): void;
  /** Gives the closed file its final name. */
  rename(): void;
  /** Lets other processes write the file. */
  release(): void;
}

/** Where a resumed run continues in the files of the earlier one. */
export interface ResumePoint {
  /** In the order of the sinks. */
  readonly prefixes: readonly FilePrefix[];
  /** Number of rows up to the checkpoint, and the step of the last one. */
  readonly rows: number;
  readonly step: number;
}

/** Header of a trajectory file. */
export interface TrajectoryHead extends H5mdHead {
  /** Indices of its columns among the values of a row. */
  readonly scalars: readonly number[];
}
