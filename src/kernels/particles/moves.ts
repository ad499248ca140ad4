// The parts of which steps of particles joined by rods are made; G of the rods, μ and ν from a RodSolver:
//   kick     P ← P − b h ∇U(Q)
//   drift    Q' = Q + a h M⁻¹P, then onto the rods:  Q' ← Q' + M⁻¹G(Q)ᵀμ,   P ← P + G(Q)ᵀμ/(a h)
//   project  P ← P + G(Q)ᵀν  with G(Q) M⁻¹P = 0
// Particles that do not move keep their places and momenta. Leimkuhler & Skeel, J. Comput. Phys. 112 (1994) 117, eq. 24–28.

import type { Domain, Flow } from '../../flows/flow.ts';
import { checkStart, checkStep, identity } from '../../flows/identity.ts';
import type { State } from '../../problem/state.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import type { RodSolver } from '../rods/solver.ts';
import { inverseMasses } from '../rods/table.ts';

export interface ParticleMotion {
  readonly count: number;
  readonly mass: Float64Array;
  /** Particles that do not move. */
  readonly anchored: readonly number[];
  /** out = ∇U, three entries for each particle; x begins with the positions. Asked twice for the same place in a row. */
  gradient(x: Float64Array, out: Float64Array): void;
  readonly rods: RodSolver;
}

/** A part of a step of size h. */
export type Part = (h: number) => Outcome;

export interface ParticleMoves {
  /** (Q, P) as the parts find and leave it. */
  readonly state: State;
  kick(b: number): Part;
  drift(a: number): Part;
  readonly project: Part;
  readonly reports: Pick<Flow, 'counters'>;
}

export function createMoves(motion: ParticleMotion): ParticleMoves {
  const { rods, gradient, count } = motion;
  const n = 3 * count;
  const w = inverseMassOfCoordinates(motion);
  const state = new Float64Array(2 * n);
  const [x, p] = [state.subarray(0, n), state.subarray(n)];
  const [start, slope] = [new Float64Array(n), new Float64Array(n)];

  function kick(h: number): Outcome {
    gradient(x, slope);
    for (let i = 0; i < n; i++) if (w[i] > 0) p[i] -= h * slope[i];
    return done;
  }
  function drift(h: number): Outcome {
    for (let i = 0; i < n; i++) {
      start[i] = x[i];
      x[i] += h * w[i] * p[i];
    }
    return rods.moveOntoRods(start, h, x, p);
  }
  return {
    state,
    kick: b => h => kick(b * h),
    drift: a => h => drift(a * h),
    project: () => rods.projectMomenta(x, p),
    reports: rodReports(rods),
  };
}

/** The counter of rod solves that WebAssembly declined. */
const referenceRodSolves = 'rod solves by the reference method';

/** What the rods have counted, where there is something to count. */
export function rodReports({ declined }: RodSolver): Pick<Flow, 'counters'> {
  return declined ? { counters: () => ({ [referenceRodSolves]: declined() }) } : {};
}

/** 1/mass of each coordinate; 0 for particles that do not move. */
export function inverseMassOfCoordinates(particles: ParticleMotion): Float64Array {
  const w = inverseMasses(particles);
  return Float64Array.from({ length: 3 * w.length }, (_, i) => w[Math.floor(i / 3)]);
}

/** One part after the other. */
export function particleFlow(
  { state, reports }: ParticleMoves,
  parts: readonly Part[],
  domain: Domain,
): Flow {
  function move(h: number): Outcome {
    for (let k = 0; k < parts.length; k++) {
      const outcome = parts[k](h);
      if (!outcome.ok) return outcome;
    }
    return done;
  }
  return {
    domain,
    ...reports,
    memory: [],
    step(z, h, out) {
      if (h === 0) return identity(z, out);
      const checked = checkStart(z, h);
      if (!checked.ok) return checked;
      state.set(z);
      const outcome = move(h);
      if (!outcome.ok) return outcome;
      out.set(state);
      return checkStep(z, h, out);
    },
  };
}
