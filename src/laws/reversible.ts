// The reversal law: a symmetric method undoes a step of h by a step of −h.

import type { Flow } from '../flows/flow.ts';
import { distance, norm2 } from '../linalg/dense.ts';
import type { State } from '../problem/state.ts';

/** |Φ₋ₕ(Φₕ(z)) − z| relative to |z|. */
export function reversalDefect(flow: Flow, z: State, h: number): number {
  const forth = new Float64Array(z.length);
  const back = new Float64Array(z.length);
  if (!flow.step(z, h, forth).ok || !flow.step(forth, -h, back).ok) return Number.NaN;
  return distance(back, z) / Math.max(norm2(z), Number.MIN_VALUE);
}
