// A race: every program looks for the cheapest setting that meets a goal, and then all take turns with theirs.

import type { Contestant, Entrant } from '../../contestants/contestant.ts';
import { ask } from '../../contestants/request.ts';
import { type Answer, type Reply, taskOf } from '../../contestants/task.ts';
import { type Drift, driftOf } from '../../measure/energy.ts';
import { twoAtATime } from '../../measure/map-concurrent.ts';
import { median } from '../../measure/median.ts';
import { isInSight } from '../../measure/still-competitive.ts';
import { exactEnd } from './exact.ts';
import {
  errorOf,
  type Field,
  type Point,
  pointOf,
  secondsTo,
  settingFor,
  strictestOf,
  sweep,
} from './search.ts';
import type { Goal, Workload } from './workloads.ts';

export interface Finish {
  readonly contestant: string;
  readonly isOurs: boolean;
  readonly goal: Goal;
  readonly setting: number;
  readonly steps: number;
  /** Processor time of the motion in each turn, and the median. */
  readonly turns: readonly number[];
  readonly seconds: number;
  /** Median over the rounds of its time divided by that of our fastest in the same round. */
  readonly ratio: number | null;
  /** Null where only the energy counts. */
  readonly endPoint: number | null;
  readonly energy: number;
  readonly drift: Drift;
  readonly constraint: number;
  readonly memory: number;
}

export interface RaceResult {
  readonly workload: Workload;
  readonly finishes: readonly Finish[];
  /** Names of all who tried, those who reached nothing among them. */
  readonly tried: readonly string[];
}

/** A program with the settings that meet its goals. */
interface Runner extends Entrant {
  readonly legs: readonly Leg[];
}

interface Leg {
  readonly goal: Goal;
  setting: number;
  /** The first answer that meets the goal. */
  answer: Answer | null;
  readonly turns: number[];
}

/** Processor time of one turn, in milliseconds. */
const turn = 60;
/** While a setting is searched, a motion may take so many times as long as the fastest; seconds always granted, and at most. */
const [outOfSight, fair, tooLong] = [50, 0.1, 0.35];

export async function race(
  workload: Workload,
  entrants: readonly Entrant[],
  rounds: number,
): Promise<RaceResult> {
  const hasEnd = workload.goals.some(({ of }) => of === 'end point');
  const field: Field = { workload, exact: hasEnd ? exactEnd(workload) : null };
  const able = entrants.filter(({ contestant }) =>
    contestant.canRun(workload.system, workload.links, workload.until),
  );
  let longest = tooLong;
  const runners: readonly Runner[] = await twoAtATime(able, async entrant => {
    const points = await sweep(entrant, field, longest);
    longest = Math.min(longest, Math.max(fair, outOfSight * secondsTo(strictestOf(workload), points)));
    return { ...entrant, legs: legsFor(workload, points) };
  });
  for (let round = 0; round < Math.min(rounds, workload.mostRounds ?? rounds); round++) {
    const isWanted = ({ goal, answer, turns }: Leg) =>
      round === 0 || (answer !== null && isInSight(turns, turnsTo(goal, runners)));
    for (const runner of runners) if (runner.legs.some(isWanted)) await takeTurn(runner, field);
  }
  const finishes = runners.flatMap(({ contestant, legs }) =>
    legs.flatMap(leg => (leg.answer ? finish(contestant, { ...leg, answer: leg.answer }, field) : [])),
  );
  return { workload, tried: able.map(({ contestant }) => contestant.name), finishes: withRatios(finishes) };
}

const legsFor = ({ goals }: Workload, points: readonly Point[]): Leg[] =>
  goals.flatMap(goal => {
    const setting = settingFor(points, goal);
    return setting === null ? [] : { goal, setting, answer: null, turns: [] };
  });

const turnsTo = (goal: Goal, runners: readonly Runner[]) =>
  runners.flatMap(({ legs }) => legs.filter(leg => leg.goal === goal).map(({ turns }) => turns));

/** So often the setting is made a little finer when the goal is just missed: a step, or a tolerance. */
const [tries, finer] = [6, { step: 0.85, tolerance: 0.4 }];

/**
 * In the first round until all goals are met, and with a look at energy and constraints. Every time all settings are asked for,
 * though some are known: each is then rehearsed beside the same others.
 */
async function takeTurn({ contestant, prepared, legs }: Runner, field: Field): Promise<void> {
  const { workload } = field;
  const isFirst = legs.every(({ answer }) => answer === null);
  const samples = isFirst ? workload.samples : 0;
  let open = legs.filter(({ answer }) => isFirst || answer !== null);
  for (let k = 0; k < tries && open.length > 0; k++) {
    const settings = legs.map(({ setting }) => setting);
    const replies = await ask(prepared, taskOf(workload, { settings, milliseconds: turn, samples }));
    for (const leg of open)
      if (!note(leg, replies[legs.indexOf(leg)], field)) leg.setting *= finer[contestant.setting];
    open = open.filter(({ answer }) => answer === null);
  }
}

/** Takes note of a turn; false where the goal is still to be met. */
function note(leg: Leg, reply: Reply, field: Field): boolean {
  if ('failure' in reply) return leg.answer !== null;
  const isMet =
    leg.answer !== null || errorOf(pointOf(leg.setting, reply, field), leg.goal) <= leg.goal.atMost;
  if (!isMet) return false;
  leg.answer ??= reply;
  leg.turns.push(reply.seconds);
  return true;
}

function finish(
  { name, isOurs = false }: Contestant,
  { goal, setting, answer, turns }: Leg & { answer: Answer },
  field: Field,
): Finish {
  const { endPoint, energy } = pointOf(setting, answer, field);
  const { energies, steps, constraint, memory } = answer;
  return {
    ...{ contestant: name, isOurs, goal, setting, steps, turns },
    seconds: median(turns),
    ratio: null,
    ...{ endPoint, energy, constraint, memory },
    drift: driftOf(energies, field.workload.until),
  };
}

/** Each beside our fastest: the median over the rounds of the quotients. */
function withRatios(finishes: readonly Finish[]): Finish[] {
  return finishes.map(one => {
    const ours = finishes
      .filter(({ isOurs, goal }) => isOurs && goal === one.goal)
      .sort((a, b) => a.seconds - b.seconds)[0];
    const quotients = one.turns.map((seconds, k) => seconds / (ours?.turns[k] ?? Number.NaN));
    const known = quotients.filter(Number.isFinite);
    return { ...one, ratio: known.length > 0 ? median(known) : null };
  });
}
