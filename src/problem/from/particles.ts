// A problem of the engine from particles: q are the positions of all particles that move, x, y, z of each, H the sum
// of kinetic energy and force terms, g the rods. Anchored particles are not in q; rods may end at them.

import { once } from '../../formula/once.ts';
import { createLastPoint } from '../../linalg/last-point.ts';
import { fullPattern } from '../../linalg/pattern.ts';
import type {
  ForceTerm,
  IndependentRods,
  ParticleSystem,
  RodSettings,
  RodSystem,
} from '../../particles/system.ts';
import { RodError, requireIndependentRods } from '../../particles/topology/redundant.ts';
import { createDifference } from '../central-difference.ts';
import type { Curvature, Hamiltonian, Separable } from '../hamiltonian.ts';
import type { Observable, Particles, Problem, RunDefaults } from '../problem.ts';
import { ProblemError } from '../problem-error.ts';
import type { State } from '../state.ts';
import { fillBlock } from './hand-written-problem.ts';
import { rodConstraints } from './rod-constraints.ts';

/** Particles and force terms that make up a problem. */
export interface ParticleProblem {
  readonly name: string;
  readonly system: ParticleSystem;
  readonly terms: readonly ForceTerm[];
  readonly observables?: readonly Observable[];
  readonly run?: RunDefaults;
  /** The curvature of those terms that are stiff. */
  readonly stiff?: Curvature;
  /** How rods are to be kept. */
  readonly constraints?: RodSettings;
  /** The outcome of the check of these rods at these positions, where whoever read them has made it. */
  readonly checkedRods?: IndependentRods | undefined;
  readonly notes?: readonly string[];
  readonly temperature?: Particles['temperature'];
  readonly units?: Particles['units'];
}

/** A problem from particles: H = Σ p²/2m + Σ U, |r_a − r_b|² = length² for each rod. */
export function problemFromParticles(given: ParticleProblem): Problem {
  const { system, terms } = given;
  const moving = movingParticles(system);
  const n = 3 * moving.length;
  return {
    name: given.name,
    n,
    coordinates: coordinateNames(moving),
    H: particleHamiltonian(system, terms, given.stiff ?? null),
    g: rodConstraints(system, placesInState(system, moving), n),
    initial: gather([system.positions, system.momenta], moving),
    observables: given.observables ?? [],
    parameters: {},
    run: given.run ?? {},
    particles: {
      system,
      terms,
      constraints: given.constraints ?? {},
      independentRods: once(() => given.checkedRods ?? independentRodsOf(system)),
      notes: given.notes ?? [],
      temperature: given.temperature,
      units: given.units,
    },
  };
}

/** The outcome of the check of rods; a mistake is at `rods` of the problem. */
export function independentRodsOf(system: RodSystem): IndependentRods {
  try {
    return requireIndependentRods(system);
  } catch (error) {
    if (!(error instanceof RodError)) throw error;
    throw new ProblemError(['rods', error.rod], error.reason, { hint: error.hint });
  }
}

/** ½pᵀM⁻¹p + the sum of the terms, for the particles that move; `stiff`: the curvature of those terms that are stiff. */
export function particleHamiltonian(
  system: ParticleSystem,
  terms: readonly ForceTerm[],
  stiff: Curvature | null,
): Hamiltonian {
  const moving = movingParticles(system);
  return hamiltonian(createPotential(system, terms, moving), inverseMasses(system, moving), stiff);
}

/** Numbers of the particles that move, ascending. */
export function movingParticles({ count, anchored }: ParticleSystem): Int32Array {
  const fixed = new Set(anchored);
  const moving = new Int32Array(count - fixed.size);
  for (let i = 0, at = 0; i < count; i++) if (!fixed.has(i)) moving[at++] = i;
  return moving;
}

/** Where each particle begins in q; −1 for one that does not move. */
export function placesInState({ count }: ParticleSystem, moving: Int32Array): Int32Array {
  const place = new Int32Array(count).fill(-1);
  moving.forEach((i, at) => {
    place[i] = 3 * at;
  });
  return place;
}

/** Numbers of x, y and z of these particles among the coordinates of all. */
export function coordinatesOf(particles: Int32Array): Int32Array {
  return Int32Array.from(
    { length: 3 * particles.length },
    (_, k) => 3 * particles[Math.floor(k / 3)] + (k % 3),
  );
}

function coordinateNames(moving: Int32Array): string[] {
  const names: string[] = [];
  for (const i of moving) names.push(`r[${i}][0]`, `r[${i}][1]`, `r[${i}][2]`);
  return names;
}

const inverseMasses = ({ mass }: ParticleSystem, moving: Int32Array) =>
  Float64Array.from({ length: 3 * moving.length }, (_, at) => 1 / mass[moving[Math.floor(at / 3)]]);

/** The entries of the moving particles, array after array. */
function gather(arrays: readonly Float64Array[], moving: Int32Array): Float64Array {
  const out = new Float64Array(3 * arrays.length * moving.length);
  let at = 0;
  for (const array of arrays)
    for (const i of moving) for (let k = 3 * i; k < 3 * i + 3; k++) out[at++] = array[k];
  return out;
}

/** V(q) of the moving particles, with derivatives. */
interface Potential {
  value(z: State): number;
  gradient(z: State, out: Float64Array): void;
  /** Only the first n entries of v are read and of out written. */
  hessianTimes(z: State, v: Float64Array, out: Float64Array): void;
}

/**
 * Maps q to the positions of all particles, of which the anchored ones never change. Energy and gradient at the last point are
 * cached (for bitwise the same q only): the energy of a state that a step has just reached costs nothing, and neither does
 * the force where the next one begins. Work space is allocated at the first evaluation: a large problem is often only loaded.
 */
function createPotential(
  { positions, count }: ParticleSystem,
  terms: readonly ForceTerm[],
  moving: Int32Array,
): Potential {
  const work = once(() => {
    const [slope, direction, image] = [0, 1, 2].map(() => new Float64Array(3 * count));
    const place = coordinatesOf(moving);
    return { x: positions.slice(), slope, direction, image, place, last: createLastPoint(place.length) };
  });
  let energy = Number.NaN;
  const scatter = (from: Float64Array, to: Float64Array) => {
    const { place } = work();
    for (let at = 0; at < place.length; at++) to[place[at]] = from[at];
  };
  const collect = (from: Float64Array, out: Float64Array) => {
    const { place } = work();
    if (place.length === from.length) out.set(from);
    else for (let at = 0; at < place.length; at++) out[at] = from[place[at]];
  };
  return {
    value(z) {
      const { x, last } = work();
      if (last.is(z)) return energy;
      scatter(z, x);
      let sum = 0;
      for (const term of terms) sum += term.energy(x);
      return sum;
    },
    gradient(z, out) {
      const { x, slope, last } = work();
      if (!last.is(z)) {
        last.set(z);
        scatter(z, x);
        slope.fill(0);
        energy = 0;
        for (const term of terms) energy += term.addGradient(x, slope);
      }
      collect(slope, out);
    },
    hessianTimes(z, v, out) {
      const { x, direction, image } = work();
      scatter(z, x);
      scatter(v, direction);
      image.fill(0);
      for (const term of terms) term.addHessianTimes(x, direction, image);
      collect(image, out);
    },
  };
}

function hamiltonian(V: Potential, inverseMass: Float64Array, stiff: Curvature | null): Hamiltonian {
  const n = inverseMass.length;
  const kinetic = (v: Float64Array, out: Float64Array) => {
    for (let i = 0; i < n; i++) out[n + i] = inverseMass[i] * v[n + i];
  };
  const times = (z: State, v: Float64Array, out: Float64Array) => {
    V.hessianTimes(z, v, out);
    kinetic(v, out);
  };
  const pattern = once(() => fullPattern(2 * n, 2 * n));
  return {
    n,
    separable: separable(V, inverseMass, stiff),
    value(z) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += inverseMass[i] * z[n + i] * z[n + i];
      return 0.5 * sum + V.value(z);
    },
    gradient(z, out) {
      V.gradient(z, out);
      kinetic(z, out);
    },
    hessianTimes: times,
    get hessianPattern() {
      return pattern();
    },
    hessian: (z, out) => fillBlock(2 * n, 2 * n, (unit, column) => times(z, unit, column), out),
  };
}

/** V'' is full, and made column by column: for small systems. Large ones keep to methods that do not ask for it. */
function separable(V: Potential, inverseMass: Float64Array, stiff: Curvature | null): Separable {
  const n = inverseMass.length;
  const pattern = once(() => fullPattern(n, n));
  const third = once(() => {
    const along = new Float64Array(2 * n);
    return { along, bend: createDifference((z, out) => V.hessianTimes(z, along, out), 2 * n, n) };
  });
  return {
    inverseMass,
    potential: V.value,
    gradient: V.gradient,
    get hessianPattern() {
      return pattern();
    },
    hessian: (z, out) => fillBlock(n, 2 * n, (unit, column) => V.hessianTimes(z, unit, column), out),
    third(z, a, out) {
      const { along, bend } = third();
      for (let i = 0; i < n; i++) along[i] = a[i];
      bend(z, along, out);
    },
    stiff,
  };
}
