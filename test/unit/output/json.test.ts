import { describe, expect, it } from 'vitest';
import { createTable } from '../../../src/observers/observer.ts';
import { tableToJson } from '../../../src/output/table-formats.ts';

describe('tableToJson', () => {
  it('is JSON whose numbers are the same doubles', () => {
    const table = createTable(['t', 'a "b"']);
    const rows = [
      [0, 1 / 3],
      [Number.MIN_VALUE, -Number.MAX_VALUE],
      [0.1 + 0.2, 1e21],
    ];
    for (const row of rows) table.append(row);
    expect(JSON.parse(tableToJson(table))).toEqual({ columns: ['t', 'a "b"'], rows });
  });

  it('writes an empty table', () => {
    expect(JSON.parse(tableToJson(createTable(['t'])))).toEqual({ columns: ['t'], rows: [] });
  });

  it('refuses numbers that JSON does not have, by column', () => {
    const table = createTable(['t', 'energy']);
    table.append([0, 1]);
    table.append([1, Number.NaN]);
    expect(() => tableToJson(table)).toThrow('Column "energy" holds NaN in row 1');
  });
});
