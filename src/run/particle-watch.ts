// One look at particles after each step: what forces did to a place in this step, beyond the way it was going,
//   d = x(t + h) − x(t) − h p(t)/m = ½h² F/m + …,
// is small against the shortest length that matters, or the step has nothing to do with the motion. A single atom that takes
// off is seen at once, where the total energy of a large box would hide it for long. The way itself does not count: a
// molecule may fly as fast as it likes.

import type { PairTerm } from '../particles/pair-term.ts';
import type { LennardJones } from '../particles/terms/lennard-jones.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { type Failure, failed } from '../solvers/outcome.ts';
import { plainTerms } from '../wasm/fast-terms.ts';

export interface ParticleWatch {
  /** null while all is well. */
  look(before: State, h: number, after: State): Failure | null;
}

/** null: no particles, or no length to compare with. */
export function createParticleWatch({ particles, n, H }: Problem): ParticleWatch | null {
  const inverseMass = H.separable?.inverseMass;
  const limit = particles ? shortestLength(particles) : Number.POSITIVE_INFINITY;
  if (!inverseMass || !Number.isFinite(limit)) return null;
  return {
    look(before, h, after) {
      let largest = limit * limit;
      let entry = -1;
      for (let i = 0; i < n; i += 3) {
        const w = h * inverseMass[i];
        const dx = after[i] - before[i] - w * before[n + i];
        const dy = after[i + 1] - before[i + 1] - w * before[n + i + 1];
        const dz = after[i + 2] - before[i + 2] - w * before[n + i + 2];
        const d2 = dx * dx + dy * dy + dz * dz;
        if (d2 <= largest) continue;
        largest = d2;
        entry = i;
      }
      return entry < 0 ? null : thrown(before, after, entry, Math.sqrt(largest));
    },
  };
}

function thrown(before: State, after: State, entry: number, byForces: number): Failure {
  const way = Math.hypot(...[0, 1, 2].map(k => after[entry + k] - before[entry + k]));
  const [moved, off] = [way, byForces].map(value => Number(value.toPrecision(3)));
  const share = off < 0.99 * moved ? `, ${off} Å of it thrown by forces` : '';
  return failed('unstable', `an atom moved ${moved} Å in one step${share}`, { entry });
}

/** Twice the shortest rod, the shortest cut-off, half of the shortest edge; in open space without any the largest atom. */
function shortestLength({ system, terms }: Particles): number {
  const plain = plainTerms(terms);
  const cutoffs = plain.flatMap(term => ('pairs' in term ? [(term as PairTerm).pairs.cutoff] : []));
  const rods = system.rods.reduce(
    (least, { length }) => Math.min(least, 2 * length),
    Number.POSITIVE_INFINITY,
  );
  const edges = system.box?.edges.map(edge => edge / 2) ?? [];
  const shortest = Math.min(rods, ...cutoffs, ...edges);
  return Number.isFinite(shortest) ? shortest : largestAtom(plain as readonly Partial<LennardJones>[]);
}

function largestAtom(terms: readonly Partial<LennardJones>[]): number {
  const { c12, c6 } = terms.find(({ table }) => table)?.table ?? {};
  if (!c12 || !c6) return Number.POSITIVE_INFINITY;
  const sizes = Array.from(c12, (value, k) => (value > 0 ? (value / c6[k]) ** (1 / 6) : 0));
  return Math.max(...sizes) || Number.POSITIVE_INFINITY;
}
