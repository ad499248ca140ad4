// Splittings for particles joined by rods: constrained kicks and drifts in the order of a scheme (particle-moves.ts), noise in
// the middle of g-BAOAB, and one projection at the end of the step.
// They make the same steps as integrators/geodesic-splitting.ts and stochastic/g-baoab.ts, where momenta are projected after
// every part. These projections move along the fibre, and so do kicks and noise with and without them: what is left over
// is in the range of G(Q)ᵀ, and the μ of the next drift takes it up. Only the last one is seen.
// Reference: Leimkuhler, Matthews, Proc. R. Soc. A 472 (2016) 20160138; SHAKE sees only the fibre: McLachlan, Modin,
// Verdier, Wilkins 2014, §3.

import type { Flow } from '../flows/flow.ts';
import type { KickDriftScheme } from '../flows/splitting-coefficients.ts';
import type { OrnsteinUhlenbeck } from '../stochastic/ornstein-uhlenbeck.ts';
import {
  createMoves,
  type Part,
  type ParticleMotion,
  type ParticleMoves,
  particleFlow,
} from './particle-moves.ts';

const onManifold = 'g = {g,H} = 0';

/** Constrained kicks and drifts in the order of a scheme, each drift cut into so many. */
export function particleSplitting(
  motion: ParticleMotion,
  { kicks, drifts }: KickDriftScheme,
  substeps = 1,
): Flow {
  const moves = createMoves(motion);
  const parts = kicks.flatMap((b, k) => [
    ...(b === 0 ? [] : [moves.kick(b)]),
    ...(k < drifts.length ? pieces(moves, drifts[k], substeps) : []),
  ]);
  return particleFlow(moves, [...parts, moves.project], onManifold);
}

/** Geodesic BAOAB. `noise` must not project: the step does, at its end. */
export function particleBaoab(motion: ParticleMotion, noise: OrnsteinUhlenbeck, substeps = 1): Flow {
  const moves = createMoves(motion);
  const B = moves.kick(0.5);
  const A = pieces(moves, 0.5, substeps);
  const O: Part = h => noise.apply(moves.state, h);
  const flow = particleFlow(moves, [B, ...A, O, ...A, B, moves.project], onManifold);
  return { ...flow, memory: noise.memory };
}

function pieces({ drift }: ParticleMoves, a: number, count: number): readonly Part[] {
  return new Array<Part>(count).fill(drift(a / count));
}
