// Finds the cheapest setting with which a program reaches its goals: settings are made finer until the strictest goal
// is met, and between the last two the error is taken for a power of the setting.

import { ask } from './ask.ts';
import type { Contestant, Prepared } from './contestant.ts';
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

/** Steps are halved and tolerances divided by ten; so many settings go into one question. */
const [ratioOfSteps, ratioOfTolerances, batch, mostBatches] = [1 / 2, 1 / 10, 4, 4];
const coarsestTolerance = 1e-3;
const finestTolerance = 1e-13;
/** The finest of the next settings may take so many times as long as the finest of these, and at most so many seconds. */
const [moreSteps, moreTolerance, longest] = [16, 4, 1.5];
/** A program whose error stays above this part of the one before gains nothing from finer settings. */
const stagnation = 0.7;

export function pointOf(setting: number, answer: Answer, { exact }: Field): Point {
  const [first] = answer.energies;
  const energy = answer.energies.reduce((most, value) => Math.max(most, Math.abs(value - first)), 0);
  return { setting, seconds: answer.seconds, endPoint: distance(answer.q, exact), energy };
}

export const errorOf = (point: Point, { of }: Goal) => (of === 'energy' ? point.energy : point.endPoint);

/** All settings that were tried, from coarse to fine. */
export async function sweep(contestant: Contestant, prepared: Prepared, field: Field): Promise<Point[]> {
  const { workload } = field;
  const isStep = contestant.setting === 'step';
  const first = isStep ? workload.coarsestStep : coarsestTolerance;
  const ratio = isStep ? ratioOfSteps : ratioOfTolerances;
  const strictest = workload.goals.reduce((a, b) => (b.atMost < a.atMost ? b : a));
  const needsEnergy = workload.goals.some(({ of }) => of === 'energy');
  const points: Point[] = [];
  for (let k = 0; k < mostBatches; k++) {
    const settings = Array.from({ length: batch }, (_, j) => first * ratio ** (k * batch + j)).filter(
      setting => isStep || setting > 0.5 * finestTolerance,
    );
    if (settings.length === 0) break;
    const samples = needsEnergy ? workload.samples : 0;
    const replies = await ask(prepared, taskOf(workload, { settings, milliseconds: 10, samples }));
    const found = replies.flatMap((reply, j) =>
      'failure' in reply ? [] : pointOf(settings[j], reply, field),
    );
    points.push(...found);
    const next = (points.at(-1)?.seconds ?? 0) * (isStep ? moreSteps : moreTolerance);
    if (next > longest || isEnough(found, strictest)) break;
  }
  return points;
}

/** The goal is met, or finer settings bring nothing. */
function isEnough(found: readonly Point[], goal: Goal): boolean {
  const errors = found.map(point => errorOf(point, goal));
  const meets = errors.some(error => error <= goal.atMost);
  const stays = errors.length > 1 && errors[errors.length - 1] > stagnation * errors[0] && errors[0] < 0.1;
  return meets || stays;
}

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
