// Where all particles of a problem are: q holds those that move, the anchored ones stay where they started.

import type { ParticleSystem } from '../particles/particle-system.ts';

/** z ↦ the positions of all particles, x, y, z of each in turn; the same array each time. */
export function createPlaces({ positions, anchored }: ParticleSystem): (z: Float64Array) => Float64Array {
  const x = positions.slice();
  const fixed = new Set(anchored);
  const place = Int32Array.from(x.keys()).filter(at => !fixed.has(Math.floor(at / 3)));
  return z => {
    for (let at = 0; at < place.length; at++) x[place[at]] = z[at];
    return x;
  };
}
