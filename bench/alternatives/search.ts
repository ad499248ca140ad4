// Finds the cheapest setting with which a program reaches its goals: settings are made finer until the strictest goal
// is met, and between the last two the error is taken for a power of the setting.

import { replies } from './ask.ts';
import type { Entrant } from './contestant.ts';
import { distance } from './exact.ts';
import { type Answer, taskOf } from './task.ts';
import type { Goal, Workload } from './workloads.ts';

/** A setting that was tried. */
export interface Point {
  readonly setting: number;
  readonly seconds: number;
  /** Largest error of a position at the end. */
  readonly endPoint: number;
  /** Largest |H − H₀| at the samples. */
  readonly energy: number;
}

export interface Field {
  readonly workload: Workload;
  readonly exact: Float64Array;
}

/** Steps are halved and tolerances divided by ten, so often. */
const [ratioOfSteps, ratioOfTolerances, mostSettings] = [1 / 2, 1 / 10, 16];
const coarsestTolerance = 1e-3;
const finestTolerance = 1e-13;
/** The next setting takes about so many times as long. */
const growth = 2;
/** A program whose error stays above this part of the one three settings before gains nothing from finer ones. */
const stagnation = 0.7;

export function pointOf(setting: number, answer: Answer, { exact }: Field): Point {
  const [first] = answer.energies;
  const energy = answer.energies.reduce((most, value) => Math.max(most, Math.abs(value - first)), 0);
  return { setting, seconds: answer.seconds, endPoint: distance(answer.q, exact), energy };
}

export const errorOf = (point: Point, { of }: Goal) => (of === 'energy' ? point.energy : point.endPoint);

/** All settings that were tried, from coarse to fine, while a motion takes less than `longest` seconds. */
export async function sweep(
  { contestant, prepared }: Entrant,
  field: Field,
  longest: number,
): Promise<Point[]> {
  const { workload } = field;
  const isStep = contestant.setting === 'step';
  const first = isStep ? workload.coarsestStep : coarsestTolerance;
  const ratio = isStep ? ratioOfSteps : ratioOfTolerances;
  const strictest = strictestOf(workload);
  const needsEnergy = workload.goals.some(({ of }) => of === 'energy');
  const settings = Array.from({ length: mostSettings }, (_, k) => first * ratio ** k).filter(
    setting => isStep || setting > 0.5 * finestTolerance,
  );
  const task = taskOf(workload, { settings, milliseconds: 20, samples: needsEnergy ? workload.samples : 0 });
  const points: Point[] = [];
  let asked = 0;
  for await (const reply of replies(prepared.command(task), task)) {
    const setting = settings[asked++];
    if ('failure' in reply) continue;
    points.push(pointOf(setting, reply, field));
    if (growth * reply.seconds > longest || isEnough(points, strictest)) break;
  }
  return points;
}

export const strictestOf = ({ goals }: Workload) => goals.reduce((a, b) => (b.atMost < a.atMost ? b : a));

/** The goal is met, or finer settings bring nothing. */
function isEnough(points: readonly Point[], goal: Goal): boolean {
  const errors = points.map(point => errorOf(point, goal));
  const [last, before] = [errors[errors.length - 1], errors[errors.length - 4]];
  return last <= goal.atMost || (before < 0.1 && last > stagnation * before);
}

/** Time of the first point that meets the goal. */
export const secondsTo = (goal: Goal, points: readonly Point[]) =>
  points.find(point => errorOf(point, goal) <= goal.atMost)?.seconds ?? Number.POSITIVE_INFINITY;

/** Aims a little below the goal, for the error is a power of the setting only roughly. */
const margin = 0.7;

/** The setting that should just meet the goal; null when none was fine enough. */
export function settingFor(points: readonly Point[], goal: Goal): number | null {
  const meets = points.findIndex(point => errorOf(point, goal) <= goal.atMost);
  if (meets < 0) return null;
  const [fine, coarse] = [points[meets], points[meets - 1]];
  if (!coarse || !Number.isFinite(errorOf(coarse, goal))) return fine.setting;
  const [a, b] = [coarse, fine].map(point => Math.log(Math.max(errorOf(point, goal), 1e-300)));
  const share = Math.min(1, Math.max(0, (a - Math.log(margin * goal.atMost)) / (a - b)));
  return coarse.setting * (fine.setting / coarse.setting) ** share;
}
