// Tao and Owhadi 2016, Fig. 10: energy, group structure and distance from the benchmark of a magnetised rigid body.

import type { Problem, State } from '../../src/index.ts';
import { measureDrift } from '../../src/laws/drift.ts';
import { exactState, slope } from '../../src/laws/order.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claim, claimList } from '../helpers/claims.ts';
import { log, overTime } from '../helpers/panels.ts';
import { apart, attempts, benchmark, h, motion, omega, printedBeta, until } from './magnet.ts';
import {
  type Body,
  cayleyStep,
  force,
  printedForce,
  printedTrapezoidalStep,
  type Spinning,
  trapezoidalStep,
  variationalStep,
} from './so3-matrices.ts';
import { type Attempt, flowOf, systemOf } from './soft-run.ts';

const longRun = { full: 20_000, quick: 4000 };
/** Fine enough to be called a benchmark. */
const fineStep = 0.005;

interface Curves {
  readonly label: string;
  readonly energy: Float64Array;
  /** |RᵀR − I|, Frobenius norm. */
  readonly structure: Float64Array;
  /** |R − R'|, Frobenius norm. */
  readonly distance: Float64Array;
}

export function fig10(lab: Lab): Findings {
  const problem = lab.problem('magnetised-rigid-body');
  const exact = benchmark(problem, until);
  const [soft, group] = [attempts.zhangSkeel, attempts.group].map(attempt => curves(problem, attempt, exact));
  lab.progress(0.5);
  const discrete = inPrintedVariables(problem, exact);
  const all = [
    ...comparisons(soft, group),
    ...variableClaims(problem, discrete, group),
    ...conserved(problem, longRun[lab.effort]),
    ...formulas(problem),
    ...secondOrder(problem),
    benchmarkClaim(problem, exact),
  ];
  return { claims: all, figures: [drawing([soft, group, discrete])] };
}

function curves(problem: Problem, attempt: Attempt, exact: readonly State[]): Curves {
  const { H } = systemOf(problem, attempt);
  const states = motion(problem, attempt, until);
  const start = H.value(states[0]);
  return {
    label: attempt.label,
    energy: Float64Array.from(states, z => H.value(z) - start),
    structure: structureOf(problem, states),
    distance: Float64Array.from(states, (z, k) => apart(z, exact[k])),
  };
}

interface PrintedCurves extends Curves {
  readonly states: readonly State[];
}

/** Eq. (4.12) step by step, from Ω₀ = Ω(0). */
function inPrintedVariables(problem: Problem, exact: readonly State[]): PrintedCurves {
  const p = problem.initial.subarray(9);
  const bodies: Spinning[] = [
    { R: [...problem.initial.subarray(0, 9)], Omega: [2 * p[7], 2 * p[2], 2 * p[3]] },
  ];
  while (bodies.length < exact.length) bodies.push(cayleyStep(bodies[bodies.length - 1], setting));
  const states = bodies.map(({ R }) => Float64Array.of(...R, ...R));
  const energy = bodies.map(({ R, Omega }) => Math.hypot(...Omega) ** 2 / 2 + R[8]);
  return {
    label: 'the same, Ω(0) as discrete velocity',
    states,
    energy: Float64Array.from(energy, value => value - energy[0]),
    structure: structureOf(problem, states),
    distance: Float64Array.from(states, (z, k) => apart(z, exact[k])),
  };
}

function structureOf({ g }: Problem, states: readonly State[]): Float64Array {
  const residual = new Float64Array(g.m);
  return Float64Array.from(states, z => {
    g.value(z, residual);
    return Math.hypot(...residual);
  });
}

function variableClaims(problem: Problem, discrete: PrintedCurves, group: Curves): Claim[] {
  const momenta = problem.initial.subarray(9);
  // |Ω|² = 2|p|² for p = ½RΩ̂.
  const scale = 1 + (h * h * 2 * momenta.reduce((sum, value) => sum + value * value, 0)) / 4;
  const initial = problem.initial.map((value, i) => (i < 9 ? value : scale * value));
  const same = motion({ ...problem, initial }, attempts.group, until);
  return claimList`
    Eq. (4.12) with Ω(0) as discrete angular velocity is the method started with the momentum (1 + h²|Ω|²/4)Ω
      largest |ΔR| over 500 steps between the system and the formulas of the paper: ${Math.max(...same.map((z, k) => apart(z, discrete.states[k])))} ≤ 1e-9
    In either reading of Ω(0) the error of the method is about the same
      largest |R − R′| with Ω(0) as discrete velocity over that with Ω(0) as momentum: ${maxAbs(discrete.distance) / maxAbs(group.distance)} in [0.5, 2]
  `;
}

function comparisons(soft: Curves, group: Curves): Claim[] {
  return claimList`
    Z&S keeps RᵀR = I as well as ω allows
      largest |RᵀR − I|: ${maxAbs(soft.structure)} in [0.01, 0.1]
    The Lie group method keeps it to rounding
      largest |RᵀR − I|: ${maxAbs(group.structure)} ≤ 1e-13
    At the same step Z&S is not much farther from the benchmark than the Lie group method
      largest |R − R′| over that of variational Euler on SO(3): ${maxAbs(soft.distance) / maxAbs(group.distance)} ≤ 2
  `;
}

function conserved(problem: Problem, steps: number): Claim[] {
  const drift = (attempt: Attempt) => {
    const system = systemOf(problem, attempt);
    return measureDrift(system, flowOf(system, attempt), attempt.step, steps).ratio;
  };
  const states = motion(problem, attempts.zhangSkeel, until);
  const changes = problem.observables.flatMap(({ value }) =>
    states.map(z => Math.abs(value(z) - value(states[0]))),
  );
  const quantity = `rise of the fitted line over [0, ${steps * h}] over the largest error`;
  return claimList`
    The energy of Z&S oscillates and does not drift
      ${quantity}: ${drift(attempts.zhangSkeel)} ≤ 0.1
    Nor does that of variational Euler on SO(3)
      ${quantity}: ${drift(attempts.group)} ≤ 0.1
    Being variational, Z&S keeps the momenta about the field and about the dipole
      largest change over [0, 50]: ${Math.max(...changes)} ≤ 1e-12
  `;
}

const setting = { h, omega, beta: printedBeta, field: 1 };
const bodyOf = (z: State): Body => ({ R: [...z.subarray(0, 9)], p: [...z.subarray(9)] });

function formulas(problem: Problem): Claim[] {
  const states = motion(problem, attempts.zhangSkeel, until);
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
  return claimList`
    Eq. (4.15) with the force of the discrete potential is Zhang and Skeel’s method with half its β
      largest |ΔR| over 500 steps between the system and the matrices of the paper: ${difference} ≤ 1e-9
    With the printed f the energy grows without bounds
      largest energy error over [0, 50]: ${lost} ≥ 1000
      printed: “f_k = a_k + 2ω²β²h⁴(a_kᵀa_kR_kᵀ + a_kᵀR_ka_kᵀ + R_kᵀa_ka_kᵀ)”
  `;
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
  return claimList`
    The trapezoidal variant, with R + 2h p_{k+½} and two half kicks, is of second order
      slope of log |ΔR| at t = 1 against log h: ${slope(errorsOf(trapezoidalStep))} in [1.8, 2.2]
    With R + 2h p_{k+1} and one half kick it does not converge
      slope of log |ΔR| at t = 1 against log h: ${slope(errorsOf(printedTrapezoidalStep))} ≤ 0.5
      printed: “p_{k+1/2} = p_k + (h/2) f_k, R_{k+1} = R_k + 2h p_{k+1}, p_{k+1} = p_k + (h/2) f_{k+1}”
  `;
}

function benchmarkClaim(problem: Problem, exact: readonly State[]): Claim {
  const fine = motion(problem, { ...attempts.group, step: fineStep }, until);
  return claim`
    Variational Euler on SO(3) with short steps converges to the benchmark
      largest |R − R′| over [0, 50] with h = ${fineStep}: ${Math.max(...fine.map((z, k) => apart(z, exact[k])))} ≤ 0.01
  `;
}

function drawing(curves: readonly Curves[]): Figure {
  const time = curves[0].energy.map((_, k) => k * h);
  const lines = (name: 'energy' | 'structure' | 'distance') =>
    curves.map(curve => ({ label: curve.label, x: time, y: curve[name] }));
  return {
    name: 'preservation',
    across: 3,
    panelWidth: 560,
    panelHeight: 440,
    legend: 'shared',
    panels: [
      overTime('H − H(0)', lines('energy'), { title: 'energy' }),
      overTime(log('|RᵀR − I|', [1e-17, 1]), lines('structure'), {
        title: 'group structure',
        x: { label: 'time t', domain: [0, until] },
      }),
      overTime('|R − R′|', lines('distance'), { title: 'distance from the benchmark' }),
    ],
  };
}
