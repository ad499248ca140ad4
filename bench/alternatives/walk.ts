// A walk: all programs with fixed steps make the same steps. What does a step cost, and what does it keep?

import { median } from '../median.ts';
import { isInSight } from '../turns.ts';
import { ask } from './ask.ts';
import type { Entrant } from './contestant.ts';
import { distance, exactEnd } from './exact.ts';
import { type Answer, taskOf } from './task.ts';
import type { Walk } from './workloads.ts';

export interface WalkFinish {
  readonly contestant: string;
  readonly isOurs: boolean;
  /** Processor time of one step, median of the turns. */
  readonly seconds: number;
  /** Median over the rounds of its time divided by that of our RATTLE in the same round. */
  readonly ratio: number | null;
  readonly endPoint: number;
  /** Largest |H − H₀|, and largest |g|. */
  readonly energy: number;
  readonly constraint: number;
  readonly memory: number;
}

export interface WalkResult {
  readonly walk: Walk;
  readonly finishes: readonly WalkFinish[];
  readonly failures: readonly { readonly contestant: string; readonly failure: string }[];
}

/** The method of ours that the others are divided by. */
const yardstick = 'Cotangent rattle';
const turn = 60;
const samples = 20;

export async function takeWalk(
  walk: Walk,
  entrants: readonly Entrant[],
  rounds: number,
): Promise<WalkResult> {
  const walkers = entrants
    .filter(({ contestant: { setting, isComposed } }) => setting === 'step' && !isComposed)
    .filter(({ contestant }) => contestant.canRun(walk.system, walk.links, walk.until))
    .map(entrant => ({ ...entrant, turns: [] as number[], answer: null as Answer | null, failure: '' }));
  const allTurns = walkers.map(({ turns }) => turns);
  for (let round = 0; round < rounds; round++)
    for (const walker of walkers) {
      if (walker.failure || !isInSight(walker.turns, allTurns)) continue;
      const rest = { settings: [walk.step], milliseconds: turn, samples: round === 0 ? samples : 0 };
      const [reply] = await ask(walker.prepared, taskOf(walk, rest));
      if ('failure' in reply) walker.failure = reply.failure;
      else {
        walker.turns.push(reply.seconds / reply.steps);
        walker.answer ??= reply;
      }
    }
  const ours = walkers.find(({ contestant }) => contestant.name === yardstick)?.turns ?? [];
  const exact = exactEnd(walk);
  const finishes = walkers.flatMap(({ contestant, turns, answer }) => {
    if (!answer) return [];
    const { energies, constraint, memory } = answer;
    const energy = Math.max(...energies.map(value => Math.abs(value - energies[0])));
    return {
      ...{ contestant: contestant.name, isOurs: contestant.isOurs ?? false },
      seconds: median(turns),
      ratio: ours.length > 0 ? median(turns.map((time, k) => time / (ours[k] ?? median(ours)))) : null,
      endPoint: distance(answer.q, exact),
      ...{ energy, constraint, memory },
    };
  });
  const failures = walkers.flatMap(({ contestant, failure }) =>
    failure ? { contestant: contestant.name, failure } : [],
  );
  return { walk, finishes, failures };
}
