// What is written: the particles of a system at one time. Positions in Å and momenta of the system's own units.

import type { ParticleSystem } from '../particle-system.ts';

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

/** Throws on a number that is not finite, with its particle: none may reach a file. */
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

/** Titles are one line, whatever the user wrote. */
export function oneLine(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}
