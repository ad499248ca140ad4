import { describe, expect, it } from 'vitest';
import { check, reportText } from '../../../src/analysis/check.ts';
import { listed, threeDigits, worstVerdict } from '../../../src/analysis/finding.ts';
import { catalogue, circle } from './problems.ts';

describe('report as text', () => {
  it('marks findings, aligns them and stays within the width', () => {
    const text = reportText(check(circle('{ x: 3, y: 4 }')));
    const lines = text.split('\n');
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(100);
    const heads = lines.filter(line => /^ {2}[✓!✗] /.test(line));
    expect(heads.length).toBeGreaterThanOrEqual(6);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}✗ Start on the constraints/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^ +→ The nearest consistent state is at distance 4: /),
    );
    expect(lines[lines.length - 1]).toMatch(/^✗ .*should not be run/);
    expect(text).not.toContain('\u001b');
  });

  it('ends well for a good problem', () => {
    const lines = reportText(check(catalogue('torus'))).split('\n');
    expect(lines[0]).toBe('Particle on a torus');
    expect(lines[lines.length - 1]).toBe('✓ The problem is well posed.');
  });
});

describe('words of findings', () => {
  it('shortens numbers and lists', () => {
    expect([0, 3, 0.123456, 1234.5, 1.2345e-7, Infinity].map(threeDigits)).toEqual([
      '0',
      '3',
      '0.123',
      '1230',
      '1.23e-7',
      '∞',
    ]);
    expect(listed(['a'])).toBe('“a”');
    expect(listed(['a', 'b', 'c'])).toBe('“a”, “b” and “c”');
    expect(listed('abcdefgh'.split(''))).toMatch(/“f” and 2 more$/);
  });

  it('takes the worst verdict', () => {
    expect(worstVerdict(['pass', 'warn', 'pass'])).toBe('warn');
    expect(worstVerdict([])).toBe('pass');
  });
});
