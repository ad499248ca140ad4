// Particles joined by rods, moved by kicks and drifts in a row, and by noise where there is some:
//   kick   P ← P − b h ∇U(Q)
//   drift  Q' = Q + a h M⁻¹P, then onto the rods:  Q' ← Q' + M⁻¹G(Q)ᵀμ,   P ← P + G(Q)ᵀμ/(a h)
//   noise  P ← c P + √(1 − c²) √kT M^½ ξ
// and once, at the end of the step,  P ← P + G(Q)ᵀν  with G(Q) M⁻¹P = 0.
// It makes the same steps as integrators/geodesic-splitting.ts and stochastic/g-baoab.ts, where momenta are projected after
// every part. These projections move along the fibre, and so do kicks and noise with and without them: what is left over
// is in the range of G(Q)ᵀ, and the μ of the next drift takes it up. Only the last one is seen.
// Conditions: all particles of a system, with its anchored ones. Reference: Leimkuhler, Matthews, Proc. R. Soc. A 472
// (2016) 20160138; SHAKE sees only the fibre: McLachlan, Modin, Verdier, Wilkins 2014, §3.

import { checkStart, checkStep } from '../flows/finite.ts';
import type { Flow } from '../flows/flow.ts';
import { type KickDriftScheme, velocityVerlet } from '../flows/splitting-coefficients.ts';
import { stay } from '../integrators/stay.ts';
import type { State } from '../problem/state.ts';
import { done, type Outcome } from '../solvers/outcome.ts';
import type { OrnsteinUhlenbeck } from '../stochastic/ornstein-uhlenbeck.ts';
import type { ParticleMotion } from './particle-rattle.ts';
import { inverseMasses } from './rods/rod-table.ts';

/** A part of a step of size h. */
type Part = (h: number) => Outcome;

/** Constrained kicks and drifts in the order of a scheme, each drift cut into so many. */
export function particleSplitting(
  motion: ParticleMotion,
  { kicks, drifts }: KickDriftScheme,
  substeps = 1,
): Flow {
  const moves = createMoves(motion);
  const parts = kicks.flatMap((b, k) => [
    ...(b === 0 ? [] : [moves.kick(b)]),
    ...(k < drifts.length ? moves.drifts(drifts[k], substeps) : []),
  ]);
  return flowOf(moves, parts);
}

/** Geodesic BAOAB. `noise` must not project: the step does, at its end. */
export function particleBaoab(motion: ParticleMotion, noise: OrnsteinUhlenbeck, substeps = 1): Flow {
  const moves = createMoves(motion);
  const half = () => moves.drifts(0.5, substeps);
  const [first, last] = velocityVerlet.kicks.map(moves.kick);
  const O: Part = h => noise.apply(moves.state, h);
  return { ...flowOf(moves, [first, ...half(), O, ...half(), last]), memory: noise.memory };
}

interface Moves {
  /** (Q, P) as the parts find and leave it. */
  readonly state: State;
  kick(b: number): Part;
  drifts(a: number, count: number): readonly Part[];
  project(): Outcome;
}

function createMoves({ rods, gradient, ...particles }: ParticleMotion): Moves {
  const n = 3 * particles.count;
  const byParticle = inverseMasses(particles);
  const w = Float64Array.from({ length: n }, (_, i) => byParticle[Math.floor(i / 3)]);
  const state = new Float64Array(2 * n);
  const [x, p] = [state.subarray(0, n), state.subarray(n)];
  const [start, slope] = [new Float64Array(n), new Float64Array(n)];

  function kick(h: number): void {
    gradient(x, slope);
    for (let i = 0; i < n; i++) if (w[i] > 0) p[i] -= h * slope[i];
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
    kick: b => h => {
      kick(b * h);
      return done;
    },
    drifts: (a, count) => new Array<Part>(count).fill(h => drift((a * h) / count)),
    project: () => rods.projectMomenta(x, p),
  };
}

function flowOf({ state, project }: Moves, parts: readonly Part[]): Flow {
  function move(h: number): Outcome {
    for (let k = 0; k < parts.length; k++) {
      const outcome = parts[k](h);
      if (!outcome.ok) return outcome;
    }
    return project();
  }
  return {
    domain: 'g = {g,H} = 0',
    memory: [],
    step(z, h, out) {
      if (h === 0) return stay(z, out);
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
