// The particles of a run at one of its states: anchored particles stay where they are, all others are in z = (q, p).

import { createPositions } from '../observers/positions.ts';
import type { Frame } from '../particles/io/frame.ts';
import type { ParticleSystem } from '../particles/system.ts';
import type { State } from '../problem/state.ts';

/** z and time ↦ the frame; its arrays are filled anew at each call. */
export function createFrames(system: ParticleSystem, title: string): (z: State, time: number) => Frame {
  const placesOf = createPositions(system);
  const momentaOf = createPositions({ ...system, positions: new Float64Array(3 * system.count) });
  return (z, time) => ({
    system,
    positions: placesOf(z),
    momenta: momentaOf(z.subarray(z.length / 2)),
    time,
    title,
  });
}
