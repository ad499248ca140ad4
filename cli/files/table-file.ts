// Reads the table of a finished run: CSV for figures, JSON or NPY for --resume.

import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Table } from '../../src/observers/observer.ts';
import { csvHeader, csvRow, npy, parseCsv, tableToJson } from '../../src/output/table-formats.ts';
import { UserError } from '../user-error.ts';

/** The longest string of Node, about. */
const longestText = 500_000_000;

export function readCsvTable(file: string): Table {
  const { size } = statSync(file);
  if (size > longestText)
    throw new UserError(
      `${file} is complete, but with ${size} bytes too large for figures or another format; write fewer rows with --every`,
    );
  return parseCsv(readFileSync(file, 'utf8'));
}

/** The table in the format of the ending, .json or .npy. */
export function tableAs(ending: string, table: Table): string | Uint8Array {
  return ending === '.json' ? tableToJson(table) : npyOf(table);
}

function npyOf(table: Table): Uint8Array {
  const columns = table.columns.map(name => table.column(name));
  const data = new Float64Array(table.rows * columns.length);
  columns.forEach((column, c) => {
    for (let r = 0; r < table.rows; r++) data[r * columns.length + c] = column[r];
  });
  return npy(table.rows, columns.length, data);
}

/** The CSV text that a .json or .npy file was made from. */
export function csvBehind(file: string, columns: readonly string[]): string {
  try {
    const rows = extname(file).toLowerCase() === '.json' ? jsonRows(file) : npyRows(file, columns.length);
    return csvHeader(columns) + rows.map(csvRow).join('');
  } catch (error) {
    throw new UserError(
      `cannot resume: ${file} cannot be read back: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function jsonRows(file: string): number[][] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { rows: number[][] }).rows;
}

/** For NPY files of this program only: header length at byte 8, then the numbers row by row. */
function npyRows(file: string, columns: number): Float64Array[] {
  const bytes = readFileSync(file);
  const data = bytes.subarray(10 + bytes.readUInt16LE(8));
  return Array.from({ length: data.length / (8 * columns) }, (_, r) =>
    Float64Array.from({ length: columns }, (_, c) => data.readDoubleLE(8 * (r * columns + c))),
  );
}
