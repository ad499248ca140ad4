// Displacement check of particles after each step: the displacement caused by forces alone,
//   d = x(t + h) − x(t) − h p(t)/m = ½h² F/m + …,
// must be smaller than the shortest length of the system, or the step does not resolve the motion. A single atom that is thrown
// off is detected at once; the total energy of a large box would hide it for many steps. Free flight does not count: a molecule
// may move as fast as its momentum says.

import { accelerated } from '../kernels/particles/acceleration.ts';
import { particleName, rodName } from '../particles/names.ts';
import { type ForceTerm, nearestImage, type ParticleSystem } from '../particles/system.ts';
import { isKind, isPairTerm } from '../particles/terms/kinds.ts';
import { movingParticles } from '../problem/from/particles.ts';
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

// The message of a failure among particles: which atom, which rod, the force on it at the last good state, its nearest neighbour,
// and what to try.

interface ParticleFailure {
  /** Number of the atom to blame. */
  readonly particle: number;
  readonly words: string;
}

/** z is the last good state; null when nothing points to an atom. */
export function particleFailure(problem: Problem, outcome: Failure, z: State): ParticleFailure | null {
  const { particles, n, g } = problem;
  if (!particles || n === 0) return null;
  const { system } = particles;
  const gradient = new Float64Array(2 * n);
  accelerated(problem).H.gradient(z, gradient);
  const moving = movingParticles(system);
  const pull = (at: number) => {
    const force = Math.hypot(gradient[3 * at], gradient[3 * at + 1], gradient[3 * at + 2]);
    return Number.isFinite(force) ? force : Number.POSITIVE_INFINITY;
  };
  const rod = outcome.equation >= 0 && outcome.equation < g.m ? outcome.equation : null;
  const scene = { system, moving, rod, n };
  const at = suspectsOf(scene, outcome).reduce((worst, other) => (pull(other) > pull(worst) ? other : worst));
  const particle = moving[at];
  const name = particleName(system, particle);
  const cause = causeText(scene, outcome, name);
  const force = Number.isFinite(pull(at)) ? `${size(pull(at))} kcal/mol/Å` : 'not finite';
  const words = [
    cause,
    `the force on ${cause.includes(name) ? 'it' : name} was ${force}`,
    neighbourOf(particles, positionsOf(system, moving, z), particle),
    advice(outcome),
  ];
  return { particle, words: words.filter(Boolean).join('; ') };
}

/** What happened, with the name of the atom or the rod where one is known. */
function causeText({ system, rod }: Scene, { detail, entry }: Failure, name: string): string {
  if (entry !== undefined)
    return /^an atom /.test(detail) ? detail.replace('an atom', name) : `${name}: ${detail}`;
  if (rod === null) return detail;
  // Kernels name their rods; the general methods know numbers only.
  const rodsName = rodName(system, rod);
  return detail.includes(rodsName) ? detail : `${rodsName}: ${detail}`;
}

interface Scene {
  readonly system: ParticleSystem;
  readonly moving: Int32Array;
  readonly rod: number | null;
  readonly n: number;
}

/** Indices of the atoms that may have caused it: the atom that was found, the ends of the rod, or all. */
function suspectsOf({ system, moving, rod, n }: Scene, { entry }: Failure): number[] {
  if (entry !== undefined) return [Math.floor((entry % n) / 3)];
  if (rod === null) return [...moving.keys()];
  const ends = [system.rods[rod].a, system.rods[rod].b];
  return ends.map(end => moving.indexOf(end)).filter(at => at >= 0);
}

function positionsOf(system: ParticleSystem, moving: Int32Array, z: State): Float64Array {
  const x = system.positions.slice();
  moving.forEach((i, at) => {
    for (let k = 0; k < 3; k++) x[3 * i + k] = z[3 * at + k];
  });
  return x;
}

/** The nearest particle that is not excluded from its pair forces. */
function neighbourOf({ system }: Particles, x: Float64Array, i: number): string {
  const edges = system.box?.edges;
  const skipped = new Set([i, ...system.excluded[i]]);
  let [nearest, shortest] = [-1, Number.POSITIVE_INFINITY];
  for (let j = 0; j < system.count; j++) {
    if (skipped.has(j)) continue;
    const d = [0, 1, 2].map(k => {
      const difference = x[3 * i + k] - x[3 * j + k];
      return edges ? nearestImage(difference, edges[k]) : difference;
    });
    const distance = Math.hypot(...d);
    if (distance < shortest) [nearest, shortest] = [j, distance];
  }
  return nearest < 0
    ? ''
    : `its nearest neighbour was ${particleName(system, nearest)} at ${size(shortest)} Å`;
}

const size = (value: number) => String(Number(value.toPrecision(3)));

/** For a step that went too far: it is too long, or atoms overlap at its start. Other failures have advice of their own. */
function advice({ reason, detail }: Failure): string {
  const isTooFar = reason === 'unstable' || reason === 'not finite' || /so far in one step/.test(detail);
  if (!isTooFar || /initial values/.test(detail)) return '';
  const start = 'where it fails in the first steps, look for overlapping atoms (check) or start colder';
  return /halve the step|shorten the step|smaller step/.test(detail) ? start : `halve the step; ${start}`;
}
