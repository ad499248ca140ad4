// Every problem file of this folder is refused with the message in its leading comment: place, reason and way out.

import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { ProblemError } from '../../src/problem/problem-error.ts';
import { badFiles, comparable } from './bad-file.ts';

const files = badFiles();

function messageOf(text: string, file: string): string {
  try {
    load(text, { file });
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError);
    return (error as ProblemError).message;
  }
  throw new Error('it was accepted');
}

describe('a bad problem file', () => {
  it.each(files)('$name', ({ file, text, expected }) => {
    expect(expected.length, 'the leading comment holds the message').toBeGreaterThan(0);
    expect(expected[0]).toMatch(new RegExp(`^${file}(:\\d+)?: `));
    expect(comparable(messageOf(text, file), expected)).toEqual(expected);
  });

  it.each(files.filter(({ name }) => name.startsWith('particles/')))(
    '$name: the message has a line and a way out',
    ({ file, text }) => {
      const message = messageOf(text, file);
      expect(message).toMatch(/\.yaml:\d+: /);
      // Behind an arrow, after a semicolon, or what was expected instead.
      expect(message).toMatch(/→|;|expected|needed|unknown name|at least|at most|is missing/);
    },
  );

  it('is one of many', () => {
    expect(files.length).toBeGreaterThanOrEqual(230);
  });
});

describe('the comparison', () => {
  it('is exact, except where a line ends with “…”', () => {
    expect(comparable('a: b\n  → c', ['a: b', '  → c'])).toEqual(['a: b', '  → c']);
    expect(comparable('a: bcd', ['a: b…'])).toEqual(['a: b…']);
    expect(comparable('a: cd', ['a: b…'])).toEqual(['a: cd']);
    expect(comparable('a: b\n  → c', ['a: b'])).toEqual(['a: b', '  → c']);
  });
});
