// Values given to coordinates and momenta by name: `x: L`, `r: [[0, 0], [1, 0]]`, `"r[i][0]": { each: "i in 0..9", value: i }`.
// The key is a formula too, elaborated in a scope of variables and indices only.

import { elaborate } from '../../formula/language/elaborate.ts';
import { eachBinding } from '../../formula/language/families.ts';
import {
  createScope,
  isScalar,
  type Scope,
  shapeName,
  type Value,
  withBinding,
} from '../../formula/language/scope.ts';
import { parseFormula, type Syntax } from '../../formula/language/syntax.ts';
import { once } from '../../formula/once.ts';
import { atPath, attemptAll, type Path, ProblemError } from '../../problem/problem-error.ts';
import type { Coordinates } from './coordinates.ts';
import type { Assignments } from './schema.ts';

export interface AssignmentTask {
  readonly entries: Assignments;
  readonly path: Path;
  readonly coordinates: Coordinates;
  /** Scope of the values. */
  readonly values: Scope;
  /** q alone, or (q, p). */
  readonly out: Float64Array;
}

type Entry = number | string | Entry[];

/** A formula that is parsed once and evaluated for each member of a family. */
interface Formula {
  readonly text: string;
  readonly syntax: () => Syntax;
}
type Readable = Formula | Readable[];

const formulaOf = (text: string): Formula => ({ text, syntax: once(() => parseFormula(text)) });
const readable = (given: Entry): Readable =>
  Array.isArray(given) ? given.map(readable) : formulaOf(String(given));

export function assign({ entries, path, coordinates, values, out }: AssignmentTask): void {
  const places = coordinates.variables.filter(({ first }) => first < out.length);
  const variables = createScope(values.graph, { variables: places });
  const assignEntry = (key: string, given: Assignments[string]) => {
    const at = [...path, key];
    const place = formulaOf(key);
    if (typeof given !== 'object' || Array.isArray(given)) {
      store(place, variables, readable(given), { path: at, values, out });
      return;
    }
    const value = readable(given.value);
    atPath([...at, 'each'], () => {
      for (const { scope, values: indices } of eachBinding(given.each, values)) {
        const inner = [...indices].reduce(
          (s, [name, i]) => withBinding(s, name, values.graph.constant(i)),
          variables,
        );
        store(place, inner, value, { path: at, values: scope, out });
      }
    });
  };
  attemptAll(
    Object.entries(entries).map(
      ([key, given]) =>
        () =>
          assignEntry(key, given),
    ),
  );
}

/** The key is evaluated with `variables`, the value with the scope of the destination. */
function store({ text, syntax }: Formula, variables: Scope, given: Readable, to: Destination): void {
  const target = atPath(to.path, () => elaborate(syntax(), variables, text));
  copyInto(target, readEntry(given, to.path, to.values), to);
}

interface Destination {
  readonly path: Path;
  readonly values: Scope;
  readonly out: Float64Array;
}

/** Copies entry by entry; one number fills a whole array. */
function copyInto(target: Value, value: Value, to: Destination): void {
  const { graph } = to.values;
  if (isScalar(target)) {
    if (!isScalar(value)) throw new ProblemError(to.path, `expected a number, got ${shapeName(value)}`);
    if (graph.op(target) !== 'variable')
      throw new ProblemError(to.path, 'a value can be given to a coordinate or momentum only');
    to.out[graph.datum(target)] = graph.datum(value);
    return;
  }
  if (!isScalar(value) && value.length !== target.length)
    throw new ProblemError(to.path, `expected ${shapeName(target)}, got ${shapeName(value)}`);
  target.forEach((inner, i) => {
    copyInto(inner, isScalar(value) ? value : value[i], to);
  });
}

/** A number, a formula, or nested lists of them, as constants. */
function readEntry(given: Readable, path: Path, scope: Scope): Value {
  if (Array.isArray(given)) return given.map((inner, i) => readEntry(inner, [...path, i], scope));
  const value = atPath(path, () => elaborate(given.syntax(), scope, given.text));
  return checkConstant(value, path, scope);
}

function checkConstant(value: Value, path: Path, scope: Scope): Value {
  if (!isScalar(value)) return value.map(inner => checkConstant(inner, path, scope));
  if (scope.graph.isConstant(value)) return value;
  throw new ProblemError(path, 'the value must be a number: it may contain parameters, not coordinates');
}

/** One number, from a number or a formula of parameters. */
export function assignedNumber(given: number | string, path: Path, scope: Scope): number {
  const value = readEntry(readable(given), path, scope);
  if (!isScalar(value)) throw new ProblemError(path, `expected a number, got ${shapeName(value)}`);
  return scope.graph.datum(value);
}
