// Small systems of particles to try force terms on.

import type { Box, ForceTerm, ParticleSystem } from '../../../src/particles/system.ts';
import { createNormalSource, type NormalSource } from '../../../src/random/philox.ts';

export interface Sketch {
  readonly positions: ArrayLike<number>;
  readonly box?: Box | null;
  readonly kinds?: readonly string[];
  readonly kind?: readonly number[];
  readonly charge?: readonly number[];
  readonly mass?: readonly number[];
  readonly excluded?: readonly (readonly number[])[];
}

export function systemOf(sketch: Sketch): ParticleSystem {
  const count = sketch.positions.length / 3;
  const { box = null, kinds = ['A'], kind, charge, mass, excluded } = sketch;
  const indices = Array.from({ length: count }, (_, i) => i);
  return {
    count,
    names: indices.map(i => `P${i}`),
    mass: Float64Array.from(indices, i => mass?.[i] ?? 1),
    charge: Float64Array.from(indices, i => charge?.[i] ?? 0),
    kind: Int32Array.from(indices, i => kind?.[i] ?? 0),
    kinds,
    molecule: Int32Array.from(indices),
    moleculeNames: indices.map(() => 'M'),
    box,
    positions: Float64Array.from(sketch.positions),
    momenta: new Float64Array(3 * count),
    rods: [],
    anchored: [],
    excluded: indices.map(i => Int32Array.from(excluded?.[i] ?? [])),
  };
}

type Three = readonly [number, number, number];

/** Particles on a lattice of these numbers and spacings, each moved by up to `jitter` along each axis. */
export function shakenLattice(sites: Three, spacing: Three, jitter: number, seed: number): Float64Array {
  const random = createNormalSource(seed);
  const x: number[] = [];
  for (let a = 0; a < sites[0]; a++)
    for (let b = 0; b < sites[1]; b++)
      for (let c = 0; c < sites[2]; c++)
        [a, b, c].forEach((site, axis) => {
          x.push(site * spacing[axis] + jitter * (2 * random.uniform() - 1));
        });
  return Float64Array.from(x);
}

export function randomVector(length: number, random: NormalSource): Float64Array {
  const out = new Float64Array(length);
  random.fill(out);
  return out;
}

export function gradientOf(term: ForceTerm, x: Float64Array): Float64Array {
  const out = new Float64Array(x.length);
  term.addGradient(x, out);
  return out;
}

export function hessianTimesOf(term: ForceTerm, x: Float64Array, v: Float64Array): Float64Array {
  const out = new Float64Array(x.length);
  term.addHessianTimes(x, v, out);
  return out;
}

export function virialOf(term: ForceTerm, x: Float64Array): Float64Array {
  const out = new Float64Array(3);
  term.addVirial(x, out);
  return out;
}

/** max |a − b| / max |b|. */
export function relativeDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const largest = (values: number[]) => values.reduce((worst, value) => Math.max(worst, Math.abs(value)), 0);
  const difference = Array.from(a, (entry, i) => entry - b[i]);
  return largest(difference) / largest(Array.from(b));
}

/** A rotation by `angle` about the axis (1, 2, 3), then a move. */
export function turned(x: Float64Array, angle: number, move: readonly number[]): Float64Array {
  const n = [1, 2, 3].map(entry => entry / Math.sqrt(14));
  const out = new Float64Array(x.length);
  for (let i = 0; i < x.length; i += 3) {
    const r = x.subarray(i, i + 3);
    const along = n[0] * r[0] + n[1] * r[1] + n[2] * r[2];
    for (let k = 0; k < 3; k++) {
      const [l, m] = [(k + 1) % 3, (k + 2) % 3];
      const cross = n[l] * r[m] - n[m] * r[l];
      out[i + k] =
        Math.cos(angle) * r[k] + Math.sin(angle) * cross + (1 - Math.cos(angle)) * along * n[k] + move[k];
    }
  }
  return out;
}
