// Comma-separated values as in RFC 4180, with "\n" line ends. Numbers are the shortest decimals that read back to the
// same double, so a file loses nothing (but the sign of −0). Header and rows are separate, so that a run can be
// written while it goes on.

import type { Table } from '../observers/table.ts';
import { createTable } from '../observers/table.ts';

function quoted(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

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
