// Text of reports. A report is described as data (suites/NAME.yaml, `report`) by a list of parts:
//   a text                            values in braces, “{path}” or “{path:format}”, are filled in; “–” where one is missing, or the
//                                     text after a bar, “{path:format|text}”; a text has no format; “[[…]]” is left out where a value in it is missing
//   { title, text, rows, columns }    a section with a table: `rows` is the path of a list, columns are texts by heading; nothing
//                                     without rows
//     across: { each, heading, cell } after the first column one more for each item of a list, whose `cells` has what the cell
//                                     shows by the `name` of the row; rows without any such cell are left out
//   { each, parts, before, after }    the parts for every item of a list, and texts before the first and after the last
// A list of texts has items of the form { item }. Items see the values around them.

import { exponentOf, powerOfTen } from '../src/output/figure/ticks.ts';
import { isDrift, type StraightLine } from './measure/drift.ts';

export type Part = string | Table | List;

interface List {
  readonly each: string;
  readonly parts: readonly Part[];
  readonly before?: string;
  readonly after?: string;
}

interface Table {
  readonly title?: string;
  readonly text?: string;
  readonly rows: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly across?: { readonly each: string; readonly heading: string; readonly cell: string };
}

type Scope = Readonly<Record<string, unknown>>;

/** Markdown. */
export const reportText = (parts: readonly Part[], values: object): string =>
  parts.flatMap(part => linesOf(part, { ...values })).join('\n');

function linesOf(part: Part, scope: Scope): string[] {
  if (typeof part === 'string') return [filled(part, scope)];
  if ('rows' in part) return section(part, scope);
  const items = itemsAt(part.each, scope);
  if (items.length === 0) return [];
  const around = [part.before, part.after].map(text => (text === undefined ? [] : [filled(text, scope)]));
  return [
    ...around[0],
    ...items.flatMap(item => part.parts.flatMap(one => linesOf(one, item))),
    ...around[1],
  ];
}

function section({ title, text, ...table }: Table, scope: Scope): string[] {
  const rows = tableRows(table, scope);
  if (rows.length < 2) return [];
  const head = [title && `## ${title}`, text].flatMap(line => (line ? [filled(line, scope), ''] : []));
  return [...head, ...markdownTable(rows), ''];
}

const missing = '–';

function tableRows({ rows, columns, across }: Table, scope: Scope): string[][] {
  const items = across ? itemsAt(across.each, scope) : [];
  const [first, ...others] = Object.keys(columns);
  const headings = [first, ...items.map(item => filled(across?.heading ?? '', item)), ...others];
  const body = itemsAt(rows, scope).map(row => {
    const cells = items.map(item => {
      const values = (item.cells as Scope)[String(row.name)];
      return values ? filled(across?.cell ?? '', values as Scope) : missing;
    });
    return [filled(columns[first], row), ...cells, ...others.map(heading => filled(columns[heading], row))];
  });
  const shown = across ? body.filter(([, ...cells]) => cells.some(cell => cell !== missing)) : body;
  return [headings.map(heading => filled(heading, scope)), ...shown];
}

function itemsAt(path: string, scope: Scope): Scope[] {
  const list = valueAt(path, scope);
  if (!Array.isArray(list)) throw new Error(`the report has no list “${path}”`);
  return list.map(item => ({ ...scope, ...(typeof item === 'object' ? item : { item }) }));
}

const valueAt = (path: string, scope: Scope): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Scope | null | undefined)?.[key], scope);

const [group, place] = [/\[\[(.*?)\]\]/g, /\{([^{}:|]+)(?::(\w+))?(?:\|([^{}]*))?\}/g];

function filled(text: string, scope: Scope): string {
  const whole = text.replace(group, (_, inner: string) => {
    const isMissing = [...inner.matchAll(place)].some(
      ([, path, , otherwise]) => otherwise === undefined && (valueAt(path, scope) ?? null) === null,
    );
    return isMissing ? '' : inner;
  });
  return whole.replace(place, (_, path: string, format = 'text', otherwise = missing) => {
    const value = valueAt(path, scope) ?? null;
    if (value === null) return otherwise;
    return typeof value === 'string' ? value : formatNamed(format)(value as never);
  });
}

function formatNamed(name: string): (value: never) => string {
  const format = formats[name];
  if (!format) throw new Error(`there is no format “${name}”; available: ${Object.keys(formats).join(', ')}`);
  return format;
}

/** First column left-aligned, the others right-aligned. */
function markdownTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, j) => Math.max(...rows.map(cells => cells[j].length)));
  const rule = widths.map((width, j) => (j === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const padded = (cell: string, j: number) => (j === 0 ? cell.padEnd(widths[j]) : cell.padStart(widths[j]));
  const line = (cells: readonly string[]) => `| ${cells.map(padded).join(' | ')} |`;
  return [line(rows[0]), line(rule), ...rows.slice(1).map(line)];
}

/** Three significant digits without an exponent. */
export function digits(value: number): string {
  return value.toPrecision(3).includes('e') ? value.toFixed(0) : value.toPrecision(3);
}

/** Two or three digits, as short as possible. */
export function brief(value: number): string {
  if (value < 100) return twoDigits(value);
  return value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

export const twoDigits = (value: number) => String(Number(value.toPrecision(2)));

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

/** 8.2e-7 as 8.2·10⁻⁷, and 1e-6 as 10⁻⁶. */
export function power(value: number): string {
  if (value === 0) return '0';
  const [digits] = value.toExponential(1).split('e');
  const exponent = powerOfTen(exponentOf(Number(value.toPrecision(2))));
  return digits === '1.0' ? exponent : `${digits}·${exponent}`;
}

/** A line break ends no string of JSON, so that only lists match. */
const numberLists = /\[\n[-+\d.eE,\s]+\]/g;

/** A result as it is stored: JSON with each list of numbers on one line. */
export function resultText(report: unknown): string {
  const onOneLine = (list: string) => `[${list.slice(1, -1).trim().replace(/\s+/g, ' ')}]`;
  return `${JSON.stringify(report, null, 2).replace(numberLists, onOneLine)}\n`;
}

/** Five digits; small ones with an exponent. */
export const number = (value: number) =>
  value !== 0 && Math.abs(value) < 0.01 ? value.toExponential(1) : String(Number(value.toPrecision(5)));

const inExponents = (places: number) => (value: number) => value.toExponential(places);
const decimals = (places: number) => (value: number) => value.toFixed(places);
const significant = (count: number) => (value: number) => value.toPrecision(count);

/** What may stand after the colon of a value. */
const formats: Readonly<Record<string, (value: never) => string>> = {
  ...{ text: String, brief, digits, power, times, megabytes, number, twoDigits },
  ...{ e0: inExponents(0), e1: inExponents(1), fixed0: decimals(0), fixed2: decimals(2) },
  ...{ digits2: significant(2), digits3: significant(3) },
  wholeMegabytes: (bytes: number) => (bytes / 2 ** 20).toFixed(0),
  milliseconds: (seconds: number) => brief(1e3 * seconds),
  microseconds: (seconds: number) => brief(1e6 * seconds),
  percent: (share: number) => (100 * share).toFixed(1),
  factor: (factor: number) => `${brief(factor)}×`,
  ratio: (ratio: number) => `${ratio.toFixed(2)}×`,
  line: ({ slope, error }: StraightLine) => plusMinus(slope, error),
  withError: ({ slope, error }: StraightLine) => withError(slope, error),
  drift: (line: StraightLine) => (isDrift(line) ? plusMinus(line.slope, line.error) : 'none'),
  verdict: (met: boolean) => (met ? 'yes' : 'NO'),
};
