// The report of the suite `work-precision`, as data and as Markdown.

import type { Family } from '../../../src/methods/method.ts';
import type { Machine } from '../../machine.ts';
import { section, tableOf } from '../../report.ts';

/** A ladder, column by column. */
export interface CurveResult {
  readonly label: string;
  readonly method: string;
  /** Stiffness of the penalty in place of the constraints; null with constraints. */
  readonly omega: number | null;
  readonly family: Family;
  readonly settings: readonly number[];
  readonly errors: readonly number[];
  readonly energyErrors: readonly number[];
  readonly milliseconds: readonly number[];
  /** Why the ladder ends. */
  readonly ended: string;
}

/** A method at the setting that just meets a goal, timed in interleaved rounds. */
export interface Finish {
  readonly label: string;
  readonly setting: number;
  readonly error: number;
  readonly energyError: number;
  /** Median over the rounds; and of the quotient with the cheapest in the same round. */
  readonly milliseconds: number;
  readonly ratio: number;
}

export interface GoalResult {
  readonly goal: number;
  /** The cheapest first. */
  readonly finishes: readonly Finish[];
}

export interface ProblemResult {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly until: number;
  readonly judgedBy: 'end point' | 'energy';
  readonly curves: readonly CurveResult[];
  readonly goals: readonly GoalResult[];
}

export interface WorkPrecisionReport {
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly problems: readonly ProblemResult[];
}

export function formatWorkPrecision({ date, machine, rounds, problems }: WorkPrecisionReport): string {
  return [
    `Processor time, median of ${rounds} interleaved rounds. ${date}, ${machine.processor}, Node ${machine.node}.`,
    '',
    ...problems.flatMap(problemSection),
  ].join('\n');
}

function problemSection({ title, until, judgedBy, goals, curves }: ProblemResult): string[] {
  const rows = goals.flatMap(({ goal, finishes }) => finishes.map(finish => ({ goal, ...finish })));
  const failed = curves.filter(({ settings }) => settings.length === 0);
  return [
    ...section(
      `${title}, to t = ${until}`,
      `Errors are those of the ${judgedBy}.`,
      tableOf(rows, {
        'error at most': ({ goal }) => goal.toExponential(0),
        method: ({ label }) => label,
        setting: ({ setting }) => setting.toPrecision(3),
        error: ({ error }) => error.toExponential(1),
        'energy error': ({ energyError }) => energyError.toExponential(1),
        ms: ({ milliseconds }) => milliseconds.toPrecision(3),
        ratio: ({ ratio }) => ratio.toFixed(2),
      }),
    ),
    ...failed.map(({ label, ended }) => `- ${label} failed at every setting: ${ended}`),
  ];
}
