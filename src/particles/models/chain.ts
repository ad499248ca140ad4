// What unbranched chains share: bonds between neighbours, all of one length, and a planar zigzag with all angles θ,
//   r_i = (i L sin(θ/2), (−1)^i ½ L cos(θ/2), 0),
// which is the all-trans shape. Pairs at most `reach` bonds apart are excluded from pair forces.

import type { Rod } from '../particle-system.ts';

export function chainRods(beads: number, length: number): Rod[] {
  return Array.from({ length: beads - 1 }, (_, a) => ({ a, b: a + 1, length }));
}

export function chainShape(beads: number, length: number, theta: number): number[] {
  const [along, across] = [length * Math.sin(theta / 2), (length / 2) * Math.cos(theta / 2)];
  return Array.from({ length: beads }, (_, i) => [i * along, i % 2 === 0 ? across : -across, 0]).flat();
}

export function chainExclusions(beads: number, reach: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < beads; i++)
    for (let j = i + 1; j <= Math.min(i + reach, beads - 1); j++) pairs.push([i, j]);
  return pairs;
}

/** C1, C2, …, the particles of a chain in files. */
export function beadName(letter: string, i: number): string {
  return `${letter}${i + 1}`;
}

/** More is a slip of the pen, and would not fit into memory. */
const mostBeads = 1e6;

export function wholeNumberOfBeads(beads: number, least: number, what: string): number {
  if (Number.isSafeInteger(beads) && beads >= least && beads <= mostBeads) return beads;
  if (beads > mostBeads) throw new RangeError(`${what} has at most ${mostBeads} beads, not ${beads}`);
  throw new RangeError(`${what} needs a whole number of at least ${least} beads, not ${beads}`);
}
