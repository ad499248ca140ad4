// McLachlan, Modin, Verdier, Wilkins 2014, Proposition 5.1: a free particle on the unit sphere of phase space, six claims.

import { check } from '../../src/analysis/check.ts';
import { createMethod, type Problem, type State } from '../../src/index.ts';
import { slope } from '../../src/laws/order.ts';
import { distance } from '../../src/linalg/dense.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import { createRandom } from '../../src/random/mulberry.ts';
import { advance } from '../../src/run/stepper.ts';
import type { Claim, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { orbitAt } from './exact-orbit.ts';
import {
  countClusters,
  exceptionalState,
  excess,
  randomHiddenState,
  rate,
  rotated,
  rotationBetween,
  spin,
} from './free-sphere.ts';
import { hopf } from './harmonic.ts';
import { drawing } from './prop-5-1-figure.ts';

const h = 0.1;
const steps = { full: 2000, quick: 400 };
const checked = { full: 200, quick: 40 };
const stepSizes = [0.2, 0.1, 0.05, 0.025];
/** Both components, both orientations. */
const states = [
  [0.8, 0, 0, 0.6],
  [0.8, 0, 0, -0.6],
  [0.6, 0, 0, 0.8],
  [0.6, 0, 0, -0.8],
].map(values => Float64Array.from(values));

export function prop51(lab: Lab): Findings {
  const problem = lab.problem('harmonic-constraint-free');
  const count = steps[lab.effort];
  const assumptions = assumptionClaims(problem, checked[lab.effort]);
  lab.progress(0.6);
  return {
    claims: [
      ...assumptions,
      ...manifoldClaims(problem),
      ...solutionClaims(problem),
      ...shakeClaims(problem, count),
      ...rattleClaims(problem, count),
    ],
    figures: [drawing(problem, states[0], timeErrors(problem))],
  };
}

/** Claim 1, by the system's own check. */
function assumptionClaims(problem: Problem, count: number): Claim[] {
  const random = createRandom(51);
  const verdict = (initial: State) => check({ ...problem, initial }).verdict;
  const ordinary = Array.from({ length: count }, (_, k) => verdict(randomHiddenState(random, k % 4)));
  const exceptional = ([1, -1] as const).flatMap(orientation =>
    [0, 0.7, 2, 4].map(angle => verdict(exceptionalState(orientation, angle))),
  );
  const refused = exceptional.filter(found => found === 'fail');
  return claimList`
    1. Both assumptions hold on ℳᴴ
      states, of ${count} random ones, that the system’s check does not pass: ${ordinary.filter(found => found !== 'pass').length} ≤ 0
    1. They fail on the two exceptional fibres that are taken out
      part of eight states there that the check refuses: ${refused.length / exceptional.length} ≥ 1
  `;
}

/** Claim 2. Points nearer than this to the degenerate ones are left out, and points nearer than that are joined. */
const [margin, link, sampleCount] = [0.4, 0.35, 2400];

function manifoldClaims(problem: Problem): Claim[] {
  const random = createRandom(52);
  const { hidden } = createBrackets(problem);
  const value = new Float64Array(1);
  const anywhere = Array.from({ length: 100 }, () =>
    Float64Array.from({ length: 4 }, () => random.symmetric()),
  );
  const differences = anywhere.map(z => {
    hidden(z, value);
    return Math.abs(value[0] / 2 - (z[0] * z[2] + z[1] * z[3]));
  });
  const points = Array.from({ length: sampleCount }, (_, k) => randomHiddenState(random, k % 4));
  return claimList`
    2. The hidden constraint is q·p = 0
      largest |½{g, H} − q·p| at 100 random states: ${Math.max(...differences)} ≤ 1e-15
    2. ℳᴴ has two connected components
      clusters of ${sampleCount} random states, those with ||q|² − |p|²| < ${margin} left out: ${countClusters(
        points.filter(z => Math.abs(excess(z)) >= margin),
        link,
      )} = 2
  `;
}

/** Claims 3 and 4, by the reference method, which knows nothing of the formula. */
function solutionClaims(problem: Problem): Claim[] {
  const errors = states.map(initial => {
    const end = 10;
    const [z] = orbitAt({ ...problem, initial }, [end]);
    return distance(z, rotated(initial, rate(initial) * end));
  });
  const turns = states.slice(0, 2).map(initial => {
    const [z] = orbitAt({ ...problem, initial }, [0.1]);
    return rotationBetween(initial, z);
  });
  return claimList`
    3. The exact solution is the rotation (26), with the rate (q × p)/(|q|² − |p|²)
      largest |Δ(q, p)| at t = 10 from the reference method, for four states: ${Math.max(...errors)} ≤ 1e-11
    3. The sign of α in (26) is that of −q × p: one component has rotations of both senses
      turn over turn, after t = 0.1, of two states with |q| > |p| that differ in the sign of p: ${turns[0] / turns[1]} in [-1.001, -0.999]
      printed: “The sign of α depends on which connected component of the constraint manifold the point (q₀, p₀) belong to.”
    4. Trajectory and fibre of a state intersect twice
      returns of the trajectory to the fibre in one period: ${returnsToFibre({ ...problem, initial: states[0] })} = 2
  `;
}

/** Times in one period at which the point of the fibre on Hopf's sphere comes back to where it was. */
function returnsToFibre(problem: Problem): number {
  const period = (2 * Math.PI) / Math.abs(rate(problem.initial));
  const samples = 400;
  // From an eighth of a period on, so that the start is met at the end.
  const times = Array.from({ length: samples + 2 }, (_, k) => period * (1 / 8 + (k - 1) / samples));
  const fibre = Float64Array.from(hopf(problem.initial));
  const away = orbitAt(problem, times).map(z => distance(Float64Array.from(hopf(z)), fibre));
  const nearest = away.filter((d, k) => k > 0 && k <= samples && d <= away[k - 1] && d < away[k + 1]);
  return nearest.filter(d => d < 1e-10).length;
}

/** Claim 5: over [ℳ] the trajectory is the circle Im ζ = −2 q × p. And the reflection that explains it. */
function shakeClaims(problem: Problem, count: number): Claim[] {
  let [apart, reflected] = [0, 0];
  for (const initial of states) {
    advance(createMethod(problem, 'shake'), initial, h, count, z => {
      apart = Math.max(apart, Math.abs(2 * (spin(z) - spin(initial))));
      reflected = Math.max(reflected, reflectionError(z));
    });
  }
  return claimList`
    5. SHAKE maps between fibres that intersect the same exact trajectory
      largest distance from its circle on Hopf’s sphere over ${count} steps: ${apart} ≤ 1e-12
    5. z₁⁻ is z₀⁺ reflected in the hyperplane perpendicular to X_H(z₀⁺)
      largest |z₁⁻ − reflection of z₀⁺|: ${reflected} ≤ 1e-13
  `;
}

/** z₀⁺ = φ_{−h}(z₁⁻) = (q − hp, p), reflected in the direction (p, 0), against z₁⁻. */
function reflectionError([q0, q1, p0, p1]: State): number {
  const before = [q0 - h * p0, q1 - h * p1];
  const along = (before[0] * p0 + before[1] * p1) / (p0 ** 2 + p1 ** 2);
  return Math.hypot(before[0] - 2 * along * p0 - q0, before[1] - 2 * along * p1 - q1);
}

/** Claim 6. */
function rattleClaims(problem: Problem, count: number): Claim[] {
  let [off, uneven] = [0, 0];
  for (const initial of states) {
    const perStep = turnOfStep(problem, initial, h);
    const before = initial.slice();
    advance(createMethod(problem, 'rattle'), initial, h, count, z => {
      off = Math.max(off, distance(z, rotated(initial, rotationBetween(initial, z))));
      uneven = Math.max(uneven, Math.abs(rotationBetween(before, z) / perStep - 1));
      before.set(z);
    });
  }
  return claimList`
    6. RATTLE stays on the exact trajectory
      largest distance from it over ${count} steps, four states: ${off} ≤ 1e-12
    6. RATTLE passes through it in equal steps: only time is changed, by a constant factor
      largest |turn of a step over that of the first, − 1|: ${uneven} ≤ 1e-11
    6. This factor tends to 1 with the square of the step
      slope of log |factor − 1| against log h: ${slope(timeErrors(problem))} in [1.95, 2.05]
  `;
}

function turnOfStep(problem: Problem, initial: State, step: number): number {
  return rotationBetween(initial, advance(createMethod(problem, 'rattle'), initial, step, 1));
}

/** |time that RATTLE makes of a step h over h, − 1|, for the first state. */
function timeErrors(problem: Problem) {
  const [z] = states;
  return stepSizes.map(step => ({
    h: step,
    error: Math.abs(turnOfStep(problem, z, step) / (rate(z) * step) - 1),
  }));
}
