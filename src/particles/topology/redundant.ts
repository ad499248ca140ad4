// Redundant rods: rows of G = ∂g/∂x that depend on others at the start.
//   everywhere: also at places nearby, such as the tenth distance of methane. The rod may be left out, if its length is
//               the one that the others leave it;
//   here only:  a flat or straight shape with more rods than it needs, such as a square with both diagonals. The rods act
//               to second order, and no method for regular constraints can keep them.

import { patternFromRows } from '../../linalg/pattern.ts';
import { type DependentRow, rowRank } from '../../linalg/rank.ts';
import { type Named, pairName, rodName } from '../names.ts';
import type { ParticleSystem, Rod } from '../system.ts';
import { createRodGeometry } from './rod-geometry.ts';

export interface RedundantRod {
  /** Its number in the system. */
  readonly rod: number;
  /** The rods that it depends on. */
  readonly on: readonly number[];
  readonly kind: 'everywhere' | 'here only';
}

type RodsAtPlaces = Pick<ParticleSystem, 'positions' | 'rods' | 'anchored'>;

/** How far particles are moved to see whether a dependence holds nearby too, relative to a rod. */
const nudge = 1e-2;

/** Among rods that share particles, given by their numbers, group by group. */
export function redundantAmong(system: RodsAtPlaces, groups: Iterable<readonly number[]>): RedundantRod[] {
  const fixed = new Set(system.anchored);
  const found: RedundantRod[] = [];
  for (const group of groups) found.push(...redundantIn(system, group, fixed));
  return found;
}

function redundantIn(
  system: RodsAtPlaces,
  group: readonly number[],
  fixed: ReadonlySet<number>,
): RedundantRod[] {
  const here = dependentRows(system, group, fixed, system.positions);
  if (here.length === 0) return [];
  const nearby = dependentRows(system, group, fixed, nudged(system, group, fixed));
  return here.map(({ row, on }) => ({
    rod: group[row],
    on: on.map(other => group[other]),
    // Rank can only rise nearby: as many dependent rods there means that all of them stay so.
    kind: nearby.length === here.length ? 'everywhere' : 'here only',
  }));
}

function dependentRows(
  { rods }: RodsAtPlaces,
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

/** Moving particles a little aside, each in a direction of its own. */
function nudged(
  { positions, rods }: RodsAtPlaces,
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

// Independent rods of a system: lengths that no shape can have are refused, redundant rods are left out, and rounded positions
// are projected onto the rods.
//   possible   every rod is at most as long as any way along other rods between its ends (the triangle inequality)

type RodsOfSystem = Named & Pick<ParticleSystem, 'count' | 'mass' | 'positions' | 'rods' | 'anchored'>;

interface IndependentRods {
  readonly rods: readonly Rod[];
  /** On the rods. */
  readonly positions: Float64Array;
  /** For people: which rods are left out, and why. */
  readonly leftOut: readonly string[];
}

/** What is done with a rod that others imply. */
export type RedundancyRule = 'refuse' | 'leave out';

/** How far a rod may be off at the start, relative to its length: more is a mistake and not rounding. */
const looseRod = 0.1;
/** Lengths this near to a straight line make one. */
const straight = 1e-6;
/** A rod that is left out must agree with the others this well. */
const agreement = 1e-8;

/** Throws a RangeError that names the rod. */
export function independentRods(system: RodsOfSystem, rule: RedundancyRule): IndependentRods {
  refuseBadRods(system);
  const groups = rodGroups(system).filter(({ isTree }) => !isTree);
  for (const { rods } of groups) refuseImpossible(system, rods);
  for (let k = 0; k < system.rods.length; k++) refuseFarOff(system, k);
  const held = heldRods(system);
  const redundant = redundantAmong(
    system,
    groups.map(({ rods }) => rods.filter(k => !held.has(k))),
  );
  const fatal = redundant.find(({ kind }) => rule === 'refuse' || kind === 'here only');
  if (fatal) throw new RangeError(refusal(system, fatal));
  const implied = new Set(redundant.map(({ rod }) => rod));
  const rods = system.rods.filter((_, k) => !held.has(k) && !implied.has(k));
  const positions = system.positions.slice();
  if (!createRodGeometry({ ...system, rods }).restore(positions))
    throw new RangeError(
      `no shape near the given places has all rods at their lengths, such as ${rodName(system, 0)}; correct lengths or places`,
    );
  for (const k of implied) refuseDisagreement(system, k, positions);
  return { rods, positions, leftOut: redundant.map(one => leftOutName(system, one)) };
}

function leftOutName(system: RodsOfSystem, { rod, on }: RedundantRod): string {
  return `${rodName(system, rod)} is left out: it follows from ${on.length} other rods`;
}

function refuseBadRods(system: RodsOfSystem): void {
  const known = new Map<string, number>();
  system.rods.forEach(({ a, b, length }, k) => {
    const name = () => rodName(system, k);
    if (a === b) throw new RangeError(`${name()} joins a particle with itself; name two particles`);
    if (!(length > 0 && Number.isFinite(length)))
      throw new RangeError(`${name()} has the length ${length}; give a positive number`);
    const ends = `${Math.min(a, b)} ${Math.max(a, b)}`;
    const other = known.get(ends);
    if (other !== undefined)
      throw new RangeError(`${name()} joins the same particles as rod ${other}; leave one of them out`);
    known.set(ends, k);
  });
}

/** A rod longer than a way around it, or as long, which leaves a straight line that rods cannot hold. */
function refuseImpossible(system: RodsOfSystem, group: readonly number[]): void {
  for (const k of group) {
    const { a, b, length } = system.rods[k];
    const way = wayAround(system.rods, group, k, length * (1 + straight));
    if (!way) continue;
    const names = way.particles.map(i => system.names[i]).join('–');
    const total = way.lengths.reduce((sum, part) => sum + part, 0);
    const sum = `${way.lengths.map(round).join(' + ')} = ${round(total)}`;
    const reason =
      total < length * (1 - straight)
        ? `but the way ${names} along other rods is only ${sum}: no shape has such distances; shorten ${pairName(system, a, b)} or lengthen the others`
        : `as long as the way ${names} along other rods, ${sum}: these particles stand in line, and rods cannot hold a line; leave this rod out and let it bend, or hold it with a stiff angle`;
    throw new RangeError(`${rodName(system, k)} has the length ${length}, ${reason}`);
  }
}

function refuseFarOff(system: RodsOfSystem, k: number): void {
  const { a, b, length } = system.rods[k];
  const found = distance(system.positions, a, b);
  if (Math.abs(found - length) <= looseRod * length) return;
  throw new RangeError(
    `${rodName(system, k)} has the length ${length}, but its ends start ${round(found)} apart; correct the length or the places`,
  );
}

/** Rods with both ends anchored: there is nothing left to keep. */
function heldRods({ rods, anchored }: RodsOfSystem): Set<number> {
  const fixed = new Set(anchored);
  return new Set([...rods.keys()].filter(k => fixed.has(rods[k].a) && fixed.has(rods[k].b)));
}

function refusal(system: RodsOfSystem, { rod, on, kind }: RedundantRod): string {
  const others = on.map(k => rodName(system, k)).join(', ');
  if (kind === 'everywhere')
    return `${rodName(system, rod)} is redundant: it follows from ${others}; take it out, or let redundant rods be left out`;
  return (
    `${rodName(system, rod)} acts along the same directions as ${others} in this flat or straight shape, and rods cannot hold it; ` +
    'take out as many rods as the shape does not need and let it bend, or hold it with stiff angles'
  );
}

function refuseDisagreement(system: RodsOfSystem, k: number, x: Float64Array): void {
  const { a, b, length } = system.rods[k];
  const found = distance(x, a, b);
  if (Math.abs(found - length) <= agreement * length) return;
  throw new RangeError(
    `${rodName(system, k)} has the length ${length}, but the other rods leave it ${found}; give it that length, or take it out`,
  );
}

function distance(x: Float64Array, a: number, b: number): number {
  return Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]);
}

const round = (value: number) => Number(value.toPrecision(6));

// Rods as edges of a graph of particles: connected components, and the shortest path around an edge.

type Rods = Pick<ParticleSystem, 'rods' | 'anchored'>;

export interface RodGroup {
  /** Numbers, ascending. */
  readonly rods: readonly number[];
  /** No walk along different rods comes back to where it began; all anchored ends count as one place. */
  readonly isTree: boolean;
}

/** Rods that share particles; an anchored particle passes nothing on. */
export function rodGroups(system: Rods): RodGroup[] {
  const fixed = new Set(system.anchored);
  const touching = rodsByParticle(system.rods, system.rods.keys());
  const seen = new Set<number>();
  const groups: RodGroup[] = [];
  for (const first of system.rods.keys()) {
    if (seen.has(first)) continue;
    const rods = [first];
    seen.add(first);
    for (const k of rods)
      for (const end of [system.rods[k].a, system.rods[k].b])
        for (const other of fixed.has(end) ? [] : (touching.get(end) ?? [])) {
          if (seen.has(other)) continue;
          seen.add(other);
          rods.push(other);
        }
    groups.push({ rods: rods.sort((k, l) => k - l), isTree: isTree(system, rods, fixed) });
  }
  return groups;
}

function isTree({ rods }: Rods, group: readonly number[], fixed: ReadonlySet<number>): boolean {
  const ends = new Set(group.flatMap(k => [rods[k].a, rods[k].b]));
  const moving = [...ends].filter(i => !fixed.has(i)).length;
  return group.length === moving - (moving < ends.size ? 0 : 1);
}

function rodsByParticle(rods: readonly Rod[], numbers: Iterable<number>): Map<number, number[]> {
  const touching = new Map<number, number[]>();
  for (const k of numbers)
    for (const end of [rods[k].a, rods[k].b]) {
      const known = touching.get(end);
      if (known) known.push(k);
      else touching.set(end, [k]);
    }
  return touching;
}

export interface Way {
  readonly particles: readonly number[];
  readonly lengths: readonly number[];
}

/** The shortest way between the ends of rod k along other rods, unless it is longer than `most`; else null. Dijkstra. */
export function wayAround(
  rods: readonly Rod[],
  group: readonly number[],
  k: number,
  most: number,
): Way | null {
  const { a, b } = rods[k];
  const touching = rodsByParticle(rods, group);
  const reached = new Map<number, { far: number; by: number }>([[a, { far: 0, by: -1 }]]);
  const open = new Set([a]);
  while (open.size > 0) {
    const [at, far] = nearest(open, reached);
    open.delete(at);
    if (at === b) return wayBack(rods, reached, a, b);
    for (const by of touching.get(at) ?? []) {
      if (by === k) continue;
      const next = rods[by].a === at ? rods[by].b : rods[by].a;
      const total = far + rods[by].length;
      if (total > most || total >= (reached.get(next)?.far ?? Number.POSITIVE_INFINITY)) continue;
      reached.set(next, { far: total, by });
      open.add(next);
    }
  }
  return null;
}

type Reached = ReadonlyMap<number, { readonly far: number; readonly by: number }>;

function nearest(open: ReadonlySet<number>, reached: Reached): [number, number] {
  let best: [number, number] = [-1, Number.POSITIVE_INFINITY];
  for (const i of open) {
    const far = reached.get(i)?.far ?? Number.POSITIVE_INFINITY;
    if (far < best[1]) best = [i, far];
  }
  return best;
}

function wayBack(rods: readonly Rod[], reached: Reached, a: number, b: number): Way {
  const [particles, lengths] = [[b], [] as number[]];
  for (let at = b; at !== a; ) {
    const rod = rods[reached.get(at)?.by ?? 0];
    lengths.unshift(rod.length);
    at = rod.a === at ? rod.b : rod.a;
    particles.unshift(at);
  }
  return { particles, lengths };
}
