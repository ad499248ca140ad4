// Tao and Owhadi 2016, Fig. 10: energy, group structure and distance from the benchmark of a magnetised rigid body.

import { measureDrift } from '../../src/laws/drift.ts';
import { exactState, slope } from '../../src/laws/order.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { atLeast, atMost, between } from '../claims.ts';
import type { Claim, Entry, Figure, Findings, Lab } from '../entry.ts';
import { taoOwhadi } from '../sources.ts';
import {
  apart,
  attempts,
  exactStates,
  follow,
  h,
  magnetInWords,
  omega,
  printedBeta,
  until,
} from './magnet.ts';
import {
  type Body,
  force,
  printedForce,
  printedTrapezoidalStep,
  trapezoidalStep,
  variationalStep,
} from './so3-matrices.ts';
import { type Attempt, flowOf, systemOf } from './soft-run.ts';

const longRun = { full: 20_000, quick: 4000 };
/** Fine enough to be called a benchmark. */
const fineStep = 0.005;

export const fig10: Entry = {
  id: 'to16-fig-10',
  title: 'A magnetised rigid body without nonlinear solves, and with the group structure kept',
  source: taoOwhadi,
  place: 'Fig. 10, section 4.5, eq. (4.12)–(4.15)',
  setup:
    `${magnetInWords} f is minus the gradient of the reduced discrete potential, R aᵀa + a Rᵀa + a aᵀR with a minus sign; the ` +
    'printed one is no gradient. The benchmark is a solution with constraints to 13 digits. T = 50. The scheme of eq. (4.15) ' +
    'is also written down in the entry from the matrices of the paper, without the system.',
  systems: ['magnetised-rigid-body'],
  run,
};

interface Curves {
  readonly label: string;
  readonly energy: Float64Array;
  /** |RᵀR − I|, Frobenius norm. */
  readonly structure: Float64Array;
  /** |R − R'|, Frobenius norm. */
  readonly distance: Float64Array;
}

function run(lab: Lab): Findings {
  const problem = lab.problem('magnetised-rigid-body');
  const exact = exactStates(problem, until);
  const [soft, group] = [attempts.zhangSkeel, attempts.group].map(attempt => curves(problem, attempt, exact));
  lab.progress(0.5);
  const all = [
    ...comparisons(soft, group),
    ...conserved(problem, longRun[lab.effort]),
    ...formulas(problem),
    ...secondOrder(problem),
    benchmarkClaim(problem, exact),
  ];
  return { claims: all, figures: [drawing(soft, group)] };
}

function curves(problem: Problem, attempt: Attempt, exact: readonly State[]): Curves {
  const { H } = systemOf(problem, attempt);
  const states = follow(problem, attempt, until);
  const start = H.value(states[0]);
  const residual = new Float64Array(problem.g.m);
  return {
    label: attempt.label,
    energy: Float64Array.from(states, z => H.value(z) - start),
    structure: Float64Array.from(states, z => {
      problem.g.value(z, residual);
      return Math.hypot(...residual);
    }),
    distance: Float64Array.from(states, (z, k) => apart(z, exact[k])),
  };
}

function comparisons(soft: Curves, group: Curves): Claim[] {
  return [
    between(0.01, 0.1, {
      statement: 'Z&S keeps RᵀR = I as well as ω allows',
      quantity: 'largest |RᵀR − I|',
      measured: maxAbs(soft.structure),
    }),
    atMost(1e-13, {
      statement: 'The Lie group method keeps it to rounding',
      quantity: 'largest |RᵀR − I|',
      measured: maxAbs(group.structure),
    }),
    atMost(2, {
      statement: 'At the same step Z&S is not much farther from the benchmark than the Lie group method',
      quantity: 'largest |R − R′| over that of variational Euler on SO(3)',
      measured: maxAbs(soft.distance) / maxAbs(group.distance),
    }),
  ];
}

function conserved(problem: Problem, steps: number): Claim[] {
  const drift = (attempt: Attempt) => {
    const system = systemOf(problem, attempt);
    return measureDrift(system, flowOf(system, attempt), attempt.step, steps).ratio;
  };
  const states = follow(problem, attempts.zhangSkeel, until);
  const changes = problem.observables.flatMap(({ value }) =>
    states.map(z => Math.abs(value(z) - value(states[0]))),
  );
  const quantity = `rise of the fitted line over [0, ${steps * h}] over the largest error`;
  return [
    atMost(0.1, {
      statement: 'The energy of Z&S oscillates and does not drift',
      quantity,
      measured: drift(attempts.zhangSkeel),
    }),
    atMost(0.1, {
      statement: 'Nor does that of variational Euler on SO(3)',
      quantity,
      measured: drift(attempts.group),
    }),
    atMost(1e-12, {
      statement: 'Being variational, Z&S keeps the momenta about the field and about the dipole',
      quantity: 'largest change over [0, 50]',
      measured: Math.max(...changes),
    }),
  ];
}

const setting = { h, omega, beta: printedBeta, field: 1 };
const bodyOf = (z: State): Body => ({ R: [...z.subarray(0, 9)], p: [...z.subarray(9)] });

function formulas(problem: Problem): Claim[] {
  const states = follow(problem, attempts.zhangSkeel, until);
  const system = systemOf(problem, attempts.zhangSkeel);
  const gain = (body: Body) =>
    Math.abs(system.H.value(Float64Array.of(...body.R, ...body.p)) - system.H.value(problem.initial));
  let [ours, theirs] = [bodyOf(problem.initial), bodyOf(problem.initial)];
  let [difference, lost] = [0, 0];
  for (let k = 1; k < states.length; k++) {
    ours = variationalStep(ours, setting, force);
    difference = Math.max(difference, apart(states[k], Float64Array.from(ours.R)));
    if (lost < 1000) theirs = variationalStep(theirs, setting, printedForce);
    lost = Math.max(lost, gain(theirs));
  }
  return [
    atMost(1e-9, {
      statement:
        'Eq. (4.15) with the force of the discrete potential is Zhang and Skeel’s method with half its β',
      quantity: 'largest |ΔR| over 500 steps between the system and the matrices of the paper',
      measured: difference,
    }),
    atLeast(1000, {
      statement: 'With the printed f the energy grows without bounds',
      quantity: 'largest energy error over [0, 50]',
      measured: lost,
      printed: '“f_k = a_k + 2ω²β²h⁴(a_kᵀa_kR_kᵀ + a_kᵀR_ka_kᵀ + R_kᵀa_ka_kᵀ)”',
    }),
  ];
}

/** The two variants of second order at t = 1, against the penalised system to 14 digits. */
function secondOrder(problem: Problem): Claim[] {
  const exact = exactState(systemOf(problem, attempts.zhangSkeel), 1);
  const errorsOf = (step: typeof trapezoidalStep) =>
    [0.02, 0.01, 0.005].map(size => {
      let body = bodyOf(problem.initial);
      for (let k = 0; k < Math.round(1 / size); k++) body = step(body, { ...setting, h: size });
      return { h: size, error: apart(exact, Float64Array.from(body.R)) };
    });
  return [
    between(1.8, 2.2, {
      statement: 'The trapezoidal variant, with R + 2h p_{k+½} and two half kicks, is of second order',
      quantity: 'slope of log |ΔR| at t = 1 against log h',
      measured: slope(errorsOf(trapezoidalStep)),
    }),
    atMost(0.5, {
      statement: 'With R + 2h p_{k+1} and one half kick it does not converge',
      quantity: 'slope of log |ΔR| at t = 1 against log h',
      measured: slope(errorsOf(printedTrapezoidalStep)),
      printed: '“p_{k+1/2} = p_k + (h/2) f_k, R_{k+1} = R_k + 2h p_{k+1}, p_{k+1} = p_k + (h/2) f_{k+1}”',
    }),
  ];
}

function benchmarkClaim(problem: Problem, exact: readonly State[]): Claim {
  const fine = follow(problem, { ...attempts.group, step: fineStep }, until);
  return atMost(0.01, {
    statement: 'Variational Euler on SO(3) with short steps converges to the benchmark',
    quantity: `largest |R − R′| over [0, 50] with h = ${fineStep}`,
    measured: Math.max(...fine.map((z, k) => apart(z, exact[k]))),
  });
}

function drawing(soft: Curves, group: Curves): Figure {
  const time = soft.energy.map((_, k) => k * h);
  const lines = (name: 'energy' | 'structure' | 'distance') =>
    [soft, group].map(curve => ({ label: curve.label, x: time, y: curve[name] }));
  return {
    name: 'preservation',
    caption:
      'Energy error, deviation from the group, and distance from the benchmark of variational Z&S with ω = 10 and of ' +
      'variational Euler on SO(3), both with h = 0.1.',
    spec: {
      across: 3,
      panelWidth: 560,
      panelHeight: 440,
      panels: [
        {
          title: 'energy',
          x: { label: 'time t' },
          y: { label: 'H − H(0)' },
          series: lines('energy'),
          legend: 'above',
        },
        {
          title: 'group structure',
          x: { label: 'time t', domain: [0, until] },
          y: { label: '|RᵀR − I|', scale: 'log', domain: [1e-17, 1] },
          series: lines('structure'),
          legend: 'above',
        },
        {
          title: 'distance from the benchmark',
          x: { label: 'time t' },
          y: { label: '|R − R′|' },
          series: lines('distance'),
          legend: 'above',
        },
      ],
    },
  };
}
