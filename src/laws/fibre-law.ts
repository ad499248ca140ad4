// The two laws of the fibre: RATTLEⁿ = project ∘ SHAKEⁿ, and SHAKE sees only the fibre of its start.
// They test the composition, not the flow: they hold for any flow. McLachlan, Modin, Verdier, Wilkins 2014, eq. 11.

import type { Constrained } from '../integrators/constrained.ts';
import { distance } from '../linalg/dense.ts';
import type { State } from '../problem/state.ts';
import { advance } from './advance.ts';

/** |RATTLEⁿ(z) − project(SHAKEⁿ(z))| */
export function rattleAgainstShake(parts: Constrained, z: State, h: number, count: number): number {
  const byRattle = advance(parts.rattle, z, h, count);
  const byShake = advance(parts.project, advance(parts.shake, z, h, count), h, 1);
  return distance(byRattle, byShake);
}

/** |SHAKE(slide(z, λ)) − SHAKE(z)| */
export function shakeAlongFibre(
  { fibre, shake }: Constrained,
  z: State,
  h: number,
  lambda: Float64Array,
): number {
  const moved = new Float64Array(z.length);
  fibre.slide(z, lambda, moved);
  return distance(advance(shake, moved, h, 1), advance(shake, z, h, 1));
}
