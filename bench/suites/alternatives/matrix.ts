// Tables with programs down the side and workloads across.

import { markdownTable } from '../../table-text.ts';

/** What a program has to show; “–” for nothing. */
export type Cell = (contestant: string) => string;
export type Column = readonly [title: string, cell: Cell];

/** Rows for all programs that have something to show. */
export function matrix(contestants: readonly { readonly name: string }[], columns: readonly Column[]) {
  const rows = contestants
    .map(({ name }) => [name, ...columns.map(([, cell]) => cell(name))])
    .filter(([, ...cells]) => cells.some(cell => cell !== '–'));
  return rows.length === 0 ? [] : markdownTable([['program', ...columns.map(([title]) => title)], ...rows]);
}

/** Nothing where the table is empty. */
export function section(title: string, words: string, table: readonly string[]): string[] {
  return table.length === 0 ? [] : [`### ${title}`, '', words, '', ...table, ''];
}
