// Are the derivatives right? ∇H, ∂g, H''v and uᵀgᵢ''v against central differences, at the start and at two random
// states nearby. Problems from formulas pass by construction; problems written by hand may not.
// Large problems are compared along random directions and a sample of coordinates; when one fails, along all.

import { maxAbs } from '../linalg/dense.ts';
import { patternTimes } from '../linalg/sparse-products.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { momentumName, stateNames } from '../problem/state-names.ts';
import { compareDerivative } from './compare-derivative.ts';
import { type Finding, judge, listed } from './finding.ts';
import { type LengthScales, lengthScales, nearbyState } from './length-scales.ts';
import { createRandom } from './random.ts';

const id = 'derivatives';
const title = 'Derivatives';
const passBound = 1e-6;
const warnBound = 1e-4;
const firstStep = 2e-3;
/** Parts this much smaller than the largest derivative are not judged by themselves. */
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

/** Steps that suit whole coordinates are too long for atoms in touch, and differences across a cut-off mislead. */
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
  // A wrong derivative seen along a random direction only is named by a look at every coordinate.
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
  // The step must also be felt beside a large value.
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
  // A coordinate says more than a random direction, where both are wrong.
  if (error > worst.error || (random && error > warnBound)) {
    worst.error = error;
    worst.what = what;
  }
}

function finding({ error, what, kinks, compared }: Worst): Finding {
  const measured = { 'largest relative error': error, comparisons: compared };
  const verdict = judge(error, passBound, warnBound);
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
