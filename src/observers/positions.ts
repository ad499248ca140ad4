// Positions of all particles of a problem: q holds those that move; anchored ones are at their start.

import type { Frame } from '../particles/io/frame.ts';
import type { ParticleSystem } from '../particles/system.ts';
import type { State } from '../problem/state.ts';

/** z ↦ the positions of all particles, three entries each; every call fills the same array. */
export function createPositions({ positions, anchored }: ParticleSystem): (z: Float64Array) => Float64Array {
  const x = positions.slice();
  const fixed = new Set(anchored);
  const place = Int32Array.from(x.keys()).filter(at => !fixed.has(Math.floor(at / 3)));
  return z => {
    for (let at = 0; at < place.length; at++) x[place[at]] = z[at];
    return x;
  };
}

// Centres of mass of molecules: R = Σ m r / Σ m. Positions are not wrapped, so molecules are whole and centres move
// without jumps.

interface MoleculeCentres {
  /** Numbers of the molecules. */
  readonly molecules: readonly number[];
  /** out = R of each molecule, three entries each, from the positions of all particles. */
  fill(x: Float64Array, out: Float64Array): void;
}

/** Of the molecules of one name, or of all; those with an anchored particle are left out. */
export function createMoleculeCentres(system: ParticleSystem, name?: string): MoleculeCentres {
  const { molecule, moleculeNames, mass } = system;
  const held = new Set(system.anchored.map(i => molecule[i]));
  const molecules = [...moleculeNames.keys()].filter(
    k => !held.has(k) && (name === undefined || moleculeNames[k] === name),
  );
  const place = new Int32Array(moleculeNames.length).fill(-1);
  molecules.forEach((k, at) => {
    place[k] = at;
  });
  const whole = new Float64Array(molecules.length);
  for (let i = 0; i < mass.length; i++) if (place[molecule[i]] >= 0) whole[place[molecule[i]]] += mass[i];
  return {
    molecules,
    fill(x, out) {
      out.fill(0);
      for (let i = 0; i < mass.length; i++) {
        const at = place[molecule[i]];
        if (at < 0) continue;
        const share = mass[i] / whole[at];
        for (let axis = 0; axis < 3; axis++) out[3 * at + axis] += share * x[3 * i + axis];
      }
    },
  };
}

/**
 * R ← R − the centre of mass of all particles, along these axes: where the total momentum is conserved, the drift of the whole
 * system is not diffusion.
 */
export function createDriftRemoval({ mass }: ParticleSystem, axes: readonly number[]) {
  const whole = mass.reduce((sum, m) => sum + m, 0);
  return (x: Float64Array, R: Float64Array): void => {
    for (const axis of axes) {
      let centre = 0;
      for (let i = 0; i < mass.length; i++) centre += (mass[i] / whole) * x[3 * i + axis];
      for (let at = axis; at < R.length; at += 3) R[at] -= centre;
    }
  };
}

/** (z, time) ↦ frame of all particles, anchored ones included. Its arrays are overwritten by the next call. */
export function createFrames(system: ParticleSystem, title: string): (z: State, time: number) => Frame {
  const positionsOf = createPositions(system);
  const momentaOf = createPositions({ ...system, positions: new Float64Array(3 * system.count) });
  return (z, time) => ({
    system,
    positions: positionsOf(z),
    momenta: momentaOf(z.subarray(z.length / 2)),
    time,
    title,
  });
}
