import { describe, expect, it } from 'vitest';
import { createTable, ObservationError } from '../../../src/observers/observer.ts';

describe('createTable', () => {
  it('keeps every row while it grows past its first capacity', () => {
    const table = createTable(['t', 'x']);
    for (let i = 0; i < 3000; i++) table.append([i, i * i]);
    expect(table.rows).toBe(3000);
    expect(table.column('t').length).toBe(3000);
    expect(table.column('x').every((value, i) => value === i * i)).toBe(true);
  });

  it('leaves a view made before untouched by growth', () => {
    const table = createTable(['t']);
    table.append([7]);
    const early = table.column('t');
    for (let i = 0; i < 1000; i++) table.append([i]);
    expect([...early]).toEqual([7]);
  });

  it('refuses unknown columns, wrong row lengths and names used twice', () => {
    const table = createTable(['t', 'x']);
    expect(() => table.column('y')).toThrow('"y"');
    expect(() => table.append([1])).toThrow('needs 2 values');
    expect(() => createTable(['t', 't'])).toThrow(ObservationError);
    expect(() => createTable(['t', 't'])).toThrow('two columns called “t”');
  });
});
