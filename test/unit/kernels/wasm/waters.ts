// Waters for the tests of the kernels: TIP3P, placed on a lattice with random turns, and a plain sum over all pairs.

import { loadParticleKernels } from '../../../../src/kernels/wasm/host/load.ts';
import type { ParticleKernels } from '../../../../src/kernels/wasm/host/particle-kernels.ts';
import type { WaterModel } from '../../../../src/kernels/wasm/water/blocks.ts';
import type { FieldConstants } from '../../../../src/particles/pairs/radial.ts';
import { coulombConstant } from '../../../../src/particles/units.ts';

export function kernels(): ParticleKernels {
  const loaded = loadParticleKernels();
  if (!loaded) throw new Error('no WebAssembly here');
  return loaded;
}

const charge = [-0.834, 0.417, 0.417];
const halfAngle = ((104.52 / 2) * Math.PI) / 180;

export const tip3p: WaterModel = {
  massO: 15.9994,
  massH: 1.008,
  OH: 0.9572,
  HH: 2 * 0.9572 * Math.sin(halfAngle),
  kOO: coulombConstant * charge[0] * charge[0],
  kOH: coulombConstant * charge[0] * charge[1],
  kHH: coulombConstant * charge[1] * charge[1],
  c6: 595,
  c12: 582000,
};

/** Repeatable numbers in (0, 1): x ← 16807 x mod 2³¹ − 1. */
export function numbers(seed: number): () => number {
  let x = seed;
  return () => {
    x = (16807 * x) % 2147483647;
    return x / 2147483647;
  };
}

/** O, H1 and H2 of each water, on a cubic lattice of this spacing. */
export function placeWaters(count: number, spacing: number): Float64Array {
  const next = numbers(7 + count);
  const side = Math.ceil(Math.cbrt(count) - 1e-9);
  const q = new Float64Array(9 * count);
  for (let i = 0; i < count; i++) {
    const cell = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)];
    const origin = cell.map(c => spacing * c + 0.2 * next());
    const [u, v] = randomPair(next);
    const [along, across] = [tip3p.OH * Math.cos(halfAngle), tip3p.OH * Math.sin(halfAngle)];
    for (let k = 0; k < 3; k++) {
      q[9 * i + k] = origin[k];
      q[9 * i + 3 + k] = origin[k] + along * u[k] + across * v[k];
      q[9 * i + 6 + k] = origin[k] + along * u[k] - across * v[k];
    }
  }
  return q;
}

/** Two unit vectors at a right angle. */
function randomPair(next: () => number): [number[], number[]] {
  const unit = (a: number[]) => a.map(x => x / Math.hypot(...a));
  const u = unit([next() - 0.5, next() - 0.5, next() - 0.5]);
  const w = [next() - 0.5, next() - 0.5, next() - 0.5];
  const along = u.reduce((sum, x, k) => sum + x * w[k], 0);
  return [u, unit(w.map((x, k) => x - along * u[k]))];
}

/** U'(r)/r and U(r) of two atoms; a and b are their numbers in the system. */
export type PairLaw = (a: number, b: number, r: number) => { u: number; slope: number } | null;

/** ∇U and the virial by the plain sum over pairs of atoms, at nearest images if there are edges. */
export function plainGradient(q: Float64Array, law: PairLaw, edge = Number.POSITIVE_INFINITY) {
  const gradient = new Float64Array(q.length);
  const virial = new Float64Array(3);
  let energy = 0;
  for (let a = 0; a < q.length / 3; a++)
    for (let b = a + 1; b < q.length / 3; b++) {
      const d = [0, 1, 2].map(k => nearest(q[3 * a + k] - q[3 * b + k], edge));
      const pair = law(a, b, Math.hypot(...d));
      if (!pair) continue;
      energy += pair.u;
      for (let k = 0; k < 3; k++) {
        gradient[3 * a + k] += pair.slope * d[k];
        gradient[3 * b + k] -= pair.slope * d[k];
        virial[k] -= pair.slope * d[k] * d[k];
      }
    }
  return { energy, gradient, virial };
}

function nearest(d: number, edge: number): number {
  return Number.isFinite(edge) ? d - edge * Math.round(d / edge) : d;
}

/** The law between waters: Coulomb within the cut-off with what is added there, Lennard-Jones between oxygens. */
export function waterLaw(
  cutoff = Number.POSITIVE_INFINITY,
  field: FieldConstants = { k: 0, k4: 0, c: 0 },
  shift = 0,
): PairLaw {
  return (a, b, r) => {
    if (Math.floor(a / 3) === Math.floor(b / 3) || r >= cutoff) return null;
    const k = coulombConstant * charge[a % 3] * charge[b % 3];
    const oxygens = a % 3 === 0 && b % 3 === 0;
    const [c6, c12] = oxygens ? [tip3p.c6, tip3p.c12] : [0, 0];
    return {
      u:
        k * (1 / r + field.k * r ** 2 + field.k4 * r ** 4 - field.c) +
        (oxygens ? c12 / r ** 12 - c6 / r ** 6 - shift : 0),
      slope:
        k * (-1 / r ** 3 + 2 * field.k + 4 * field.k4 * r ** 2) - (12 * c12) / r ** 14 + (6 * c6) / r ** 8,
    };
  };
}

/** The largest difference of entries, as part of the largest entry. */
export function distance(a: Float64Array, b: Float64Array): number {
  let [difference, size] = [0, 0];
  a.forEach((value, k) => {
    difference = Math.max(difference, Math.abs(value - b[k]));
    size = Math.max(size, Math.abs(b[k]));
  });
  return difference / size;
}

/** The largest relative error of a rod. */
export function rodError(q: Float64Array): number {
  let worst = 0;
  const length = (a: number, b: number) =>
    Math.hypot(q[3 * a] - q[3 * b], q[3 * a + 1] - q[3 * b + 1], q[3 * a + 2] - q[3 * b + 2]);
  for (let i = 0; i < q.length / 3; i += 3) {
    const errors = [
      length(i, i + 1) / tip3p.OH,
      length(i, i + 2) / tip3p.OH,
      length(i + 1, i + 2) / tip3p.HH,
    ];
    worst = Math.max(worst, ...errors.map(ratio => Math.abs(ratio - 1)));
  }
  return worst;
}

export function masses(count: number): Float64Array {
  return Float64Array.from({ length: 9 * count }, (_, k) => (k % 9 < 3 ? tip3p.massO : tip3p.massH));
}

export function kineticEnergy(z: Float64Array, mass: Float64Array): number {
  const n = z.length / 2;
  return mass.reduce((sum, m, k) => sum + z[n + k] ** 2 / (2 * m), 0);
}
