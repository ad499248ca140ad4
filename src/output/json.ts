// A table as JSON: {"columns": [names], "rows": [[numbers], …]}, one row in each line. JSON has no NaN or infinity,
// so these are refused, and no reader meets a silent null.

import type { Table } from '../observers/table.ts';

function finite(value: number, name: string, row: number): number {
  if (!Number.isFinite(value))
    throw new Error(`Column "${name}" holds ${value} in row ${row}; JSON has no such number.`);
  return value;
}

export function tableToJson(table: Table): string {
  const { columns } = table;
  const values = columns.map(name => table.column(name));
  const lines: string[] = [];
  for (let i = 0; i < table.rows; i++) {
    lines.push(`    [${values.map((column, j) => finite(column[i], columns[j], i)).join(', ')}]`);
  }
  const rows = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "columns": ${JSON.stringify(columns)},\n  "rows": ${rows}\n}\n`;
}
