// The `run:` section of a problem file: numbers may be formulas of the parameters.

import type { Scope } from '../../formula/language/scope.ts';
import type { RunDefaults } from '../../problem/problem.ts';
import { type Path, ProblemError } from '../../problem/problem-error.ts';
import { assignedNumber } from './assignments.ts';
import type { ProblemSpec } from './schema.ts';

const positiveSettings = ['step', 'until', 'omega'] as const;
const settings = ['beta', 'temperature', 'friction'] as const;

/** `checkUnit` refuses a value without the unit that its key expects, where the file has units. */
export function runDefaults(
  given: NonNullable<ProblemSpec['run']>,
  parameters: Scope,
  checkUnit: (key: string, value: number | string, path: Path) => void = () => {},
): RunDefaults {
  const numbers: Record<string, number> = {};
  for (const key of [...positiveSettings, ...settings]) {
    const value = given[key];
    if (value === undefined) continue;
    numbers[key] = assignedNumber(value, ['run', key], parameters);
    checkUnit(key, value, ['run', key]);
    const isPositive = positiveSettings.some(name => name === key);
    if (!(isPositive ? numbers[key] > 0 : numbers[key] >= 0))
      throw new ProblemError(
        ['run', key],
        `must be a ${isPositive ? 'positive' : 'nonnegative'} number, not ${numbers[key]}`,
      );
  }
  return { ...given, ...numbers } as RunDefaults;
}
