// Test of derivatives: ∇H, ∂g, H''v and uᵀgᵢ''v against central differences, at the start and at two random states nearby.
// Problems from formulas pass by construction; hand-written problems may not.
// Large problems are tested along random directions and a sample of coordinates; after a failure along all coordinates.

import { maxAbs } from '../linalg/dense.ts';
import { patternTimes } from '../linalg/pattern.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { momentumName, stateNames } from '../problem/state.ts';
import { createRandom } from '../random/mulberry.ts';
import { type Finding, listed, verdictFor } from './finding.ts';
import { type LengthScales, lengthScales, nearbyState } from './length-scales.ts';

const id = 'derivatives';
const title = 'Derivatives';
const passBound = 1e-6;
const warnBound = 1e-4;
const firstStep = 2e-3;
/** Components smaller than this fraction of the largest derivative are not compared separately. */
const floorShare = 1e-5;
const allCoordinates = 200;
const sampledCoordinates = 16;
const manyCoordinates = 500;

interface Worst {
  error: number;
  what: string;
  readonly kinks: Set<string>;
  compared: number;
}

/** Steps in proportion to coordinates are too long for atoms in contact, and differences across a cut-off are wrong. */
const termsOfTheLibrary: Finding = {
  id,
  title,
  verdict: 'pass',
  measured: { comparisons: 0 },
  summary:
    'The forces of particles are terms of the library; its own tests compare their derivatives, term by term.',
};

export function checkDerivatives(problem: Problem): Finding {
  if (problem.particles) return termsOfTheLibrary;
  const scales = lengthScales(problem, problem.initial);
  const random = createRandom(7);
  const worst: Worst = { error: 0, what: '', kinks: new Set(), compared: 0 };
  const near = problem.n > manyCoordinates ? 1 : 2;
  const states = [problem.initial];
  for (let k = 0; k < near; k++) states.push(nearbyState(problem.initial, scales, 0.02, random));
  for (const z of states) if (Number.isFinite(problem.H.value(z))) compareAt(problem, z, scales, worst);
  return finding(worst);
}

function compareAt(problem: Problem, z: State, scales: LengthScales, worst: Worst): void {
  const directions = directionsAt(problem, z, scales);
  const failing = firstDerivatives(problem, z, directions, worst);
  // An error along a random direction is located by testing every coordinate.
  if (failing && 2 * problem.n > allCoordinates) {
    const every = Array.from({ length: 2 * problem.n }, (_, j) => coordinateDirection(problem, z, scales, j));
    firstDerivatives(problem, z, every, worst);
  }
  secondDerivatives(problem, z, scales, worst);
}

interface NamedDirection {
  readonly name: string;
  readonly v: Float64Array;
  readonly h: number;
}

function coordinateDirection(problem: Problem, z: State, scales: LengthScales, j: number): NamedDirection {
  const v = new Float64Array(2 * problem.n);
  v[j] = 1;
  // The step must not be lost in the round-off of a large value.
  const h = Math.max(firstStep * (j < problem.n ? scales.q : scales.p), 1e-7 * Math.abs(z[j]));
  const { coordinates, n } = problem;
  return { name: j < n ? coordinates[j] : momentumName(coordinates[j - n]), v, h };
}

function randomDirection({ n }: Problem, scales: LengthScales, seed: number): NamedDirection {
  const random = createRandom(seed);
  const v = Float64Array.from(
    { length: 2 * n },
    (_, j) => random.symmetric() * (j < n ? scales.q : scales.p),
  );
  return { name: 'a random direction', v, h: firstStep };
}

function directionsAt(problem: Problem, z: State, scales: LengthScales): NamedDirection[] {
  const count = 2 * problem.n;
  const random = createRandom(41);
  const chosen =
    count <= allCoordinates
      ? Array.from({ length: count }, (_, j) => j)
      : Array.from({ length: sampledCoordinates }, () =>
          Math.floor((0.5 + 0.5 * random.symmetric()) * count),
        );
  const along = chosen.map(j => coordinateDirection(problem, z, scales, j));
  return count <= allCoordinates ? along : [randomDirection(problem, scales, 43), ...along];
}

/** ∇H·v and ∂g·v along each direction; true when one is wrong. */
function firstDerivatives(
  problem: Problem,
  z: State,
  directions: readonly NamedDirection[],
  worst: Worst,
): boolean {
  const { n, H, g } = problem;
  const gradient = new Float64Array(2 * n);
  H.gradient(z, gradient);
  const jacobian = new Float64Array(g.jacobianPattern.index.length);
  g.jacobian(z, jacobian);
  const claimedG = new Float64Array(g.m);
  const energy = (at: State, out: Float64Array) => {
    out[0] = H.value(at);
  };
  let wrong = false;
  for (const { name, v, h } of directions) {
    const claimedH = Float64Array.of(gradient.reduce((sum, value, j) => sum + value * v[j], 0));
    const size = maxAbs(v);
    const ofH = compareDerivative(energy, claimedH, { z, v, h, floor: floorShare * size * maxAbs(gradient) });
    note(worst, ofH.error, `the derivative of the hamiltonian by ${name}`);
    if (ofH.kink >= 0) worst.kinks.add(`hamiltonian (by ${name})`);
    if (g.m > 0) {
      patternTimes(g.jacobianPattern, jacobian, v, claimedG);
      const ofG = compareDerivative(g.value, claimedG, {
        z,
        v,
        h,
        floor: floorShare * size * maxAbs(jacobian),
      });
      note(worst, ofG.error, `the derivative of “${g.names[ofG.component]}” by ${name}`);
      if (ofG.kink >= 0) worst.kinks.add(`${g.names[ofG.kink]} (by ${name})`);
      wrong ||= ofG.error > warnBound;
    }
    wrong ||= ofH.error > warnBound;
  }
  return wrong;
}

/** H''v against differences of ∇H, uᵀgᵢ''v against differences of ∂g·u, and Σ wᵢgᵢ''v against those of Σ wᵢ∇gᵢ. */
function secondDerivatives(problem: Problem, z: State, scales: LengthScales, worst: Worst): void {
  const { n, H, g } = problem;
  const names = stateNames(problem);
  const { v, h } = randomDirection(problem, scales, 53);
  const claimed = new Float64Array(2 * n);
  H.hessianTimes(z, v, claimed);
  const ofH = compareDerivative(H.gradient, claimed, { z, v, h, floor: floorShare * maxAbs(claimed) });
  note(worst, ofH.error, `the second derivative of the hamiltonian by ${names[ofH.component]}`);
  if (g.m === 0) return;
  const u = randomDirection(problem, scales, 59).v;
  const bend = new Float64Array(g.m);
  g.second(z, u, v, bend);
  const jacobian = new Float64Array(g.jacobianPattern.index.length);
  const slope = (at: State, out: Float64Array) => {
    g.jacobian(at, jacobian);
    patternTimes(g.jacobianPattern, jacobian, u, out);
  };
  const ofG = compareDerivative(slope, bend, { z, v, h, floor: floorShare * (maxAbs(bend) || 1) });
  note(worst, ofG.error, `the second derivative of “${g.names[ofG.component]}”`);
  const w = Float64Array.from({ length: g.m }, (_, i) => 1 + (i % 3));
  g.hessianTimes(z, w, v, claimed);
  const pull = (at: State, out: Float64Array) => g.transposedTimes(at, w, out);
  const ofSum = compareDerivative(pull, claimed, { z, v, h, floor: floorShare * (maxAbs(claimed) || 1) });
  note(worst, ofSum.error, `the second derivative of the constraints by ${names[ofSum.component]}`);
}

function note(worst: Worst, error: number, what: string): void {
  // An infinite error means that all differences left the domain of the formula: nothing was compared.
  if (!Number.isFinite(error)) return;
  worst.compared++;
  const random = worst.what.endsWith('a random direction') && !what.endsWith('a random direction');
  // Where both fail, report the coordinate, which is more specific than a random direction.
  if (error > worst.error || (random && error > warnBound)) {
    worst.error = error;
    worst.what = what;
  }
}

function finding({ error, what, kinks, compared }: Worst): Finding {
  const measured = { 'largest relative error': error, comparisons: compared };
  const verdict = verdictFor(error, passBound, warnBound);
  if (kinks.size > 0 && error > passBound) return { id, title, verdict: 'warn', measured, ...kinked(kinks) };
  if (verdict === 'fail')
    return {
      id,
      title,
      verdict,
      measured: { ...measured, worst: what },
      summary: `Wrong: ${what} does not agree with differences of the function.`,
      advice: 'Correct this derivative; the integrators rely on it.',
    };
  if (kinks.size > 0) return { id, title, verdict: 'warn', measured, ...kinked(kinks) };
  if (verdict === 'warn')
    return {
      id,
      title,
      verdict,
      measured: { ...measured, worst: what },
      summary: `Agree with finite differences to four digits only; worst is ${what}.`,
      advice: 'Either this formula varies very fast near the start, or its derivative is slightly wrong.',
    };
  return {
    id,
    title,
    verdict,
    measured,
    summary: 'First and second derivatives agree with finite differences.',
  };
}

function kinked(kinks: ReadonlySet<string>): Pick<Finding, 'summary' | 'advice'> {
  return {
    summary: `Not smooth at the start or beside it: ${listed([...kinks])} has a kink.`,
    advice: 'Methods lose their order where abs, min, max or sign switch; use a smooth formula if you can.',
  };
}

// Derivatives of a vector function along a direction v by central differences with one Richardson step:
//   D = (4 D_{h/2} − D_h) / 3,   D_h = (f(z + hv) − f(z − hv)) / 2h,     error O(h⁴) + O(ε|f|/h).
// Three step lengths are tried, since the best one is unknown; the smallest difference is used. A jump of the
// one-sided derivatives that does not decrease with h is a kink. Reference: Nocedal & Wright (2006), §8.1.

interface Comparison {
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
/** Below this difference no other step is tried. */
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

interface Direction {
  readonly z: Float64Array;
  readonly v: Float64Array;
  /** First step; smaller ones are tried as well. */
  readonly h: number;
  /** Differences are relative to the derivative, or to this where the derivative is smaller. */
  readonly floor: number;
}

/** Compares `claimed`, the value of Df(z)·v, with differences of f. */
function compareDerivative(f: VectorFunction, claimed: Float64Array, along: Direction): Comparison {
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
    // Where the derivative vanishes, the curvature sets the scale.
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
