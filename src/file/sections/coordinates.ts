// Coordinates and their momenta: names and shapes become indices into z = (q, p).

import { elaborateInteger } from '../../formula/language/elaborate.ts';
import { FormulaError } from '../../formula/language/formula-error.ts';
import { intrinsics } from '../../formula/language/intrinsics.ts';
import type { Scope, VariableArray } from '../../formula/language/scope.ts';
import { parseFormula } from '../../formula/language/syntax.ts';
import { atPath, type Path, ProblemError } from '../../problem/problem-error.ts';
import { momentumName, velocityName } from '../../problem/state.ts';
import type { ProblemSpec } from './schema.ts';

export interface Coordinates {
  readonly n: number;
  /** One name for each entry of q: x, y, or r[0][0], r[0][1], …. */
  readonly names: readonly string[];
  /** Coordinates, momenta and, where they are known, velocities as arrays of variables. */
  readonly variables: readonly VariableArray[];
}

/** Formulas of this many coordinates are loaded and checked in a few seconds. */
const maxCoordinates = 200_000;

const tooMany = (path: Path): ProblemError =>
  new ProblemError(path, `more than ${maxCoordinates} coordinates`, {
    hint: 'systems of many particles have the section “particles”, which takes a million of them',
  });

export function declareCoordinates(
  given: ProblemSpec['coordinates'],
  parameters: Scope,
  taken: ReadonlySet<string>,
): Coordinates {
  const shapes: [string, number[]][] = Array.isArray(given)
    ? given.map(name => [name, []])
    : Object.entries(given).map(([name, shape]) => [name, shapeOf(name, shape, parameters)]);
  checkNames(
    shapes.map(([name]) => name),
    taken,
  );
  const arrays: VariableArray[] = [];
  let n = 0;
  for (const [name, shape] of shapes) {
    arrays.push({ name, shape, first: n });
    n += sizeOf(shape);
    if (n > maxCoordinates) throw tooMany(['coordinates']);
  }
  const momenta = arrays.map(({ name, shape, first }) => ({
    name: momentumName(name),
    shape,
    first: first + n,
  }));
  return { n, names: arrays.flatMap(entryNames), variables: [...arrays, ...momenta] };
}

const sizeOf = (shape: readonly number[]) => shape.reduce((product, length) => product * length, 1);

function shapeOf(name: string, shape: number | string | (number | string)[], parameters: Scope): number[] {
  const path = ['coordinates', name];
  return (Array.isArray(shape) ? shape : [shape]).map(length => {
    const value = atPath(path, () => elaborateInteger(String(length), parameters));
    if (value > maxCoordinates) throw tooMany(path);
    if (value >= 1) return value;
    throw new ProblemError(path, `an array cannot have ${value} entries`, {
      hint: 'lengths are whole numbers from 1',
    });
  });
}

function checkNames(names: readonly string[], taken: ReadonlySet<string>): void {
  const seen = new Set<string>();
  for (const name of names) {
    const path = ['coordinates', name];
    checkName(name, path);
    if (seen.has(name)) throw new ProblemError(path, `the coordinate “${name}” is listed twice`);
    if (taken.has(name))
      throw new ProblemError(path, `“${name}” is already a parameter`, { hint: 'rename one of them' });
    seen.add(name);
  }
  for (const name of names)
    refuseAgain(momentumName(name), `the momentum of “${name}”`, ['coordinates', name], [seen, taken]);
}

/** Refuses a second meaning for a name that belongs to a coordinate. */
function refuseAgain(name: string, meaning: string, path: Path, known: readonly ReadonlySet<string>[]): void {
  if (known.some(names => names.has(name)))
    throw new ProblemError(path, `“${name}” is ${meaning} and cannot be defined again`);
}

/** The coordinates with their velocities, which follow the momenta as variables. */
export function withVelocities(coordinates: Coordinates, taken: ReadonlySet<string>): Coordinates {
  const { n, variables } = coordinates;
  const known = [new Set(variables.map(({ name }) => name)), taken];
  const velocities = variables
    .filter(({ first }) => first < n)
    .map(({ name, shape, first }) => {
      refuseAgain(velocityName(name), `the velocity of “${name}”`, ['coordinates', name], known);
      return { name: velocityName(name), shape, first: first + 2 * n };
    });
  return { ...coordinates, variables: [...variables, ...velocities] };
}

/** A name must be an identifier of formulas and not the name of a function. */
export function checkName(name: string, path: Path): void {
  if (!isName(name))
    throw new ProblemError(path, `“${name}” is not a name`, {
      hint: 'use Latin or Greek letters without accents, digits and _, beginning with a letter',
    });
  if (intrinsics.has(name))
    throw new ProblemError(path, `“${name}” is the name of a function`, { hint: 'choose another name' });
}

function isName(text: string): boolean {
  try {
    const syntax = parseFormula(text);
    return syntax.kind === 'name' && syntax.name === text;
  } catch (error) {
    if (error instanceof FormulaError) return false;
    throw error;
  }
}

function entryNames({ name, shape }: VariableArray): string[] {
  return shape.reduce(
    (names, length) => names.flatMap(prefix => Array.from({ length }, (_, i) => `${prefix}[${i}]`)),
    [name],
  );
}
