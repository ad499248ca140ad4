// Tao and Owhadi 2016, Fig. 1: errors of six methods on the double pendulum.

import { type Problem, simulate } from '../../src/index.ts';
import { exactState, slope } from '../../src/laws/order.ts';
import { distance, maxAbs } from '../../src/linalg/dense.ts';
import { advance } from '../../src/run/stepper.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { lines, overTime } from '../helpers/panels.ts';
import { benchmark, errors, omega, type Path, path, rows, spacing, until } from './double-pendulum.ts';
import { type Attempt, flowOf, systemOf, weightOf } from './soft-run.ts';

/** So stiff that the penalty makes no error that could be seen. */
const stiff = 2000;
const longRun = { full: 2000, quick: 300 };
/** Long enough to tell an exponential from a line. */
const chaosSeen = 1000;

type Rows = Readonly<Record<keyof typeof rows, Path>>;

export function fig1(lab: Lab): Findings {
  const problem = lab.problem('double-pendulum');
  const exact = benchmark(lab);
  const paths = Object.fromEntries(
    Object.entries(rows).map(([name, attempt]) => [name, path(attempt.label, problem, attempt)]),
  ) as Rows;
  lab.progress(0.4);
  return {
    claims: [
      ...comparisons(problem, paths, exact),
      ...limits(problem),
      ...regularity(lab, longRun[lab.effort]),
    ],
    figures: [drawing(paths, exact)],
  };
}

function comparisons(problem: Problem, paths: Rows, exact: Path): Claim[] {
  const worst = (of: Path) => maxAbs(errors(of, exact));
  const { shake, newmark, oneNewton, zhangSkeel } = paths;
  const reference = exactState(problem, until);
  const last = exact.x2.length - 1;
  const unstepped = path('', problem, { label: '', method: 'verlet', step: 0.002, omega });
  const stiffNewmark = path('', problem, { ...rows.newmark, omega: stiff });
  const offReference = Math.hypot(exact.x2[last] - reference[2], exact.y2[last] - reference[3]);
  return claimList`
    The benchmark in angles is the constrained motion
      distance of the lower bob at t = 50 from a solution with constraints to 14 digits: ${offReference} ≤ 1e-9
    The errors of Z&S are almost those of Newmark fully solved
      largest position error of Z&S over that of Newmark: ${worst(zhangSkeel) / worst(newmark)} in [0.8, 1.25]
    Newmark with one Newton step has a large error
      largest position error over that of Newmark fully solved: ${worst(oneNewton) / worst(newmark)} ≥ 3
    It comes from the loss of symplecticity: its energy leaves
      largest energy error over that of Newmark fully solved: ${maxAbs(oneNewton.energyError) / maxAbs(newmark.energyError)} ≥ 10
    Newmark with one Newton step is still consistent
      slope of log error at t = 1 against log h, for h ≤ 0.01: ${orderOfOneNewton(problem)} in [1.8, 2.2]
    Z&S produces a larger error than SHAKE
      largest position error of Z&S over that of SHAKE: ${worst(zhangSkeel) / worst(shake)} ≥ 2
    The finite ω makes only a part of it
      largest position error of the penalised system, solved with h = 0.002, over that of Z&S: ${worst(unstepped) / worst(zhangSkeel)} in [0.1, 0.5]
    The larger part comes from the coarse step: it stays where ω is large
      largest position error of Newmark with ω = 2000 and the same step over that of SHAKE: ${worst(stiffNewmark) / worst(shake)} ≥ 2
      printed: “Z&S produces larger error than SHAKE, because there is modelling error due to finite ω in addition to integration error”
  `;
}

function orderOfOneNewton(problem: Problem): number {
  const system = systemOf(problem, rows.oneNewton);
  const exact = exactState(system, 1);
  const points = [0.01, 0.005, 0.0025].map(h => {
    const end = advance(flowOf(system, rows.oneNewton), system.initial, h, Math.round(1 / h));
    return { h, error: distance(end, exact) };
  });
  return slope(points);
}

/** The time to which a run goes before its energy has grown without bounds. */
function reach(problem: Problem, attempt: Attempt): number {
  const { method, step } = attempt;
  return simulate(systemOf(problem, attempt), {
    ...{ method, step, until, ...weightOf(attempt) },
    observers: [],
  }).time;
}

function limits(problem: Problem): Claim[] {
  const at = (attempt: Attempt) => reach(problem, { ...attempt, step: spacing, omega: stiff });
  const midpoint = { label: '', method: 'midpoint', step: spacing };
  return claimList`
    Variational Euler needs its short step: with that of the others it is unstable
      time reached with h = 0.1: ${reach(problem, { ...rows.euler, step: spacing })} ≤ 5
    With ω = 2000 and h = 0.1 Z&S and the implicit midpoint rule become unstable
      time reached, the longer of the two: ${Math.max(at(rows.zhangSkeel), at(midpoint))} ≤ 40
    Newmark fully solved stays stable there
      time reached with ω = 2000 and h = 0.1: ${at(rows.newmark)} ≥ ${until}
      printed: “if it is too large, e.g., ω = 2000 […], instability occurs in all Z&S, original Newmark and implicit midpoint”
  `;
}

/** Distance of two motions at the end over that at the start, whose lower rods differ by a tiny angle. */
function divergence(lab: Lab, attempt: Attempt, angle: number, end: number): number {
  const apart = 1e-8;
  const [first, second] = [angle, angle + apart].map(b => {
    const system = systemOf(lab.problem('double-pendulum', { b }), attempt);
    return advance(flowOf(system, attempt), system.initial, attempt.step, Math.round(end / attempt.step));
  });
  return distance(first.subarray(0, 4), second.subarray(0, 4)) / apart;
}

function regularity(lab: Lab, end: number): Claim[] {
  const { shake, euler, newmark, zhangSkeel } = rows;
  const all = [shake, euler, newmark, zhangSkeel].map(one => divergence(lab, one, Math.PI / 4, end));
  return claimList`
    No symplectic simulation leaks from the regular region into the chaotic one
      factor by which neighbouring motions part until t = ${end}, the largest of four methods: ${Math.max(...all)} ≤ 3000
    In the chaotic region, from 2.5 radians, they do part
      the same factor until t = ${chaosSeen}, SHAKE: ${divergence(lab, shake, 2.5, chaosSeen)} ≥ 1e6
  `;
}

function drawing(paths: Rows, exact: Path): Figure {
  const positions = (title: string, label: string, of: Path, from?: Path) =>
    overTime(
      label,
      lines(of.time, {
        'x₂': from ? of.x2.map((x, k) => x - from.x2[k]) : of.x2,
        'y₂': from ? of.y2.map((y, k) => y - from.y2[k]) : of.y2,
      }),
      { title, legend: 'right' },
    );
  const energy = (title: string, { time, energyError }: Path) =>
    overTime('H − H(0)', [{ x: time, y: energyError }], { title: `${title}: energy` });
  const panels = Object.values(paths).flatMap((one, k) => {
    const title = `${k + 2}. ${one.label}`;
    return [positions(title, 'error', one, exact), energy(title, one)];
  });
  return {
    name: 'errors',
    panels: [positions('1. benchmark', 'position', exact), energy('1. benchmark', exact), ...panels],
    ...{ across: 2, panelWidth: 620, panelHeight: 250 },
  };
}
