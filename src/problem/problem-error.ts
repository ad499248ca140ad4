// A mistake in a problem: where it is, what is wrong, and a way out.

import { FormulaError } from '../formula/language/formula-error.ts';

/** The way to a value in a problem file, key by key. */
export type Path = readonly (string | number)[];

/** A mistake in a problem file: what is wrong, with its place in the file. */
export class ProblemError extends Error {
  /** Keys that lead to the place, for example constraints → rod. */
  readonly path: Path;
  readonly reason: string;
  readonly hint: string | undefined;
  /** Lines that show the place inside a formula. */
  readonly excerpt: string | undefined;
  /** File and line, added by the reader that knows them. */
  readonly location: string | undefined;

  constructor(
    path: Path,
    reason: string,
    more: { hint?: string | undefined; excerpt?: string | undefined; location?: string | undefined } = {},
  ) {
    super(messageOf(path, reason, more));
    this.name = 'ProblemError';
    this.path = path;
    this.reason = reason;
    this.hint = more.hint;
    this.excerpt = more.excerpt;
    this.location = more.location;
  }

  /** The same mistake with the file and line at which it was found. */
  at(location: string): ProblemError {
    return new ProblemError(this.path, this.reason, { hint: this.hint, excerpt: this.excerpt, location });
  }
}

function messageOf(
  path: Path,
  reason: string,
  {
    hint,
    excerpt,
    location,
  }: { hint?: string | undefined; excerpt?: string | undefined; location?: string | undefined },
): string {
  const where = path.length > 0 ? `${pathName(path)}: ` : '';
  const head = `${location ? `${location}: ` : ''}${where}${reason}`;
  const lines = [head, ...(excerpt ? excerpt.split('\n').map(line => `    ${line}`) : [])];
  if (hint) lines.push(`  → ${hint}`);
  return lines.join('\n');
}

function pathName(path: Path): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i > 0 ? `.${key}` : key)).join('');
}

/** Runs `work`; a mistake in a formula becomes a mistake at the given place of the problem. */
export function atPath<T>(path: Path, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    throw new ProblemError(path, error.reason, { hint: error.hint, excerpt: error.excerpt() });
  }
}
