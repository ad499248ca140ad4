import { describe, expect, it } from 'vitest';
import { resultText } from '../../../bench/report.ts';

describe('resultText', () => {
  it('keeps lists of numbers on one line and everything else as it was', () => {
    const result = { a: [1, -2.5e-7, 3], b: ['[1,\n 2]', '[ 1 ]'], c: [], d: { e: [0] } };
    const text = resultText(result);
    expect(text).toContain('"a": [1, -2.5e-7, 3],');
    expect(text).toContain('"e": [0]');
    expect(JSON.parse(text)).toEqual(result);
    expect(text.endsWith('}\n')).toBe(true);
  });
});
