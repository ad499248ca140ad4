// The kinetic temperature, in units of energy, with f degrees of freedom (below):
//   k_B T = (p·H_p − Σ P_a²/M) / f,
// the sum over the components P_a of the total momentum that the run conserves, M the mass of all particles: the motion of the
// whole system is not heat. Equipartition: its mean in the canonical distribution is k_B T, in the microcanonical one up to O(1/f).
// Reference: Tolman, Phys. Rev. 11 (1918) 261; with constraints, Ciccotti and Ryckaert, Comput. Phys. Rep. 4 (1986) 345.

import { accelerated, fastestTerms } from '../kernels/choose.ts';
import { rowRank } from '../linalg/rank.ts';
import type { ForceTerm, ParticleSystem } from '../particles/system.ts';
import { molecularUnits } from '../particles/units.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import type { Observer } from './observer.ts';

interface Thermometer {
  /** f; without any there is no temperature. */
  readonly freedom: number;
  /** k_B T in units of energy. */
  temperature(z: State): number;
}

export function createThermometer(problem: Problem, run: RunFacts = {}): Thermometer {
  const { n, H } = accelerated(problem);
  const { count: freedom, conserved } = freedomOf(problem, run);
  const mass = problem.particles?.system.mass.reduce((sum, m) => sum + m, 0) ?? 0;
  const gradient = new Float64Array(2 * n);

  /** Σ P_a²/M over the conserved components. */
  function drift(z: State): number {
    let sum = 0;
    for (const axis of conserved) {
      let total = 0;
      for (let i = n + axis; i < 2 * n; i += 3) total += z[i];
      sum += (total * total) / mass;
    }
    return sum;
  }
  return {
    freedom,
    temperature(z) {
      H.gradient(z, gradient);
      let sum = 0;
      for (let i = n; i < 2 * n; i++) sum += z[i] * gradient[i];
      return (sum - drift(z)) / freedom;
    },
  };
}

const nothing: Observer = { columns: [], observe: () => {} };

/** k_B T in units of energy, counting all n − rank degrees of freedom: for random methods. */
export function temperatureObserver(problem: Problem): Observer {
  // The value is irrelevant: its presence marks a stochastic method.
  return observerOf(createThermometer(problem, { temperature: 0 }), 'temperature', 1);
}

/** T of particles in kelvin. */
export function kelvinObserver(problem: Problem, run: RunFacts = {}): Observer {
  if (!problem.particles) return nothing;
  return observerOf(createThermometer(problem, run), 'temperature_K', molecularUnits.K);
}

function observerOf({ freedom, temperature }: Thermometer, column: string, unit: number): Observer {
  if (freedom <= 0) return nothing;
  return {
    columns: [column],
    observe(z, row, at) {
      row[at] = temperature(z) / unit;
    },
  };
}

// Degrees of freedom of a run:
//   f = n − rank ∂g − c,
// with the rank at the start and c the number of conserved components of the total momentum: those of particles along axes
// without external force, unless a thermostat acts on every particle. A conserved angular momentum (a cluster in open space)
// is not subtracted: few programs do so, and in a box none is conserved.

/** Properties of a run that change the number of degrees of freedom. */
export interface RunFacts {
  /** k_B T of a stochastic method, which conserves no momentum; absent for other methods. */
  readonly temperature?: number | undefined;
  /** Stiffness of a penalty that replaces the constraints, which then remove no degree of freedom. */
  readonly omega?: number | undefined;
}

interface Freedom {
  /** f. */
  readonly count: number;
  /** The axes 0, 1, 2 along which the total momentum is conserved. */
  readonly conserved: readonly number[];
}

export function freedomOf(problem: Problem, run: RunFacts = {}): Freedom {
  const conserved = conservedMomentumAxes(problem, run);
  const rank = run.omega === undefined ? rankOf(problem) : 0;
  return { count: Math.max(0, problem.n - rank - conserved.length), conserved };
}

/** The axes along which a run conserves the total momentum of its particles. */
export function conservedMomentumAxes(problem: Problem, { temperature }: RunFacts): number[] {
  const { particles } = problem;
  return particles && temperature === undefined
    ? axesWithoutExternalForce(particles.system, fastestTerms(problem))
    : [];
}

function rankOf({ g, initial }: Problem): number {
  const entries = new Float64Array(g.jacobianPattern.index.length);
  g.jacobian(initial, entries);
  return rowRank(g.jacobianPattern, entries).rank;
}

/** Largest total force that counts as round-off, relative to the sum of all magnitudes. */
const roundOff = 1e-10;
/** Relative displacement of particles in the test: a symmetric start may hide an external force. */
const nudge = 1e-3;

/** The axes along which the forces on all particles sum to zero, not only at the start. */
function axesWithoutExternalForce(system: ParticleSystem, terms: readonly ForceTerm[]): number[] {
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

/** The start with each particle displaced slightly in its own direction. */
function nudged({ positions, count }: ParticleSystem): Float64Array {
  let reach = 0;
  for (let i = 3; i < positions.length; i++)
    reach = Math.max(reach, Math.abs(positions[i] - positions[i % 3]));
  const size = (nudge * (reach > 0 ? reach : 1)) / Math.cbrt(count);
  return positions.map((value, k) => value + size * Math.sin(1 + 2.399963 * k ** 1.37));
}
