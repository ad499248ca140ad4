// A mistake in the problem file, with its line for the editor.

import { ProblemError } from '../../src/problem/problem-error.ts';
import type { Mistake } from './protocol.ts';

export function mistakeOf({ path, reason, excerpt, location, hint }: ProblemError): Mistake {
  const { message } = new ProblemError(path, reason, { excerpt });
  const line = /:(\d+)$/.exec(location ?? '')?.[1];
  return { message, line: line === undefined ? null : Number(line), hint: hint ?? null };
}
