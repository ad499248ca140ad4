// Tao and Owhadi 2016, Fig. 3: a chain of ten pendula by SHAKE and by Z&S on the penalised system.

import { maxAbs } from '../../src/linalg/dense.ts';
import type { SeriesSpec } from '../../src/output/figure/spec.ts';
import type { State } from '../../src/problem/state.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { exactStates } from '../helpers/motion.ts';
import { log, overTime, ramp } from '../helpers/panels.ts';
import { type Attempt, follow } from './soft-run.ts';

const spacing = 0.1;
const ends = { full: 40, quick: 20 };

const attempts: readonly Attempt[] = [
  { label: 'SHAKE, h = 0.05', method: 'shake', step: 0.05 },
  { label: 'SHAKE, h = 0.025', method: 'shake', step: 0.025 },
  { label: 'Z&S, h = 0.05', method: 'zhang-skeel', step: 0.05, omega: 20 },
];

/** States at the multiples of the spacing, the start left out. */
type Motion = readonly State[];

export function fig3(lab: Lab): Findings {
  const problem = lab.problem('n-pendulum-penalty');
  const end = ends[lab.effort];
  const motions = attempts.map(attempt => follow(problem, attempt, spacing, end));
  lab.progress(0.4);
  const exact = exactStates(problem, ramp(0, end, Math.round(end / spacing))).slice(1);
  return { claims: claims(motions, exact, problem.n), figures: [drawing(motions, exact, problem.n)] };
}

/** Largest |Δx| or |Δy| of any bob at each sample. */
const errors = (a: Motion, b: Motion, n: number) =>
  a.map((z, k) => maxAbs(z.subarray(0, n).map((value, i) => value - b[k][i])));

function claims([coarse, fine, zhangSkeel]: readonly Motion[], exact: Motion, n: number): Claim[] {
  const last = exact.map(z => z[n - 2]);
  const percent = 100 / (Math.max(...last) - Math.min(...last));
  const apart = (a: Motion, b: Motion) => Math.max(...errors(a, b, n));
  return claimList`
    SHAKE and Z&S agree well
      largest distance of Z&S from SHAKE with h = 0.025, percent of the swing of the last bob: ${percent * apart(zhangSkeel, fine)} ≤ 0.5
    Z&S agrees with the constrained motion
      largest distance from the benchmark, percent of the swing of the last bob: ${percent * apart(zhangSkeel, exact)} ≤ 0.5
    SHAKE converges to the benchmark with second order
      largest error with h = 0.05 over that with h = 0.025: ${apart(coarse, exact) / apart(fine, exact)} in [3.5, 4.5]
  `;
}

/** Bobs whose motion is drawn, counted from 1. */
const shown = [1, 4, 7, 10];
/** Samples between the marks of Z&S. */
const stride = 15;

function drawing(motions: readonly Motion[], exact: Motion, n: number): Figure {
  const [, shake, zhangSkeel] = motions;
  const time = exact.map((_, k) => (k + 1) * spacing);
  const marked = time.map((_, k) => k).filter(k => k % stride === stride - 1);
  const bob = (number: number, axis: 0 | 1, color: number): SeriesSpec[] => {
    const at = 2 * (number - 1) + axis;
    const marks = { x: marked.map(k => time[k]), y: marked.map(k => zhangSkeel[k][at]) };
    return [
      { label: `bob ${number}`, x: time, y: shake.map(z => z[at]), style: { color } },
      { ...marks, mark: 'points', style: { color } },
    ];
  };
  const positions = (axis: 0 | 1, title: string, label: string) =>
    overTime(
      label,
      shown.flatMap((number, color) => bob(number, axis, color)),
      { title: `${title}: lines SHAKE, marks Z&S`, legend: 'above' },
    );
  return {
    name: 'chain',
    across: 3,
    panelWidth: 560,
    panelHeight: 440,
    panels: [
      positions(0, 'horizontal', 'xᵢ'),
      positions(1, 'vertical', 'yᵢ'),
      overTime(
        log('largest |Δx|, |Δy|', [1e-6, 0.1]),
        motions.map((motion, k) => ({ label: attempts[k].label, x: time, y: errors(motion, exact, n) })),
        {
          title: 'distance from the benchmark',
          x: { label: 'time t', domain: [0, time[time.length - 1]] },
          legend: 'above',
        },
      ),
    ],
  };
}
