// The problems on which methods are compared: short motions, whose end is known, for all of them, and a long one, judged by
// its energy, for those that one would take for it.

import type { CaseChoice } from '../../measure/stepper.ts';

export interface Workload extends Pick<CaseChoice, 'file' | 'set'> {
  /** Word of one piece: for --only, and in the names of figures. */
  readonly id: string;
  readonly title: string;
  /** The motion runs from t = 0 to this time. */
  readonly until: number;
  /** What is meant by the error: the largest one of a position at the end, or the largest |H − H₀| on the way. */
  readonly judgedBy: 'end point' | 'energy';
  /** Who takes part; all that can where absent. */
  readonly methods?: readonly string[];
  /** Steps of the coarsest motion that is tried. */
  readonly fewestSteps: number;
  /** Processor milliseconds for compiling, before a ladder and where a motion looks slow: more where the code is long. */
  readonly rehearsal: number;
  /** Motions that take longer (milliseconds) are not refined. */
  readonly longest: number;
  /** Whether RATTLE is tried with other flows than its default inside. */
  readonly otherFlows: 'tried' | 'left out';
  /** Stiffnesses of the penalties for methods that know no constraints; none: such methods are left out. */
  readonly omegas: readonly number[];
}

const rehearsal = 80;

/** Errors for which the cheapest method is looked for. */
export const goals = [1e-2, 1e-4, 1e-6, 1e-8] as const;

export const workloads: readonly Workload[] = [
  {
    ...{ id: 'double-pendulum', title: 'Double pendulum', file: 'double-pendulum', set: {} },
    ...{
      until: 10,
      judgedBy: 'end point',
      fewestSteps: 5,
      rehearsal,
      longest: 20,
      otherFlows: 'tried',
      omegas: [20, 200],
    },
  },
  {
    ...{ id: 'top', title: 'Asymmetric top', file: 'asymmetric-top', set: {} },
    ...{
      until: 10,
      judgedBy: 'end point',
      fewestSteps: 5,
      rehearsal,
      longest: 20,
      otherFlows: 'left out',
      omegas: [],
    },
  },
  {
    // Each step solves for the slide, a matrix exponential: a motion takes longer than the others.
    ...{ id: 'momenta', title: 'Sphere in phase space', file: 'harmonic-constraint-b', set: {} },
    ...{
      until: 10,
      judgedBy: 'end point',
      fewestSteps: 5,
      rehearsal,
      longest: 60,
      otherFlows: 'tried',
      omegas: [],
    },
  },
  {
    ...{ id: 'chain', title: 'Chain of 10 links', file: 'chain', set: { N: 10 } },
    ...{
      until: 5,
      judgedBy: 'end point',
      fewestSteps: 5,
      rehearsal: 250,
      longest: 20,
      otherFlows: 'left out',
      omegas: [],
    },
  },
  {
    ...{ id: 'long', title: 'Double pendulum for a long time', file: 'double-pendulum', set: {} },
    methods: ['rattle', 'shake-velocity', 'rattle-4', 'rattle-6', 'rattle-8', 'bdf6', 'reference'],
    ...{
      until: 1000,
      judgedBy: 'energy',
      fewestSteps: 500,
      rehearsal,
      longest: 100,
      otherFlows: 'left out',
      omegas: [],
    },
  },
];

export function choose(only: readonly string[] | undefined): readonly Workload[] {
  return only ? only.map(workloadNamed) : workloads;
}

function workloadNamed(id: string): Workload {
  const found = workloads.find(workload => workload.id === id);
  if (found) return found;
  throw new Error(`there is no problem “${id}”; there are: ${workloads.map(one => one.id).join(', ')}`);
}
