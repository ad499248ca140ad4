// A walk: all programs with fixed steps make the same steps. What does a step cost, and what does it keep?

import type { Entrant } from '../../contestants/contestant.ts';
import { ask } from '../../contestants/request.ts';
import { taskOf } from '../../contestants/task.ts';
import { twoAtATime } from '../../measure/map-concurrent.ts';
import { median } from '../../measure/median.ts';
import { isInSight } from '../../measure/still-competitive.ts';
import { type Kept, keptBy } from './long-run.ts';
import type { Walk } from './workloads.ts';

/** Without what is kept where a program fails before the end of the look. */
export interface WalkFinish extends Partial<Kept> {
  readonly contestant: string;
  readonly isOurs: boolean;
  /** Processor time of one step, median of the turns. */
  readonly seconds: number;
  /** Median over the rounds of its time divided by that of our RATTLE in the same round. */
  readonly ratio: number | null;
  readonly memory: number;
}

export interface WalkResult {
  readonly walk: Walk;
  readonly finishes: readonly WalkFinish[];
  readonly failures: readonly { readonly contestant: string; readonly failure: string }[];
}

interface Walker extends Entrant {
  /** Processor time of one step in each turn. */
  readonly turns: number[];
  memory: number;
  failure: string;
  kept: Kept | null;
}

/** The method of ours that the others are divided by. */
const yardstick = 'Cotangent rattle';
const turn = 60;

export async function takeWalk(
  walk: Walk,
  entrants: readonly Entrant[],
  rounds: number,
): Promise<WalkResult> {
  const walkers = entrants
    .filter(({ contestant: { setting, isComposed } }) => setting === 'step' && !isComposed)
    .filter(({ contestant }) => contestant.canRun(walk.system, walk.links, walk.until))
    .map((entrant): Walker => ({ ...entrant, turns: [], memory: 0, failure: '', kept: null }));
  const allTurns = walkers.map(({ turns }) => turns);
  for (let round = 0; round < rounds; round++)
    for (const walker of walkers)
      if (!walker.failure && isInSight(walker.turns, allTurns)) await takeTurn(walker, walk);
  await twoAtATime(walkers, walker => look(walker, walk));
  const ours = walkers.find(({ contestant }) => contestant.name === yardstick)?.turns ?? [];
  const failures = walkers.flatMap(({ contestant, failure }) =>
    failure ? { contestant: contestant.name, failure } : [],
  );
  return { walk, finishes: walkers.flatMap(walker => finish(walker, ours)), failures };
}

async function takeTurn(walker: Walker, walk: Walk): Promise<void> {
  const [reply] = await ask(
    walker.prepared,
    taskOf(walk, { settings: [walk.step], milliseconds: turn, samples: 0 }),
  );
  if ('failure' in reply) walker.failure = reply.failure;
  else {
    walker.turns.push(reply.seconds / reply.steps);
    walker.memory = Math.max(walker.memory, reply.memory);
  }
}

async function look(walker: Walker, walk: Walk): Promise<void> {
  if (walker.failure) return;
  const kept = await keptBy(walker.prepared, walk);
  if ('failure' in kept) walker.failure = kept.failure;
  else walker.kept = kept;
}

function finish({ contestant, turns, memory, kept }: Walker, ours: readonly number[]): WalkFinish[] {
  if (turns.length === 0) return [];
  const { name, isOurs = false } = contestant;
  return [
    {
      ...{ contestant: name, isOurs, seconds: median(turns) },
      ratio: ours.length > 0 ? median(turns.map((time, k) => time / (ours[k] ?? median(ours)))) : null,
      ...{ ...kept, memory },
    },
  ];
}
