// The table of a run: streamed as CSV, converted at the end where the file is JSON or NPY.

import { existsSync } from 'node:fs';
import { csvHeader, csvRow } from '../../src/output/table-formats.ts';
import { openRows, remove, writeWhole } from './output-file.ts';
import { endingOf } from './output-place.ts';
import type { ResumePoint, RowSink } from './row-sink.ts';
import { csvBehind, readCsvTable, tableAs } from './table-file.ts';

/** `columns` begin with the time. */
export function openTable(file: string, columns: readonly string[], resumed: ResumePoint | null): RowSink {
  // Rows are always streamed as CSV; other formats are made from it at the end.
  const stream = endingOf(file) === '.csv' ? file : `${file}.csv`;
  if (resumed) restoreStream(file, stream, columns);
  const rows = openRows(stream, resumed?.bytes ?? null);
  if (!resumed) rows.write(csvHeader(columns));
  const cells = new Float64Array(columns.length);
  let bytes = rows.bytes;
  return {
    get bytes() {
      return bytes;
    },
    write({ time, values, isDue }) {
      cells[0] = time;
      cells.set(values, 1);
      rows.write(csvRow(cells));
      if (isDue) bytes = rows.bytes;
    },
    flush: rows.flush,
    finish() {
      rows.finish();
      if (stream !== file) convert(stream, file);
      return file;
    },
  };
}

/** Restores the CSV stream of a finished .json or .npy file; an interrupted run has left it there. */
function restoreStream(file: string, stream: string, columns: readonly string[]): void {
  if (stream === file || existsSync(stream) || existsSync(`${stream}.partial`)) return;
  writeWhole(stream, csvBehind(file, columns));
}

function convert(stream: string, file: string): void {
  writeWhole(file, tableAs(endingOf(file), readCsvTable(stream)));
  remove(stream);
}
