// One method on one problem, in a process of its own: measures its ladder of settings, finds the setting that just meets a goal,
// and times motions on request.
//   startWorker(worker.js, [task as JSON])

import { methodNamed } from '../../../src/methods/registry.ts';
import { distance, loadProblem } from '../../measure/problem.ts';
import { messageOf, serve } from '../../measure/processes.ts';
import { timed as processorTime, timeSteps } from '../../measure/stepper.ts';
import { type ChosenMethod, createMotions, type Motion, type Workload, workPrecision } from './candidates.ts';
import { candidates, cheapestRung, ending, hasCloseMotion, type Rung } from './ladder.ts';

export interface MethodTask extends ChosenMethod {
  readonly workload: Workload;
  /** The exact positions at the end. */
  readonly exact: readonly number[];
}

const { workload, method, options, exact } = JSON.parse(process.argv[2]) as MethodTask;
const { until, judgedBy, warmUp, longest } = workload;
const { timing } = workPrecision();
/** The first steps of backward differences are those of the reference: few steps would be none of their own. */
const fewestSteps = workload.fewestSteps * (methodNamed(method).family === 'DAE' ? 8 : 1);

const createSide = (omega: number | null) => {
  const problem = loadProblem(omega === null ? workload : { ...workload, omega });
  const { isAdaptive, at } = createMotions({ problem, method, options, until });
  return { isAdaptive, motionAt: cached(at), rungs: [] as Rung[] };
};
type Side = ReturnType<typeof createSide>;
const sideWith = cached(createSide);

/** The same result for the same argument. */
function cached<K, V>(create: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return key => {
    const value = known.get(key) ?? create(key);
    known.set(key, value);
    return value;
  };
}

const { ladderWarmUp, motionWarmUp, timings, adaptiveTimings, ladderTiming, roundTiming, mostRungs } = timing;
const { unstableError, loosestTolerance, tightestTolerance, failuresAllowed } = timing;

/** The rungs, and why there are no more. */
function measureLadder(omega: number | null) {
  const side = sideWith(omega);
  side.rungs.length = 0;
  warmUpSide(side);
  let failures = 0;
  let ended = 'finest setting';
  for (const setting of settingsOf(side)) {
    const result = tryMotion(side.motionAt(setting));
    if ('failure' in result) {
      failures++;
      ended = result.failure;
      if (hasCloseMotion(side.rungs) && failures >= failuresAllowed) break;
      continue;
    }
    failures = 0;
    side.rungs.push(warmUpRung(result, side));
    ended = ending(side.rungs, longest) ?? 'finest setting';
    if (ended !== 'finest setting') break;
  }
  timeLadder(side);
  return { rungs: side.rungs, ended };
}

/** On the first rung that works: while code is being compiled, every motion seems slow. */
function warmUpSide(side: Side): void {
  const working = settingsOf(side).find(setting => !('failure' in tryMotion(side.motionAt(setting))));
  if (working !== undefined) repeat(side.motionAt(working), warmUp);
}

/** A motion may be slow only because its code was not compiled yet: it is repeated before the time is accepted. */
function warmUpRung(rung: Rung, { motionAt }: Side): Rung {
  const motion = motionAt(rung.setting);
  let { milliseconds } = rung;
  for (let spent = 0; milliseconds > longest && spent < warmUp; spent += milliseconds)
    milliseconds = Math.min(milliseconds, repeat(motion, ladderTiming));
  return { ...rung, milliseconds };
}

function settingsOf({ isAdaptive }: Side): number[] {
  const [first, ratio] = isAdaptive ? [loosestTolerance, 10] : [until / fewestSteps, 2];
  const all = Array.from({ length: mostRungs }, (_, k) => first / ratio ** k);
  return isAdaptive ? all.filter(setting => setting > 0.5 * tightestTolerance) : all;
}

function tryMotion(motion: Motion): Rung | { readonly failure: string } {
  try {
    const [{ state, energyError }, seconds] = processorTime(() => motion.monitor());
    const endError = distance(state.subarray(0, exact.length), exact);
    if (!(endError < unstableError && energyError < unstableError))
      return { failure: 'the motion is unstable' };
    const error = judgedBy === 'energy' ? energyError : endError;
    return { setting: motion.setting, error, energyError, milliseconds: 1000 * seconds };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

function timeLadder({ rungs, motionAt, isAdaptive }: Side): void {
  const short = rungs.findLast(({ milliseconds }) => milliseconds < ladderWarmUp / 4);
  const spent = rungs.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  if (short && spent < ladderWarmUp) repeat(motionAt(short.setting), ladderWarmUp);
  const times = rungs.map(({ setting }) => [repeat(motionAt(setting), motionWarmUp)]);
  // Interleaved over all rungs, so that a disturbance does not fall into all timings of one of them.
  for (let k = 0; k < (isAdaptive ? adaptiveTimings : timings); k++)
    rungs.forEach(({ setting }, i) => {
      if (k === 0 || isShort(Math.min(...times[i]), ladderTiming))
        times[i].push(repeat(motionAt(setting), ladderTiming));
    });
  rungs.forEach((rung, i) => {
    rungs[i] = { ...rung, milliseconds: Math.min(...times[i]) };
  });
}

/** Milliseconds of one motion. */
const repeat = (motion: Motion, milliseconds: number) =>
  (motion.steps * timeSteps(motion, motion.steps, milliseconds)) / 1e6;

/** A long motion is timed once. */
const isShort = (milliseconds: number, timing: number) => milliseconds <= timings * timing;

/** The least of a few timings. */
function timed(motion: Motion, timing: number): number {
  const first = repeat(motion, motionWarmUp);
  if (!isShort(first, timing)) return first;
  return Math.min(...Array.from({ length: timings }, () => repeat(motion, timing)));
}

const operations = {
  ladder: measureLadder,
  /** The setting that just meets the goal, with its errors; null when none does. */
  settingFor({ goal, omega }: { readonly goal: number; readonly omega: number | null }): Rung | null {
    const { rungs, motionAt } = sideWith(omega);
    for (const setting of candidates(rungs, goal)) {
      const result = tryMotion(motionAt(setting));
      if ('failure' in result || result.error > goal) continue;
      const milliseconds = timed(motionAt(result.setting), ladderTiming);
      const rung = cheapestRung(rungs, goal);
      return rung && rung.milliseconds < milliseconds ? rung : { ...result, milliseconds };
    }
    return null;
  },
  /** Milliseconds of a motion. */
  time: ({ omega, setting }: { readonly omega: number | null; readonly setting: number }): number =>
    timed(sideWith(omega).motionAt(setting), roundTiming),
};
export type MethodOperations = typeof operations;

serve(operations);
