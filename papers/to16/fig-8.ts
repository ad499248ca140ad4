// Tao and Owhadi 2016, Fig. 8: a model of DNA opens and closes, by velocity-Verlet and by Z&S with ten times its step.

import { type Problem, simulate } from '../../src/index.ts';
import { energyObserver, observableObserver } from '../../src/observers/standard.ts';
import type { SeriesSpec } from '../../src/output/figure/spec.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { runToEnd } from '../helpers/motion.ts';
import { overTime } from '../helpers/panels.ts';
import { type Attempt, weightOf } from './soft-run.ts';

const beta = 0.3;
const verlet: Attempt = { label: 'Verlet, h = 0.2', method: 'verlet', step: 0.2 };
const zhangSkeel: Attempt = { label: 'Z&S, h = 2', method: 'zhang-skeel', step: 2 };
const ends = { full: 2000, quick: 500 };
/** Z&S with the printed step breaks down before this. */
const longEnd = 20_000;
/** Until then the mean angle has gone over to the other state; later the motion is chaotic. */
const firstTransit = 100;
/** The two minima of U, where cos θ = 1 − x₀. */
const closed = [Math.acos(0.7), 2 * Math.PI - Math.acos(0.7)];

interface Path {
  readonly label: string;
  readonly time: Float64Array;
  readonly angle: Float64Array;
  readonly momentum: Float64Array;
  readonly energy: Float64Array;
}

export function fig8(lab: Lab): Findings {
  const problem = lab.problem('dna');
  const until = ends[lab.effort];
  const paths = [verlet, zhangSkeel].map(attempt => follow(problem, attempt, until));
  lab.progress(0.6);
  return { claims: [...claims(paths), ...limits(lab, problem)], figures: [drawing(paths)] };
}

function follow(problem: Problem, { label, method, step }: Attempt, until: number): Path {
  const observers = [energyObserver(problem), observableObserver(problem)];
  const { table } = runToEnd(problem, {
    ...{ method, step, until, ...weightOf({ method, beta }) },
    ...{ every: Math.round(2 / step), observers },
  });
  return {
    label,
    time: table.column('time'),
    angle: table.column('mean_angle'),
    momentum: table.column('mean_momentum'),
    energy: table.column('energy'),
  };
}

/** The time to which a run goes before its energy has grown without bounds. */
function reach(problem: Problem, method: string, step: number, until: number): number {
  return simulate(problem, { method, step, until, ...weightOf({ method, beta }), observers: [] }).time;
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value / values.length, 0);

function claims([exact, coarse]: readonly Path[]): Claim[] {
  const apart = exact.angle.map((value, k) => Math.abs(value - coarse.angle[k]));
  const early = Math.max(...apart.filter((_, k) => exact.time[k] <= firstTransit));
  return claimList`
    The DNA goes over from the closed state at 0.795 to that at 5.49 (Verlet)
      largest mean angle: ${Math.max(...exact.angle)} in [${closed[1] - 0.3}, ${closed[1] + 0.3}]
    So it does by Z&S
      largest mean angle: ${Math.max(...coarse.angle)} in [${closed[1] - 0.3}, ${closed[1] + 0.3}]
    Z&S follows the first transit, with a tenth of the steps
      largest difference of the mean angles up to t = ${firstTransit}, over the distance of the two states: ${early / (closed[1] - closed[0])} ≤ 0.15
    The energy of Z&S is lower than that of the benchmark
      mean energy of Z&S over that of Verlet: ${mean(coarse.energy) / mean(exact.energy)} ≤ 0.85
  `;
}

function limits(lab: Lab, problem: Problem): Claim[] {
  const printed = '“Both h = 0.2 in velocity-Verlet and h = 2 in Z&S are near stability limits”';
  const breakdowns = [1, 2, 3].map(seed => reach(lab.problem('dna', { seed }), 'zhang-skeel', 2, longEnd));
  return claimList`
    Verlet is stable far beyond h = 0.2: with h = 0.9
      time reached, of 1000: ${reach(problem, 'verlet', 0.9, 1000)} ≥ 1000
      printed: ${printed}
    Its limit is h = 1: just above the motion breaks down
      time reached with h = 1.01: ${reach(problem, 'verlet', 1.01, 1000)} ≤ 200
    With h = 2 Z&S is beyond its limit: it breaks down after some thousand units of time
      time reached, the longest of three seeds: ${Math.max(...breakdowns)} ≤ ${0.75 * longEnd}
      printed: ${printed}
  `;
}

function drawing(paths: readonly Path[]): Figure {
  const curves = (x: keyof Path, y: keyof Path): SeriesSpec[] =>
    paths.map(path => ({ label: path.label, x: path[x] as Float64Array, y: path[y] as Float64Array }));
  return {
    name: 'transitions',
    ...{ across: 3, panelWidth: 540, panelHeight: 440 },
    panels: [
      overTime('mean angle θ̄', curves('time', 'angle'), { title: 'mean angle', legend: 'above' }),
      {
        title: 'phase portrait',
        x: { label: 'mean angle θ̄' },
        y: { label: 'mean velocity dθ̄/dt' },
        series: [
          ...curves('angle', 'momentum'),
          { label: 'closed', x: closed, y: [0, 0], mark: 'points', style: 4 },
        ],
        legend: 'above',
      },
      overTime({ label: 'energy H', domain: [0, 3] }, curves('time', 'energy'), {
        title: 'energy',
        legend: 'above',
      }),
    ],
  };
}
