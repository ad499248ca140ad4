// RATTLE and SHAKE for particles joined by rods, with velocity Verlet as the flow: half a kick, a drift onto the rods, half a
// kick, and for RATTLE the projection (particle-moves.ts). The momenta that the multipliers of a drift add at its start are
// those of the slide. SHAKE takes the same positions as its leap-frog form, whose momenta are those between the two kicks.
// Reference: Leimkuhler & Skeel, J. Comput. Phys. 112 (1994) 117, eq. 24–28.

import type { Flow } from '../flows/flow.ts';
import { createMoves, type ParticleMotion, type ParticleMoves, particleFlow } from './particle-moves.ts';

const verletParts = ({ kick, drift }: ParticleMoves) => [kick(0.5), drift(1), kick(0.5)];

export function particleRattle(motion: ParticleMotion): Flow {
  const moves = createMoves(motion);
  return particleFlow(moves, [...verletParts(moves), moves.project], 'g = {g,H} = 0');
}

export function particleShake(motion: ParticleMotion): Flow {
  const moves = createMoves(motion);
  return particleFlow(moves, verletParts(moves), 'g = 0');
}
