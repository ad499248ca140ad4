// The definition of the suite, suites/alternatives.yaml, and the fields that its stored results share. (Field names of
// stored results do not change, so that recorded results stay readable.)

import type { Task } from '../../contestants/task.ts';
import { readDefinition } from '../../suite.ts';

/** A motion is good enough when its error is at most this. */
export interface Goal {
  readonly of: 'end point' | 'energy';
  readonly atMost: number;
}

type Motion = Pick<Task, 'system' | 'links' | 'until'> & { readonly name: string };

export interface AccuracyWorkload extends Motion {
  readonly coarsestStep: number;
  readonly goals: readonly Goal[];
  readonly samples: number;
  readonly mostRounds?: number;
}

export interface FixedStepWorkload extends Motion {
  readonly step: number;
  /** End of the run that shows conservation, which is longer than the timed one. */
  readonly lookUntil: number;
}

export interface BarDefinition {
  readonly contestant: string;
  readonly atLeast: number;
  readonly workloads: readonly string[];
}

interface Definition {
  readonly rounds: number;
  readonly timeToAccuracy: { readonly workloads: readonly AccuracyWorkload[] };
  readonly fixedStep: { readonly workloads: readonly FixedStepWorkload[] };
  readonly bars: readonly BarDefinition[];
}

export const alternatives = () => readDefinition<Definition>('alternatives');
