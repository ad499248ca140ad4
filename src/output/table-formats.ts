// Comma-separated values as in RFC 4180, with "\n" line ends. Numbers are the shortest decimals that read back to the
// same double, so a file loses nothing (but the sign of −0). Header and rows are separate, so that a run can be
// written while it goes on.

import { createTable, type Table } from '../observers/observer.ts';

function quoted(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/**
 * Names that need no quotes, since numpy.genfromtxt and `split(',')` know none: pairs[0,1] becomes pairs[0][1], and in names of the
 * user's own other commas become semicolons, quotes single ones, line ends and other control characters blanks.
 */
export const csvNames = (columns: readonly string[]): string[] =>
  columns.map(name =>
    name
      .replace(/\[[^\]]*\]/g, indices => indices.replaceAll(',', ']['))
      .replaceAll(',', ';')
      .replaceAll('"', "'")
      .replace(/\p{Cc}+/gu, ' '),
  );

/** The header line, with its line end. */
export function csvHeader(columns: readonly string[]): string {
  return `${columns.map(quoted).join(',')}\n`;
}

/** One line of numbers, with its line end. Refuses values that are not finite. */
export function csvRow(values: ArrayLike<number>): string {
  let line = '';
  for (let j = 0; j < values.length; j++) {
    if (!Number.isFinite(values[j]))
      throw new Error(`Column ${j} holds ${values[j]}, which is not a finite number.`);
    line += j === 0 ? String(values[j]) : `,${values[j]}`;
  }
  return `${line}\n`;
}

const fieldPattern = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;

/** The records of a CSV text, quotes removed. A line end after the last record opens no new one. */
function records(text: string): string[][] {
  const all: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length || record.length > 0) {
    fieldPattern.lastIndex = at;
    const match = fieldPattern.exec(text);
    if (match === null) throw new Error(`Record ${all.length + 1} of the CSV text has a stray quote.`);
    const [whole, field, end] = match;
    record.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    at += whole.length;
    if (end !== ',') {
      all.push(record);
      record = [];
    }
  }
  return all;
}

function numberFrom(field: string, column: string, line: number): number {
  const value = field.trim() === '' ? Number.NaN : Number(field);
  if (!Number.isFinite(value))
    throw new Error(`Line ${line}, column ${column}: "${field}" is not a finite number.`);
  return value;
}

/** Reads a table of numbers back. */
export function parseCsv(text: string): Table {
  const [header = [], ...lines] = records(text);
  const table = createTable(header);
  lines.forEach((fields, i) => {
    table.append(fields.map((field, j) => numberFrom(field, header[j] ?? String(j), i + 2)));
  });
  return table;
}

// A table as JSON: {"columns": [names], "rows": [[numbers], …]}, one row in each line. JSON has no NaN or infinity,
// so these are refused, and no reader meets a silent null.

function finite(value: number, name: string, row: number): number {
  if (!Number.isFinite(value))
    throw new Error(`Column "${name}" holds ${value} in row ${row}; JSON has no such number.`);
  return value;
}

/** A table as JSON: an object with one array for each row. */
export function tableToJson(table: Table): string {
  const { columns } = table;
  const values = columns.map(name => table.column(name));
  let text = jsonHead(columns);
  for (let i = 0; i < table.rows; i++)
    text += jsonRow(
      values.map((column, j) => finite(column[i], columns[j], i)),
      i,
    );
  return text + jsonEnd(table.rows);
}

/** What stands before the rows, each row with its comma, and what stands behind `rows` of them: for a run that goes on. */
export const jsonHead = (columns: readonly string[]): string =>
  `{\n  "columns": ${JSON.stringify(columns)},\n  "rows": [`;

export const jsonRow = (values: readonly number[] | Float64Array, row: number): string =>
  `${row > 0 ? ',' : ''}\n    [${values.join(', ')}]`;

export const jsonEnd = (rows: number): string => `${rows > 0 ? '\n  ' : ''}]\n}\n`;

// NumPy's .npy format, version 1.0, for a rows × cols array of float64 in C order (row after row):
//   \x93NUMPY, version 1 0, length of the header as uint16, a Python dictionary padded with spaces and ended by "\n"
//   so that the data begin at a multiple of 64 bytes, then the numbers, little-endian.
// Reference: NumPy Enhancement Proposal 1, "A simple file format for NumPy arrays".

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
const alignment = 64;

/** All that stands before the numbers; 128 bytes for every number of rows and columns that occurs. */
export function npyHead(rows: number, cols: number): Uint8Array {
  const dictionary = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${cols}), }`;
  const before = magic.length + 2;
  const total = Math.ceil((before + dictionary.length + 1) / alignment) * alignment;
  const text = `${dictionary.padEnd(total - before - 1)}\n`;
  const bytes = new Uint8Array(total);
  bytes.set(magic);
  new DataView(bytes.buffer).setUint16(magic.length, text.length, true);
  for (let i = 0; i < text.length; i++) bytes[before + i] = text.charCodeAt(i);
  return bytes;
}

/** The bytes of a .npy file. `data` holds row after row; values that are not finite are refused. */
export function npy(rows: number, cols: number, data: ArrayLike<number>): Uint8Array {
  if (data.length !== rows * cols) {
    throw new Error(`A ${rows} × ${cols} array has ${rows * cols} values; there are ${data.length}.`);
  }
  const head = npyHead(rows, cols);
  const offset = head.length;
  const bytes = new Uint8Array(offset + 8 * data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(head);
  for (let k = 0; k < data.length; k++) {
    if (!Number.isFinite(data[k])) {
      throw new Error(
        `Row ${Math.floor(k / cols)}, column ${k % cols} holds ${data[k]}, which is not finite.`,
      );
    }
    view.setFloat64(offset + 8 * k, data[k], true);
  }
  return bytes;
}
