// A failure among particles, in words: which atom, which rod, the force on it at the last good state, who stood next to it,
// and what to try.

import { nearestImage } from '../particles/box.ts';
import { particleName, rodName } from '../particles/particle-name.ts';
import type { ParticleSystem } from '../particles/particle-system.ts';
import { movingParticles } from '../problem/from-particles.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Failure } from '../solvers/outcome.ts';

export interface ParticleFailure {
  /** Number of the atom to blame. */
  readonly particle: number;
  readonly words: string;
}

/** z is the last good state; null when nothing points to an atom. */
export function particleFailure(
  { particles, n, H, g }: Problem,
  outcome: Failure,
  z: State,
): ParticleFailure | null {
  if (!particles || n === 0) return null;
  const { system } = particles;
  const gradient = new Float64Array(2 * n);
  H.gradient(z, gradient);
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
  const told = event(scene, outcome, name);
  const force = Number.isFinite(pull(at)) ? `${size(pull(at))} kcal/mol/Å` : 'not finite';
  const words = [
    told,
    `the force on ${told.includes(name) ? 'it' : name} was ${force}`,
    neighbourOf(particles, positionsOf(system, moving, z), particle),
    advice(outcome),
  ];
  return { particle, words: words.filter(Boolean).join('; ') };
}

/** What happened, with the name of the atom or the rod in it where one is known. */
function event({ system, rod }: Scene, { detail, entry }: Failure, name: string): string {
  if (entry !== undefined)
    return /^an atom /.test(detail) ? detail.replace('an atom', name) : `${name}: ${detail}`;
  if (rod === null) return detail;
  // Kernels name their rods; the general methods know numbers only.
  const rodsName = rodName(system, rod);
  return detail.includes(rodsName) ? detail : `${rodsName}: ${detail}`;
}

interface Scene {
  readonly system: ParticleSystem;
  readonly moving: readonly number[];
  readonly rod: number | null;
  readonly n: number;
}

/** Who may be to blame, as places in the state: the atom that was found, the ends of the rod, or everybody. */
function suspectsOf({ system, moving, rod, n }: Scene, { entry }: Failure): number[] {
  if (entry !== undefined) return [Math.floor((entry % n) / 3)];
  if (rod === null) return moving.map((_, at) => at);
  const ends = [system.rods[rod].a, system.rods[rod].b];
  return ends.map(end => moving.indexOf(end)).filter(at => at >= 0);
}

function positionsOf(system: ParticleSystem, moving: readonly number[], z: State): Float64Array {
  const x = system.positions.slice();
  moving.forEach((i, at) => {
    for (let k = 0; k < 3; k++) x[3 * i + k] = z[3 * at + k];
  });
  return x;
}

/** The nearest particle that it may feel. */
function neighbourOf({ system }: Particles, x: Float64Array, i: number): string {
  const edges = system.box?.edges;
  const strangers = new Set([i, ...system.excluded[i]]);
  let [nearest, shortest] = [-1, Number.POSITIVE_INFINITY];
  for (let j = 0; j < system.count; j++) {
    if (strangers.has(j)) continue;
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

/** A step that went too far may be too long, or have begun where atoms overlap; what else fails has said what to do. */
function advice({ reason, detail }: Failure): string {
  const isTooFar = reason === 'unstable' || reason === 'not finite' || /so far in one step/.test(detail);
  if (!isTooFar || /initial values/.test(detail)) return '';
  const start = 'where it fails in the first steps, look for overlapping atoms (check) or start colder';
  return /halve the step|shorten the step|smaller step/.test(detail) ? start : `halve the step; ${start}`;
}
