import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvHeader, csvNames, csvRow, parseCsv } from '../../../src/output/table-formats.ts';

describe('csvHeader', () => {
  it('quotes names as RFC 4180 asks, and only those that need it', () => {
    expect(csvHeader(['t', 'r[0][1]', 'r[0,1]', 'the "big" one', 'two\nlines'])).toBe(
      't,r[0][1],"r[0,1]","the ""big"" one","two\nlines"\n',
    );
  });
});

describe('csvNames', () => {
  it('has no commas between brackets, so that a header can be split at its commas', () => {
    const names = ['lambda_pairs[0,1]', 'r[0][1]', 'a[1,2,3]_b[4,5]', 'x'];
    expect(csvNames(names)).toEqual(['lambda_pairs[0][1]', 'r[0][1]', 'a[1][2][3]_b[4][5]', 'x']);
    expect(csvHeader(csvNames(names)).trimEnd().split(',')).toHaveLength(names.length);
  });
  it('leaves nothing in names of observables that needs quotes', () => {
    const names = ['a b, c', 'x"y', 'line\r\nbreak', 'tab\tstop', 'f(x, y)[1,2]'];
    expect(csvNames(names)).toEqual(['a b; c', "x'y", 'line break', 'tab stop', 'f(x; y)[1][2]']);
    expect(
      csvHeader(csvNames(names))
        .trimEnd()
        .split(/[,"\n]/),
    ).toHaveLength(names.length);
  });
});

describe('csvRow', () => {
  it('writes the shortest decimals', () => {
    expect(csvRow(Float64Array.of(0, 0.1, 1 / 3, 1e-17, -2.5e300))).toBe(
      '0,0.1,0.3333333333333333,1e-17,-2.5e+300\n',
    );
  });

  it('refuses what is not finite, and says where', () => {
    expect(() => csvRow([1, Number.NaN])).toThrow('Column 1 holds NaN');
    expect(() => csvRow([Number.POSITIVE_INFINITY])).toThrow('Column 0 holds Infinity');
  });
});

describe('parseCsv', () => {
  it('reads back the same doubles and names', () => {
    const name = fc.string({ minLength: 1 });
    const value = fc.double({ noNaN: true, noDefaultInfinity: true }).map(x => x + 0);
    const cells = fc
      .uniqueArray(name, { minLength: 1, maxLength: 4 })
      .chain(columns =>
        fc.tuple(fc.constant(columns), fc.array(fc.tuple(...columns.map(() => value)), { maxLength: 5 })),
      );
    fc.assert(
      fc.property(cells, ([columns, rows]) => {
        const table = parseCsv(csvHeader(columns) + rows.map(csvRow).join(''));
        expect(table.columns).toEqual(columns);
        columns.forEach((column, j) => {
          expect([...table.column(column)].map(x => x + 0)).toEqual(rows.map(row => row[j] + 0));
        });
      }),
    );
  });

  it('reads a text without a last line end, and one with \\r\\n', () => {
    expect([...parseCsv('a,b\r\n1,2\r\n3,4').column('b')]).toEqual([2, 4]);
  });

  it('refuses words, gaps and stray quotes', () => {
    expect(() => parseCsv('a,b\n1,x\n')).toThrow('Line 2, column b: "x"');
    expect(() => parseCsv('a,b\n1,\n')).toThrow('column b');
    expect(() => parseCsv('a"b\n1\n')).toThrow('stray quote');
  });
});
