// Tao and Owhadi 2016, Fig. 3: a chain of ten pendula by SHAKE and by Z&S on the penalised system.

import { referenceAt } from '../../src/integrators/reference/reference.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { advance } from '../../src/run/stepper.ts';
import { atMost, between } from '../claims.ts';
import type { Claim, Entry, Figure, Findings, Lab } from '../entry.ts';
import { taoOwhadi } from '../sources.ts';
import { type Attempt, flowOf, systemOf } from './soft-run.ts';

const spacing = 0.1;
const ends = { full: 40, quick: 20 };

const attempts: readonly Attempt[] = [
  { label: 'SHAKE, h = 0.05', method: 'shake', step: 0.05 },
  { label: 'SHAKE, h = 0.025', method: 'shake', step: 0.025 },
  { label: 'Z&S, h = 0.05', method: 'zhang-skeel', step: 0.05, omega: 20 },
];
/** Bobs whose motion is drawn, counted from 1. */
const shown = [1, 4, 7, 10];

export const fig3: Entry = {
  id: 'to16-fig-3',
  title: 'A chain of ten pendula: Z&S with a penalty moves as SHAKE does',
  source: taoOwhadi,
  place: 'Fig. 3, section 4.2',
  setup:
    'Ten bobs of mass 1 on rods of length √5, gravity 1, released at rest from xᵢ = i, yᵢ = −2i. V = +Σ yᵢ: with the printed ' +
    'sign the chain falls upwards. SHAKE with h = 0.05 and 0.025, Z&S with h = 0.05, ω = 20, β = 0.4; T = 40, which is not ' +
    'printed. The paper has no benchmark; here it is a solution with constraints to 13 digits.',
  systems: ['n-pendulum-penalty'],
  run,
};

interface Motion {
  readonly label: string;
  /** At multiples of the spacing, the start left out. */
  readonly states: readonly State[];
}

function run(lab: Lab): Findings {
  const problem = lab.problem('n-pendulum-penalty');
  const count = Math.round(ends[lab.effort] / spacing);
  const motions = attempts.map(attempt => follow(problem, attempt, count));
  lab.progress(0.4);
  const exact = benchmark(problem, count);
  return { claims: claims(motions, exact, problem.n), figures: [drawing(motions, exact, problem.n)] };
}

function follow(problem: Problem, attempt: Attempt, count: number): Motion {
  const system = systemOf(problem, attempt);
  const every = Math.round(spacing / attempt.step);
  const states: State[] = [];
  advance(flowOf(system, attempt), system.initial, attempt.step, count * every, (z, k) => {
    if (k % every === 0) states.push(z.slice());
  });
  return { label: attempt.label, states };
}

function benchmark(problem: Problem, count: number): Motion {
  const samples = referenceAt(
    problem,
    Array.from({ length: count + 1 }, (_, k) => k * spacing),
  );
  if (!samples.ok) throw new Error(`the benchmark failed: ${samples.detail}`);
  return { label: 'benchmark', states: samples.states.slice(1) };
}

/** Largest |Δx| or |Δy| of any bob at any sample. */
function apart(a: Motion, b: Motion, n: number): number {
  return Math.max(
    ...a.states.map((z, k) => maxAbs(z.subarray(0, n).map((value, i) => value - b.states[k][i]))),
  );
}

const path = ({ states }: Motion, at: number) => Float64Array.from(states, z => z[at]);

/** From the leftmost to the rightmost place of the last bob. */
function swing(exact: Motion, n: number): number {
  const x = path(exact, n - 2);
  return Math.max(...x) - Math.min(...x);
}

function claims([coarse, fine, zhangSkeel]: readonly Motion[], exact: Motion, n: number): Claim[] {
  const percent = 100 / swing(exact, n);
  return [
    atMost(0.5, {
      statement: 'SHAKE and Z&S agree well',
      quantity: 'largest distance of Z&S from SHAKE with h = 0.025, percent of the swing of the last bob',
      measured: percent * apart(zhangSkeel, fine, n),
    }),
    atMost(0.5, {
      statement: 'Z&S agrees with the constrained motion',
      quantity: 'largest distance from the benchmark, percent of the swing of the last bob',
      measured: percent * apart(zhangSkeel, exact, n),
    }),
    between(3.5, 4.5, {
      statement: 'SHAKE converges to the benchmark with second order',
      quantity: 'largest error with h = 0.05 over that with h = 0.025',
      measured: apart(coarse, exact, n) / apart(fine, exact, n),
    }),
  ];
}

function drawing(motions: readonly Motion[], exact: Motion, n: number): Figure {
  const time = exact.states.map((_, k) => (k + 1) * spacing);
  const panel = (axis: 0 | 1, name: string) => ({
    title: `bobs ${shown.join(', ')}`,
    x: { label: 'time t', domain: [0, time[time.length - 1]] as const },
    y: { label: name },
    series: shown.flatMap((bob, group) =>
      motions.map((motion, style) => ({
        ...(group === 0 ? { label: motion.label } : {}),
        x: time,
        y: path(motion, 2 * (bob - 1) + axis),
        style,
      })),
    ),
    legend: 'above' as const,
  });
  const errorsOf = ({ states }: Motion) =>
    states.map((z, k) => maxAbs(z.subarray(0, n).map((value, i) => value - exact.states[k][i])));
  return {
    name: 'chain',
    caption:
      'Positions of four of the ten bobs over time by SHAKE with two steps and by Z&S with ω = 20, which lie on each other; ' +
      'and the largest error of any bob.',
    spec: {
      across: 3,
      panelWidth: 560,
      panelHeight: 440,
      panels: [
        panel(0, 'xᵢ'),
        panel(1, 'yᵢ'),
        {
          title: 'distance from the benchmark',
          x: { label: 'time t', domain: [0, time[time.length - 1]] as const },
          y: { label: 'largest |Δx|, |Δy|', scale: 'log', domain: [1e-6, 0.1] },
          series: motions.map(motion => ({ label: motion.label, x: time, y: errorsOf(motion) })),
          legend: 'above',
        },
      ],
    },
  };
}
