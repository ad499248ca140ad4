// What a program of ours makes of a peer package: a motion that can be repeated, and the answer to a task (../task.ts) from it.

import { largestMemory } from '../memory.ts';
import { moreMotions } from '../repetition.ts';
import { type Answer, type Reply, type Task, untimed } from '../task.ts';
import { warmUps } from '../warm-up.ts';
import type { Points } from './points.ts';
import { constraintError, energy, type PointSystem, pointSystem } from './systems.ts';

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
/** A motion of this many seconds is timed once, and needs no warm-up. */
const long = 0.5;

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
  const warm = warmUps(task);
  for (const [k, setting] of task.settings.entries())
    yield reply(task, setting, { mover, warmUp: warm[k], timed: task.milliseconds });
}

interface Asked {
  readonly mover: Mover;
  /** Milliseconds. */
  readonly warmUp: number;
  readonly timed: number;
}

function reply(task: Task, setting: number, asked: Asked): Reply {
  try {
    return answer(task, setting, asked);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function answer(task: Task, setting: number, asked: Asked): Answer {
  const deadline = createDeadline();
  const system = pointSystem(task.system, task.links);
  const motion = asked.mover(task, setting, deadline);
  try {
    const timed =
      asked.timed === 0 ? untimed : { ...time(motion, asked, deadline), q: endOf(motion, system) };
    deadline.set();
    const watched = watch(motion, system, task.samples);
    return { ...timed, ...watched, memory: largestMemory() };
  } finally {
    motion.free?.();
  }
}

function time(motion: Motion, { warmUp, timed }: Asked, deadline: Deadline) {
  const first = repeat(motion, 0, deadline);
  if (first.seconds > long) return first;
  if (1000 * first.seconds < warmUp) repeat(motion, warmUp, deadline);
  return repeat(motion, timed, deadline);
}

function endOf(motion: Motion, system: PointSystem): number[] {
  const points = { q: system.q.slice(), v: system.v.slice() };
  motion.end(points);
  if (!points.q.every(Number.isFinite)) throw new Error('the positions are not finite');
  return [...points.q];
}

/** Motions until the time has passed, at least one; the clock is read after each where something else is between them. */
function repeat(motion: Motion, milliseconds: number, deadline: Deadline) {
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
