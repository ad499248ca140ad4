// The box of a file: edges along the axes, or none when all lengths are zero. Other boxes are refused.

import type { Box } from '../box.ts';
import { type Place, StructureError } from './structure.ts';

export function orthorhombic(
  edges: readonly [number, number, number],
  isSkew: boolean,
  place: Place,
): Box | null {
  if (isSkew)
    throw new StructureError(
      place,
      'the box is triclinic; only boxes with edges along x, y and z are supported: convert it to an orthorhombic one',
    );
  if (edges.every(edge => edge === 0)) return null;
  if (edges.every(edge => edge > 0)) return { edges };
  throw new StructureError(place, `the edges of the box must be positive, not ${edges.join(' × ')} Å`);
}
