// The protocol (../task.ts) for programs in JavaScript, ours and packages from npm: a motion that can be repeated, and the replies
// to a task from it. JavaScript is compiled while it runs; on one processor a large function takes a third of a second of that.
// So each setting is warmed up before it is timed.

import { messageOf, ownPeakMemory } from '../../measure/processes.ts';
import { moreMotions, processorSeconds, timed } from '../../measure/stepper.ts';
import { type Answer, type Reply, type Task, untimed } from '../task.ts';
import { constraintError, energy, type PointSystem, type Points, pointSystem } from './systems.ts';

/** One motion of the task's system with one setting. */
export interface Motion {
  /** Prepares another motion from t = 0; its time is not counted. Absent where every motion starts by itself. */
  readonly restart?: () => void;
  /** The whole motion; returns the number of steps. Throws when it fails. */
  run(): number;
  /** The same motion; `visit` sees the points at t = 0 and then at so many evenly spaced times. */
  sample(samples: number, visit: (points: Points) => void): void;
  /** Points at the end of the last motion. */
  end(out: Points): void;
  /** Releases memory outside the garbage collector. */
  free?(): void;
}

/** Creates the motion for a setting; `deadline` is to be checked during the motion. */
export type Mover = (task: Task, setting: number, deadline: Deadline) => Motion;

/** Processor seconds after which a motion is abandoned. */
const patienceSeconds = 20;

export type Deadline = ReturnType<typeof createDeadline>;

/** Reading the clock takes a microsecond, so a motion checks the deadline now and then only. */
function createDeadline() {
  let begin = 0;
  return {
    /** Start of a motion. */
    set() {
      begin = processorSeconds();
    },
    /** Throws when the whole motion would take too long, given that this fraction of it has been made. */
    check(fraction: number) {
      const spent = processorSeconds() - begin;
      // During the first second code is still being compiled.
      if (spent > 1 && spent / fraction > patienceSeconds)
        throw new Error(`would take ${(spent / fraction).toPrecision(2)} s of processor time`);
    },
  };
}

/** Warm-up of each of few settings; of the first `warmUpSettings` of many together. */
const [warmUpMilliseconds, fewSettings, warmUpSettings] = [250, 2, 4];

/**
 * Settings that are warmed up together, each so long, before the first of them is timed. Few settings are one batch. Of many each is
 * one: the consumer may stop after the first reply.
 */
function batchesOf({ settings, milliseconds }: Task) {
  if (settings.length <= fewSettings) return [{ settings, warmUpMilliseconds }];
  return settings.map((setting, k) => ({
    settings: [setting],
    warmUpMilliseconds: k < warmUpSettings ? warmUpMilliseconds / warmUpSettings : milliseconds,
  }));
}

/** Replies to all settings, in the order of the task. */
export function* replies(task: Task, mover: Mover): Generator<Reply> {
  for (const { settings, warmUpMilliseconds: warmUp } of batchesOf(task))
    yield* inStep(settings.map(setting => stagesOf(setting, warmUp, task, mover)));
}

/** All settings are warmed up before any is timed, on the motions that are timed, and all are timed before any is sampled. */
function inStep(stages: readonly Generator<void, Reply, void>[]): Reply[] {
  const replies: Reply[] = [];
  for (let left = stages.length; left > 0; )
    for (const [k, stage] of stages.entries()) {
      const { done, value } = stage.next();
      if (!done || !value) continue;
      replies[k] = value;
      left--;
    }
  return replies;
}

/** One setting, with a pause after each stage for the others to reach the same. */
function* stagesOf(setting: number, warmUp: number, task: Task, mover: Mover): Generator<void, Reply, void> {
  const system = pointSystem(task.system, task.links);
  const deadline = createDeadline();
  let motion: Motion | undefined;
  try {
    motion = mover(task, setting, deadline);
    yield;
    let timing = untimed;
    if (task.milliseconds > 0) {
      const only = warmUpMotion(motion, warmUp, deadline);
      yield;
      const times = only ?? repeat(motion, task.milliseconds, deadline);
      timing = { ...times, q: endOf(motion, system) };
      yield;
    }
    deadline.set();
    return { ...timing, ...sampled(motion, system, task.samples), memory: ownPeakMemory() };
  } catch (error) {
    return { failure: messageOf(error) };
  } finally {
    motion?.free?.();
  }
}

type Timing = Pick<Answer, 'seconds' | 'steps'>;

/** A motion that takes this many times its warm-up is timed once, without one. */
const longMotion = 4;

/** The time of the first motion, where that is the only one. */
function warmUpMotion(motion: Motion, milliseconds: number, deadline: Deadline): Timing | null {
  const first = repeat(motion, 0, deadline);
  if (1000 * first.seconds > longMotion * milliseconds) return first;
  repeat(motion, milliseconds, deadline);
  return null;
}

function endOf(motion: Motion, system: PointSystem): number[] {
  const points = { q: system.q.slice(), v: system.v.slice() };
  motion.end(points);
  if (!points.q.every(Number.isFinite)) throw new Error('the positions are not finite');
  return [...points.q];
}

/** Motions until the time has passed, at least one; the clock is read after each where a restart lies between them. */
function repeat(motion: Motion, milliseconds: number, deadline: Deadline): Timing {
  let [motions, steps, spent] = [0, 0, 0];
  while (motions === 0 || 1000 * spent < milliseconds) {
    const more = motion.restart ? 1 : moreMotions(motions, spent, milliseconds / 1000);
    motion.restart?.();
    deadline.set();
    const [, seconds] = timed(() => {
      for (let k = 0; k < more; k++) steps = motion.run();
    });
    spent += seconds;
    motions += more;
  }
  return { seconds: spent / motions, steps };
}

function sampled(
  motion: Motion,
  system: PointSystem,
  samples: number,
): Pick<Answer, 'energies' | 'constraint'> {
  const energies: number[] = [];
  let constraint = 0;
  if (samples > 0) {
    motion.restart?.();
    motion.sample(samples, ({ q, v }) => {
      energies.push(energy(system, q, v));
      constraint = Math.max(constraint, constraintError(system, q));
    });
  }
  if (!energies.every(Number.isFinite)) throw new Error('the energies are not finite');
  return { energies, constraint };
}

// Motions of programs with fixed steps, which divide the time of the motion evenly.

/** A simulation of some engine, at t = 0 when it is built; one without restart is built again. */
export interface World extends Pick<Motion, 'restart' | 'free'> {
  step(): void;
  points(out: Points): void;
}

/** A system and the step size. */
export type Scene = Pick<Task, 'system' | 'links'> & { readonly h: number };

export function fixedSteps(build: (scene: Scene) => World): Mover {
  return ({ system, links, until }, setting, deadline) => {
    const steps = Math.max(1, Math.round(until / setting));
    const scene = { system, links, h: until / steps };
    let world = build(scene);
    const { q, v } = pointSystem(system, links);
    const points = { q: q.slice(), v: v.slice() };
    return {
      restart() {
        if (world.restart) return world.restart();
        world.free?.();
        world = build(scene);
      },
      run() {
        for (let k = 1; k <= steps; k++) {
          world.step();
          // After 1, 2, 4, … steps.
          if ((k & (k - 1)) === 0) deadline.check(k / steps);
        }
        return steps;
      },
      sample(samples, visit) {
        for (let sample = 0, k = 0; sample <= samples; sample++) {
          for (; k < Math.round((steps * sample) / samples); k++) world.step();
          world.points(points);
          visit(points);
        }
      },
      end: out => world.points(out),
      free: () => world.free?.(),
    };
  };
}

// What is used of a package from npm, which is no dependency: what its functions and classes return, whatever they are given.

export type Calls<Names extends string, Result = void> = Readonly<
  Record<Names, (...given: readonly unknown[]) => Result>
>;

export type Creates<T> = new (...given: readonly unknown[]) => T;
