// What the programs are compared on: a system, how far it runs, and what has to be reached.

import type { System } from '../../contestants/task.ts';

/** A motion is good enough when its error is at most this. */
export interface Goal {
  readonly of: 'end point' | 'energy';
  readonly atMost: number;
}

export interface Workload {
  readonly name: string;
  readonly system: System;
  readonly links: number;
  readonly until: number;
  /** Where programs with fixed steps begin to look for theirs. */
  readonly coarsestStep: number;
  readonly goals: readonly Goal[];
  /** How often energy and constraints are looked at. */
  readonly samples: number;
  /** At most so many rounds, where a turn takes long or no bar hangs on it. */
  readonly mostRounds?: number;
}

const endPoint: readonly Goal[] = [
  { of: 'end point', atMost: 1e-4 },
  { of: 'end point', atMost: 1e-6 },
];
const short = { goals: endPoint, samples: 100, until: 10, links: 0 };
/** A thousand units of time, where a method that drifts shows it. */
const closeEnergy: readonly Goal[] = [{ of: 'energy', atMost: 1e-8 }];
const long = { goals: closeEnergy, samples: 1000, until: 1000, links: 0, mostRounds: 2 };
/** As long as a race of some seconds allows. */
const hundred = { ...long, until: 100, mostRounds: 1 };

export const races: readonly Workload[] = [
  { ...short, name: 'pendulum', system: 'pendulum', coarsestStep: 0.2 },
  { ...short, name: 'double pendulum', system: 'double-pendulum', coarsestStep: 0.5 },
  { ...short, name: 'triple pendulum', system: 'chain', links: 3, coarsestStep: 0.5, mostRounds: 1 },
  { ...short, name: 'six-node chain', system: 'six-node', coarsestStep: 0.2, mostRounds: 1 },
  { ...short, name: 'heavy top', system: 'top', until: 5, coarsestStep: 0.05, mostRounds: 2 },
  { ...short, name: 'chain of 10', system: 'chain', links: 10, coarsestStep: 0.5 },
  { ...short, name: 'chain of 100', system: 'chain', links: 100, until: 5, coarsestStep: 0.5, mostRounds: 1 },
  {
    ...short,
    name: 'chain of 1000',
    system: 'chain',
    links: 1000,
    until: 1,
    coarsestStep: 0.25,
    mostRounds: 1,
  },
  { ...long, name: 'pendulum to t = 1000', system: 'pendulum', coarsestStep: 0.2 },
  { ...long, name: 'double pendulum to t = 1000', system: 'double-pendulum', coarsestStep: 0.5 },
  { ...hundred, name: 'triple pendulum to t = 100', system: 'chain', links: 3, coarsestStep: 0.5 },
  { ...hundred, name: 'six-node chain to t = 100', system: 'six-node', coarsestStep: 0.2 },
  { ...hundred, name: 'heavy top to t = 100', system: 'top', coarsestStep: 0.05 },
  { ...hundred, name: 'chain of 10 to t = 50', system: 'chain', links: 10, until: 50, coarsestStep: 0.5 },
  {
    ...hundred,
    name: 'chain of 100 to t = 15',
    system: 'chain',
    links: 100,
    until: 15,
    coarsestStep: 0.1,
    goals: [{ of: 'energy', atMost: 1e-6 }],
  },
];

/** Fixed steps of 0.01 for programs that have them: what a step costs, and what it keeps. */
export interface Walk extends Pick<Workload, 'name' | 'system' | 'links' | 'until'> {
  readonly step: number;
  /** What the steps keep is looked at up to this time, which is longer than what is timed. */
  readonly lookUntil: number;
}

const walk = { step: 0.01, until: 10, lookUntil: 100, links: 0 };

export const walks: readonly Walk[] = [
  { ...walk, name: 'pendulum', system: 'pendulum' },
  { ...walk, name: 'double pendulum', system: 'double-pendulum' },
  { ...walk, name: 'triple pendulum', system: 'chain', links: 3 },
  // Released from a zigzag, it takes a hundred units of time until it moves as it will ever after.
  { ...walk, name: 'six-node chain', system: 'six-node', lookUntil: 300 },
  { ...walk, name: 'heavy top', system: 'top', until: 5 },
  { ...walk, name: 'chain of 10', system: 'chain', links: 10 },
  { ...walk, name: 'chain of 100', system: 'chain', links: 100, until: 4, lookUntil: 20 },
  { ...walk, name: 'chain of 1000', system: 'chain', links: 1000, until: 1, lookUntil: 1 },
  { ...walk, name: 'chain of 10000', system: 'chain', links: 10_000, until: 0.05, lookUntil: 0.05 },
];
