// particles.constraints: how rods are to be kept.

import type { RodSettings } from '../particles/rod-settings.ts';
import type { Formula, Place } from './particle-place.ts';
import type { Section } from './particle-schema.ts';

/** Counts, and the solver that each of them is for. */
const counts = [
  { name: 'lincsOrder', key: 'lincs-order', solver: 'lincs' },
  { name: 'lincsIterations', key: 'lincs-iterations', solver: 'lincs' },
  { name: 'maxSweeps', key: 'max-sweeps', solver: 'sweep' },
] as const;

/** Where every digit costs iterations; Newton’s method has round-off nearly for free. */
const slowTolerance = 1e-10;

export function readRodSettings({ constraints }: Section, place: Place): RodSettings {
  const given = constraints ?? {};
  const settings: { -readonly [K in keyof RodSettings]: RodSettings[K] } = {};
  if (given.solver !== undefined) settings.solver = given.solver;
  if (given.tolerance !== undefined) settings.tolerance = tolerance(given.tolerance, place);
  else if (given.solver === 'sweep' || given.solver === 'lincs') settings.tolerance = slowTolerance;
  for (const { name, key, solver } of counts) {
    const value = given[key];
    if (value === undefined) continue;
    if (given.solver !== solver)
      throw place.mistake(
        `“${key}” is for the solver ${solver}`,
        `write  solver: ${solver}  or leave it out`,
        key,
      );
    settings[name] = count(value, key, place);
  }
  return settings;
}

/** Below, rounding decides when an iteration ends; above, rods would not be rigid. */
const [finest, coarsest] = [1e-14, 1e-2];

function tolerance(given: Formula, place: Place): number {
  const value = place.number(given, 'tolerance');
  if (value >= finest && value <= coarsest) return value;
  throw place.mistake(
    `a tolerance of ${value}`,
    `give a relative error from ${finest} to ${coarsest}; 1e-10 is usual`,
    'tolerance',
  );
}

function count(given: Formula, key: string, place: Place): number {
  const value = place.number(given, key);
  if (Number.isInteger(value) && value >= 0) return value;
  throw place.mistake(`${value} is not a count`, 'give a whole number, 0 or more', key);
}
