// The table of a run, row by row in the format of its ending; or as CSV on standard output.

import {
  createEmpty,
  createRowFile,
  cutBack,
  type RowFile,
  type RowLayout,
  takePartial,
  type WrittenRows,
} from './output-file.ts';
import { endingOf } from './output-place.ts';
import type { RowSink } from './row-sink.ts';
import { tableFormat } from './table-file.ts';

/** `columns` begin with the time. */
export function openTable(file: string, columns: readonly string[], resumed: WrittenRows | null): RowSink {
  const format = tableFormat(endingOf(file), columns);
  const opened = openRows(file, resumed, format);
  const { rows } = opened;
  if (!resumed) rows.write(format.head, true);
  const cells = new Float64Array(columns.length);
  let count = resumed?.rows ?? 0;
  return {
    ...opened.sink,
    get prefix() {
      return rows.prefix;
    },
    write({ time, values, isDue }) {
      cells[0] = time;
      cells.set(values, 1);
      rows.write(format.row(cells, count), isDue);
      count += 1;
    },
    close() {
      rows.write(format.end(count), false);
      const head = format.finalHead(count);
      if (head) rows.replaceHead(head);
      opened.sink.close();
    },
  };
}

/** A locked partial file with rows, new or cut back to a checkpoint; and what all sinks of rows do alike. */
export function openRows(file: string, resumed: WrittenRows | null, layout: RowLayout) {
  let isContinuation = false;
  const partial = takePartial(file, path => {
    if (resumed) isContinuation = cutBack(file, path, resumed, layout);
    else createEmpty(path);
  });
  const rows: RowFile = createRowFile(file, resumed?.prefix ?? null, layout);
  const sink = {
    file,
    isContinuation,
    flush: rows.flush,
    close() {
      rows.flush();
      rows.close();
    },
    rename: partial.finish,
    release: partial.release,
  };
  return { rows, sink };
}

/** CSV on standard output: no partial file, no checkpoint. */
export function openStandardOutput(columns: readonly string[]): RowSink {
  const format = tableFormat('.csv', columns);
  process.stdout.write(format.head);
  const cells = new Float64Array(columns.length);
  return {
    file: '-',
    isContinuation: false,
    prefix: { bytes: 0, sha256: '' },
    write({ time, values }) {
      cells[0] = time;
      cells.set(values, 1);
      process.stdout.write(format.row(cells, 0));
    },
    flush: () => {},
    close: () => {},
    rename: () => {},
    release: () => {},
  };
}
