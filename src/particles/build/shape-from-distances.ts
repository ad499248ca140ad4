// A shape from distances: the minimum of
//   Σ (|r_a − r_b| − L_ab)²  over known distances  +  w Σ max(0, D − |r_i − r_j|)²  over all other pairs,
// from a random start, so that particles without a known distance repel each other; D is twice the longest known distance. The
// second sum violates the first slightly: rods are restored afterwards. The search is four-dimensional, so that particles can
// pass each other; a growing weight of x₄² returns to three. Deterministic. Crippen and Havel, Distance Geometry and Molecular
// Conformation (1988); van Schaik, Berendsen, Torda, van Gunsteren, J. Mol. Biol. 234 (1993) 751 (four dimensions).

import { createNormalSource } from '../../random/philox.ts';
import type { Rod } from '../system.ts';
import { descend, type EnergyAndGradient } from './fire-minimiser.ts';
import type { Moves } from './minimiser-coordinates.ts';

const apartWeight = 1e-3;
/** Weights of x₄² in successive minimisations. */
const flattening = [0, 0.01, 0.1, 1, 10];
const steps = { step: 0.1, maxSteps: 4000, tolerance: 1e-7 };

/** x, y, z of each particle; another seed may find another shape. */
export function embed(count: number, known: readonly Rod[], seed: number): Float64Array {
  const longest = known.reduce((most, { length }) => Math.max(most, length), 0) || 1;
  const x = new Float64Array(4 * count);
  createNormalSource(seed).fill(x);
  for (let k = 0; k < x.length; k++) x[k] *= longest * Math.cbrt(count);
  const options = { ...steps, longestMove: 0.3 * longest };
  for (const weight of flattening)
    descend(x, freely(4 * count), flattened(stress(count, 4, known, 2 * longest), weight), options);
  const shape = Float64Array.from({ length: 3 * count }, (_, k) => x[4 * Math.floor(k / 3) + (k % 3)]);
  const { energy } = descend(shape, freely(3 * count), stress(count, 3, known, 2 * longest), options);
  if (!Number.isFinite(energy)) throw new RangeError('no shape with these distances was found');
  return shape;
}

/** The sum of both kinds of springs in `dimension` dimensions. */
function stress(count: number, dimension: number, known: readonly Rod[], apart: number): EnergyAndGradient {
  const joined = new Set(known.map(({ a, b }) => Math.min(a, b) * count + Math.max(a, b)));
  const addSpring = (x: Float64Array, { a, b, length }: Rod, weight: number, out: Float64Array): number => {
    const r = distance(x, dimension, a, b);
    const slope = r === 0 ? 0 : (2 * weight * (r - length)) / r;
    for (let k = 0; k < dimension; k++) {
      const pull = slope * (x[dimension * a + k] - x[dimension * b + k]);
      out[dimension * a + k] += pull;
      out[dimension * b + k] -= pull;
    }
    return weight * (r - length) ** 2;
  };
  return (x, out) => {
    let total = 0;
    for (const rod of known) total += addSpring(x, rod, 1, out);
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) {
        if (joined.has(a * count + b) || distance(x, dimension, a, b) >= apart) continue;
        total += addSpring(x, { a, b, length: apart }, apartWeight, out);
      }
    return total;
  };
}

/** Adds weight · x₄² for every particle. */
function flattened(energy: EnergyAndGradient, weight: number): EnergyAndGradient {
  return (x, out) => {
    let total = energy(x, out);
    for (let k = 3; k < x.length; k += 4) {
      total += weight * x[k] * x[k];
      out[k] += 2 * weight * x[k];
    }
    return total;
  };
}

function distance(x: Float64Array, dimension: number, a: number, b: number): number {
  let square = 0;
  for (let k = 0; k < dimension; k++) square += (x[dimension * a + k] - x[dimension * b + k]) ** 2;
  return Math.sqrt(square);
}

/** Moves of unconstrained coordinates, all of mass 1. */
function freely(size: number): Moves {
  return {
    mass: new Float64Array(size).fill(1),
    forces(_x, gradient, out) {
      for (let k = 0; k < out.length; k++) out[k] = -gradient[k];
      return true;
    },
    admit: () => true,
    move(x, displacement) {
      for (let k = 0; k < x.length; k++) x[k] += displacement[k];
      return true;
    },
  };
}
