// One method on one problem, in a process of its own, so that no other has shaped its compiled code. It climbs its ladder
// of settings, looks for the setting that just meets a goal, and times its motions whenever it is its turn.
//   fork(contestant.js, ['{"workload": …, "method": …, …}'])   answers each Request with an Answer.

import { once } from '../../../src/formula/once.ts';
import type { MethodOptions } from '../../../src/methods/method.ts';
import { methodNamed } from '../../../src/methods/registry.ts';
import { loadCase } from '../../measure/stepper.ts';
import { timeSteps } from '../../measure/timing.ts';
import { cameNear, candidates, cheapestRung, ending, type Rung } from './ladder.ts';
import { createMotions, type Motion } from './motion.ts';
import type { Workload } from './workloads.ts';

export interface Task {
  readonly workload: Workload;
  readonly method: string;
  readonly options: MethodOptions;
  /** The exact positions at the end. */
  readonly exact: readonly number[];
}

export interface Ladder {
  readonly rungs: readonly Rung[];
  /** Why it ends. */
  readonly ended: string;
}

/** A motion that was asked for: the setting, on the problem or on a penalised version. */
export interface Chosen {
  readonly omega: number | null;
  readonly setting: number;
}

export type Request =
  | { readonly climb: number | null }
  | { readonly settle: number; readonly omega: number | null }
  | { readonly time: Chosen };

export type Answer =
  | Ladder
  /** The setting that meets the goal, with its errors; null when none does. */
  | { readonly settled: Rung | null }
  | { readonly milliseconds: number }
  | { readonly failure: string };

const { workload, method, options, exact } = JSON.parse(process.argv[2]) as Task;
const { file, set, until, judgedBy, rehearsal, longest, omegas } = workload;
/** The first steps of backward differences are those of the reference: few steps would be none of their own. */
const fewestSteps = workload.fewestSteps * (methodNamed(method).family === 'DAE' ? 8 : 1);

const createSide = (omega: number | null) => {
  const problem = loadCase({ file, set, ...(omega === null ? {} : { omega }) });
  const { isAdaptive, at } = createMotions({ problem, method, options, until });
  const made = new Map<number, Motion>();
  const motionAt = (setting: number): Motion => {
    const motion = made.get(setting) ?? at(setting);
    made.set(setting, motion);
    return motion;
  };
  return { isAdaptive, motionAt, rungs: [] as Rung[] };
};
type Side = ReturnType<typeof createSide>;
const sides = new Map([null, ...omegas].map(omega => [omega, once(() => createSide(omega))]));

function sideWith(omega: number | null): Side {
  const side = sides.get(omega);
  if (!side) throw new Error(`there is no penalty with ω = ${omega}`);
  return side();
}

/** Processor milliseconds in which the longest short motion is repeated after the ladder. */
const warmUp = 60;
const warmUpOfEach = 2;
/** The least of so many turns counts; a turn on a ladder is shorter than one beside others. */
const turns = 3;
const [turnAlone, turnBeside] = [2, 4];
/** On a ladder of a method that chooses its own steps: its code is long, and takes a third of a second to compile. */
const manyTurns = 20;
const mostRungs = 24;
/** All motions and energies here are of size 1 to 100. */
const blownUp = 1e4;
const [loosest, tightest] = [1, 1e-13];
/** So many failures in a row, after a motion that came near, end the ladder. */
const patience = 2;

function climb(omega: number | null): Ladder {
  const side = sideWith(omega);
  side.rungs.length = 0;
  rehearse(side);
  let failures = 0;
  let ended = 'finest setting';
  for (const setting of settings(side)) {
    const seen = tried(side.motionAt(setting));
    if ('failure' in seen) {
      failures++;
      ended = seen.failure;
      if (cameNear(side.rungs) && failures >= patience) break;
      continue;
    }
    failures = 0;
    side.rungs.push(warm(seen, side));
    ended = ending(side.rungs, longest) ?? 'finest setting';
    if (ended !== 'finest setting') break;
  }
  timeAll(side);
  return { rungs: side.rungs, ended };
}

/** On the first rung that can be made: while code is being compiled, every motion looks slow. */
function rehearse(side: Side): void {
  for (const setting of settings(side)) {
    const motion = side.motionAt(setting);
    if ('failure' in tried(motion)) continue;
    repeat(motion, rehearsal);
    return;
  }
}

/** A motion may have been slow only because its code, some of which is made for it, was not compiled: it is repeated before it is believed. */
function warm(rung: Rung, { motionAt }: Side): Rung {
  const motion = motionAt(rung.setting);
  let { milliseconds } = rung;
  for (let spent = 0; milliseconds > longest && spent < rehearsal; spent += milliseconds)
    milliseconds = Math.min(milliseconds, repeat(motion, turnAlone));
  return { ...rung, milliseconds };
}

function settings({ isAdaptive }: Side): number[] {
  const [first, ratio] = isAdaptive ? [loosest, 10] : [until / fewestSteps, 2];
  const all = Array.from({ length: mostRungs }, (_, k) => first / ratio ** k);
  return isAdaptive ? all.filter(setting => setting > 0.5 * tightest) : all;
}

function tried(motion: Motion): Rung | { readonly failure: string } {
  const begin = process.cpuUsage();
  try {
    const { state, energyError } = motion.watch();
    const { user, system } = process.cpuUsage(begin);
    const distance = exact.reduce((most, value, i) => Math.max(most, Math.abs(state[i] - value)), 0);
    if (!(distance < blownUp && energyError < blownUp)) return { failure: 'the motion blows up' };
    const error = judgedBy === 'energy' ? energyError : distance;
    return { setting: motion.setting, error, energyError, milliseconds: (user + system) / 1000 };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

function timeAll({ rungs, motionAt, isAdaptive }: Side): void {
  const short = rungs.findLast(({ milliseconds }) => milliseconds < warmUp / 4);
  const spent = rungs.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  if (short && spent < warmUp) repeat(motionAt(short.setting), warmUp);
  const times = rungs.map(({ setting }) => [repeat(motionAt(setting), warmUpOfEach)]);
  // Turn after turn on all rungs, so that what disturbs one of them does not fall into all its turns.
  for (let k = 0; k < (isAdaptive ? manyTurns : turns); k++)
    rungs.forEach(({ setting }, i) => {
      const isWanted = k === 0 || isShort(Math.min(...times[i]), turnAlone);
      if (isWanted) times[i].push(repeat(motionAt(setting), turnAlone));
    });
  rungs.forEach((rung, i) => {
    rungs[i] = { ...rung, milliseconds: Math.min(...times[i]) };
  });
}

const repeat = (motion: Motion, milliseconds: number) =>
  (motion.steps * timeSteps(motion, motion.steps, milliseconds)) / 1e6;

/** A long motion needs no more turns. */
const isShort = (milliseconds: number, turn: number) => milliseconds <= turns * turn;

/** The least of a few turns. */
function timed(motion: Motion, turn: number): number {
  const first = repeat(motion, warmUpOfEach);
  if (!isShort(first, turn)) return first;
  return Math.min(...Array.from({ length: turns }, () => repeat(motion, turn)));
}

function settle(goal: number, omega: number | null): Rung | null {
  const { rungs, motionAt } = sideWith(omega);
  for (const setting of candidates(rungs, goal)) {
    const seen = tried(motionAt(setting));
    if ('failure' in seen || seen.error > goal) continue;
    const milliseconds = timed(motionAt(seen.setting), turnAlone);
    const rival = cheapestRung(rungs, goal);
    return rival && rival.milliseconds < milliseconds ? rival : { ...seen, milliseconds };
  }
  return null;
}

function answer(request: Request): Answer {
  if ('climb' in request) return climb(request.climb);
  if ('settle' in request) return { settled: settle(request.settle, request.omega) };
  const { omega, setting } = request.time;
  return { milliseconds: timed(sideWith(omega).motionAt(setting), turnBeside) };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

process.on('message', (request: Request) => {
  let reply: Answer;
  try {
    reply = answer(request);
  } catch (error) {
    reply = { failure: messageOf(error) };
  }
  process.send?.(reply);
});
