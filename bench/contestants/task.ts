// The protocol of the contestants. A program gets a task as JSON in its last argument, integrates the motion once for each
// setting, and prints one answer as JSON per line, in that order. A motion that fails (no convergence, too many steps) is
// answered by { "failure": "…" }, and the program continues with the next setting.

import type { Problem } from '../../src/problem/problem.ts';
import { loadProblem } from '../measure/problem.ts';

/** The systems, all of the catalogue, and all given by the positions of points. */
export type System = 'pendulum' | 'double-pendulum' | 'chain' | 'six-node' | 'top';

export interface Task {
  readonly system: System;
  /** Of a chain (three of them are the triple pendulum); 0 for the other systems. */
  readonly links: number;
  /** The motion runs from t = 0 to this time. */
  readonly until: number;
  /** The step of a program with fixed steps, the relative tolerance of one that chooses its own. */
  readonly settings: readonly number[];
  /**
   * The motion is repeated until this much processor time has passed, at least once, after a warm-up (a tenth of it; for
   * JavaScript see javascript/warm-up.ts). 0: it is only sampled, and seconds, steps and q are empty.
   */
  readonly milliseconds: number;
  /** Energy and constraints are sampled this often or less, evenly spaced, in a motion that is not timed; 0: not at all. */
  readonly samples: number;
}

export interface Answer {
  /** Processor time of one motion, without start-up and set-up. */
  readonly seconds: number;
  /** Steps of one motion, as the program counts them. */
  readonly steps: number;
  /** Positions at the end, in the order of the case in the catalogue. */
  readonly q: readonly number[];
  /** Velocities at the end, and Newton iterations of the motion; of programs in C only. */
  readonly v?: readonly number[];
  readonly iterations?: number;
  /** H at the samples, the first at t = 0. */
  readonly energies: readonly number[];
  /** Largest |g| at the samples, g as the case writes it; computed from positions, so 0 up to round-off in joint angles. */
  readonly constraint: number;
  /** Largest |{g, H}| at the samples; of programs in C only. */
  readonly hidden?: number;
  /** Largest resident memory of the process, bytes. */
  readonly memory: number;
}

/** Of a motion that is only sampled. */
export const untimed: Pick<Answer, 'seconds' | 'steps' | 'q'> = { seconds: 0, steps: 0, q: [] };

export const taskOf = (
  { system, links, until }: Pick<Task, 'system' | 'links' | 'until'>,
  rest: Pick<Task, 'settings' | 'milliseconds' | 'samples'>,
): Task => ({ system, links, until, ...rest });

export type Reply = Answer | { readonly failure: string };

/** The case of the catalogue that a system is. */
export const caseOf: Readonly<Record<System, string>> = {
  pendulum: 'planar-pendulum',
  'double-pendulum': 'double-pendulum',
  chain: 'chain',
  'six-node': 'six-node-chain',
  top: 'rigid-top',
};

/** The catalogue's problem of a task. */
export const problemOf = ({ system, links }: Pick<Task, 'system' | 'links'>): Problem =>
  loadProblem({ file: caseOf[system], set: links > 0 ? { N: links } : {} });
