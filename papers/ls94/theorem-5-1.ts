// Leimkuhler and Skeel 1994, Theorem 5.1: VS and VR are a second-order method for the underlying ODE q′ = p, p′ = φ(q, p),
//   q_{n+1} = q_n + h p_{n+½},    p_{n+½} = p_{n−½} + (h/2)(φ(q_n, p_{n−½}) + φ(q_n, p_{n+½})),          (38)–(39)
// for quadratic constraints. This scheme is written down here on its own, without any constraint, and run beside VS.

import { createMethod, type Problem } from '../../src/index.ts';
import { createUnderlyingOde } from '../../src/integrators/reference/underlying-ode.ts';
import { type ErrorAtStep, exactState, slope } from '../../src/laws/order.ts';
import { distance, maxAbs } from '../../src/linalg/dense.ts';
import { advance } from '../../src/run/stepper.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { endState, errorsAt } from '../helpers/motion.ts';
import { againstStep, errorCurve, log, overTime, time, timesAfter } from '../helpers/panels.ts';
import { projected } from './set-up.ts';

const [h, until] = [0.01, 10];
const steps = { full: [0.04, 0.02, 0.01, 0.005, 0.0025], quick: [0.02, 0.01, 0.005] };
/** Single steps are shorter, to see the order of the normal part of p: it settles late. */
const shorter = 8;

interface Curve {
  readonly label: string;
  readonly points: readonly ErrorAtStep[];
}

interface Errors {
  readonly global: readonly Curve[];
  readonly local: readonly Curve[];
}

export function theorem51(lab: Lab): Findings {
  const problem = lab.problem('six-node-chain-c');
  const errors = measure(problem, steps[lab.effort]);
  lab.progress(0.7);
  const apart = distanceFromScheme(problem);
  return { claims: claims(errors, maxAbs(apart)), figures: [drawing(errors, apart)] };
}

function measure(problem: Problem, sizes: readonly number[]): Errors {
  const single = sizes.map(size => {
    const step = size / shorter;
    const [vs, vr] = ['shake-velocity', 'rattle'].map(method => endState(problem, method, step, step));
    const tangent = projected(problem, vs);
    const solution = exactState(problem, step);
    return {
      h: step,
      vr: distance(vr, solution),
      rest: distance(tangent, solution),
      normal: distance(vs, tangent),
    };
  });
  const local = (label: string, of: 'vr' | 'rest' | 'normal'): Curve => ({
    label,
    points: single.map(errors => ({ h: errors.h, error: errors[of] })),
  });
  return {
    global: [
      { label: 'VS', points: errorsAt(problem, 'shake-velocity', sizes, until) },
      { label: 'VR', points: errorsAt(problem, 'rattle', sizes, until) },
    ],
    local: [local('VS, normal part of p', 'normal'), local('VS, the rest', 'rest'), local('VR', 'vr')],
  };
}

/** |q of VS − q of the scheme (38)–(39)| at each step. */
function distanceFromScheme(problem: Problem): Float64Array {
  const { n } = problem;
  const kick = createKick(problem);
  const differences = new Float64Array(Math.round(until / h));
  let q = problem.initial.slice(0, n);
  let p = new Float64Array(n);
  advance(createMethod(problem, 'shake-velocity'), problem.initial, h, differences.length, (z, k) => {
    p = k === 1 ? q.map((value, i) => (z[i] - value) / h) : kick(q, p);
    q = q.map((value, i) => value + h * p[i]);
    differences[k - 1] = maxAbs(q.map((value, i) => value - z[i]));
  });
  return differences;
}

/** p_{n+½} of eq. (39) from q_n and p_{n−½}. */
function createKick(problem: Problem) {
  const { n } = problem;
  const ode = createUnderlyingOde(problem);
  const derivative = new Float64Array(2 * n);
  function acceleration(q: Float64Array, p: Float64Array): Float64Array {
    const outcome = ode.field(Float64Array.of(...q, ...p), derivative);
    if (!outcome.ok) throw new Error(outcome.detail);
    return derivative.slice(n);
  }
  return (q: Float64Array, before: Float64Array): Float64Array<ArrayBuffer> => {
    const first = acceleration(q, before);
    let p = before.map((value, i) => value + h * first[i]);
    // The iteration contracts by O(h); it ends when it moves by rounding alone.
    for (let k = 0, moved = 1; k < 50 && moved > 1e-15; k++) {
      const second = acceleration(q, p);
      const next = before.map((value, i) => value + (h / 2) * (first[i] + second[i]));
      moved = maxAbs(next.map((value, i) => value - p[i]));
      p = next;
    }
    return p;
  };
}

function claims({ global, local }: Errors, apart: number): Claim[] {
  const [vs, vr] = global.map(({ points }) => slope(points));
  const [normal, rest, ofVr] = local.map(({ points }) => slope(points));
  const atEnd = 'slope of log error at t = 10 against log h';
  const atOnce = 'slope of log error after one step against log h';
  return claimList`
    VS is globally convergent of second order
      ${atEnd}: ${vs} in [1.9, 2.1]
    VR is globally convergent of second order
      ${atEnd}: ${vr} in [1.9, 2.1]
    VS is step by step the scheme (38)–(39) on the underlying ODE
      largest |Δq| over 1000 steps: ${apart} ≤ 1e-9
    The local error of VR is of third order
      ${atOnce}: ${ofVr} in [2.9, 3.1]
    The local error of VS is of third order but for the normal part of p
      ${atOnce}, normal part left out: ${rest} in [2.9, 3.1]
    The normal part of p has a local error of second order, which no later step sees
      ${atOnce}, normal part alone: ${normal} in [1.9, 2.1]
      printed: “(15)–(18), with or without the endpoint projection defines an approximation […] which is locally O(h³)”
  `;
}

function drawing({ global, local }: Errors, apart: Float64Array): Figure {
  const curves = (list: readonly Curve[]) => list.map(({ label, points }) => errorCurve(points, label));
  return {
    name: 'orders',
    across: 3,
    panelWidth: 480,
    panelHeight: 440,
    panels: [
      againstStep('error ‖Δ(q, p)‖ at t = 10', curves(global), [2], { title: 'global error' }),
      againstStep(log('error ‖Δ(q, p)‖ at t = h', [1e-11, 1e-2]), curves(local), [2, 3], {
        title: 'local error',
      }),
      overTime(log('largest |Δq|', [1e-17, 1e-9]), [{ x: timesAfter(apart.length, h), y: apart }], {
        title: 'VS against the scheme (38)–(39)',
        x: time(0, until),
      }),
    ],
  };
}
