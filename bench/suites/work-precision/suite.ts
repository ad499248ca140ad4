// Suite `work-precision`: every method measures its ladder of settings in a process of its own, one after another, since two at
// a time leave no processor to compile on; at every goal the cheapest are timed in interleaved rounds.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure } from '../../../src/output/figure/figure.ts';
import { checkoutRoot, programOf } from '../../checkout.ts';
import { exactPositions, loadProblem } from '../../measure/problem.ts';
import { startWorker, type Worker } from '../../measure/processes.ts';
import { interleave, mapConcurrent, median, medianRatio } from '../../measure/rounds.ts';
import { formatReport, type SuiteRun } from '../../suite.ts';
import { candidatesOf, type Definition, type Workload } from './candidates.ts';
import { competitiveMethods, type Rung } from './ladder.ts';
import {
  type CurveResult,
  curveOf,
  docsBlock,
  figureFile,
  finishOf,
  problemResult,
  type WorkPrecisionReport,
  withBlock,
  workPrecisionFigure,
} from './report.ts';
import type { MethodOperations, MethodTask } from './worker.ts';

export async function measure({ definition, rounds, folder, each }: SuiteRun<Definition>) {
  const program = await programOf('suites/work-precision/worker.ts', folder);
  const problems = await each(definition.workloads, workload =>
    measureProblem(workload, definition.goals, rounds, program),
  );
  return { rounds, problems };
}

export const format = (report: WorkPrecisionReport) =>
  formatReport('work-precision', {
    ...report,
    problems: report.problems.map(({ goals, curves, ...problem }) => ({
      ...problem,
      rows: goals.flatMap(({ goal, finishes }) => finishes.map(finish => ({ goal, ...finish }))),
      failed: curves.filter(({ settings }) => settings.length === 0),
    })),
  });

/** Figures, and the tables of choosing-a-method.md. */
export function save(report: WorkPrecisionReport): void {
  const docs = join(checkoutRoot(), 'docs');
  for (const problem of report.problems)
    writeFileSync(join(docs, 'images', figureFile(problem)), figure(workPrecisionFigure(problem)));
  const page = join(docs, 'choosing-a-method.md');
  writeFileSync(page, withBlock(readFileSync(page, 'utf8'), docsBlock(report)));
}

/** A method on one side of a problem, with its process. */
interface Entry {
  readonly label: string;
  readonly omega: number | null;
  readonly rungs: readonly Rung[];
  readonly worker: Worker<MethodOperations>;
}

async function measureProblem(workload: Workload, goals: readonly number[], rounds: number, program: string) {
  const { until } = workload;
  const problem = loadProblem(workload);
  const exact = [...exactPositions(problem, until)];
  const entries: Entry[] = [];
  const curves: CurveResult[] = [];
  try {
    for (const candidate of candidatesOf(problem, workload)) {
      const task: MethodTask = { workload, method: candidate.method, options: candidate.options, exact };
      const worker = startWorker<MethodOperations>(program, [JSON.stringify(task)]);
      for (const omega of candidate.omegas) {
        const { rungs, ended } = await worker.request('ladder', omega);
        const curve = curveOf(candidate, omega, rungs, ended);
        curves.push(curve);
        entries.push({ label: curve.label, omega, rungs, worker });
      }
      stopOthers(entries, goals);
    }
    const timed = await mapConcurrent(1, goals, async goal => ({
      ...{ goal, finishes: await timeCheapest(entries, goal, rounds) },
    }));
    return problemResult(workload, curves, timed);
  } finally {
    for (const { worker } of entries) worker.stop();
  }
}

/** Stops the processes that can no longer be among the cheapest: they take memory. */
function stopOthers(entries: readonly Entry[], goals: readonly number[]): void {
  const wanted = new Set(goals.flatMap(goal => competitiveMethods(entries, goal)));
  const needed = new Set(entries.filter(({ label }) => wanted.has(label)).map(({ worker }) => worker));
  for (const { worker } of entries) if (!needed.has(worker)) worker.stop();
}

/** The competitive methods at the setting that meets the goal, the cheapest first. */
async function timeCheapest(entries: readonly Entry[], goal: number, rounds: number) {
  const chosen = competitiveMethods(entries, goal);
  const timed: (Entry & { readonly rung: Rung; readonly times: number[] })[] = [];
  for (const entry of entries.filter(({ label }) => chosen.includes(label))) {
    const rung = await entry.worker.request('settingFor', { goal, omega: entry.omega });
    if (rung) timed.push({ ...entry, rung, times: [] });
  }
  await interleave(timed, rounds, async ({ worker, omega, rung, times }) =>
    times.push(await worker.request('time', { omega, setting: rung.setting })),
  );
  const [fastest] = timed.sort((a, b) => median(a.times) - median(b.times));
  return timed
    .map(({ label, rung, times }) =>
      finishOf(label, { ...rung, milliseconds: median(times) }, medianRatio(times, fastest.times)),
    )
    .sort((a, b) => a.ratio - b.ratio);
}
