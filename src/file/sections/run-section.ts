// The `run:` section of a problem file: numbers may be formulas of the parameters.

import type { Scope } from '../../formula/language/scope.ts';
import type { RunDefaults } from '../../problem/problem.ts';
import { ProblemError } from '../../problem/problem-error.ts';
import { assignedNumber } from './assignments.ts';
import type { ProblemSpec } from './schema.ts';

const positiveSettings = ['step', 'until', 'omega'] as const;
const settings = ['beta', 'temperature', 'friction'] as const;

export function runDefaults(given: NonNullable<ProblemSpec['run']>, parameters: Scope): RunDefaults {
  const numbers: Record<string, number> = {};
  for (const key of [...positiveSettings, ...settings]) {
    const value = given[key];
    if (value === undefined) continue;
    numbers[key] = assignedNumber(value, ['run', key], parameters);
    const isPositive = positiveSettings.some(name => name === key);
    if (!(isPositive ? numbers[key] > 0 : numbers[key] >= 0))
      throw new ProblemError(
        ['run', key],
        `must be a ${isPositive ? 'positive' : 'nonnegative'} number, not ${numbers[key]}`,
      );
  }
  return { ...given, ...numbers } as RunDefaults;
}
