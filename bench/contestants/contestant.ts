// A program that takes part: how it is found, and how it is started with a task.

import type { System, Task } from './task.ts';

export interface Contestant {
  readonly name: string;
  /** What it is, for the table: “adaptive ODE solver on hand-derived equations, in JavaScript”. */
  readonly description: string;
  /** Set for methods of this library. */
  readonly isOurs?: boolean;
  /** Set where one step is made of many: it is left out where steps of a given length are compared. */
  readonly isComposed?: boolean;
  /** Whether `settings` of a task are tolerances or steps. */
  readonly setting: 'tolerance' | 'step';
  /** Compiles what it needs into the folder; null when something is not installed. */
  prepare(folder: string): Promise<Prepared | null>;
  /** How to get it: the words for a reader who lacks it. */
  readonly install: string;
  /** Whether it has the system, and is fast enough to be waited for. */
  canRun(system: System, links: number, until: number): boolean;
}

export interface Prepared {
  /** Version and build, for every claim. */
  readonly build: string;
  /** The program and its arguments for a task. */
  command(task: Task): readonly [program: string, ...args: string[]];
}

/** A contestant that is installed. */
export interface Entrant {
  readonly contestant: Contestant;
  readonly prepared: Prepared;
}
