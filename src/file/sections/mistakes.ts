// Error messages for the mistakes in the data of a problem file: paths, reasons and corrections.

import { didYouMean } from '../../formula/nearest-name.ts';
import { joinedMistakes, type Path, ProblemError } from '../../problem/problem-error.ts';
import { type Issue, List, Names, Nullable, Optional, type Schema, Strict, Union } from './schema-types.ts';

type AnySchema = Schema<unknown>;

/** Unknown keys come first, since they explain missing ones; these are reported only where no key is unknown. */
export function mistakesIn(
  schema: AnySchema,
  data: object,
  issues: readonly Issue[],
  needed: string,
): ProblemError {
  const unknown = issues.filter(({ kind }) => kind === 'unknown keys');
  const explained = new Set(unknown.map(({ path }) => path.join('\0')));
  const isExplained = ({ path }: Issue) =>
    valueAt(data, path) === undefined && explained.has(path.slice(0, -1).join('\0'));
  const isNeeded = ({ path }: Issue) => path.length === 1 && path[0] === needed;
  const lacksNeeded = !Object.hasOwn(data, needed) && unknown.length === 0;
  const lacking = new ProblemError([], `“${needed}” is missing`, { hint: missingHints[needed] });
  const others = issues.filter(
    issue => issue.kind !== 'unknown keys' && !isExplained(issue) && !(lacksNeeded && isNeeded(issue)),
  );
  return joinedMistakes([
    ...unknown.flatMap(({ path, keys }) => keys.map(key => unknownKey(schema, path, key))),
    ...(lacksNeeded ? [lacking] : []),
    ...others.map(issue => plainMistake(schema, data, issue)),
  ]);
}

/** Numbers that are not finite have a message of their own. */
function plainMistake(schema: AnySchema, data: object, issue: Issue): ProblemError {
  const mistake = mistakeOf(schema, issue);
  if (mistake.path.length > 0 && valueAt(data, mistake.path) === undefined) return missing(mistake.path);
  const path = notFinite(valueAt(data, mistake.path), mistake.path);
  return path ? new ProblemError(path, 'a finite number is needed here') : mistake;
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    data,
  );
}

/** Lists deeper than this are not searched: by an alias a list may contain itself. */
const maxNesting = 8;

/** Path of the first NaN or infinity in a number or in nested lists of numbers. */
function notFinite(value: unknown, path: Path): Path | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (!Array.isArray(value) || path.length > maxNesting) return undefined;
  for (const [i, inner] of value.entries()) {
    const found = notFinite(inner, [...path, i]);
    if (found) return found;
  }
  return undefined;
}

/** Keys of the schema at this path, for suggestions. */
function keysAt(schema: AnySchema, path: Path): string[] {
  const places = path.reduce<AnySchema[]>(
    (found, key) => found.flatMap(inner => inside(inner, key)),
    [schema],
  );
  const objects = places.flatMap(alternatives).filter(place => place instanceof Strict);
  return [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))];
}

/** The alternatives of a schema, with “optional” and “or” resolved. */
function alternatives(schema: AnySchema): AnySchema[] {
  if (schema instanceof Optional || schema instanceof Nullable) return alternatives(schema.inner);
  return schema instanceof Union ? schema.options.flatMap(alternatives) : [schema];
}

/** The schemas of the value under a key. */
function inside(schema: AnySchema, key: string | number): AnySchema[] {
  return alternatives(schema).flatMap(one => {
    if (one instanceof Strict) return Object.hasOwn(one.shape, key) ? [one.shape[key]] : [];
    return one instanceof Names || one instanceof List ? [one.element] : [];
  });
}

function mistakeOf(schema: AnySchema, issue: Issue): ProblemError {
  const { path } = issue;
  if (issue.kind === 'unknown keys') return unknownKey(schema, path, issue.keys[0]);
  if (issue.kind === 'no alternative') return mistakeInUnion(schema, path, issue);
  if (/received undefined/.test(issue.message)) return missing(path);
  return new ProblemError(path, inWords(issue.message), { hint: commaHint(path) });
}

/** `{ a: atan2(x, y) }` is read by YAML as two keys, “a” and “y)”. */
function commaHint(path: Path): string | undefined {
  const isTorn = /[)\]]/.test(String(path[path.length - 1])) && path[0] !== 'initial' && path[0] !== 'mass';
  return isTorn ? 'inside { } put a formula that contains a comma in quotes: "atan2(y, x)"' : undefined;
}

const kinds: Record<string, string> = {
  string: 'text',
  array: 'a list',
  object: 'keys with values',
  record: 'names with values',
  number: 'a number',
  whole: 'a whole number',
  boolean: 'true or false',
  null: 'nothing',
};

function inWords(message: string): string {
  return message.replace(
    /^expected (\w+), received (\w+)$/,
    (_, wanted: string, got: string) => `expected ${kinds[wanted] ?? wanted}, got ${kinds[got] ?? got}`,
  );
}

const missingHints: Record<string, string> = {
  coordinates: 'list the coordinates, for example  coordinates: [x, y]',
  molecules: 'say how many of which, for example  molecules: { tip3p: 216 }',
};

function missing(path: Path): ProblemError {
  const key = String(path[path.length - 1]);
  return new ProblemError(path.slice(0, -1), `“${key}” is missing`, { hint: missingHints[key] });
}

/** Of the alternatives of a union, the one that failed deepest is reported. */
function mistakeInUnion(schema: AnySchema, path: Path, issue: Issue): ProblemError {
  const all = issue.alternatives.flat();
  const unknown = all.find(inner => inner.kind === 'unknown keys');
  if (unknown) return unknownKey(schema, [...path, ...unknown.path], unknown.keys[0]);
  const deepest = all.reduce((a, b) => (b.path.length > a.path.length ? b : a), all[0]);
  if (deepest && deepest.path.length > 0)
    return mistakeOf(schema, { ...deepest, path: [...path, ...deepest.path] });
  const plain = issue.message || 'expected a number, a formula, or { each, … }';
  return new ProblemError(path, plain, { hint: commaHint(path) });
}

function unknownKey(schema: AnySchema, path: Path, key: string): ProblemError {
  const keys = keysAt(schema, path);
  const hint = didYouMean(key, keys) ?? `known here: ${keys.join(', ')}`;
  return new ProblemError([...path, key], `unknown key “${key}”`, { hint });
}
