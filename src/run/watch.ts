// Displacement check of particles after each step: the displacement caused by forces alone,
//   d = x(t + h) − x(t) − h p(t)/m = ½h² F/m + …,
// must be smaller than the shortest length of the system, or the step does not resolve the motion. A single atom that is thrown
// off is detected at once; the total energy of a large box would hide it for many steps. Free flight does not count: a molecule
// may move as fast as its momentum says.

import type { ForceTerm } from '../particles/system.ts';
import { isKind, isPairTerm } from '../particles/terms/kinds.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { type Failure, failed } from '../solvers/outcome.ts';

interface ParticleWatch {
  /** null while all is well. */
  check(before: State, h: number, after: State): Failure | null;
}

/** null: no particles, or no length to compare with. */
export function createParticleWatch({ particles, n, H }: Problem): ParticleWatch | null {
  const inverseMass = H.separable?.inverseMass;
  const limit = particles ? shortestLength(particles) : Number.POSITIVE_INFINITY;
  if (!inverseMass || !Number.isFinite(limit)) return null;
  return {
    check(before, h, after) {
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
      return entry < 0 ? null : displaced(before, after, entry, Math.sqrt(largest));
    },
  };
}

function displaced(before: State, after: State, entry: number, byForces: number): Failure {
  const way = Math.hypot(...[0, 1, 2].map(k => after[entry + k] - before[entry + k]));
  const [moved, off] = [way, byForces].map(value => Number(value.toPrecision(3)));
  const share = off < 0.99 * moved ? `, ${off} Å of it thrown by forces` : '';
  return failed('unstable', `an atom moved ${moved} Å in one step${share}`, { entry });
}

/** Twice the shortest rod, the shortest cut-off, half of the shortest edge; in open space without any the largest atom. */
function shortestLength({ system, terms }: Particles): number {
  const cutoffs = terms.filter(isPairTerm).map(({ pairs }) => pairs.cutoff);
  const rods = system.rods.reduce(
    (least, { length }) => Math.min(least, 2 * length),
    Number.POSITIVE_INFINITY,
  );
  const edges = system.box?.edges.map(edge => edge / 2) ?? [];
  const shortest = Math.min(rods, ...cutoffs, ...edges);
  return Number.isFinite(shortest) ? shortest : largestAtom(terms);
}

function largestAtom(terms: readonly ForceTerm[]): number {
  const { c12, c6 } = terms.find(isKind('lennard-jones'))?.table ?? {};
  if (!c12 || !c6) return Number.POSITIVE_INFINITY;
  const sizes = Array.from(c12, (value, k) => (value > 0 ? (value / c6[k]) ** (1 / 6) : 0));
  return Math.max(...sizes) || Number.POSITIVE_INFINITY;
}
