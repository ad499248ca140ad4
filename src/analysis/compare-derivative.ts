// Derivatives of a vector function along a direction v by central differences with one Richardson step:
//   D = (4 D_{h/2} − D_h) / 3,   D_h = (f(z + hv) − f(z − hv)) / 2h,     error O(h⁴) + O(ε|f|/h).
// Three steps are tried, since the right one is not known; the comparison that agrees best counts. A jump of the
// one-sided derivatives that does not shrink with h is a kink. Reference: Nocedal & Wright (2006), §8.1.

import { maxAbs } from '../linalg/dense.ts';

export interface Comparison {
  /** Largest relative difference, and in which component. */
  readonly error: number;
  readonly component: number;
  /** Component with a kink at this point, or −1. */
  readonly kink: number;
}

type VectorFunction = (z: Float64Array, out: Float64Array) => void;

const reductions = [1, 1 / 16, 1 / 256];
/** Evaluations round to this many units of the last place of the values. */
const roundingUnits = 64;
const kinkShare = 1e-3;
/** Agreement this good needs no other step. */
const good = 1e-9;

interface Differences {
  readonly central: Float64Array;
  /** Forward minus backward derivative, for h and for h/2. */
  readonly jump: Float64Array;
  readonly halfJump: Float64Array;
  readonly noise: Float64Array;
}

function differences(
  f: VectorFunction,
  count: number,
  z: Float64Array,
  v: Float64Array,
  h: number,
): Differences {
  const at = (step: number) => {
    const out = new Float64Array(count);
    f(
      z.map((value, j) => value + step * v[j]),
      out,
    );
    return out;
  };
  const [middle, plus, minus, halfPlus, halfMinus] = [0, h, -h, h / 2, -h / 2].map(at);
  const each = (make: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => make(i));
  return {
    central: each(i => (8 * (halfPlus[i] - halfMinus[i]) - (plus[i] - minus[i])) / (6 * h)),
    jump: each(i => (plus[i] - 2 * middle[i] + minus[i]) / h),
    halfJump: each(i => (halfPlus[i] - 2 * middle[i] + halfMinus[i]) / (h / 2)),
    noise: each(i => (roundingUnits * Number.EPSILON * (Math.abs(plus[i]) + Math.abs(minus[i]))) / h),
  };
}

export interface Direction {
  readonly z: Float64Array;
  readonly v: Float64Array;
  /** First step; smaller ones are tried as well. */
  readonly h: number;
  /** Differences are relative to the derivative, or to this where it is smaller. */
  readonly floor: number;
}

/** Compares Df(z)·v as claimed with differences of f. */
export function compareDerivative(f: VectorFunction, claimed: Float64Array, along: Direction): Comparison {
  let best = { error: Number.POSITIVE_INFINITY, component: 0 };
  let kink = -1;
  for (const reduction of reductions) {
    const d = differences(f, claimed.length, along.z, along.v, along.h * reduction);
    // The points z ± hv are rounded too, which matters where z is large and f depends on differences of it.
    const slack =
      (roundingUnits * Number.EPSILON * maxAbs(along.z)) / (along.h * reduction * maxAbs(along.v));
    const found = worstDifference(d, claimed, along.floor, slack * maxAbs(claimed));
    if (found.error < best.error) best = found;
    kink = kinkOf(d, along.floor);
    if (best.error <= good) break;
  }
  return { ...best, kink };
}

function worstDifference(d: Differences, claimed: Float64Array, floor: number, slack: number) {
  let worst = { error: 0, component: 0 };
  for (let i = 0; i < claimed.length; i++) {
    // Outside the domain of f nothing can be compared.
    if (!Number.isFinite(d.central[i])) return { error: Number.POSITIVE_INFINITY, component: i };
    // Where the derivative vanishes, the curvature says what is small.
    const size = Math.max(Math.abs(claimed[i]), Math.abs(d.central[i]), floor, 0.01 * Math.abs(d.jump[i]));
    const gap = Math.abs(claimed[i] - d.central[i]) - d.noise[i] - slack;
    const error = gap > 0 ? gap / size : 0;
    if (error > worst.error) worst = { error, component: i };
  }
  return worst;
}

function kinkOf({ central, jump, halfJump, noise }: Differences, floor: number): number {
  return jump.findIndex((value, i) => {
    const size = Math.max(Math.abs(central[i]), floor);
    const persists = Math.abs(halfJump[i]) > 0.8 * Math.abs(value);
    return persists && Math.abs(value) > kinkShare * size + 8 * noise[i];
  });
}
