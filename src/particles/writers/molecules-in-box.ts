// A frame as people look at it: each molecule whole, moved by whole edges of the box so that its centre lies inside.
// Nothing happens in open space, nor to molecules that are inside already: their numbers stay the same to the last bit.

import type { Frame } from './frame.ts';

export function moleculesInBox(frame: Frame): Frame {
  const { system } = frame;
  if (!system.box) return frame;
  const { edges } = system.box;
  const positions = frame.positions.slice();
  for (let first = 0; first < system.count; ) {
    const end = moleculeEnd(system.molecule, first);
    for (let k = 0; k < 3; k++) {
      const shift = edges[k] * Math.floor(centre(positions, first, end, k) / edges[k]);
      if (shift !== 0) for (let i = first; i < end; i++) positions[3 * i + k] -= shift;
    }
    first = end;
  }
  return { ...frame, positions };
}

/** A molecule is a run of neighbouring particles. */
function moleculeEnd(molecule: Int32Array, first: number): number {
  let end = first + 1;
  while (end < molecule.length && molecule[end] === molecule[first]) end++;
  return end;
}

function centre(x: Float64Array, first: number, end: number, k: number): number {
  let sum = 0;
  for (let i = first; i < end; i++) sum += x[3 * i + k];
  return sum / (end - first);
}
