// How many degrees of freedom share the kinetic energy of a run:
//   f = n − rank ∂g − c,
// with the rank at the start and c the number of components of the total momentum that the run keeps: those of particles
// along the axes in which nothing outside pulls at them, unless a thermostat kicks every particle by itself. An angular
// momentum that is kept (a cluster in open space) is not subtracted: few programs do, and in a box none is.

import { rowRank } from '../linalg/row-rank.ts';
import type { ForceTerm } from '../particles/force-term.ts';
import type { ParticleSystem } from '../particles/particle-system.ts';
import type { Problem } from '../problem/problem.ts';

/** What a run does to a problem, as far as its degrees of freedom go. */
export interface RunFacts {
  /** k_B T of a random method, which keeps no momentum; absent for all others. */
  readonly temperature?: number | undefined;
  /** The stiffness of a penalty in place of the constraints, which then take nothing away. */
  readonly omega?: number | undefined;
}

export interface Freedom {
  /** f. */
  readonly count: number;
  /** The axes 0, 1, 2 along which the total momentum is kept. */
  readonly kept: readonly number[];
}

export function freedomOf(problem: Problem, run: RunFacts = {}): Freedom {
  const kept = keptMomenta(problem, run);
  const rank = run.omega === undefined ? rankOf(problem) : 0;
  return { count: Math.max(0, problem.n - rank - kept.length), kept };
}

/** The axes along which a run keeps the total momentum of its particles. */
export function keptMomenta({ particles }: Problem, { temperature }: RunFacts): number[] {
  return particles && temperature === undefined ? unpulledAxes(particles.system, particles.terms) : [];
}

function rankOf({ g, initial }: Problem): number {
  const entries = new Float64Array(g.jacobianPattern.index.length);
  g.jacobian(initial, entries);
  return rowRank(g.jacobianPattern, entries).rank;
}

/** Total forces of round-off, relative to the sum of all: thousands of particles stay far below. */
const roundOff = 1e-10;
/** How far particles are moved to see it, relative to their distance: a symmetric start may hide a pull. */
const nudge = 1e-3;

/** The axes along which the forces on all particles add up to nothing, and not only where they start. */
function unpulledAxes(system: ParticleSystem, terms: readonly ForceTerm[]): number[] {
  if (system.anchored.length > 0) return [];
  const gradient = new Float64Array(3 * system.count);
  const x = nudged(system);
  for (const term of terms) term.addGradient(x, gradient);
  return [0, 1, 2].filter(axis => {
    let [sum, size] = [0, 0];
    for (let i = axis; i < gradient.length; i += 3) {
      sum += gradient[i];
      size += Math.abs(gradient[i]);
    }
    return Math.abs(sum) <= roundOff * size;
  });
}

/** The start with each particle a little aside, in a direction of its own. */
function nudged({ positions, count }: ParticleSystem): Float64Array {
  let reach = 0;
  for (let i = 3; i < positions.length; i++)
    reach = Math.max(reach, Math.abs(positions[i] - positions[i % 3]));
  const size = (nudge * (reach > 0 ? reach : 1)) / Math.cbrt(count);
  return positions.map((value, k) => value + size * Math.sin(1 + 2.399963 * k ** 1.37));
}
