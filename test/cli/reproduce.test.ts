// cotangent reproduce, as a stranger meets it.

import { describe, expect, it } from 'vitest';
import { createWorkplace } from './cotangent.ts';

const { cotangent, read, has } = createWorkplace();

describe('reproduce', () => {
  it('runs an entry, draws it, judges it and writes the report', async () => {
    const { code, stdout } = await cotangent('reproduce', 'ls94-fig-3', '--quick', '--out', 'one');
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ ls94-fig-3/);
    expect(stdout).toMatch(/slope of log error against log h 2\.0/);
    expect(read('one/index.html')).toMatch(/<img alt="[^"]+" src="data:image\/svg/);
    expect(read('one/ls94-fig-3-error.svg')).toMatch(/^<svg/);
    expect(has('one/ls94-fig-3-error.png')).toBe(true);
    const report = JSON.parse(read('one/report.json'));
    expect(report.entries[0]).toMatchObject({ id: 'ls94-fig-3', trouble: null });
    expect(report.entries[0].claims.every((claim: { verdict: string }) => claim.verdict === 'holds')).toBe(
      true,
    );
  });

  it('speaks to machines', async () => {
    const { code, stdout } = await cotangent('reproduce', 'ls94-fig-3', '--quick', '--json', '--out', 'two');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ passed: true, entries: [{ id: 'ls94-fig-3' }] });
  });

  it('knows the nearest name', async () => {
    const { code, stderr } = await cotangent('reproduce', 'ls94-fig3');
    expect(code).toBe(1);
    expect(stderr).toMatch(/there is no entry “ls94-fig3”; did you mean “ls94-fig-3”\?/);
  });
});
