// The start of a problem that is given in velocities: momenta, or velocities that become momenta, p = L_v(q, v). Whether
// the way back, from momenta to velocities, is open there is looked at before anything moves.

import type { CompiledFunctions } from '../formula/functions.ts';
import type { Scope } from '../formula/scope.ts';
import { maxAbs } from '../linalg/dense.ts';
import { assign } from './assignments.ts';
import type { Coordinates } from './coordinates.ts';
import type { Hamiltonian } from './hamiltonian.ts';
import { createMassMatrix, faultOf, isPositiveDefinite } from './mass-matrix.ts';
import { ProblemError } from './problem-error.ts';
import type { Assignments } from './schema.ts';
import type { State } from './state.ts';
import { momentumName, velocityName } from './state-names.ts';

/** What the file gives. */
export interface Start {
  readonly q: Float64Array;
  /** Momenta, or velocities where no momentum is given. */
  readonly rates: Float64Array;
  readonly are: 'momenta' | 'velocities';
}

export function readStart(entries: Assignments, values: Scope, coordinates: Coordinates): Start {
  const { n, names } = coordinates;
  // NaN: nothing is given.
  const all = new Float64Array(3 * n).fill(Number.NaN);
  assign({ entries, path: ['initial'], coordinates, values, out: all });
  const [q, p, v] = [0, n, 2 * n].map(from => all.subarray(from, from + n));
  const firstGiven = (part: Float64Array) => names.find((_, i) => !Number.isNaN(part[i]));
  const [momentum, velocity] = [firstGiven(p), firstGiven(v)];
  if (momentum !== undefined && velocity !== undefined)
    throw new ProblemError(
      ['initial', velocityName(velocity)],
      `the start has a velocity, “${velocityName(velocity)}”, and a momentum, “${momentumName(momentum)}”`,
      { hint: 'give either velocities or momenta; what is missing is 0' },
    );
  const are = momentum === undefined ? 'velocities' : 'momenta';
  return { q: orZero(q), rates: orZero(are === 'momenta' ? p : v), are };
}

const orZero = (values: Float64Array) => values.map(value => (Number.isNaN(value) ? 0 : value));

function joined(q: Float64Array, rates: Float64Array): Float64Array {
  const out = new Float64Array(2 * q.length);
  out.set(q);
  out.set(rates, q.length);
  return out;
}

/** z = (q, p) where p = mᵢvᵢ. */
export function classicalState({ q, rates, are }: Start, masses: Float64Array): State {
  return joined(q, are === 'momenta' ? rates : rates.map((v, i) => masses[i] * v));
}

/** z = (q, p) where p = L_v(q, v). */
export function startState({ q, rates, are }: Start, L: CompiledFunctions, names: readonly string[]): State {
  const n = q.length;
  const z = joined(q, rates);
  if (are === 'momenta') return z;
  const slope = new Float64Array(2 * n);
  L.gradient(z, slope);
  // Without −0, which would be printed.
  for (let i = n; i < 2 * n; i++) z[i] = slope[i] + 0;
  const bad = names.findIndex((_, i) => !Number.isFinite(z[n + i]));
  if (bad < 0) return z;
  throw new ProblemError(
    ['initial'],
    `the momentum ${momentumName(names[bad])}, the derivative of the Lagrangian by ${velocityName(names[bad])}, is ${z[n + bad]}`,
    { hint: 'start elsewhere, or correct the formula' },
  );
}

/** Where the energy stands in the file, and the names of the coordinates. */
export interface Place {
  readonly key: 'kinetic' | 'lagrangian';
  readonly names: readonly string[];
}

const hints = {
  kinetic:
    'every velocity needs its kinetic energy; at a pole of the coordinates start elsewhere; for massless directions write “hamiltonian”',
  lagrangian:
    'velocities follow from momenta only where ∂²L/∂v² is invertible; start elsewhere, or write “hamiltonian”',
};

function refusal({ key }: Place, reason: string): ProblemError {
  return new ProblemError([key], reason, { hint: hints[key] });
}

/** Sign of det L_vv at rest, where the search for velocities begins; refuses a matrix that cannot be used there. */
export function orientationAtRest({ q }: Start, L: CompiledFunctions, place: Place): -1 | 0 | 1 {
  const n = q.length;
  const mass = createMassMatrix(L, n);
  mass.at(joined(q, new Float64Array(n)));
  const what = place.key === 'kinetic' ? 'the mass matrix ∂²T/∂v²' : 'the matrix ∂²L/∂v²';
  const fault = faultOf(mass.matrix, place.names.map(velocityName));
  if (fault) throw refusal(place, `${what} ${fault}`);
  if (place.key === 'kinetic' && !isPositiveDefinite(mass.matrix, n))
    throw refusal(place, `${what} is not positive definite at the start`);
  return mass.sign();
}

/** Relative: velocities that differ by more are others. */
const closeness = 1e-6;

/** The velocities of the start must follow from its momenta. */
export function checkVelocities({ rates, are }: Start, H: Hamiltonian, initial: State, place: Place): void {
  const gradient = new Float64Array(2 * H.n);
  H.gradient(initial, gradient);
  const found = gradient.subarray(H.n);
  if (!found.every(Number.isFinite))
    throw refusal(place, 'no velocities are found for the momenta of the start');
  const bound = closeness * maxAbs(rates);
  const astray = found.findIndex((v, i) => Math.abs(v - rates[i]) > bound);
  if (are === 'momenta' || astray < 0) return;
  const other = `${velocityName(place.names[astray])} = ${found[astray]}`;
  throw refusal(place, `other velocities have the momenta of the start, with ${other}`);
}
