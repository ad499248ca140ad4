// Progress and colours belong to a terminal; a pipe stays clean.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { alignedTable, createProgress, duration, paint, short, textWidth } from '../../cli/terminal.ts';

const { isTTY } = process.stderr;

afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

describe('progress', () => {
  function written(isTerminal: boolean): string {
    process.stderr.isTTY = isTerminal;
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const progress = createProgress('steps');
    progress.update(50, 100, 't = 1');
    progress.clear();
    return write.mock.calls.map(([text]) => String(text)).join('');
  }

  it('is shown on a terminal', () => {
    expect(written(true)).toMatch(/█{14}░{14} {2}50 % .*steps\/s, .* left t = 1/);
  });

  it('is silent elsewhere', () => {
    expect(written(false)).toBe('');
  });
});

describe('the width of text', () => {
  it('is that of the terminal, unless it is unknown or absurd', () => {
    expect([80, 100, 300].map(columns => textWidth(columns))).toEqual([80, 100, 100]);
    expect([0, Number.NaN].map(columns => textWidth(columns))).toEqual([100, 100]);
    expect(textWidth(3)).toBe(40);
  });
});

describe('paint', () => {
  it('colours for a terminal only, unless NO_COLOR is set', () => {
    vi.stubEnv('NO_COLOR', undefined);
    expect(paint('a', 'red', { isTTY: true })).toBe('\u001b[31ma\u001b[0m');
    expect(paint('a', 'red', { isTTY: false })).toBe('a');
    vi.stubEnv('NO_COLOR', '1');
    expect(paint('a', 'red', { isTTY: true })).toBe('a');
    vi.unstubAllEnvs();
  });
});

describe('numbers and tables', () => {
  it('are short', () => {
    expect([0, 1.5, 123456, 1e-9, Number.NaN].map(short)).toEqual(['0', '1.5', '1.23e+5', '1.00e-9', '–']);
    expect([5, 75, 7300].map(duration)).toEqual(['5.0 s', '1 min 15 s', '2 h 2 min']);
  });

  it('line up: columns of numbers on the right, others on the left', () => {
    const rows = [
      ['name', 'value', 'claim'],
      ['a', '10', '2 ± 1'],
      ['long', '2e-5', '≤ 1e-11'],
    ];
    expect(alignedTable(rows)).toBe('name  value  claim\na        10  2 ± 1\nlong   2e-5  ≤ 1e-11');
  });
});
