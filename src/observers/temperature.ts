// The kinetic temperature, in units of energy, with f degrees of freedom (degrees-of-freedom.ts):
//   k_B T = (p·H_p − Σ P_a²/M) / f,
// the sum over the components P_a of the total momentum that the run keeps, M the mass of all particles: a drift as a
// whole is no heat. Equipartition: its mean in the canonical distribution is k_B T, in the microcanonical one up to O(1/f).
// Reference: Tolman, Phys. Rev. 11 (1918) 261; with constraints, Ciccotti and Ryckaert, Comput. Phys. Rep. 4 (1986) 345.

import { molecularUnits } from '../particles/units.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { freedomOf, type RunFacts } from './degrees-of-freedom.ts';
import type { Observer } from './observer.ts';

export interface Thermometer {
  /** f; without any there is no temperature. */
  readonly freedom: number;
  /** k_B T in units of energy. */
  temperature(z: State): number;
}

export function createThermometer(problem: Problem, run: RunFacts = {}): Thermometer {
  const { n, H } = problem;
  const { count: freedom, kept } = freedomOf(problem, run);
  const mass = problem.particles?.system.mass.reduce((sum, m) => sum + m, 0) ?? 0;
  const gradient = new Float64Array(2 * n);

  /** Σ P_a²/M over the components that are kept. */
  function drift(z: State): number {
    let sum = 0;
    for (const axis of kept) {
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

/** k_B T in units of energy, with all that the constraints leave counted: for random methods. */
export function temperatureObserver(problem: Problem): Observer {
  // Any temperature tells that the method is random.
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
