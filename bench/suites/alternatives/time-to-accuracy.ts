// Time to accuracy: every program searches for the cheapest setting that meets a goal, then all are timed with theirs in
// interleaved rounds.

import { canRun, type Entrant, isOurs, request } from '../../contestants/contestant.ts';
import { type Answer, problemOf, type Reply, taskOf } from '../../contestants/task.ts';
import { lineDrift } from '../../measure/drift.ts';
import { exactPositions } from '../../measure/problem.ts';
import { interleave, mapConcurrent, median, medianRatio, stillCompetitive } from '../../measure/rounds.ts';
import {
  type AccuracyWorkload,
  alternatives,
  type Definition,
  errorOf,
  type Goal,
  type Point,
  pointOf,
  type Search,
  secondsTo,
  settingFor,
  strictestOf,
  sweep,
} from './search.ts';

export type AccuracyResult = Awaited<ReturnType<typeof timeToAccuracy>>;
export type AccuracyFinish = ReturnType<typeof finishOf>;

/** A program with the settings that should meet the goals. */
type Candidate = Readonly<{ entrant: Entrant; attempts: readonly Attempt[] }>;

interface Attempt {
  readonly goal: Goal;
  setting: number;
  /** The first answer that meets the goal. */
  answer: Answer | null;
  readonly times: number[];
}

const { turnMilliseconds, slowFactor, minimumSeconds, maximumSeconds, refinements, ...refinement } =
  alternatives().timing;

export async function timeToAccuracy(
  workload: AccuracyWorkload,
  entrants: readonly Entrant[],
  rounds: number,
) {
  const hasEnd = workload.goals.some(({ of }) => of === 'end point');
  const exact = hasEnd ? exactPositions(problemOf(workload), workload.until) : null;
  const search: Search = { workload, exact };
  const able = entrants.filter(({ contestant }) => canRun(contestant, workload));
  let longest = maximumSeconds;
  const candidates = await mapConcurrent(2, able, async (entrant): Promise<Candidate> => {
    const points = await sweep(entrant, search, longest);
    const seconds = secondsTo(strictestOf(workload), points);
    longest = Math.min(longest, Math.max(minimumSeconds, slowFactor * seconds));
    return { entrant, attempts: attemptsFor(workload, points) };
  });
  const timesTo = (goal: Goal) =>
    candidates.flatMap(({ attempts }) => attempts.filter(one => one.goal === goal).map(({ times }) => times));
  await interleave(
    candidates,
    Math.min(rounds, workload.mostRounds ?? rounds),
    candidate => timeCandidate(candidate, search),
    ({ attempts }, round) =>
      attempts.some(
        ({ goal, answer, times }) =>
          round === 0 || (answer !== null && stillCompetitive(times, timesTo(goal))),
      ),
  );
  const finishes = candidates.flatMap(({ entrant, attempts }) =>
    attempts.flatMap(({ answer, ...attempt }) =>
      answer ? finishOf(entrant, { ...attempt, answer }, search) : [],
    ),
  );
  /** Names of all programs that tried, also of those that reached no goal. */
  const tried = able.map(({ contestant }) => contestant.name);
  return { workload, tried, finishes: withRatios(finishes) };
}

const attemptsFor = ({ goals }: AccuracyWorkload, points: readonly Point[]): Attempt[] =>
  goals.flatMap(goal => {
    const setting = settingFor(points, goal);
    return setting === null ? [] : { goal, setting, answer: null, times: [] };
  });

/**
 * In the first round until all goals are met, with samples of energy and constraints. Every request has all settings, though
 * some are already known: each is then warmed up beside the same others.
 */
async function timeCandidate({ entrant, attempts }: Candidate, search: Search): Promise<void> {
  const { workload } = search;
  const isFirst = attempts.every(({ answer }) => answer === null);
  const samples = isFirst ? workload.samples : 0;
  let open = attempts.filter(({ answer }) => isFirst || answer !== null);
  for (let k = 0; k < refinements && open.length > 0; k++) {
    const settings = attempts.map(({ setting }) => setting);
    const task = taskOf(workload, { settings, milliseconds: turnMilliseconds, samples });
    const replies = await request(entrant, task);
    for (const attempt of open)
      if (!record(attempt, replies[attempts.indexOf(attempt)], search))
        attempt.setting *= refinement[entrant.contestant.setting];
    open = open.filter(({ answer }) => answer === null);
  }
}

/** Records the time of a reply; false where the goal is not met yet. */
function record(attempt: Attempt, reply: Reply, search: Search): boolean {
  if ('failure' in reply) return attempt.answer !== null;
  const { goal, setting } = attempt;
  const isMet = attempt.answer !== null || errorOf(pointOf(setting, reply, search), goal) <= goal.atMost;
  if (!isMet) return false;
  attempt.answer ??= reply;
  attempt.times.push(reply.seconds);
  return true;
}

function finishOf(
  { contestant }: Entrant,
  { goal, setting, answer, times }: Attempt & { readonly answer: Answer },
  search: Search,
) {
  const { endPoint, energy } = pointOf(setting, answer, search);
  const { energies, steps, constraint, memory } = answer;
  return {
    ...{ contestant: contestant.name, isOurs: isOurs(contestant), goal, setting, steps },
    /** Processor time of the motion in each round, and the median. */
    ...{ turns: times as readonly number[], seconds: median(times) },
    /** Median over the rounds of its time divided by that of our fastest in the same round. */
    ratio: null as number | null,
    /** The error at the end is null where only the energy counts. */
    ...{ endPoint, energy, constraint, memory },
    drift: lineDrift(energies, search.workload.until),
  };
}

/** Each beside our fastest at the same goal. */
function withRatios(finishes: readonly AccuracyFinish[]): AccuracyFinish[] {
  return finishes.map(one => {
    const [fastest] = finishes
      .filter(finish => finish.isOurs && finish.goal === one.goal)
      .sort((a, b) => a.seconds - b.seconds);
    return { ...one, ratio: medianRatio(one.turns, fastest?.turns ?? []) };
  });
}

/** The bars that could be measured: times at the strictest goal of a workload, divided by ours. */
export function barsOf(results: readonly AccuracyResult[], definitions: Definition['bars']) {
  return results.flatMap(({ workload, finishes }) => {
    const { atMost: strictest } = strictestOf(workload);
    return definitions
      .filter(({ workloads }) => workloads.includes(workload.name))
      .flatMap(({ contestant, atLeast }) => {
        const ratio = finishes.find(
          finish => finish.contestant === contestant && finish.goal.atMost === strictest,
        )?.ratio;
        return typeof ratio === 'number'
          ? { workload: workload.name, claim: contestant, ratio, atLeast }
          : [];
      });
  });
}
