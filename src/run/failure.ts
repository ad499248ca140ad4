// The failure of a run, as a message: which step, which constraint, which residual, how many iterations, what to try.

import { particleName, rodName } from '../particles/names.ts';
import { nearestImage, type ParticleSystem } from '../particles/system.ts';
import { movingParticles } from '../problem/from/particles.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Failure } from '../solvers/outcome.ts';

/** Why a run stopped before its end. */
export interface RunFailure {
  /** Number of the step that failed; the state before it is the last good one. */
  readonly step: number;
  /** Time at which that step began. */
  readonly time: number;
  /** Name of the constraint with the largest residual, where the failure belongs to one. */
  readonly constraint: string | null;
  /** Number of the responsible atom, where there are particles and one is identified. */
  readonly particle?: number;
  readonly outcome: Failure;
  /** Message in one sentence: what happened, where, and what to try. */
  readonly message: string;
}

/** `z` is the state that could not be advanced; without it no particle is named. */
export function explainFailure(
  problem: Problem,
  outcome: Failure,
  step: number,
  time: number,
  z?: State,
): RunFailure {
  const constraint = problem.g.names[outcome.equation] ?? null;
  const among = z ? particleFailure(problem, outcome, z) : null;
  const parts = [`step ${step} from t = ${Number(time.toPrecision(8))} failed (${outcome.reason})`];
  // The message for particles contains the name of the rod.
  if (constraint && !among) parts.push(`constraint “${constraint}”`);
  if (Number.isFinite(outcome.residual)) parts.push(`residual ${outcome.residual.toExponential(2)}`);
  const { iterations } = outcome;
  if (iterations > 0) parts.push(`after ${iterations} iteration${iterations === 1 ? '' : 's'}`);
  const message = `${parts.join(', ')}: ${among?.words ?? outcome.detail}`;
  return { step, time, constraint, ...(among ? { particle: among.particle } : {}), outcome, message };
}

// The message of a failure among particles: which atom, which rod, the force on it at the last good state, its nearest neighbour,
// and what to try.

interface ParticleFailure {
  /** Number of the responsible atom. */
  readonly particle: number;
  readonly words: string;
}

/** z is the last good state; null when nothing points to an atom. */
function particleFailure(problem: Problem, outcome: Failure, z: State): ParticleFailure | null {
  const { particles, n, g, H } = problem;
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
  // Messages of kernels contain names of rods, those of the general methods numbers only.
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

/** Advice for too large a displacement: the step is too long, or atoms overlap at its start. Other failures have their own advice. */
function advice({ reason, detail }: Failure): string {
  const isTooFar = reason === 'unstable' || reason === 'not finite' || /so far in one step/.test(detail);
  if (!isTooFar || /initial values/.test(detail)) return '';
  const start = 'where it fails in the first steps, look for overlapping atoms (check) or start colder';
  return /halve the step|shorten the step|smaller step/.test(detail) ? start : `halve the step; ${start}`;
}
