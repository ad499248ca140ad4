// Independent rods of a system that is read from a file: the check of redundant.ts, with redundant rods left out where they agree
// with the others, and rounded positions moved onto the rods.

import { rodName } from '../names.ts';
import type { IndependentRods, Rod, RodSystem } from '../system.ts';
import {
  closedGroups,
  immovableRods,
  type RedundantRod,
  RodError,
  redundantAmong,
  refusal,
  refuseImpossible,
  refuseInvalid,
  round,
  withIndependentRods,
} from './redundant.ts';
import { createRodGeometry } from './rod-geometry.ts';

interface RodsOnStart {
  readonly rods: readonly Rod[];
  /** Positions with all rods at their lengths. */
  readonly positions: Float64Array;
  /** The rods and positions above, as the type that rod solvers take. */
  readonly checked: IndependentRods;
  /** Messages: which rods are left out, and why. */
  readonly leftOut: readonly string[];
}

/** Treatment of redundant rods. */
export type RedundancyRule = 'refuse' | 'leave out';

/** Largest relative error of a rod at the start: more is a mistake and not rounding. */
const looseRod = 0.1;
/** Relative tolerance within which a rod that is left out must agree with the others. */
const agreement = 1e-8;

/** Throws a RodError, or a RangeError where no single rod is the mistake. */
export function independentRods(system: RodSystem, rule: RedundancyRule): RodsOnStart {
  refuseInvalid(system);
  const groups = closedGroups(system);
  for (const { rods } of groups) refuseImpossible(system, rods);
  for (let k = 0; k < system.rods.length; k++) refuseFarOff(system, k);
  const held = new Set(immovableRods(system));
  const redundant = redundantAmong(
    system,
    groups.map(({ rods }) => rods.filter(k => !held.has(k))),
  );
  const fatal = redundant.find(({ kind }) => rule === 'refuse' || kind === 'here only');
  if (fatal) throw refusal(system, fatal, redundant.length);
  const implied = new Set(redundant.map(({ rod }) => rod));
  const rods = system.rods.filter((_, k) => !held.has(k) && !implied.has(k));
  const positions = system.positions.slice();
  if (!createRodGeometry({ ...system, rods }).restore(positions))
    throw new RangeError(
      `no shape near the given places has all rods at their lengths, such as ${rodName(system, 0)}; correct lengths or places`,
    );
  for (const k of implied) refuseDisagreement(system, k, positions);
  const checked = withIndependentRods({ ...system, rods, positions });
  return { rods, positions, checked, leftOut: redundant.map(one => leftOutName(system, one)) };
}

function leftOutName(system: RodSystem, { rod, on }: RedundantRod): string {
  return `${rodName(system, rod)} is left out: it follows from ${on.length} other rods`;
}

function refuseFarOff(system: RodSystem, k: number): void {
  const { a, b, length } = system.rods[k];
  const found = distance(system.positions, a, b);
  if (Math.abs(found - length) <= looseRod * length) return;
  const reason = `${rodName(system, k)} has the length ${length}, but its ends start ${round(found)} apart`;
  throw new RodError(k, reason, 'correct the length or the places');
}

function refuseDisagreement(system: RodSystem, k: number, x: Float64Array): void {
  const { a, b, length } = system.rods[k];
  const found = distance(x, a, b);
  if (Math.abs(found - length) <= agreement * length) return;
  const reason = `${rodName(system, k)} has the length ${length}, but the other rods leave it ${found}`;
  throw new RodError(k, reason, 'give it that length, or take it out');
}

function distance(x: Float64Array, a: number, b: number): number {
  return Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]);
}
