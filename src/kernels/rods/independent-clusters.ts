// The clusters of a system with redundant rods refused by name or, if asked, left out where the other rods imply them.

import { rodName } from '../../particles/names.ts';
import { type RedundantRod, redundantAmong } from '../../particles/topology/redundant.ts';
import { ProblemError } from '../../problem/problem-error.ts';
import { chainNewton } from './chain-newton.ts';
import { type Cluster, findClusters } from './clusters.ts';
import { checkRods, type RodSystem, rodError, rodTable } from './table.ts';

interface IndependentClusters {
  readonly clusters: readonly Cluster[];
  /** Numbers of the rods that were left out. */
  readonly leftOut: readonly number[];
}

/** refuse: a redundant rod is a mistake. leave out: it is not solved for, if its length is the one the others imply. */
export type RedundancyRule = 'refuse' | 'leave out';

/** A rod that is left out must agree with the others this well. */
const agreement = 1e-8;
const landing = 1e-12;

export function independentClusters(system: RodSystem, rule: RedundancyRule): IndependentClusters {
  checkRods(system);
  const clusters = findClusters(system);
  for (const cluster of clusters) checkTriangle(system, cluster);
  const redundant = redundantRods(system, clusters);
  if (redundant.length === 0) return { clusters, leftOut: [] };
  const fatal = redundant.find(({ kind }) => rule === 'refuse' || kind === 'here only');
  if (fatal) throw refusal(system, fatal, redundant.length);
  return withoutImplied(system, redundant);
}

/** Three rods that close must be able to. */
function checkTriangle({ rods }: RodSystem, { shape, rods: numbers }: Cluster): void {
  if (shape !== 'water') return;
  const [short, middle, long] = numbers.map(k => rods[k].length).sort((k, l) => k - l);
  if (short + middle > long) return;
  throw new ProblemError(
    ['rods', numbers[0]],
    `rods of lengths ${short}, ${middle} and ${long} do not close to a triangle`,
    { hint: 'the longest must be shorter than the other two together' },
  );
}

function refusal(system: RodSystem, { rod, on, kind }: RedundantRod, count: number): ProblemError {
  const others = on.map(k => rodName(system, k)).join(', ');
  const more = count > 1 ? `; ${count} rods are redundant in all` : '';
  const reason =
    kind === 'everywhere'
      ? `${rodName(system, rod)} is redundant: it follows from ${others}${more}`
      : `${rodName(system, rod)} acts along the same directions as ${others} in this flat or straight shape${more}`;
  const hint =
    kind === 'everywhere'
      ? 'take it out of the list, or ask that redundant rods be left out'
      : 'hold the shape with fewer rods, or start from one that is not flat; leaving a rod out would let it bend';
  return new ProblemError(['rods', rod], reason, { hint });
}

function withoutImplied(system: RodSystem, redundant: readonly RedundantRod[]): IndependentClusters {
  const dropped = new Set(redundant.map(({ rod }) => rod));
  const clusters = keeping(system, dropped);
  const x = landed(system, clusters);
  const all = rodTable(
    system,
    system.rods.map((_, k) => k),
  );
  for (const { rod } of redundant) {
    if (rodError(all, rod, x) <= agreement) continue;
    const { a, b, length } = system.rods[rod];
    const implied = Math.hypot(...[0, 1, 2].map(c => x[3 * a + c] - x[3 * b + c]));
    throw new ProblemError(
      ['rods', rod],
      `${rodName(system, rod)} has length ${length}, but the other rods leave it ${implied}`,
      { hint: `give it the length ${implied}, or take it out of the list` },
    );
  }
  return { clusters, leftOut: [...dropped].sort((k, l) => k - l) };
}

/** Clusters of the rods that stay, by their numbers in the whole system. */
function keeping(system: RodSystem, dropped: ReadonlySet<number>): Cluster[] {
  const kept = system.rods.map((_, k) => k).filter(k => !dropped.has(k));
  const rest = { ...system, rods: kept.map(k => system.rods[k]) };
  return findClusters(rest).map(cluster => ({ ...cluster, rods: cluster.rods.map(k => kept[k]) }));
}

/** The start, moved until the rods of these clusters have their lengths. */
function landed(system: RodSystem, clusters: readonly Cluster[]): Float64Array {
  const x = system.positions.slice();
  const p = new Float64Array(x.length);
  for (const { rods } of clusters) {
    const solver = chainNewton(rodTable(system, rods), rods.length, landing);
    const outcome = solver.moveOntoRods(system.positions, 1, x, p);
    if (!outcome.ok)
      throw new ProblemError(
        ['rods', outcome.equation],
        `the start is far from its rods: ${outcome.detail}`,
        {
          hint: 'give positions in which the rods have their lengths',
        },
      );
  }
  return x;
}

// Redundant rods (particles/redundant-rods.ts) among the clusters of a system. Clusters that are trees have independent
// rods wherever they are, and so has a triangle that is one.

/** For all clusters of a system. */
function redundantRods(system: RodSystem, clusters: readonly Cluster[]): RedundantRod[] {
  const doubtful = clusters.filter(({ isTree, shape }) => !isTree && shape !== 'water');
  return redundantAmong(
    system,
    doubtful.map(({ rods }) => rods),
  );
}
