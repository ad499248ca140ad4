// McLachlan, Modin, Verdier, Wilkins 2014, Fig. 6: ℋ′ on the fibres over the orbit from z_a. Its zeros are the states of ℳᴴ;
// the fibre coordinate is measured from ℳ̃ᴴ, on which SHAKE stays.

import { createMethod, type Problem, type State } from '../../src/index.ts';
import { reference } from '../../src/integrators/reference/reference.ts';
import { distance } from '../../src/linalg/dense.ts';
import { createRandom } from '../../src/random/mulberry.ts';
import { advance } from '../../src/run/stepper.ts';
import type { Claim, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { statesAlong } from '../helpers/motion.ts';
import { orbitAt, periodOf } from './exact-orbit.ts';
import { drawing, type Runs } from './fig-6-figure.ts';
import {
  criticalAngles,
  type FibreSlope,
  fibreSlope,
  gravity,
  signChanges,
  systemOf,
  turned,
} from './harmonic.ts';

const [h, count] = [0.1, 200];
const fibres = { full: 20_000, quick: 4_000 };

export function fig6(lab: Lab): Findings {
  const problem = lab.problem(systemOf('a'));
  const runs = runBoth(problem);
  const slopes = runs.shake.map(z => fibreSlope(z, gravity));
  return {
    claims: [
      ...slopeClaims(problem, runs, slopes),
      ...crossingClaims(problem, slopes),
      ...classificationClaims(fibres[lab.effort]),
      ...shakeClaims(runs, slopes),
    ],
    figures: [drawing(runs)],
  };
}

function runBoth(problem: Problem): Runs {
  const states = (method: string) => statesAlong(createMethod(problem, method), problem.initial, h, count);
  return {
    h,
    start: problem.initial,
    onModified: modifiedStart(problem),
    shake: states('shake'),
    rattle: states('rattle'),
  };
}

/** The state of ℳ̃ᴴ on the fibre of the start: φ_h of a step of SHAKE backwards. Midpoint is exact here. */
function modifiedStart(problem: Problem): State {
  const [q0, q1, p0, p1] = advance(createMethod(problem, 'shake'), problem.initial, -h, 1);
  const [g0, g1] = gravity;
  const half = (h * h) / 2;
  return Float64Array.of(q0 + h * p0 + half * g0, q1 + h * p1 + half * g1, p0 + h * g0, p1 + h * g1);
}

function slopeClaims({ H }: Problem, { shake }: Runs, slopes: readonly FibreSlope[]): Claim[] {
  const [angles, step] = [[0, 0.5, 1.7, 3, 4.4], 1e-5];
  const errors = shake.flatMap((z, k) =>
    angles.map(angle => {
      const [ahead, behind] = [step, -step].map(by => H.value(turned(z, angle + by)));
      return Math.abs((ahead - behind) / (2 * step) - slopes[k].value(angle));
    }),
  );
  return claimList`
    ℋ′(θ) has the term + g·q sin θ
      largest difference from finite differences of H along the fibres: ${Math.max(...errors)} ≤ 1e-9
      printed: (28) with − g·q sin θ
  `;
}

function crossingClaims(problem: Problem, slopes: readonly FibreSlope[]): Claim[] {
  const counts = slopes.map(slope => criticalAngles(slope).length);
  const { distinct, smallest } = atChange(problem);
  return claimList`
    ℳᴴ crosses some fibres over the orbit twice
      fewest crossings: ${Math.min(...counts)} = 2
    ℳᴴ crosses others four times
      most crossings: ${Math.max(...counts)} = 4
    In the moment between, ℳᴴ crosses the fibre three times
      distinct crossings where their number changes: ${distinct} = 3
    One of the three crossings is degenerate, ℋ′ = ℋ″ = 0: Assumption 1 fails there
      smallest |ℋ′| where ℋ″ = 0 on this fibre: ${smallest} ≤ 1e-11
  `;
}

/** The fibre over the exact orbit at which the number of crossings changes, found by bisection in time. */
function atChange(problem: Problem) {
  const { period } = periodOf(problem, 5);
  const times = Array.from({ length: 200 }, (_, k) => (period * k) / 199);
  const crossings = (z: State) => criticalAngles(fibreSlope(z, gravity)).length;
  const states = orbitAt(problem, times);
  const k = states.findIndex((z, i) => i > 0 && crossings(z) !== crossings(states[i - 1]));
  let [z, step] = [states[k - 1], times[k] - times[k - 1]];
  const flow = reference(problem);
  for (let i = 0; i < 45; i++) {
    step /= 2;
    const middle = advance(flow, z, step, 1);
    if (crossings(middle) === crossings(states[k - 1])) z = middle;
  }
  const slope = fibreSlope(z, gravity);
  const flat = extremes(slope);
  const touching = flat.filter(angle => Math.abs(slope.value(angle)) < 1e-11);
  const simple = criticalAngles(slope).filter(angle =>
    touching.every(other => Math.abs(angle - other) > 1e-3),
  );
  return {
    distinct: touching.length + simple.length,
    smallest: Math.min(...flat.map(angle => Math.abs(slope.value(angle)))),
  };
}

const extremes = ({ derivative }: FibreSlope) =>
  signChanges(
    derivative,
    Array.from({ length: 180 }, (_, k) => (2 * Math.PI * (k + 0.5)) / 180 - Math.PI),
  );

/** Random fibres: A and B are the amplitudes of the double and of the single angle in ℋ′. */
function classificationClaims(total: number): Claim[] {
  const random = createRandom(6);
  const sample = Array.from({ length: total }, () => {
    const z = Float64Array.from({ length: 4 }, () => random.symmetric());
    const size = Math.hypot(...z);
    const slope = fibreSlope(
      z.map(value => value / size),
      gravity,
    );
    return { ratio: slope.single / slope.double, crossings: criticalAngles(slope).length };
  });
  const exceptions = sample.filter(
    ({ ratio, crossings }) =>
      (crossings !== 2 && crossings !== 4) ||
      (ratio < 1 && crossings !== 4) ||
      (ratio > 2 && crossings !== 2),
  );
  const between12 = sample.filter(({ ratio }) => ratio > 1 && ratio < 2);
  const four = between12.filter(({ crossings }) => crossings === 4).length;
  return claimList`
    A fibre has four crossings where the double angle has the larger amplitude in ℋ′, two where it has less than half of the other
      exceptions among ${total} random fibres: ${exceptions.length} ≤ 0
    Where the single angle has one to two times the amplitude of the double one, fibres with four and with two crossings occur
      part of the fibres with amplitudes in the ratio 1 to 2 that have four: ${four / between12.length} in [0.05, 0.95]
      printed: “if the former are larger we get (i), if the latter are larger we get (ii), in the limit situation we get (iii)”
  `;
}

function shakeClaims({ shake, rattle }: Runs, slopes: readonly FibreSlope[]): Claim[] {
  const nearest = slopes.map(slope =>
    criticalAngles(slope).reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)),
  );
  const apart = shake.map((z, k) => distance(turned(z, nearest[k]), rattle[k]));
  return claimList`
    SHAKE persistently stays off ℳᴴ after one step
      smallest angle between ℳ̃ᴴ and ℳᴴ on the fibre, ${count} steps: ${Math.min(...nearest.map(Math.abs))} ≥ 0.01
    The result of RATTLE is obtained by projecting vertically onto ℳᴴ
      largest distance of RATTLE’s states from the nearest zeros of ℋ′ on the fibres of SHAKE: ${Math.max(...apart)} ≤ 1e-11
  `;
}
