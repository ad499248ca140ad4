// What a user is told about a problem file.

import { expect } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { ProblemError } from '../../../../src/problem/problem-error.ts';

/** The message for a file that must be refused; `files` are those that it names. */
export function messageOf(text: string, files: Readonly<Record<string, string>> = {}): string {
  try {
    load(text, { file: 'liquid.yaml', readFile: name => files[name] });
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError);
    return (error as ProblemError).message;
  }
  throw new Error('it was accepted');
}
