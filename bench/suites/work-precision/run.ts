// All methods on all problems: each climbs its ladder in a process of its own, alone, for two at a time leave no processor to
// compile on; at every goal the cheapest take turns.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referenceAt } from '../../../src/integrators/reference/reference.ts';
import { methodNamed } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { thisMachine, today } from '../../machine.ts';
import { median } from '../../measure/median.ts';
import { loadCase } from '../../measure/stepper.ts';
import { programOf } from '../../one-file.ts';
import { type MeasureOptions, printProgress } from '../engine/run.ts';
import { type Entrant, entrantsOf, labelOf } from './candidates.ts';
import type { Rung } from './ladder.ts';
import { type Contestant, enter } from './process.ts';
import { finalists } from './ranking.ts';
import {
  type CurveResult,
  type Finish,
  formatWorkPrecision,
  type GoalResult,
  type ProblemResult,
  type WorkPrecisionReport,
} from './report.ts';
import { saveWorkPrecision } from './save.ts';
import type { Ladder } from './worker.ts';
import { choose, goals, type Workload } from './workloads.ts';

export interface WorkPrecisionOptions extends Omit<MeasureOptions, 'method'> {
  /** Print JSON instead of tables. */
  readonly json?: boolean;
  /** Write the figures and the tables of the documentation. */
  readonly save?: boolean;
}

/** Measures, prints what it found, and returns it. Progress goes to the error stream. */
export async function benchWorkPrecision(options: WorkPrecisionOptions = {}): Promise<WorkPrecisionReport> {
  if (options.save && options.only)
    throw new Error('the documentation shows all problems: use --save without --only');
  const report = await measureWorkPrecision({ onProgress: printProgress, ...options });
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : formatWorkPrecision(report)}\n`);
  if (options.save) saveWorkPrecision(report);
  return report;
}

async function measureWorkPrecision(options: MeasureOptions): Promise<WorkPrecisionReport> {
  const { only, rounds = 3, onProgress } = options;
  const chosen = choose(only);
  const problems: ProblemResult[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-bench-'));
  try {
    const program = await programOf('suites/work-precision/worker.ts', folder);
    for (const workload of chosen) {
      onProgress?.(problems.length, chosen.length, workload.title);
      problems.push(await measureProblem(workload, rounds, program));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { date: today(), machine: thisMachine(), rounds, problems };
}

/** A method on one side of a problem, with its process. */
interface Climber {
  readonly label: string;
  readonly omega: number | null;
  readonly rungs: readonly Rung[];
  readonly contestant: Contestant;
}

async function measureProblem(workload: Workload, rounds: number, program: string): Promise<ProblemResult> {
  const { id, title, file, set, until, judgedBy } = workload;
  const problem = loadCase({ file, set });
  const exact = exactEnd(problem, until);
  const climbers: Climber[] = [];
  const curves: CurveResult[] = [];
  try {
    for (const entrant of entrantsOf(problem, workload)) {
      const { method, options } = entrant;
      const contestant = enter({ workload, method, options, exact }, program);
      for (const omega of entrant.omegas) {
        const ladder = await contestant.climb(omega);
        const curve = curveOf(entrant, omega, ladder);
        curves.push(curve);
        climbers.push({ label: curve.label, omega, rungs: ladder.rungs, contestant });
      }
      sendHome(climbers);
    }
    const found: GoalResult[] = [];
    for (const goal of goals) found.push({ goal, finishes: await race(climbers, goal, rounds) });
    return { id, title, file, until, judgedBy, curves, goals: found };
  } finally {
    for (const { contestant } of climbers) contestant.leave();
  }
}

function exactEnd(problem: Problem, until: number): number[] {
  const end = referenceAt(problem, [until]);
  if (!end.ok) throw new Error(`${problem.name}: the exact motion failed (${end.reason}): ${end.detail}`);
  return [...end.states[0].subarray(0, problem.n)];
}

/** Whoever cannot be a finalist any more: processes take memory. */
function sendHome(climbers: readonly Climber[]): void {
  const wanted = new Set(goals.flatMap(goal => finalists(climbers, goal)));
  const staying = new Set(climbers.filter(({ label }) => wanted.has(label)).map(one => one.contestant));
  for (const { contestant } of climbers) if (!staying.has(contestant)) contestant.leave();
}

function curveOf(entrant: Entrant, omega: number | null, { rungs, ended }: Ladder): CurveResult {
  return {
    label: labelOf(entrant, omega),
    method: entrant.method,
    omega,
    family: methodNamed(entrant.method).family,
    settings: rungs.map(({ setting }) => rounded(setting)),
    errors: rungs.map(({ error }) => rounded(error)),
    energyErrors: rungs.map(({ energyError }) => rounded(energyError)),
    milliseconds: rungs.map(({ milliseconds }) => rounded(milliseconds)),
    ended,
  };
}

/** Four digits are more than the times are good for. */
const rounded = (value: number) => Number(value.toPrecision(4));

interface Runner extends Climber {
  readonly settled: Rung;
  readonly times: number[];
}

/** The finalists settle on the setting that meets the goal, then take turns. */
async function race(climbers: readonly Climber[], goal: number, rounds: number): Promise<Finish[]> {
  const chosen = finalists(climbers, goal);
  const runners: Runner[] = [];
  for (const climber of climbers.filter(({ label }) => chosen.includes(label))) {
    const settled = await climber.contestant.settle(goal, climber.omega);
    if (settled) runners.push({ ...climber, settled, times: [] });
  }
  for (let round = 0; round < rounds; round++)
    for (const { contestant, omega, settled, times } of runners)
      times.push(await contestant.time({ omega, setting: settled.setting }));
  const [first] = runners.sort((a, b) => median(a.times) - median(b.times));
  return runners
    .map(({ label, settled, times }) => ({
      label,
      setting: rounded(settled.setting),
      error: rounded(settled.error),
      energyError: rounded(settled.energyError),
      milliseconds: rounded(median(times)),
      ratio: rounded(median(times.map((time, k) => time / first.times[k]))),
    }))
    .sort((a, b) => a.ratio - b.ratio);
}
