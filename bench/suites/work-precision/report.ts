// What the comparison of all methods found, as data and as Markdown.

import type { Family } from '../../../src/methods/method.ts';
import type { Machine } from '../../machine.ts';
import { markdownTable } from '../../table-text.ts';

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
  /** Why no finer setting was tried. */
  readonly ended: string;
}

/** A method at the setting that just meets a goal, timed in turns with the others. */
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

export function formatWorkPrecision({ machine, rounds, problems }: WorkPrecisionReport): string {
  return [
    `Work against precision: processor time, median of ${rounds} rounds. ${machine.processor}, Node ${machine.node}.`,
    ...problems.flatMap(section),
  ].join('\n');
}

const headings = ['error at most', 'method', 'setting', 'error', 'energy error', 'ms', 'ratio'];

function section({ title, until, judgedBy, goals, curves }: ProblemResult): string[] {
  const rows = goals.flatMap(({ goal, finishes }) => finishes.map(finish => cells(goal, finish)));
  const silent = curves.filter(({ settings }) => settings.length === 0);
  return [
    '',
    `### ${title}, to t = ${until}`,
    '',
    `Errors are those of the ${judgedBy}.`,
    '',
    ...markdownTable([headings, ...rows]),
    ...silent.map(({ label, ended }) => `- ${label} made no motion: ${ended}`),
  ];
}

function cells(goal: number, finish: Finish): string[] {
  return [
    goal.toExponential(0),
    finish.label,
    finish.setting.toPrecision(3),
    finish.error.toExponential(1),
    finish.energyError.toExponential(1),
    finish.milliseconds.toPrecision(3),
    finish.ratio.toFixed(2),
  ];
}
