// The workloads of the suite, suites/alternatives.yaml, and the search for the cheapest setting with which a program meets its goals:
// settings are refined until the strictest goal is met, and between the last two the error is interpolated as a power of the setting.

import { type Entrant, replies } from '../../contestants/contestant.ts';
import { type Answer, type Task, taskOf } from '../../contestants/task.ts';
import { worstEnergy } from '../../measure/drift.ts';
import { distance } from '../../measure/problem.ts';
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

export interface Definition {
  readonly search: Readonly<Record<string, number>>;
  readonly timing: Readonly<Record<string, number>>;
  readonly timeToAccuracy: { readonly workloads: readonly AccuracyWorkload[] };
  readonly fixedStep: { readonly workloads: readonly FixedStepWorkload[] };
  readonly bars: readonly {
    readonly contestant: string;
    readonly atLeast: number;
    readonly workloads: readonly string[];
  }[];
}

export const alternatives = () => readDefinition<Definition>('alternatives');

export interface Search {
  readonly workload: AccuracyWorkload;
  /** Positions at the end; null where only the energy counts, since a long motion may be chaotic. */
  readonly exact: Float64Array | null;
}

const {
  ratioOfSteps,
  ratioOfTolerances,
  mostSettings,
  coarsestTolerance,
  finestTolerance,
  timeGrowth,
  ...rules
} = alternatives().search;

/** Result of one setting. */
export function pointOf(setting: number, { seconds, q, energies }: Answer, { exact }: Search) {
  /** Largest error of a position at the end, null where only the energy counts, and largest |H − H₀| at the samples. */
  const [endPoint, energy] = [exact && distance(q, exact), worstEnergy(energies)];
  return { setting, seconds, endPoint, energy };
}
export type Point = Readonly<ReturnType<typeof pointOf>>;

export const errorOf = ({ energy, endPoint }: Point, { of }: Goal) =>
  of === 'energy' ? energy : (endPoint ?? Number.POSITIVE_INFINITY);

/** Results from coarse to fine settings, while a motion takes less than `longest` seconds. */
export async function sweep(entrant: Entrant, search: Search, longest: number): Promise<Point[]> {
  const { workload } = search;
  const strictest = strictestOf(workload);
  const needsEnergy = workload.goals.some(({ of }) => of === 'energy');
  const settings = entrant.contestant.setting === 'step' ? stepsFor(workload) : tolerancesFor(workload);
  const task = taskOf(workload, { settings, milliseconds: 20, samples: needsEnergy ? workload.samples : 0 });
  const points: Point[] = [];
  let count = 0;
  for await (const reply of replies(entrant.command(task), task)) {
    const setting = settings[count++];
    if ('failure' in reply) continue;
    points.push(pointOf(setting, reply, search));
    if (timeGrowth * reply.seconds > longest || isFinished(points, strictest)) break;
    if (cannotReachGoal(points, workload.goals, longest)) break;
  }
  return points;
}

const stepsFor = ({ coarsestStep }: AccuracyWorkload) =>
  Array.from({ length: mostSettings }, (_, k) => coarsestStep * ratioOfSteps ** k);

/** Powers of ten. */
export function tolerancesFor({ goals }: Pick<AccuracyWorkload, 'goals'>): number[] {
  const isLong = goals.every(({ of }) => of === 'energy');
  const loosest = Math.max(...goals.map(({ atMost }) => atMost));
  const first = isLong
    ? Math.min(coarsestTolerance, rules.toleranceOverEnergyGoal * loosest)
    : coarsestTolerance;
  return Array.from({ length: mostSettings }, (_, k) => first * ratioOfTolerances ** k).filter(
    tolerance => tolerance > 0.5 * finestTolerance,
  );
}

export const strictestOf = ({ goals }: AccuracyWorkload) =>
  goals.reduce((a, b) => (b.atMost < a.atMost ? b : a));

/** The goal is met, or the error no longer decreases. */
function isFinished(points: readonly Point[], goal: Goal): boolean {
  const errors = points.map(point => errorOf(point, goal));
  const [last, before] = [errors[errors.length - 1], errors[errors.length - 4]];
  return last <= goal.atMost || (before < 0.1 && last > rules.stagnation * before);
}

/**
 * Whether even the loosest open goal would take far too long, if error and time continued as between the last settings:
 * with an error e that decreases by a factor a while the time s grows by b, it takes s b^(log(e / goal) / log a).
 */
export function cannotReachGoal(points: readonly Point[], goals: readonly Goal[], longest: number): boolean {
  const open = goals.filter(goal => !points.some(point => errorOf(point, goal) <= goal.atMost));
  if (open.length === 0 || points.length < 3) return false;
  const goal = open.reduce((a, b) => (b.atMost > a.atMost ? b : a));
  const [first, before, last] = points.slice(-3);
  const [e0, e1, e2] = [first, before, last].map(point => errorOf(point, goal));
  // Errors of the size of the motion follow no power law yet; errors that do not decrease are the matter of isFinished.
  if (!(e0 < 0.5 && e1 < e0 && e2 < e1)) return false;
  const decrease = Math.log(Math.max(e0 / e1, e1 / e2));
  const growth = Math.log(
    Math.max(1, Math.min(before.seconds / first.seconds, last.seconds / before.seconds)),
  );
  return (
    last.seconds * Math.exp((growth * Math.log(e2 / goal.atMost)) / decrease) >
    rules.extrapolationFactor * longest
  );
}

/** Time of the first point that meets the goal. */
export const secondsTo = (goal: Goal, points: readonly Point[]) =>
  points.find(point => errorOf(point, goal) <= goal.atMost)?.seconds ?? Number.POSITIVE_INFINITY;

/** The setting that should just meet the goal; null when none was fine enough. */
export function settingFor(points: readonly Point[], goal: Goal): number | null {
  const meets = points.findIndex(point => errorOf(point, goal) <= goal.atMost);
  if (meets < 0) return null;
  const [fine, coarse] = [points[meets], points[meets - 1]];
  if (!coarse || !Number.isFinite(errorOf(coarse, goal))) return fine.setting;
  const [a, b] = [coarse, fine].map(point => Math.log(Math.max(errorOf(point, goal), 1e-300)));
  const share = Math.min(1, Math.max(0, (a - Math.log(rules.margin * goal.atMost)) / (a - b)));
  return coarse.setting * (fine.setting / coarse.setting) ** share;
}
