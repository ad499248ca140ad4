// Parameters: numbers, arrays of numbers, or formulas of the parameters written before them.

import type { Graph } from '../../formula/graph.ts';
import { elaborate } from '../../formula/language/elaborate.ts';
import {
  constantValue,
  isScalar,
  type Scope,
  scopeOf,
  shapeName,
  type Value,
} from '../../formula/language/scope.ts';
import { parseFormula } from '../../formula/language/syntax.ts';
import { didYouMean } from '../../formula/nearest-name.ts';
import { atPath, type Path, ProblemError } from '../../problem/problem-error.ts';
import { checkName } from './coordinates.ts';
import type { ProblemSpec } from './schema.ts';

export interface Parameters {
  readonly names: readonly string[];
  readonly scope: Scope;
  /** The scalar ones, by name. */
  readonly numbers: Readonly<Record<string, number>>;
}

type Entry = NonNullable<ProblemSpec['parameters']>[string];

export function declareParameters(
  graph: Graph,
  given: Readonly<Record<string, Entry>>,
  overrides: Readonly<Record<string, number>>,
): Parameters {
  const known = Object.keys(given);
  for (const [name, value] of Object.entries(overrides)) {
    if (!known.includes(name)) throw unknownParameter(name, known);
    if (!Number.isFinite(value))
      throw new ProblemError(['parameters', name], `the value given for “${name}” is not a finite number`);
  }
  const values = new Map<string, Value>();
  const scope = scopeOf(graph, values);
  for (const name of known) {
    checkName(name, ['parameters', name]);
    const path = ['parameters', name];
    const override = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
    values.set(
      name,
      override === undefined ? readEntry(given[name], path, scope) : constantValue(graph, override),
    );
  }
  const scalars = [...values].filter(([, value]) => isScalar(value));
  const numbers = Object.fromEntries(scalars.map(([name, value]) => [name, graph.datum(value as number)]));
  return { names: known, scope, numbers };
}

function readEntry(entry: Entry, path: Path, scope: Scope): Value {
  if (Array.isArray(entry)) {
    if (entry.length === 0) throw new ProblemError(path, 'an array needs at least one entry');
    const values = entry.map((inner, i) => readEntry(inner, [...path, i], scope));
    checkOneShape(values, path);
    return values;
  }
  const text = String(entry);
  return atPath(path, () => elaborate(parseFormula(text), scope, text));
}

/** Entries are checked recursively: one level below they have one shape each, so comparing the names of shapes is enough. */
function checkOneShape(values: readonly Value[], path: Path): void {
  const [first, ...rest] = values.map(shapeName);
  rest.forEach((shape, i) => {
    if (shape === first) return;
    throw new ProblemError([...path, i + 1], `this entry is ${shape}, but the first one is ${first}`, {
      hint: 'the entries of an array must have one shape',
    });
  });
}

function unknownParameter(name: string, known: readonly string[]): ProblemError {
  const all = known.length > 0 ? `parameters: ${known.join(', ')}` : 'this problem has no parameters';
  return new ProblemError(['parameters'], `there is no parameter “${name}”`, {
    hint: didYouMean(name, known) ?? all,
  });
}
