// A problem: H(q, p), constraints g(q, p) = 0 and a start. Plain immutable data; nothing here steps in time.
//   q' = H_p + g_pᵀλ,   p' = −H_q − g_qᵀλ,   0 = g(q, p)          (McLachlan, Modin, Verdier, Wilkins 2014, eq. 2)

import type { Graph, Node } from '../formula/graph.ts';
import type { ForceTerm, IndependentRods, ParticleSystem, RodSettings } from '../particles/system.ts';
import type { Constraints } from './constraints.ts';
import type { Hamiltonian } from './hamiltonian.ts';
import type { State } from './state.ts';

/** A named function of the state, recorded beside it. */
export interface Observable {
  readonly name: string;
  value(z: State): number;
}

/** What the problem file proposes for a run; the command line may override each. */
export interface RunDefaults {
  readonly method?: string;
  readonly flow?: string;
  readonly step?: number;
  readonly until?: number;
  readonly every?: number;
  readonly seed?: number;
  readonly solver?: string;
  /** Stiffness of the penalty that replaces the constraints. */
  readonly omega?: number;
  /** Weight of the implicit part in the methods of Newmark, and of Zhang and Skeel. */
  readonly beta?: number;
  /** k_B T of a random method, in units of energy. */
  readonly temperature?: number;
  /** Rate at which a random method forgets momenta. */
  readonly friction?: number;
  readonly substeps?: number;
  /** The deterministic method inside a random one. */
  readonly inner?: string;
}

/** The expressions behind a separable problem with g(q), from which specialised code can be generated. */
export interface ClassicalFormulas {
  readonly graph: Graph;
  readonly potential: Node;
  /** The part of the potential known as stiff, or null. */
  readonly stiff: Node | null;
  readonly constraints: readonly Node[];
}

/**
 * A problem: H(q, p), constraints g(q, p) = 0 and a start. Plain immutable data. q′ = H_p + g_pᵀλ, p′ = −H_q − g_qᵀλ,
 * 0 = g(q, p): McLachlan, Modin, Verdier, Wilkins (2014), eq. 2.
 */
export interface Problem {
  readonly name: string;
  readonly n: number;
  /** Names of the coordinates in the order of q, for example x, y or r[0][0], r[0][1]. Momenta are p_ + name. */
  readonly coordinates: readonly string[];
  readonly H: Hamiltonian;
  readonly g: Constraints;
  readonly initial: State;
  readonly observables: readonly Observable[];
  readonly parameters: Readonly<Record<string, number>>;
  readonly run: RunDefaults;
  /** Present when H = ½pᵀM⁻¹p + V(q), g = g(q), and both were given as formulas. */
  readonly formulas?: ClassicalFormulas | undefined;
  /** Present when the problem was made from particles: what they are, and the terms whose sum is V. */
  readonly particles?: Particles | undefined;
}

/** What a problem made from particles consists of, and the force terms whose sum is V. */
export interface Particles {
  readonly system: ParticleSystem;
  readonly terms: readonly ForceTerm[];
  /** How rods are to be kept. */
  readonly constraints?: RodSettings;
  /** The rods for their solvers: checked once, when they are first asked for. Throws a ProblemError that names the rod. */
  readonly independentRods: () => IndependentRods;
  /** k_B T of the momenta at the start, where the file gives one: the default of methods that hold a temperature. */
  readonly temperature?: number | undefined;
  /** Where the file is in molecular units: the dimensions of its parameters that carry one. Absent in reduced units. */
  readonly units?: { readonly parameters: Readonly<Record<string, string>> } | undefined;
  /** For people: what was done on the way from the file to the particles, such as rods left out. */
  readonly notes?: readonly string[];
}

// Memoisation by problem: what is compiled from a problem serves all methods on it, at every tolerance and in every
// composition. It is made once, and collected with the problem. Only for what has no state between calls, or a cache alone.

/** `alias`: a problem that is part of what is made, under which it is found as well. */
export function memoizeByProblem<T>(
  make: (problem: Problem) => T,
  alias?: (value: T) => Problem,
): (problem: Problem) => T {
  const made = new WeakMap<Problem, { readonly value: T }>();
  return problem => {
    const known = made.get(problem) ?? { value: make(problem) };
    made.set(problem, known);
    if (alias) made.set(alias(known.value), known);
    return known.value;
  };
}
