// Tao and Owhadi 2016, Fig. 6: energy and momenta of seven waters along three methods.

import { type Problem, simulate, type Table } from '../../src/index.ts';
import { momentumObserver } from '../../src/observers/momenta.ts';
import { energyObserver } from '../../src/observers/standard.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { log, overTime } from '../helpers/panels.ts';
import { type Attempt, systemOf, weightOf } from './soft-run.ts';
import { h, timeUnit } from './water.ts';

const omega = 20;
const attempts: readonly Attempt[] = [
  { label: 'SHAKE', method: 'rattle', step: h },
  { label: 'Z&Ss', method: 'zhang-skeel-stiff', step: h, omega },
  { label: 'Newmark, partly solved', method: 'newmark-one-newton', step: h, omega },
];
const whole: Attempt = { label: 'Z&S', method: 'zhang-skeel', step: h, omega };

/** Newmark does not come farther than 50. */
const ends = { full: [2000, 2000, 50], quick: [200, 200, 50] };
/** Up to here the momenta of all methods are compared, before Newmark breaks down. */
const early = 25;
const wholeUntil = 5;

interface Conservation {
  readonly label: string;
  /** The time at which the energy had grown without bounds, or the end of the run. */
  readonly reached: number;
  readonly time: Float64Array;
  readonly energy: Float64Array;
  /** |change| of the total momentum and of the angular momentum. */
  readonly linear: Float64Array;
  readonly angular: Float64Array;
}

export function fig6(lab: Lab): Findings {
  const problem = lab.problem('water-7');
  const runs = attempts.map((attempt, k) => {
    const result = follow(problem, attempt, ends[lab.effort][k]);
    lab.progress((k + 1) / 4);
    return result;
  });
  const ofWhole = follow(problem, whole, wholeUntil);
  return { claims: claims(runs, ofWhole), figures: [drawing(runs)] };
}

const axes = ['x', 'y', 'z'];

function change(table: Table, name: string): Float64Array {
  const components = axes.map(axis => table.column(`${name}_${axis}`));
  return components[0].map((_, k) => Math.hypot(...components.map(values => values[k] - values[0])));
}

function follow(problem: Problem, attempt: Attempt, until: number): Conservation {
  const { method, step, label } = attempt;
  const system = systemOf(problem, attempt);
  const observers = [energyObserver(system), momentumObserver(system)];
  const { table, time } = simulate(system, {
    ...{ method, step, until, ...weightOf(attempt) },
    ...{ every: 10, observers },
  });
  return {
    label,
    reached: time,
    time: table.column('time'),
    energy: table.column('energy_error'),
    linear: change(table, 'momentum'),
    angular: change(table, 'angular_momentum'),
  };
}

const until = (runs: Conservation, name: 'energy' | 'linear' | 'angular', end: number) =>
  Math.max(...runs[name].filter((_, k) => runs.time[k] <= end).map(Math.abs));

function claims([shake, simplified, newmark]: readonly Conservation[], z: Conservation): Claim[] {
  const all = Number.POSITIVE_INFINITY;
  const [length] = shake.time.slice(-1);
  const linear = [shake, simplified, newmark].map(one => until(one, 'linear', early));
  return claimList`
    SHAKE keeps the energy
      largest error over [0, ${length}] in kcal/mol: ${until(shake, 'energy', all)} ≤ 0.01
    SHAKE keeps both momenta to rounding
      largest change over [0, ${length}]: ${Math.max(until(shake, 'linear', all), until(shake, 'angular', all))} ≤ 1e-9
    All three keep the linear momentum to rounding
      largest change over [0, ${early}]: ${Math.max(...linear)} ≤ 1e-9
    The simplified Z&S holds the energy where partially solved Newmark has lost it
      largest energy error over [0, 100] in kcal/mol: ${until(simplified, 'energy', 100)} ≤ 3
    The energy of partially solved Newmark grows without bounds
      time at which the run breaks down: ${newmark.reached} ≤ 49
    The simplified Z&S loses more angular momentum than partially solved Newmark
      change over [0, ${early}] over that of Newmark: ${until(simplified, 'angular', early) / until(newmark, 'angular', early)} ≥ 5
      printed: “Simplified Z&Ss lost symplecticity due to simplification, but it still exhibits improved preservation properties comparing with partially solved Newmark”
    Z&S itself, with third derivatives, keeps the angular momentum
      largest change over [0, ${wholeUntil}]: ${until(z, 'angular', all)} ≤ 1e-8
  `;
}

/** The largest |value| up to each time. */
function soFar(values: Float64Array): Float64Array {
  let largest = 0;
  return values.map(value => {
    largest = Math.max(largest, Math.abs(value));
    return largest;
  });
}

function drawing(runs: readonly Conservation[]): Figure {
  const [length] = runs[0].time.slice(-1);
  const x = { ...log('time t', [0.5 * timeUnit, length * timeUnit]), unit: 'ps' };
  const lines = (of: (one: Conservation) => Float64Array) =>
    runs.map(one => ({ label: one.label, x: one.time.map(t => t * timeUnit), y: of(one) }));
  const perPs = (values: Float64Array) => values.map(value => value / timeUnit);
  return {
    name: 'conservation',
    across: 3,
    panelWidth: 540,
    panelHeight: 440,
    legend: 'shared',
    panels: [
      overTime(
        { ...log('largest |H − H(0)| so far', [1e-4, 100]), unit: 'kcal/mol' },
        lines(({ energy }) => soFar(energy)),
        { title: 'energy', x },
      ),
      overTime(
        { ...log('|ΔP|', [1e-15, 1e-11]), unit: 'amu Å ps⁻¹' },
        lines(({ linear }) => perPs(linear)),
        { title: 'linear momentum', x },
      ),
      overTime(
        { ...log('|ΔL|', [1e-14, 1e4]), unit: 'amu Å² ps⁻¹' },
        lines(({ angular }) => perPs(angular)),
        { title: 'angular momentum', x },
      ),
    ],
  };
}
