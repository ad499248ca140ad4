// Reader of the `particles:` section at one path: evaluates numbers as formulas of the parameters and reports mistakes there.

import { elaborateNumber } from '../../formula/language/elaborate.ts';
import type { Scope } from '../../formula/language/scope.ts';
import { atPath, type Path, ProblemError } from '../../problem/problem-error.ts';

export type Formula = string | number;
export type Vector = readonly [number, number, number];

export interface SpecReader {
  /** The value of a formula of the parameters. */
  number(value: Formula, ...path: Path): number;
  /** The same, required to be at least 0, or positive. */
  notNegative(value: Formula, ...path: Path): number;
  positive(value: Formula, ...path: Path): number;
  vector(values: readonly Formula[], ...path: Path): Vector;
  /** A mistake at this path, to be thrown. */
  mistake(reason: string, hint: string | undefined, ...path: Path): ProblemError;
  /** Converts a RangeError of builders and terms, or a mistake in a formula, to a mistake at this path. */
  attempt<T>(make: () => T, ...path: Path): T;
  below(...path: Path): SpecReader;
}

export function createSpecReader(scope: Scope, here: Path): SpecReader {
  const number = (value: Formula, ...path: Path) =>
    atPath([...here, ...path], () => elaborateNumber(String(value), scope));
  const mistake = (reason: string, hint: string | undefined, ...path: Path) =>
    new ProblemError([...here, ...path], reason, { hint });
  return {
    number,
    notNegative(given, ...path) {
      const value = number(given, ...path);
      if (value >= 0) return value;
      throw mistake(`must not be negative, and is ${value}`, 'give 0 or more', ...path);
    },
    positive(given, ...path) {
      const value = number(given, ...path);
      if (value > 0) return value;
      throw mistake(`must be positive, and is ${value}`, 'give a number above 0', ...path);
    },
    vector(values, ...path) {
      const [x, y, z] = values.map((value, k) => number(value, ...path, k));
      return [x, y, z];
    },
    mistake,
    attempt(make, ...path) {
      try {
        return atPath([...here, ...path], make);
      } catch (error) {
        if (error instanceof RangeError) throw new ProblemError([...here, ...path], error.message);
        throw error;
      }
    },
    below: (...path) => createSpecReader(scope, [...here, ...path]),
  };
}
