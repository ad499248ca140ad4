// Puts molecules to their sites one after the other, each turned at random until it keeps its distance from those that
// are there. Deterministic: the same models, sites and seed give the same numbers.

import { createNormalSource, type NormalSource } from '../../random/random-numbers.ts';
import type { Box } from '../box.ts';
import { siteName } from '../particle-name.ts';
import { type Assembly, assemble, type Component, firstParticles, moleculesOf } from './assemble.ts';
import { type Clearance, type Crowd, clearanceOf, intruder, type Pair } from './closest-pair.ts';
import { createGrid, type Grid } from './grid.ts';
import { place, type Rotation } from './orientation.ts';
import type { Point } from './sites.ts';

export interface Filling {
  readonly components: readonly Component[];
  /** One for each molecule. */
  readonly sites: readonly Point[];
  readonly box: Box | null;
  readonly seed: number;
  /** A way to turn a molecule. */
  readonly turn: (random: NormalSource) => Rotation;
}

/** Part of σ that molecules keep apart. */
export const clearancePart = 0.8;
/** How often a molecule is turned before its place is called too narrow. */
const mostTurns = 500;

export function fillSites({ components, sites, box, seed, turn }: Filling): Assembly {
  const models = moleculesOf(components);
  const first = firstParticles(models);
  const assembly = assemble(components, new Float64Array(3 * first[models.length]), box);
  const { system, kinds } = assembly;
  const clearance = clearanceOf(kinds, clearancePart);
  const grid = createGrid(system.positions, box, clearance.longest || 1);
  const random = createNormalSource(seed);
  const order = components.length > 1 ? shuffled(sites, random) : sites;
  for (let m = 0; m < models.length; m++) {
    const own = system.positions.subarray(3 * first[m], 3 * first[m + 1]);
    let meeting: Pair | null = null;
    for (let k = 0; k < mostTurns; k++) {
      place(models[m].shape, turn(random), order[m], own);
      meeting = firstMeeting(system, first[m], first[m + 1], { grid, clearance });
      if (!meeting) break;
    }
    if (meeting) throw new RangeError(tooNarrow(assembly, meeting));
    for (let i = first[m]; i < first[m + 1]; i++) grid.add(i);
  }
  return assembly;
}

function firstMeeting(
  crowd: Crowd,
  from: number,
  to: number,
  { grid, clearance }: { grid: Grid; clearance: Clearance },
): Pair | null {
  for (let i = from; i < to; i++) {
    const meeting = intruder(crowd, i, grid, clearance);
    if (meeting) return meeting;
  }
  return null;
}

function tooNarrow({ system }: Assembly, { i, j, distance }: Pair): string {
  return `no room: ${siteName(system, i)} comes within ${distance.toFixed(2)} Å of ${siteName(system, j)} however it is turned; choose a lower density or a larger box`;
}

/** Fisher and Yates. */
export function shuffled<T>(list: readonly T[], random: NormalSource): T[] {
  const copy = [...list];
  for (let k = copy.length - 1; k > 0; k--) {
    const at = Math.floor(random.uniform() * (k + 1));
    [copy[k], copy[at]] = [copy[at], copy[k]];
  }
  return copy;
}
