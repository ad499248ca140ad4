// What a program of ours makes of a peer package: a motion that can be repeated, and the answer to a task (../task.ts) from it.

import { largestMemory } from '../../measure/memory.ts';
import { type Answer, type Reply, type Task, untimed } from '../task.ts';
import type { Points } from './points.ts';
import { moreMotions } from './repetition.ts';
import { constraintError, energy, type PointSystem, pointSystem } from './systems.ts';
import { type Lot, lotsOf } from './warm-up.ts';

/** Positions and velocities at some time. */
export type Look = (points: Points) => void;

/** One motion of the task's system with one setting. */
export interface Motion {
  /** Ready for another motion from t = 0; its time is not counted. Absent where every motion begins by itself. */
  readonly restart?: () => void;
  /** The whole motion; returns the number of steps. Throws when it cannot be made. */
  run(): number;
  /** The same motion, looked at at t = 0 and then so many times, evenly spaced. */
  watch(samples: number, look: Look): void;
  /** Where the last motion ended. */
  end(out: Points): void;
  /** Lets go of memory that nobody collects. */
  free?(): void;
}

/** Makes the motion for a setting; the deadline is to be kept an eye on. */
export type Mover = (task: Task, setting: number, deadline: Deadline) => Motion;

/** Processor seconds after which a motion is given up. */
const patience = 20;
/** A motion so many times as long as its rehearsal would be is timed once, and needs none. */
const long = 4;

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** When to give up. Reading the clock takes a microsecond, so it is asked now and then only. */
export interface Deadline {
  /** A motion begins. */
  set(): void;
  /** Throws when this part of the motion has taken so long that the whole would take too long. */
  check(part: number): void;
}

export function createDeadline(): Deadline {
  let begin = 0;
  return {
    set() {
      begin = processorSeconds();
    },
    check(part) {
      const spent = processorSeconds() - begin;
      // The first second tells nothing: the code is still being compiled.
      if (spent > 1 && spent / part > patience)
        throw new Error(`would take ${(spent / part).toPrecision(2)} s of processor time`);
    },
  };
}

/** Replies to all settings, in the order of the task. */
export function* replies(task: Task, mover: Mover): Generator<Reply> {
  for (const lot of lotsOf(task)) yield* repliesTo(lot, task, mover);
}

/** All are rehearsed before any is timed, on the motions that are timed, and all are timed before any is looked at. */
function repliesTo({ settings, rehearsal }: Lot, task: Task, mover: Mover): Reply[] {
  const { milliseconds, samples } = task;
  const system = pointSystem(task.system, task.links);
  const made = settings.map(setting => {
    const deadline = createDeadline();
    return attempt(() => ({ deadline, motion: mover(task, setting, deadline) }));
  });
  const timed =
    milliseconds > 0 ? timeAll(made, rehearsal, task) : made.map(then(one => ({ ...one, ...untimed })));
  const replies = timed.map(
    then(({ deadline, motion, seconds, steps, q }) => {
      deadline.set();
      return { seconds, steps, q, ...watch(motion, system, samples), memory: largestMemory() };
    }),
  );
  for (const one of made) if ('motion' in one) one.motion.free?.();
  return replies;
}

interface Made {
  readonly motion: Motion;
  readonly deadline: Deadline;
}

function timeAll(made: readonly (Made | Failed)[], rehearsal: number, task: Task) {
  const system = pointSystem(task.system, task.links);
  return made.map(then(one => ({ ...one, only: rehearse(one, rehearsal) }))).map(
    then(({ only, motion, deadline }) => {
      const timed = only ?? repeat(motion, task.milliseconds, deadline);
      return { motion, deadline, ...timed, q: endOf(motion, system) };
    }),
  );
}

interface Failed {
  readonly failure: string;
}

function attempt<T>(make: () => T): T | Failed {
  try {
    return make();
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Work on what has not failed before. */
const then =
  <A extends object, B>(work: (given: A) => B) =>
  (given: A | Failed): B | Failed =>
    'failure' in given ? given : attempt(() => work(given));

type Timed = Pick<Answer, 'seconds' | 'steps'>;

/** The first motion where it takes so long that it is the only one. */
function rehearse({ motion, deadline }: Made, milliseconds: number): Timed | null {
  const first = repeat(motion, 0, deadline);
  if (1000 * first.seconds > long * milliseconds) return first;
  repeat(motion, milliseconds, deadline);
  return null;
}

function endOf(motion: Motion, system: PointSystem): number[] {
  const points = { q: system.q.slice(), v: system.v.slice() };
  motion.end(points);
  if (!points.q.every(Number.isFinite)) throw new Error('the positions are not finite');
  return [...points.q];
}

/** Motions until the time has passed, at least one; the clock is read after each where something else is between them. */
function repeat(motion: Motion, milliseconds: number, deadline: Deadline): Timed {
  let [motions, steps, spent] = [0, 0, 0];
  while (motions === 0 || 1000 * spent < milliseconds) {
    const more = motion.restart ? 1 : moreMotions(motions, spent, milliseconds / 1000);
    motion.restart?.();
    deadline.set();
    const begin = processorSeconds();
    for (let k = 0; k < more; k++) steps = motion.run();
    spent += processorSeconds() - begin;
    motions += more;
  }
  return { seconds: spent / motions, steps };
}

function watch(
  motion: Motion,
  system: PointSystem,
  samples: number,
): Pick<Answer, 'energies' | 'constraint'> {
  const energies: number[] = [];
  let constraint = 0;
  if (samples > 0) {
    motion.restart?.();
    motion.watch(samples, ({ q, v }) => {
      energies.push(energy(system, q, v));
      constraint = Math.max(constraint, constraintError(system, q));
    });
  }
  if (!energies.every(Number.isFinite)) throw new Error('the energies are not finite');
  return { energies, constraint };
}
