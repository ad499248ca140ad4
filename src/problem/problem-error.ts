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
  /** Further mistakes of the same file; the message names them too. */
  readonly others: readonly ProblemError[];

  constructor(
    path: Path,
    reason: string,
    more: {
      readonly hint?: string | undefined;
      readonly excerpt?: string | undefined;
      readonly location?: string | undefined;
      readonly others?: readonly ProblemError[] | undefined;
    } = {},
  ) {
    super(messageOf(path, reason, more));
    this.name = 'ProblemError';
    this.path = path;
    this.reason = reason;
    this.hint = more.hint;
    this.excerpt = more.excerpt;
    this.location = more.location;
    this.others = more.others ?? [];
  }

  /** The same mistake with the file and line at which it was found. */
  at(location: string): ProblemError {
    return this.located(() => location);
  }

  /** The same mistakes, each with its file and line. */
  located(locate: (path: Path) => string): ProblemError {
    const { path, reason, hint, excerpt } = this;
    const others = this.others.map(other => other.located(locate));
    return new ProblemError(path, reason, { hint, excerpt, location: locate(path), others });
  }
}

/** Mistakes that are told one by one; of more, the number. */
const mostTold = 20;

/** Several mistakes of one file as one error, each told once. */
export function joinedMistakes(mistakes: readonly ProblemError[]): ProblemError {
  const all = mistakes.flatMap(mistake => [alone(mistake), ...mistake.others]);
  const [first, ...others] = [...new Map(all.map(mistake => [mistake.message, mistake])).values()];
  const told = others.slice(0, mostTold - 1);
  const more = others.length - told.length;
  if (more > 0) told.push(new ProblemError([], `${more} more mistakes`));
  const { path, reason, hint, excerpt, location } = first;
  return new ProblemError(path, reason, { hint, excerpt, location, others: told });
}

const alone = ({ path, reason, hint, excerpt, location }: ProblemError) =>
  new ProblemError(path, reason, { hint, excerpt, location });

/** Results of independent parts of a problem; what is wrong with several of them is told together. */
export function attemptAll<const T extends readonly (() => unknown)[]>(
  parts: T,
): { -readonly [K in keyof T]: ReturnType<T[K]> } {
  const mistakes: ProblemError[] = [];
  const results = parts.map(part => {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      mistakes.push(error);
      return undefined;
    }
  });
  if (mistakes.length > 0) throw joinedMistakes(mistakes);
  return results as { -readonly [K in keyof T]: ReturnType<T[K]> };
}

function messageOf(
  path: Path,
  reason: string,
  { hint, excerpt, location, others = [] }: NonNullable<ConstructorParameters<typeof ProblemError>[2]>,
): string {
  const where = path.length > 0 ? `${pathName(path)}: ` : '';
  const head = `${location ? `${location}: ` : ''}${where}${reason}`;
  const lines = [head, ...(excerpt ? excerpt.split('\n').map(line => `    ${line}`) : [])];
  if (hint) lines.push(`  → ${hint}`);
  return [...lines, ...others.map(({ message }) => message)].join('\n');
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
