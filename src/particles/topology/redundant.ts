// The check of the rods of a system, made once: invalid rods, lengths that no shape can have, and redundant rods, whose rows of
// G = ∂g/∂x depend linearly on others at the start.
//   possible    every rod is at most as long as any path along other rods between its ends (the triangle inequality)
//   everywhere  redundant at nearby positions too, such as the tenth distance of methane. The rod may be left out, if its
//               length is the one that the others imply
//   here only   a flat or straight shape with more rods than it needs, such as a square with both diagonals. The rods act
//               to second order, and no method for regular constraints can satisfy them
// Rod solvers trust the result, `IndependentRods`; a reader of files leaves redundant rods out (independent-rods.ts).

import { norm2 } from '../../linalg/dense.ts';
import { patternFromRows } from '../../linalg/pattern.ts';
import { type DependentRow, rowRank } from '../../linalg/rank.ts';
import { pairName, rodName } from '../names.ts';
import type { IndependentRods, Rod, RodSystem } from '../system.ts';
import { cross3, difference } from '../vector3.ts';
import { fixedParticles, rodGroups, rodsByParticle, wayAround } from './rod-graph.ts';

/** A mistake in the rods of a system: which rod, what is wrong, and a correction. */
export class RodError extends RangeError {
  /** Its number in the system. */
  readonly rod: number;
  readonly reason: string;
  readonly hint: string;

  constructor(rod: number, reason: string, hint: string) {
    super(`${reason}; ${hint}`);
    this.name = 'RodError';
    this.rod = rod;
    this.reason = reason;
    this.hint = hint;
  }
}

/** Throws a RodError where rods are invalid or redundant. */
export function requireIndependentRods(system: RodSystem): IndependentRods {
  refuseInvalid(system);
  const [held] = immovableRods(system);
  if (held !== undefined)
    throw new RodError(
      held,
      `${rodName(system, held)} has no end that moves, so it holds nothing`,
      'leave the rod out',
    );
  const groups = closedGroups(system);
  for (const { rods } of groups) refuseImpossible(system, rods);
  const [first, ...more] = redundantAmong(
    system,
    groups.map(({ rods }) => rods),
  );
  if (first) throw refusal(system, first, 1 + more.length);
  return withIndependentRods(system);
}

/** The outcome of the check for a system whose rods were found independent. */
export const withIndependentRods = (system: RodSystem) => ({ system }) as IndependentRods;

/** Relative tolerance within which lengths count as collinear. */
const straight = 1e-6;

/** Groups of rods that form loops: the rods of trees are independent everywhere. */
export const closedGroups = (system: RodSystem) => rodGroups(system).filter(({ isTree }) => !isTree);

/** Rods between two fixed particles. */
export function immovableRods(system: RodSystem): number[] {
  const fixed = fixedParticles(system);
  return [...system.rods.keys()].filter(k => fixed.has(system.rods[k].a) && fixed.has(system.rods[k].b));
}

export function refuseInvalid(system: RodSystem): void {
  system.rods.forEach((rod, k) => {
    const fault = faultOf(system, rod, k);
    if (fault) throw new RodError(k, ...fault);
  });
}

/** What is wrong with a rod, and a correction. */
function faultOf(system: RodSystem, { a, b, length }: Rod, k: number): [string, string] | null {
  const { count, mass } = system;
  const isKnown = (i: number) => Number.isInteger(i) && i >= 0 && i < count;
  if (!isKnown(a) || !isKnown(b))
    return [
      `rod ${k} joins particles ${a} and ${b}, but there are ${count}`,
      `use numbers from 0 to ${count - 1}`,
    ];
  const name = () => rodName(system, k);
  if (a === b) return [`${name()} joins a particle with itself`, 'name two particles'];
  if (!(length > 0 && Number.isFinite(length)))
    return [`${name()} has the length ${length}`, 'give a positive number'];
  const massless = [a, b].find(i => !(mass[i] > 0) && !system.anchored.includes(i));
  return massless === undefined
    ? null
    : [`particle ${massless} at an end of ${name()} has no positive mass`, 'give it one, or anchor it'];
}

/** For rods that form loops: refuses two between the same particles, and lengths that the others do not allow. */
export function refuseImpossible(system: RodSystem, group: readonly number[]): void {
  if (isProperTriangle(system, group)) return;
  refuseTwice(system, group);
  const touching = rodsByParticle(system.rods, group);
  for (const k of group) refuseLong(system, group, k, touching);
}

/** Three rods between three particles, the longest shorter than the others together: a fast check for rigid waters. */
function isProperTriangle({ rods }: RodSystem, group: readonly number[]): boolean {
  if (group.length !== 3) return false;
  const [one, two, three] = group.map(k => rods[k]);
  const joins = (rod: Rod, i: number) => rod.a === i || rod.b === i;
  const shared = joins(two, one.a) ? one.a : one.b;
  const rest = one.a + one.b - shared;
  const apex = two.a + two.b - shared;
  if (!joins(two, shared) || apex === rest || !joins(three, rest) || !joins(three, apex)) return false;
  const longest = Math.max(one.length, two.length, three.length);
  return longest * (1 + straight) < one.length + two.length + three.length - longest;
}

function refuseTwice({ count, rods, ...names }: RodSystem, group: readonly number[]): void {
  const known = new Map<number, number>();
  for (const k of group) {
    const { a, b } = rods[k];
    const ends = Math.min(a, b) * count + Math.max(a, b);
    const other = known.get(ends);
    if (other !== undefined)
      throw new RodError(
        k,
        `${rodName({ rods, ...names }, k)} joins the same particles as rod ${other}`,
        'leave one of them out',
      );
    known.set(ends, k);
  }
}

/** Refuses a rod longer than a path around it, or as long: a straight line, where rods are dependent. */
function refuseLong(
  system: RodSystem,
  group: readonly number[],
  k: number,
  touching: ReturnType<typeof rodsByParticle>,
): void {
  const { a, b, length } = system.rods[k];
  const way = wayAround(system.rods, group, k, length * (1 + straight), touching);
  if (!way) return;
  const names = way.particles.map(i => system.names[i]).join('–');
  const total = way.lengths.reduce((sum, part) => sum + part, 0);
  const sum = `${way.lengths.map(round).join(' + ')} = ${round(total)}`;
  const head = `${rodName(system, k)} has the length ${length}`;
  if (total < length * (1 - straight))
    throw new RodError(
      k,
      `${head}, but the way ${names} along other rods is only ${sum}: no shape has such distances`,
      `shorten ${pairName(system, a, b)} or lengthen the others`,
    );
  throw new RodError(
    k,
    `${head}, as long as the way ${names} along other rods, ${sum}: these particles stand in line, and rods cannot hold a line`,
    'leave this rod out and let it bend, or hold it with a stiff angle',
  );
}

export function refusal(system: RodSystem, { rod, on, kind }: RedundantRod, count: number): RodError {
  const others = on.map(k => rodName(system, k)).join(', ');
  const more = count > 1 ? `; ${count} rods are redundant in all` : '';
  if (kind === 'everywhere')
    return new RodError(
      rod,
      `${rodName(system, rod)} is redundant: it follows from ${others}${more}`,
      'take it out, or let redundant rods be left out',
    );
  return new RodError(
    rod,
    `${rodName(system, rod)} acts along the same directions as ${others} in this flat or straight shape, and rods cannot hold it${more}`,
    'take out as many rods as the shape does not need and let it bend, or hold it with stiff angles',
  );
}

export const round = (value: number) => Number(value.toPrecision(6));

// Dependent rows of G, group by group, and whether they are dependent at nearby positions too.

export interface RedundantRod {
  /** Its number in the system. */
  readonly rod: number;
  /** The rods that it depends on. */
  readonly on: readonly number[];
  readonly kind: 'everywhere' | 'here only';
}

/** Displacement of particles in the test of nearby positions, relative to a rod. */
const nudge = 1e-2;

/** Among rods that share particles, given by their numbers, group by group. */
export function redundantAmong(system: RodSystem, groups: Iterable<readonly number[]>): RedundantRod[] {
  const fixed = fixedParticles(system);
  const found: RedundantRod[] = [];
  for (const group of groups)
    if (!isOpenTriangle(system, group, fixed)) found.push(...redundantIn(system, group, fixed));
  return found;
}

/** Smallest sine of the angle between two rods whose directions count as independent. */
const openSine = 1e-2;

/** Three moving particles, all joined and not collinear, such as a rigid water: independent, no rank needed. */
function isOpenTriangle(
  { rods, positions }: RodSystem,
  group: readonly number[],
  fixed: ReadonlySet<number>,
): boolean {
  if (group.length !== 3) return false;
  const ends = [...new Set(group.flatMap(k => [rods[k].a, rods[k].b]))];
  if (ends.length !== 3 || ends.some(i => fixed.has(i))) return false;
  const [d, e, normal] = [0, 1, 2].map(() => new Float64Array(3));
  difference(positions, ends[1], ends[0], d);
  difference(positions, ends[2], ends[0], e);
  cross3(d, e, normal);
  return norm2(normal) > openSine * norm2(d) * norm2(e);
}

function redundantIn(
  system: RodSystem,
  group: readonly number[],
  fixed: ReadonlySet<number>,
): RedundantRod[] {
  const here = dependentRows(system, group, fixed, system.positions);
  if (here.length === 0) return [];
  const nearby = dependentRows(system, group, fixed, nudged(system, group, fixed));
  return here.map(({ row, on }) => ({
    rod: group[row],
    on: on.map(other => group[other]),
    // Nearby the rank can only be higher: with as many dependent rods there, all of them remain dependent.
    kind: nearby.length === here.length ? 'everywhere' : 'here only',
  }));
}

function dependentRows(
  { rods }: RodSystem,
  group: readonly number[],
  fixed: ReadonlySet<number>,
  x: Float64Array,
): DependentRow[] {
  const ends = group.map(k => [rods[k].a, rods[k].b].filter(i => !fixed.has(i)).sort((i, j) => i - j));
  const pattern = patternFromRows(
    ends.map(moving => moving.flatMap(i => [3 * i, 3 * i + 1, 3 * i + 2])),
    x.length,
  );
  const values = ends.flatMap((moving, row) => {
    const { a, b } = rods[group[row]];
    return moving.flatMap(i => [0, 1, 2].map(c => (i === a ? 1 : -1) * (x[3 * a + c] - x[3 * b + c])));
  });
  return rowRank(pattern, Float64Array.from(values)).dependent;
}

/** Positions with every moving particle displaced a little, each in a different direction. */
function nudged(
  { positions, rods }: RodSystem,
  group: readonly number[],
  fixed: ReadonlySet<number>,
): Float64Array {
  const x = positions.slice();
  const shortest = group.reduce((least, k) => Math.min(least, rods[k].length), Number.POSITIVE_INFINITY);
  const moving = new Set(group.flatMap(k => [rods[k].a, rods[k].b]).filter(i => !fixed.has(i)));
  let k = 0;
  for (const i of moving)
    for (let c = 0; c < 3; c++) x[3 * i + c] += nudge * shortest * Math.sin(1 + 2.399963 * (k++) ** 1.37);
  return x;
}
