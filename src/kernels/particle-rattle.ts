// RATTLE and SHAKE for particles joined by rods, with velocity Verlet as the flow; G of the rods, μ and ν from a RodSolver:
//   P = p − (h/2)∇U(q),  Q = q + h M⁻¹P;   Q ← Q + M⁻¹G(q)ᵀμ,  P ← P + G(q)ᵀμ/h  with every rod at its length in Q;
//   P ← P − (h/2)∇U(Q);  and for RATTLE    P ← P + G(Q)ᵀν  with G(Q) M⁻¹P = 0.
// The state holds all particles, anchored ones too: these keep their places and momenta. SHAKE takes the same positions
// as its leap-frog form, whose momenta are those between the two kicks.
// Reference: Leimkuhler & Skeel, J. Comput. Phys. 112 (1994) 117, eq. 24–28.

import { checkStart, checkStep } from '../flows/finite.ts';
import type { Flow } from '../flows/flow.ts';
import { stay } from '../integrators/stay.ts';
import type { State } from '../problem/state.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
import type { RodSolver } from './rods/rod-solver.ts';
import { inverseMasses } from './rods/rod-table.ts';

export interface ParticleMotion {
  readonly count: number;
  readonly mass: Float64Array;
  /** Particles that do not move. */
  readonly anchored: readonly number[];
  /** out = ∇U, three entries for each particle; x begins with the positions. Asked twice for the same place in a row. */
  gradient(x: Float64Array, out: Float64Array): void;
  readonly rods: RodSolver;
}

export function particleRattle(motion: ParticleMotion): Flow {
  return particleFlow(motion, 'g = {g,H} = 0', (x, p) => motion.rods.projectMomenta(x, p));
}

export function particleShake(motion: ParticleMotion): Flow {
  return particleFlow(motion, 'g = 0', () => done);
}

function particleFlow(
  motion: ParticleMotion,
  domain: Flow['domain'],
  project: (x: Float64Array, p: Float64Array) => Outcome,
): Flow {
  const n = 3 * motion.count;
  const byParticle = inverseMasses(motion);
  const w = Float64Array.from({ length: n }, (_, i) => byParticle[Math.floor(i / 3)]);
  const [q, x, p, gradient] = [0, 1, 2, 3].map(() => new Float64Array(n));

  function load(z: State): void {
    for (let i = 0; i < n; i++) {
      q[i] = z[i];
      p[i] = z[n + i];
    }
  }
  function kick(at: Float64Array, h: number): void {
    motion.gradient(at, gradient);
    for (let i = 0; i < n; i++) if (w[i] > 0) p[i] -= 0.5 * h * gradient[i];
  }
  function drift(h: number): void {
    for (let i = 0; i < n; i++) x[i] = q[i] + h * w[i] * p[i];
  }
  function store(out: State): void {
    for (let i = 0; i < n; i++) {
      out[i] = x[i];
      out[n + i] = p[i];
    }
  }
  function move(z: State, h: number): Outcome {
    load(z);
    kick(q, h);
    drift(h);
    const outcome = motion.rods.moveOntoRods(q, h, x, p);
    if (!outcome.ok) return outcome;
    kick(x, h);
    return project(x, p);
  }
  function step(z: State, h: number, out: State): Outcome {
    if (h === 0) return stay(z, out);
    const checked = checkStart(z, h);
    const outcome = checked.ok ? move(z, h) : checked;
    if (!outcome.ok) return outcome;
    store(out);
    return checkStep(z, h, out);
  }
  return { domain, memory: [], step };
}
