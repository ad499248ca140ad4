// Every problem file of this folder has the outcome that its leading comment states: exit code, words, numbers, and an end within
// the given processor time. Each command is a process of its own, so that one that hangs or dies spoils no other.

import { describe, expect, it } from 'vitest';
import { createWorkplace } from '../cli/cotangent.ts';
import { brokenClaim, designedCases, expectations } from './designed-case.ts';

const { limited, write } = createWorkplace();
const cases = designedCases();

describe('a designed problem file', () => {
  it.each(cases)('$name', async ({ file, text, command, exit, says, not, holds, seconds }) => {
    write(file, text);
    const [name, ...options] = command;
    const { code, stdout, stderr } = await limited(seconds, name, file, ...options);
    const output = `${stdout}\n${stderr}`.replace(/\s+/g, ' ');
    expect(exit, `exit code ${code} (-1: over ${seconds} s of processor time) with: ${output}`).toContain(
      code,
    );
    expect(output).not.toMatch(/internal error|\bNaN\b/);
    for (const words of says) expect(output).toContain(words);
    for (const words of not) expect(output).not.toContain(words);
    if (code !== 0 || holds.length === 0) return;
    expect(holds.map(claim => brokenClaim(claim, JSON.parse(stdout))).filter(Boolean)).toEqual([]);
  });
});

describe('an expectation', () => {
  it('has one block for each command', () => {
    const text =
      '# About it.\n# command: check\n# exit: 0 or 1\n# command: run --json\n# exit: 1\n# says: a b\nx: 1\n';
    expect(expectations(text, 'f')).toMatchObject([
      { command: ['check'], exit: [0, 1], says: [] },
      { command: ['run', '--json'], exit: [1], says: ['a b'], seconds: 20 },
    ]);
  });

  it('that is misspelt or missing is refused', () => {
    expect(() => expectations('# command: run\n# exits: 1\nx: 1', 'f')).toThrow(/is no expectation/);
    expect(() => expectations('# command: run\nx: 1', 'f')).toThrow(/without “# exit/);
    expect(() => expectations('# exit: 1\nx: 1', 'f')).toThrow(/no “# command/);
  });

  it('about a number is asked of the JSON output', () => {
    const output = { constraints: { max: -1 }, state: { q: [2] } };
    expect(brokenClaim('constraints.max < 0', output)).toBeNull();
    expect(brokenClaim('|constraints.max| < 0.5', output)).toBe('constraints.max is -1');
    expect(brokenClaim('state.q.0 >= 2', output)).toBeNull();
    expect(brokenClaim('state.p.0 > 2', output)).toMatch(/no number/);
  });
});
