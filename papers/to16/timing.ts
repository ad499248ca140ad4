// Tao and Owhadi 2016, running times of section 4, as ratios. Times are machine- and platform-dependent, as the paper says:
// the claims are about counts of work, and in full runs about ratios of times that differ from the printed ones by far.

import type { Problem, State } from '../../src/index.ts';
import type { Hamiltonian, Separable } from '../../src/problem/hamiltonian.ts';
import { advance, createStepper } from '../../src/run/stepper.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { type Attempt, flowOf, systemOf } from './soft-run.ts';

interface Group {
  readonly label: string;
  readonly system: string;
  /** With the printed running times, in seconds; the one that the others are compared with comes last. */
  readonly attempts: readonly (Attempt & { readonly printed: number })[];
}

const pendulum = { step: 0.1, omega: 20 };
const groups: readonly Group[] = [
  {
    label: 'double pendulum',
    system: 'double-pendulum',
    attempts: [
      { label: 'SHAKE', method: 'rattle', step: 0.1, printed: 3.8 },
      { label: 'variational Euler', method: 'variational-euler', step: 0.005, omega: 20, printed: 1 },
      { label: 'Newmark', method: 'newmark', ...pendulum, printed: 5.3 },
      { label: 'Newmark, one step', method: 'newmark-one-newton', ...pendulum, printed: 0.2 },
      { label: 'Z&S', method: 'zhang-skeel', ...pendulum, printed: 0.4 },
    ],
  },
  {
    label: 'ten pendula',
    system: 'n-pendulum-penalty',
    attempts: [
      { label: 'SHAKE, half the step', method: 'rattle', step: 0.025, printed: 16.5 },
      { label: 'SHAKE', method: 'rattle', step: 0.05, printed: 8.1 },
      { label: 'Z&S', method: 'zhang-skeel', step: 0.05, omega: 20, printed: 1.1 },
    ],
  },
  {
    label: '7 waters',
    system: 'water-7',
    attempts: [
      { label: 'SHAKE', method: 'rattle', step: 0.05, printed: 13_472 },
      { label: 'Z&Ss', method: 'zhang-skeel-stiff', step: 0.05, omega: 20, printed: 1549 },
    ],
  },
  {
    label: 'DNA',
    system: 'dna',
    attempts: [
      { label: 'Verlet', method: 'verlet', step: 0.2, printed: 23.26 },
      { label: 'Z&S', method: 'zhang-skeel', step: 2, beta: 0.3, printed: 3.24 },
    ],
  },
  {
    label: 'rigid body',
    system: 'magnetised-rigid-body',
    attempts: [
      { label: 'variational Euler on SO(3)', method: 'so3-variational-euler', step: 0.1, printed: 1.45 },
      { label: 'Z&S', method: 'zhang-skeel-euler', step: 0.1, omega: 10, beta: 0.2, printed: 0.03 },
    ],
  },
];
const large: Group = {
  label: '100 waters',
  system: 'water-100',
  attempts: [
    { label: 'SHAKE', method: 'rattle', step: 0.05, printed: 42_234 },
    { label: 'Z&Ss', method: 'zhang-skeel-stiff', step: 0.05, omega: 20, printed: 30_059 },
  ],
};

type Ratio = ReturnType<typeof measure>[number];

export function timing(lab: Lab): Findings {
  const all = lab.effort === 'full' ? [...groups, large] : groups;
  const ratios = all.flatMap((group, k) => {
    const found = measure(group, lab.problem(group.system), pieces[lab.effort]);
    lab.progress((k + 1) / all.length);
    return found;
  });
  // Clock times depend on the load of the machine: the quick set of the tests has the counts alone.
  const ofClock = lab.effort === 'full' ? times(ratios) : [];
  return { claims: [...counts(lab), ...ofClock], figures: [drawing(ratios)] };
}

const pieces = { full: 60, quick: 15 };
/** A piece is so short that it is seldom interrupted, and long beside the clock. */
const pieceInMs = 1;

function measure({ label, attempts }: Group, problem: Problem, count: number) {
  const runs = attempts.map(attempt => createTimedRun(problem, attempt));
  const costs = runs.map(() => new Float64Array(count));
  for (let k = 0; k < count; k++)
    runs.forEach((run, i) => {
      costs[i][k] = run.costOfTime();
    });
  const medians = costs.map(values => values.sort()[Math.floor(count / 2)]);
  const last = attempts.length - 1;
  return attempts.slice(0, last).map((attempt, i) => ({
    name: `${label}: ${attempt.label}`,
    printed: attempt.printed / attempts[last].printed,
    measured: medians[i] / medians[last],
  }));
}

/** Steps along the motion, piece by piece, and begins anew after so many steps. */
function createTimedRun(problem: Problem, attempt: Attempt) {
  const system = systemOf(problem, attempt);
  const flow = flowOf(system, attempt);
  const round = 300;
  const stepper = createStepper(system, flow, { h: attempt.step });
  const advanceBy = (count: number) => {
    for (let left = count; left > 0; ) {
      if (stepper.steps === round) stepper.restore(0, system.initial);
      const piece = Math.min(left, round - stepper.steps);
      const failure = stepper.advance(piece);
      if (failure) throw new Error(`${attempt.method}: ${failure.outcome.detail}`);
      left -= piece;
    }
  };
  // Once for the compiler, once to see how long a piece is.
  advanceBy(round);
  const begin = performance.now();
  advanceBy(round);
  const length = Math.max(1, Math.round((round * pieceInMs) / (performance.now() - begin)));
  return {
    /** Milliseconds for a unit of time of the problem. */
    costOfTime(): number {
      const start = performance.now();
      advanceBy(length);
      return (performance.now() - start) / (length * attempt.step);
    },
  };
}

/** Evaluations of ∇V and V″ per unit of time. */
function countWork(problem: Problem, attempt: Attempt, steps: number) {
  const system = systemOf(problem, attempt);
  const { separable } = system.H;
  if (!separable) throw new Error('work is counted for H = T + V');
  let [gradients, hessians] = [0, 0];
  const counting: Separable = {
    ...separable,
    gradient(z: State, out: Float64Array) {
      gradients++;
      separable.gradient(z, out);
    },
    hessian(z: State, out: Float64Array) {
      hessians++;
      separable.hessian(z, out);
    },
  };
  const H: Hamiltonian = { ...system.H, separable: counting };
  advance(flowOf({ ...system, H, formulas: undefined }, attempt), system.initial, attempt.step, steps);
  const time = steps * attempt.step;
  return { gradients: gradients / time, hessians: hessians / time };
}

function counts(lab: Lab): Claim[] {
  const [, , newmark, , zhangSkeel] = groups[0].attempts;
  const [verlet, coarse] = groups[3].attempts;
  const [pendula, dna] = [lab.problem('double-pendulum'), lab.problem('dna')];
  const perStep = (attempt: Attempt) => countWork(pendula, attempt, 200).hessians * attempt.step;
  const forces = countWork(dna, verlet, 500).gradients / countWork(dna, coarse, 50).gradients;
  return claimList`
    Z&S makes one linear solve per step
      evaluations of V″ per step, double pendulum: ${perStep(zhangSkeel)} in [1, 1.01]
    Newmark fully solved needs several
      evaluations of V″ per step, double pendulum: ${perStep(newmark)} ≥ 2
    For the same motion of the DNA Verlet evaluates ten times as many forces as Z&S
      evaluations of ∇V per unit of time over those of Z&S: ${forces} in [9, 11]
  `;
}

function times(ratios: readonly Ratio[]): Claim[] {
  const of = (name: string) => ratios.find(ratio => ratio.name === name)?.measured ?? Number.NaN;
  const shake = ['double pendulum: SHAKE', 'ten pendula: SHAKE', '7 waters: SHAKE'].map(of);
  return claimList`
    With Newton’s method in place of fsolve SHAKE loses its handicap against Z&S
      time of SHAKE over that of Z&S at the same step, the largest of three systems: ${Math.max(...shake)} ≤ 5
      printed: 3.8 against 0.4 s, 8.1 against 1.1 s and 13472 against 1549 s: ratios 9.5, 7.4 and 8.7
    Nor is Newmark fully solved much dearer than Z&S for two pendula, in spite of its several solves
      its time over that of Z&S at the same step: ${of('double pendulum: Newmark')} ≤ 6
      printed: 5.3 against 0.4 s: a ratio of 13
    Variational Euler on SO(3) has no large handicap either: its three equations take few iterations
      its time over that of Z&S at the same step: ${of('rigid body: variational Euler on SO(3)')} ≤ 15
      printed: 1.45 against 0.03 s: a ratio of 48
  `;
}

function drawing(ratios: readonly Ratio[]): Figure {
  const rows = [...ratios.keys()];
  const points = (label: 'printed' | 'measured') => ({
    ...{ label, x: ratios.map(ratio => ratio[label]), y: rows, mark: 'points' as const },
  });
  return {
    name: 'ratios',
    panelWidth: 860,
    panelHeight: 460,
    panels: [
      {
        x: { label: 'running time over that of Z&S', scale: 'log' },
        y: { label: '', categories: ratios.map(({ name }) => name) },
        series: [
          ...(['printed', 'measured'] as const).map(points),
          { label: 'as fast as Z&S', x: [1, 1], y: [-0.5, rows.length - 0.5], style: { color: 4, dash: 1 } },
        ],
        legend: 'above',
      },
    ],
  };
}
