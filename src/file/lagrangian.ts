// An energy given in velocities: `lagrangian`, or `kinetic` with `potential`, L = T − V. In formulas the variables are
// q (0 … n−1), p (n … 2n−1) and v (2n … 3n−1). Where L = Σ ½mᵢvᵢ² − V(q) the problem is the same as with `mass`; any other
// L is transformed by Legendre's transformation.

import { type CompiledFunctions, compileFunctions, kinks } from '../formula/codegen/functions.ts';
import { directional } from '../formula/derivative.ts';
import { type Graph, type Node, reachable, substitute, variablesOf } from '../formula/graph.ts';
import { elaborateScalar } from '../formula/language/elaborate.ts';
import type { Scope } from '../formula/language/scope.ts';
import { maxAbs } from '../linalg/dense.ts';
import { hamiltonianFromFormula, type NamedEquation, separate } from '../problem/from/formulas.ts';
import {
  createMassMatrix,
  faultOf,
  isPositiveDefinite,
  legendreTransform,
} from '../problem/from/legendre.ts';
import type { Hamiltonian } from '../problem/hamiltonian.ts';
import { atPath, ProblemError } from '../problem/problem-error.ts';
import type { State } from '../problem/state.ts';
import { momentumName, velocityName } from '../problem/state.ts';
import { assign } from './sections/assignments.ts';
import type { Coordinates } from './sections/coordinates.ts';
import type { Assignments, ProblemSpec } from './sections/schema.ts';

type VelocityKey = 'kinetic' | 'lagrangian';

interface MotionTask {
  readonly spec: ProblemSpec;
  readonly key: VelocityKey;
  readonly coordinates: Coordinates;
  /** Scope of parameters only, for the start, and scope with coordinates, momenta and velocities. */
  readonly parameters: Scope;
  readonly scope: Scope;
  /** V and its stiff part; zero and null for a Lagrangian. */
  readonly potential: Node;
  readonly stiff: Node | null;
}

interface Motion {
  readonly H: Hamiltonian;
  /** V when H = ½pᵀM⁻¹p + V(q). */
  readonly potential: Node | null;
  readonly initial: State;
}

const rivals = {
  lagrangian: ['hamiltonian', 'kinetic', 'mass', 'potential', 'stiff'],
  kinetic: ['hamiltonian', 'mass'],
} as const;
const rivalHint = 'give one of: hamiltonian; lagrangian; kinetic and potential; mass and potential';

/** The key by which the energy is given in velocities; null when it is given otherwise. */
export function velocityKey(spec: ProblemSpec): VelocityKey | null {
  const key = (['lagrangian', 'kinetic'] as const).find(name => spec[name] !== undefined);
  if (!key) return null;
  const rival = rivals[key].find(name => spec[name] !== undefined);
  if (rival) throw new ProblemError([rival], `“${rival}” cannot stand beside “${key}”`, { hint: rivalHint });
  return key;
}

/** The dense mass matrix, its inverse and H'' cost memory like n². */
const maxCoordinates = 1000;

export function motionFromVelocities(task: MotionTask): Motion {
  const { spec, coordinates, parameters, scope, potential, stiff } = task;
  const { graph } = scope;
  const T = energyExpression(task);
  const start = readStart(spec.initial ?? {}, parameters, coordinates);
  const classical = constantMasses(graph, T, coordinates.n);
  if (!classical) return generalMotion(task, T, start);
  const { masses, rest } = classical;
  const H = classicalEnergy(graph, masses, graph.sub(potential, rest));
  const initial = classicalState(start, masses);
  return { ...hamiltonianFromFormula(graph, H, coordinates.n, stiff), initial };
}

function generalMotion({ key, coordinates, scope, potential }: MotionTask, T: Node, start: Start): Motion {
  const { n, names } = coordinates;
  const { graph } = scope;
  const L = graph.sub(T, potential);
  const quadratic = isQuadratic(graph, L, n);
  if (key === 'kinetic' && !quadratic)
    throw new ProblemError([key], 'the kinetic energy is not quadratic in the velocities', {
      hint: 'it must be ½ vᵀM(q)v; write anything else as “lagrangian”',
    });
  if (n > maxCoordinates)
    throw new ProblemError([key], `at most ${maxCoordinates} coordinates are possible here, not ${n}`, {
      hint: 'the mass matrix is held densely; only Σ ½ m v² with constant masses has no such limit',
    });
  const functions = compileFunctions(graph, [L], 2 * n);
  const orientation = orientationAtRest(start, functions, { key, names });
  const initial = startState(start, functions, names);
  const H = legendreTransform({ n, functions, isQuadratic: quadratic, orientation });
  checkVelocities(start, H, initial, { key, names });
  return { H, potential: null, initial };
}

/** T = Σ ½mᵢvᵢ² + rest(q), term by term; null for any other T. */
function constantMasses(graph: Graph, T: Node, n: number): { masses: Float64Array; rest: Node } | null {
  const parts = separate(graph, T, n);
  // The coefficients of the squares are mᵢ/2 in T, but 1/2mᵢ in H.
  const masses = parts?.inverseMass;
  const isUsable = masses?.every(mass => 1 / mass > 0 && Number.isFinite(1 / mass));
  return masses && isUsable ? { masses, rest: parts.V } : null;
}

/** Σ pᵢ²/2mᵢ + V, written as it is for `mass`. */
function classicalEnergy(graph: Graph, masses: Float64Array, V: Node): Node {
  return masses.reduce((H, mass, i) => {
    const square = graph.pow(graph.variable(masses.length + i), graph.constant(2));
    return graph.add(H, graph.mul(graph.constant(0.5 / mass), square));
  }, V);
}

/** T, or L for a Lagrangian, with the velocities as variables n … 2n−1. */
function energyExpression({ spec, key, scope, coordinates }: MotionTask): Node {
  const { n, names } = coordinates;
  const { graph } = scope;
  const written = atPath([key], () => elaborateScalar(String(spec[key]), scope));
  const momentum = variablesOf(graph, written).find(i => i >= n && i < 2 * n);
  if (momentum !== undefined)
    throw new ProblemError([key], `it contains the momentum “${momentumName(names[momentum - n])}”`, {
      hint: `write it with velocities, such as “${velocityName(names[momentum - n])}”, or give “hamiltonian”`,
    });
  return substitute(graph, written, leaf =>
    graph.op(leaf) === 'variable' && graph.datum(leaf) >= 2 * n
      ? graph.variable(graph.datum(leaf) - n)
      : leaf,
  );
}

/**
 * Whether L_vv does not depend on v: uᵀL_vv u, differentiated as a formula, contains no velocity. Functions with kinks
 * are linear on each side only, and do not count as quadratic.
 */
function isQuadratic(graph: Graph, L: Node, n: number): boolean {
  const isVelocity = (i: number) => i >= n && i < 2 * n;
  const along = (f: Node) => directional(graph, f, i => (isVelocity(i) ? graph.variable(i + n) : undefined));
  const bent = reachable(graph, [L]).filter(node => kinks.has(graph.op(node)));
  const isSmooth = !reachable(graph, bent).some(
    node => graph.op(node) === 'variable' && isVelocity(graph.datum(node)),
  );
  return isSmooth && !variablesOf(graph, along(along(L))).some(isVelocity);
}

/** A velocity in a constraint is not a constraint on the state but on its change. */
export function refuseVelocities(
  graph: Graph,
  equations: readonly NamedEquation[],
  { n, names }: Coordinates,
): void {
  for (const { name, expression } of equations) {
    const velocity = variablesOf(graph, expression).find(i => i >= 2 * n);
    if (velocity === undefined) continue;
    throw new ProblemError(
      ['constraints', name],
      `a constraint cannot contain a velocity, here “${velocityName(names[velocity - 2 * n])}”`,
      {
        hint: 'write it with coordinates or momenta; what ties velocities without coming from g(q) = 0 is nonholonomic, and no Hamiltonian system',
      },
    );
  }
}

/** f(q, p, v) as a function of the state, at v = H_p. */
export function atVelocities(f: (x: Float64Array) => number, H: Hamiltonian): (z: State) => number {
  const { n } = H;
  const gradient = new Float64Array(2 * n);
  const x = new Float64Array(3 * n);
  return z => {
    H.gradient(z, gradient);
    x.set(z);
    for (let i = 0; i < n; i++) x[2 * n + i] = gradient[n + i];
    return f(x);
  };
}

// The start of a problem that is given in velocities: momenta, or velocities that become momenta, p = L_v(q, v). Whether
// the inverse, from momenta to velocities, exists there is checked before the run.

/** The start as the file gives it. */
interface Start {
  readonly q: Float64Array;
  /** Momenta, or velocities where no momentum is given. */
  readonly rates: Float64Array;
  readonly are: 'momenta' | 'velocities';
}

function readStart(entries: Assignments, values: Scope, coordinates: Coordinates): Start {
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
function classicalState({ q, rates, are }: Start, masses: Float64Array): State {
  return joined(q, are === 'momenta' ? rates : rates.map((v, i) => masses[i] * v));
}

/** z = (q, p) where p = L_v(q, v). */
function startState({ q, rates, are }: Start, L: CompiledFunctions, names: readonly string[]): State {
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

/** Key of the energy in the file, and the names of the coordinates. */
interface Place {
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
function orientationAtRest({ q }: Start, L: CompiledFunctions, place: Place): -1 | 0 | 1 {
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

/** Relative tolerance within which velocities agree. */
const closeness = 1e-6;

/** The velocities of the start must follow from its momenta. */
function checkVelocities({ rates, are }: Start, H: Hamiltonian, initial: State, place: Place): void {
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
