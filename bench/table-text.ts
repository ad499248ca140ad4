// Numbers and tables as text.

export function digits(value: number): string {
  return value.toPrecision(3).includes('e') ? value.toFixed(0) : value.toPrecision(3);
}

/** The first column to the left, numbers to the right. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, j) => Math.max(...rows.map(cells => cells[j].length)));
  const pad = (cell: string, j: number) => (j === 0 ? cell.padEnd(widths[j]) : cell.padStart(widths[j]));
  return rows.map(cells => cells.map(pad).join('  ').trimEnd());
}

/** The same as a Markdown table, readable as it stands. */
export function markdownTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, j) => Math.max(...rows.map(cells => cells[j].length)));
  const rule = widths.map((width, j) => (j === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const pad = (cell: string, j: number) => (j === 0 ? cell.padEnd(widths[j]) : cell.padStart(widths[j]));
  const line = (cells: readonly string[]) => `| ${cells.map(pad).join(' | ')} |`;
  return [line(rows[0]), line(rule), ...rows.slice(1).map(line)];
}
