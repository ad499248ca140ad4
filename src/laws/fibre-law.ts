// The two laws of the fibre: RATTLEⁿ = project ∘ SHAKEⁿ, and SHAKE sees only the fibre of its start.
// They test the composition, not the flow: they hold for any flow. McLachlan, Modin, Verdier, Wilkins 2014, eq. 11.

import type { Fibre } from '../fibres/fibre.ts';
import type { Flow } from '../flows/flow.ts';
import type { State } from '../problem/state.ts';
import { advance, distance } from './advance.ts';

export interface FibreParts {
  readonly fibre: Fibre;
  readonly shake: Flow;
  readonly project: Flow;
  readonly rattle: Flow;
}

/** |RATTLEⁿ(z) − project(SHAKEⁿ(z))| */
export function rattleAgainstShake(parts: FibreParts, z: State, h: number, count: number): number {
  const byRattle = advance(parts.rattle, z, h, count);
  const byShake = advance(parts.project, advance(parts.shake, z, h, count), h, 1);
  return distance(byRattle, byShake);
}

/** |SHAKE(slide(z, λ)) − SHAKE(z)| */
export function shakeAlongFibre(
  { fibre, shake }: FibreParts,
  z: State,
  h: number,
  lambda: Float64Array,
): number {
  const moved = new Float64Array(z.length);
  fibre.slide(z, lambda, moved);
  return distance(advance(shake, moved, h, 1), advance(shake, z, h, 1));
}
