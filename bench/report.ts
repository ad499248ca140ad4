// Text of reports: tables in Markdown and as aligned columns, and numbers for their cells.

/** Cells of a table by its headings. */
export type Columns<T> = Readonly<Record<string, (row: T) => string>>;

/** A Markdown table with one row for each item; empty without items. */
export function tableOf<T>(items: readonly T[], columns: Columns<T>): string[] {
  if (items.length === 0) return [];
  const cells = Object.values(columns);
  return markdownTable([Object.keys(columns), ...items.map(item => cells.map(cell => cell(item)))]);
}

/** First column left-aligned, the others right-aligned. */
export function markdownTable(rows: readonly (readonly string[])[]): string[] {
  const widths = columnWidths(rows);
  const rule = widths.map((width, j) => (j === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const line = (cells: readonly string[]) => `| ${padded(cells, widths).join(' | ')} |`;
  return [line(rows[0]), line(rule), ...rows.slice(1).map(line)];
}

/** The same for a terminal. */
export function alignedColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = columnWidths(rows);
  return rows.map(cells => padded(cells, widths).join('  ').trimEnd());
}

const columnWidths = (rows: readonly (readonly string[])[]) =>
  rows[0].map((_, j) => Math.max(...rows.map(cells => cells[j].length)));

const padded = (cells: readonly string[], widths: readonly number[]) =>
  cells.map((cell, j) => (j === 0 ? cell.padEnd(widths[j]) : cell.padStart(widths[j])));

/** A heading, a paragraph and a table; nothing where the table is empty. */
export function section(title: string, text: string, table: readonly string[]): string[] {
  return table.length === 0 ? [] : [`## ${title}`, '', ...(text ? [text, ''] : []), ...table, ''];
}

/** Three significant digits without an exponent. */
export function digits(value: number): string {
  return value.toPrecision(3).includes('e') ? value.toFixed(0) : value.toPrecision(3);
}

/** Two or three digits, as short as possible. */
export function brief(value: number): string {
  return value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(value < 100 ? 2 : 3)));
}

/** Text of a number that may be missing. */
export const orDash = (value: number | null | undefined, text: (value: number) => string) =>
  value === null || value === undefined ? '–' : text(value);

/** “ (2.1×)”; nothing without a ratio. */
export const times = (ratio: number | null) => (ratio === null ? '' : ` (${brief(ratio)}×)`);

/** “2e-5 ± 1e-6”. */
export const plusMinus = (value: number, error: number) =>
  `${value.toExponential(0)} ± ${error.toExponential(0)}`;

/** The error with two digits, the value to the same decimal place. */
export function withError(value: number, error: number): string {
  const places = error > 0 ? Math.max(0, 1 - Math.floor(Math.log10(error))) : 3;
  return `${value.toFixed(Math.min(places, 20))} ± ${error.toFixed(Math.min(places, 20))}`;
}

export const megabytes = (bytes: number) => brief(bytes / 2 ** 20);

/** A bar that is met, missed, or was not measured. */
export const verdict = (met: boolean | null) => (met === null ? '–' : met ? 'yes' : 'NO');

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 1e-6 as 10⁻⁶, for whole powers of ten below one. */
export function power(value: number): string {
  const exponent = String(Math.round(-Math.log10(value)));
  return `10⁻${[...exponent].map(digit => superscripts[Number(digit)]).join('')}`;
}

/** A line break ends no string of JSON, so that only lists match. */
const numberLists = /\[\n[-+\d.eE,\s]+\]/g;

/** A result as it is stored: JSON with each list of numbers on one line. */
export function resultText(report: unknown): string {
  const onOneLine = (list: string) => `[${list.slice(1, -1).trim().replace(/\s+/g, ' ')}]`;
  return `${JSON.stringify(report, null, 2).replace(numberLists, onOneLine)}\n`;
}
