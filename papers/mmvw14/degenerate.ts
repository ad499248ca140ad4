// McLachlan, Modin, Verdier, Wilkins 2014, caption of Fig. 6: the other component of ℳᴴ over the same fibres runs into
// points where {{H, g}, g} = 0. There the equations end, and a method must say so instead of jumping to another component.

import { check } from '../../src/analysis/check.ts';
import { createMethod, type Problem, type State } from '../../src/index.ts';
import { reference } from '../../src/integrators/reference/reference.ts';
import type { PanelSpec } from '../../src/output/figure/spec.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import type { RunFailure } from '../../src/run/failure.ts';
import { createSchedule } from '../../src/run/schedule.ts';
import { createSimulation } from '../../src/run/simulation.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { endOfMotion } from './end-of-motion.ts';
import { otherCriticalStates, systemOf, tableStates } from './harmonic.ts';

const sizes = { full: [0.1, 0.05, 0.02, 0.01, 0.005, 0.002], quick: [0.1, 0.02, 0.005] };
const methods = ['rattle', 'shake'] as const;
const until = 20;

interface Attempt {
  readonly method: string;
  readonly h: number;
  readonly times: number[];
  /** {{H, g}, g} at these times. */
  readonly curvature: number[];
  readonly failure: RunFailure | null;
}

interface Component {
  readonly label: string;
  readonly problem: Problem;
  readonly others: number;
  readonly end: number;
  readonly endState: State;
  readonly attempts: readonly Attempt[];
}

export function degenerate(lab: Lab): Findings {
  const components = tableStates.map((label, k) => {
    lab.progress(k / 3);
    return component(label, lab.problem(systemOf(label)), sizes[lab.effort]);
  });
  return { claims: claims(components), figures: [drawing(components)] };
}

function component(label: string, given: Problem, steps: readonly number[]): Component {
  const others = otherCriticalStates(given);
  const problem = { ...given, initial: others[0] };
  const { time, state } = endOfMotion(problem);
  const attempts = methods.flatMap(method => steps.map(h => attempt(problem, method, h)));
  return { label, problem, others: others.length, end: time, endState: state, attempts };
}

function attempt(problem: Problem, method: string, h: number): Attempt {
  const { nondegeneracy } = createBrackets(problem);
  const [times, curvature]: number[][] = [[], []];
  const N = new Float64Array(1);
  const simulation = createSimulation(
    problem,
    createMethod(problem, method),
    createSchedule(h, until, 1),
    (z, t) => {
      nondegeneracy(z, N);
      times.push(t);
      curvature.push(N[0]);
    },
  );
  simulation.advance(simulation.schedule.steps);
  return { method, h, times, curvature, failure: simulation.failure };
}

function claims(components: readonly Component[]): Claim[] {
  const attempts = components.flatMap(({ attempts: list }) => list);
  const stopped = attempts.filter(({ failure }) => failure !== null);
  const explained = stopped.filter(({ failure }) => /degenerate point/.test(failure?.message ?? ''));
  const jumped = attempts.filter(({ curvature }) =>
    curvature.some(N => Math.sign(N) !== Math.sign(curvature[0])),
  );
  const late = components.flatMap(({ attempts: list, end }) =>
    list.map(({ failure, h }) => Math.abs((failure?.time ?? until) - end) / h),
  );
  const notPassed = components.filter(({ problem }) => check(problem).verdict !== 'pass');
  return [
    ...claimList`
      There is another component of ℳᴴ over the fibres of each start
        other crossings of the fibre, most of the three starts: ${Math.max(...components.map(({ others }) => others))} = 1
      Its motion begins in good order: the check passes all three starts
        starts that the check does not pass: ${notPassed.length} ≤ 0
    `,
    ...endClaims(components),
    ...claimList`
      Both SHAKE and RATTLE fail there, with every step
        part of ${attempts.length} runs that stop: ${stopped.length / attempts.length} = 1
      They stop at the same time, whatever the step
        largest |time of the stop − exact time| over h: ${Math.max(...late)} ≤ 2
      Each says why
        part of the stopped runs whose message names the degenerate point: ${explained.length / stopped.length} = 1
      None finds a spurious solution by jumping to the other component
        runs in which {{H, g}, g} changes its sign: ${jumped.length} ≤ 0
        printed: “the Newton iteration may either fail to converge, or it may find a spurious solution by jumping to another component of ℳᴴ”
    `,
  ];
}

function endClaims(components: readonly Component[]): Claim[] {
  const refused = components.filter(
    ({ problem, endState }) => check({ ...problem, initial: endState }).verdict === 'fail',
  );
  const confirmed = components.filter(
    ({ problem, end }) => reaches(problem, end - 1e-6) && !reaches(problem, end + 1e-6),
  );
  return [
    ...components.flatMap(
      ({ label, end }) => claimList`
        The motion over the fibre of z_${label} ends in a degenerate point
          time t at which {{H, g}, g} = 0: ${end} in [1.5, 5]
      `,
    ),
    ...claimList`
      The reference method agrees: it reaches a millionth before that time, and not a millionth after it
        motions, of three, for which this is so: ${confirmed.length} = 3
      The system’s check refuses these points as starts
        part of the three degenerate points that it refuses: ${refused.length / components.length} ≥ 1
    `,
  ];
}

function reaches(problem: Problem, time: number): boolean {
  return reference(problem).step(problem.initial, time, new Float64Array(4)).ok;
}

const shownStep = 0.02;

function drawing(components: readonly Component[]): Figure {
  return {
    name: 'end',
    caption:
      `{{H, g}, g} along RATTLE with h = ${shownStep} on the second component, until it stops, beside the end of ` +
      'the exact motion; and by how much the stops of all runs miss this end: by about one step at most. The ' +
      `system’s own words, for the first run: “${components[0].attempts[0].failure?.message}.”`,
    panels: [curvatures(components), misses(components)],
  };
}

function curvatures(components: readonly Component[]): PanelSpec {
  return {
    title: 'until the run stops',
    x: { label: 'time t', domain: [0, 5] },
    y: { label: '{{H, g}, g}', domain: [-4.5, 0.3] },
    series: [
      ...components.map(({ label, attempts }, i) => {
        const shown = attempts.find(({ method, h }) => method === 'rattle' && h === shownStep);
        return { label: `fibre of z_${label}`, x: shown?.times ?? [], y: shown?.curvature ?? [], style: i };
      }),
      {
        label: 'end of the exact motion',
        x: components.map(({ end }) => end),
        y: components.map(() => 0),
        mark: 'points',
        style: 4,
      },
    ],
  };
}

function misses(components: readonly Component[]): PanelSpec {
  const points = methods.map(name =>
    components.flatMap(({ attempts, end }) =>
      attempts
        .filter(({ method }) => method === name)
        .map(({ h, failure }) => ({ h, miss: Math.abs((failure?.time ?? until) - end) })),
    ),
  );
  const steps = [...new Set(points[0].map(({ h }) => h))];
  return {
    title: 'where it stops',
    x: { label: 'step h', scale: 'log' },
    y: { label: '|time of the stop − end|', scale: 'log' },
    series: [
      { label: 'one step', x: steps, y: steps, style: 12 },
      ...points.map((list, i) => ({
        label: methods[i].toUpperCase(),
        x: list.map(({ h }) => h),
        y: list.map(({ miss }) => miss),
        mark: 'points' as const,
        style: i,
      })),
    ],
  };
}
