// The table of a run as a file that grows row by row, in CSV, JSON or NPY, and read back for figures and averages. No format
// needs the whole table in memory to be written, and no text is longer than a piece of the file.

import { closeSync, openSync, readSync } from 'node:fs';
import { createTable, type Table } from '../../src/observers/observer.ts';
import {
  csvHeader,
  csvNames,
  csvRow,
  jsonEnd,
  jsonHead,
  jsonRow,
  npyHead,
} from '../../src/output/table-formats.ts';
import type { RowLayout } from './output-file.ts';

export interface TableFormat extends RowLayout {
  /** Before the first row. */
  readonly head: string | Uint8Array;
  /** One row; `index` counts from 0. */
  row(cells: Float64Array, index: number): string | Uint8Array;
  /** Behind the last of `rows` rows. */
  end(rows: number): string;
  /** The head of a file with `rows` rows, where it differs. */
  finalHead(rows: number): Uint8Array | null;
}

export function tableFormat(ending: string, columns: readonly string[]): TableFormat {
  if (ending === '.json') return lineFormat(jsonHead(columns), jsonRow, jsonEnd);
  if (ending !== '.npy') return lineFormat(csvHeader(csvNames(columns)), csvRow, () => '');
  const head = npyHead(0, columns.length);
  return {
    head,
    changing: head.length,
    fits: (rows, bytes) => bytes === head.length + 8 * rows * columns.length,
    row: npyRow,
    end: () => '',
    finalHead: rows => npyHead(rows, columns.length),
  };
}

/** Text with one line end for each row. */
function lineFormat(head: string, row: TableFormat['row'], end: TableFormat['end']): TableFormat {
  const headLines = head.split('\n').length - 1;
  const fits = (rows: number, _bytes: number, lines: number) => lines === headLines + rows;
  return { head, changing: 0, fits, row, end, finalHead: () => null };
}

/** Little-endian on every machine. */
function npyRow(cells: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * cells.length));
  for (let i = 0; i < cells.length; i++) view.setFloat64(8 * i, cells[i], true);
  return new Uint8Array(view.buffer);
}

/** Reads the table of a run back: the file at `path`, in the format of `ending`. */
export function readTable(path: string, ending: string, columns: readonly string[]): Table {
  const table = createTable(columns);
  if (ending === '.npy') {
    const head = npyHead(0, columns.length).length;
    for (const row of fixedParts(path, head, 8 * columns.length))
      table.append(Float64Array.from(columns, (_, c) => row.readDoubleLE(8 * c)));
    return table;
  }
  for (const line of linesOf(path)) {
    const row = ending === '.json' ? /^ {4}\[(.*)\],?$/.exec(line)?.[1] : line;
    if (row !== undefined && isNumbers(row)) table.append(row.split(',').map(Number));
  }
  return table;
}

/** The header of a CSV has a name first. */
const isNumbers = (row: string) => /^ *[-\d]/.test(row);

const pieceBytes = 1 << 20;

function* pieces(path: string, from: number, size: number): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    for (let at = from; ; ) {
      const piece = Buffer.alloc(size);
      const count = readSync(descriptor, piece, 0, size, at);
      if (count === 0) return;
      at += count;
      yield piece.subarray(0, count);
    }
  } finally {
    closeSync(descriptor);
  }
}

function* linesOf(path: string): Generator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of pieces(path, 0, pieceBytes)) {
    rest = Buffer.concat([rest, piece]);
    const end = rest.lastIndexOf(10);
    if (end < 0) continue;
    yield* rest.subarray(0, end).toString('utf8').split('\n');
    rest = rest.subarray(end + 1);
  }
}

function* fixedParts(path: string, from: number, size: number): Generator<Buffer> {
  for (const piece of pieces(path, from, size * Math.max(1, Math.floor(pieceBytes / size))))
    for (let at = 0; at + size <= piece.length; at += size) yield piece.subarray(at, at + size);
}
