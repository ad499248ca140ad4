// A frame of output: the particles of a system at one time. Positions in Å, momenta in the system's own units.

import type { ParticleSystem } from '../system.ts';

export interface Frame {
  readonly system: ParticleSystem;
  readonly positions: Float64Array;
  readonly momenta: Float64Array;
  /** In units of time. */
  readonly time: number;
  readonly title: string;
}

/** The system as it starts. */
export function startFrame(system: ParticleSystem, title: string): Frame {
  return { system, positions: system.positions, momenta: system.momenta, time: 0, title };
}

/** Throws on NaN or infinity, with the particle: none may be written to a file. */
export function refuseNonFinite({ system, positions, momenta }: Frame): void {
  for (const [what, values] of [
    ['position', positions],
    ['momentum', momenta],
  ] as const) {
    if (values.length !== 3 * system.count)
      throw new RangeError(
        `a frame of ${system.count} particles needs ${3 * system.count} entries of ${what}, not ${values.length}`,
      );
    const at = values.findIndex(value => !Number.isFinite(value));
    if (at < 0) continue;
    const i = Math.floor(at / 3);
    throw new RangeError(
      `the ${what} of particle ${i + 1} “${system.names[i]}” is ${values[at]}: nothing is written`,
    );
  }
}

/** Line breaks of a title become blanks: formats allow one line. */
export function oneLine(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}

// Molecules wrapped whole: each moved by whole edges of the box so that its centre lies inside.
// In open space, and for molecules that are inside already, every bit of the positions stays the same.

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
