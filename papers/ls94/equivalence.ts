// Leimkuhler and Skeel 1994, section 4: VS and VR are the same method at the half steps,
//   q_n and p_{n+½} = M (q_{n+1} − q_n)/h agree,   λ_n = ½(λ_n⁽ʳ⁾ + λ_n⁽ᵛ⁾),   VR = (I − 𝓗) VS at the meshpoints.

import { verlet } from '../../src/flows/verlet.ts';
import { createMethod, type Problem, type State } from '../../src/index.ts';
import { constrained } from '../../src/integrators/constrained.ts';
import { velocityShake } from '../../src/integrators/variants/velocity-shake.ts';
import { slope } from '../../src/laws/order.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import { advance } from '../../src/run/stepper.ts';
import { newton } from '../../src/solvers/newton.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { statesAlong } from '../helpers/motion.ts';
import { lines, log, overTime, time, timesAfter } from '../helpers/panels.ts';
import { starts } from './set-up.ts';

const [h, until] = [0.01, 10];
const slopeSteps = { full: [0.04, 0.02, 0.01, 0.005, 0.0025], quick: [0.02, 0.01, 0.005] };

/** z_0, z_1, … */
type Orbit = readonly State[];

const orbit = (problem: Problem, method: string, step: number): Orbit => [
  problem.initial,
  ...statesAlong(createMethod(problem, method), problem.initial, step, Math.round(until / step)),
];

/** Largest difference of an aspect of the states of two orbits. */
function difference(a: Orbit, b: Orbit, aspect: (orbit: Orbit, k: number) => Float64Array): Float64Array {
  return Float64Array.from({ length: a.length - 1 }, (_, k) => {
    const [x, y] = [aspect(a, k + 1), aspect(b, k + 1)];
    return maxAbs(x.map((value, i) => value - y[i]));
  });
}

const positions = (states: Orbit, k: number) => states[k].subarray(0, states[k].length / 2);
const momenta = (states: Orbit, k: number) => states[k].subarray(states[k].length / 2);
/** p_{k−½}; all masses are 1. */
const halfMomenta = (path: Orbit, k: number) => {
  const before = positions(path, k - 1);
  return positions(path, k).map((value, i) => (value - before[i]) / h);
};

export function equivalence(lab: Lab): Findings {
  const problems = starts.map(({ system }) => lab.problem(system));
  const cases = problems.map((problem, i) => {
    lab.progress((0.6 * i) / starts.length);
    const [vs, vr, recursion] = ['shake-velocity', 'rattle', 'shake-position'].map(method =>
      orbit(problem, method, h),
    );
    return { problem, vs, vr, recursion };
  });
  const turning = cases[cases.length - 1];
  const order = slope(
    slopeSteps[lab.effort].map(step => {
      const [vs, vr] = ['shake-velocity', 'rattle'].map(method => orbit(turning.problem, method, step));
      return { h: step, error: maxAbs(difference(vs, vr, momenta)) };
    }),
  );
  return { claims: claims(cases, order), figures: [drawing(turning)] };
}

interface Case {
  readonly problem: Problem;
  readonly vs: Orbit;
  readonly vr: Orbit;
  readonly recursion: Orbit;
}

function claims(cases: readonly Case[], order: number): Claim[] {
  const worst = (measure: (one: Case) => number) => Math.max(...cases.map(measure));
  const { vs, vr } = cases[cases.length - 1];
  const atMeshpoints = maxAbs(difference(vs, vr, momenta)) / maxAbs(difference(vs, vr, halfMomenta));
  const ofRecursion = worst(one => maxAbs(difference(one.recursion, one.vr, positions)));
  const ofPositions = worst(one => maxAbs(difference(one.vs, one.vr, positions)));
  const ofHalfMomenta = worst(one => maxAbs(difference(one.vs, one.vr, halfMomenta)));
  return claimList`
    The positions of VS and VR agree
      largest |Δq| over [0, 10] and the three starts: ${ofPositions} ≤ 1e-11
    The momenta of VS and VR agree at the half steps
      largest |Δp_{n+½}| over [0, 10] and the three starts: ${ofHalfMomenta} ≤ 1e-10
    So do those of the two-step recursion (10)–(11)
      largest |Δq| against VR over [0, 10] and the three starts: ${ofRecursion} ≤ 1e-10
    The multiplier of VS is the mean of the two of RATTLE, λ = ½(λ⁽ʳ⁾ + λ⁽ᵛ⁾)
      largest |Δλ| over 100 steps and the three starts, relative to the largest |λ|: ${worst(({ problem }) => multiplierDefect(problem))} ≤ 1e-9
    VR is VS with its momenta projected, so that a projection is needed only for output
      largest |VR − (I − 𝓗)VS| over [0, 10] and the three starts: ${worst(projectionDefect)} ≤ 1e-11
    At the meshpoints their momenta differ by a part normal to the constraints, of second order
      slope of log |Δp_n| against log h, start C: ${order} in [1.9, 2.1]
    The difference at the meshpoints is no rounding
      largest |Δp_n| over largest |Δp_{n+½}|, start C: ${atMeshpoints} ≥ 1e6
  `;
}

/** λ⁽ᵛ⁾ ends a step of RATTLE, λ⁽ʳ⁾ begins the next; both kicks last half a step. */
function multiplierDefect(problem: Problem): number {
  const { shake, project } = constrained(problem, verlet(problem.H), newton);
  const vs = velocityShake(problem, verlet(problem.H), newton);
  const [byShake, byProjection] = [shake.memory[0], project.memory[0]];
  let [largest, defect] = [0, 0];
  let z = problem.initial;
  let w = problem.initial;
  for (let k = 0; k < 100; k++) {
    z = advance(project, advance(shake, z, h, 1), h, 1);
    w = advance(vs, w, h, 1);
    const ofVelocity = byProjection.map(rate => 2 * rate);
    // The next SHAKE step, for its multipliers alone.
    advance(shake, z, h, 1);
    const mean = byShake.map((rate, i) => (2 * rate + ofVelocity[i]) / 2);
    largest = Math.max(largest, maxAbs(mean));
    defect = Math.max(defect, maxAbs(mean.map((value, i) => value - vs.multipliers[i])));
  }
  return defect / largest;
}

function projectionDefect({ problem, vs, vr }: Case): number {
  const { project } = constrained(problem, verlet(problem.H), newton);
  return Math.max(...vs.map((state, k) => maxAbs(advance(project, state, h, 1).map((x, i) => x - vr[k][i]))));
}

function drawing({ vs, vr, recursion }: Case): Figure {
  const differences = lines(timesAfter(vs.length - 1, h), {
    'p at meshpoints, VS − VR': difference(vs, vr, momenta),
    'p at half steps, VS − VR': difference(vs, vr, halfMomenta),
    'q, VS − VR': difference(vs, vr, positions),
    'q, recursion − VR': difference(recursion, vr, positions),
  });
  return {
    name: 'differences',
    panels: [
      overTime(log('largest difference', [1e-17, 1]), differences, { x: time(0, until), legend: 'right' }),
    ],
    panelWidth: 860,
  };
}
