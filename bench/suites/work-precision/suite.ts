// Suite `work-precision`: every method measures its ladder of settings in a process of its own, one after another, since two at
// a time leave no processor to compile on; at every goal the cheapest are timed in interleaved rounds.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodNamed } from '../../../src/methods/registry.ts';
import { figure } from '../../../src/output/figure/figure.ts';
import { checkoutRoot, programOf } from '../../checkout.ts';
import { exactPositions, loadProblem } from '../../measure/problem.ts';
import { startWorker, type Worker } from '../../measure/processes.ts';
import { interleave, median, medianRatio } from '../../measure/rounds.ts';
import { measureEach, type SuiteOptions, selected, thisMachine, today, withFolder } from '../../suite.ts';
import { type Candidate, candidatesOf, labelOf, type Workload, workPrecision } from './candidates.ts';
import { competitiveMethods, type Rung } from './ladder.ts';
import {
  type CurveResult,
  docsBlock,
  type Finish,
  figureFile,
  formatWorkPrecision,
  type ProblemResult,
  type WorkPrecisionReport,
  withBlock,
  workPrecisionFigure,
} from './report.ts';
import type { Ladder, MethodOperations, MethodTask } from './worker.ts';

export const format = formatWorkPrecision;

export const measure = ({ only, rounds }: SuiteOptions): Promise<WorkPrecisionReport> =>
  withFolder(async folder => {
    const definition = workPrecision();
    const count = rounds ?? definition.rounds;
    const program = await programOf('suites/work-precision/worker.ts', folder);
    const problems = await measureEach(selected(definition.workloads, only), workload =>
      measureProblem(workload, definition.goals, count, program),
    );
    return { date: today(), machine: thisMachine(), rounds: count, problems };
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

async function measureProblem(
  workload: Workload,
  goals: readonly number[],
  rounds: number,
  program: string,
): Promise<ProblemResult> {
  const { id, name, file = '', until, judgedBy } = workload;
  const problem = loadProblem(workload);
  const exact = [...exactPositions(problem, until)];
  const entries: Entry[] = [];
  const curves: CurveResult[] = [];
  try {
    for (const candidate of candidatesOf(problem, workload)) {
      const task: MethodTask = { workload, method: candidate.method, options: candidate.options, exact };
      const worker = startWorker<MethodOperations>(program, [JSON.stringify(task)]);
      for (const omega of candidate.omegas) {
        const ladder = await worker.request('ladder', omega);
        const curve = curveOf(candidate, omega, ladder);
        curves.push(curve);
        entries.push({ label: curve.label, omega, rungs: ladder.rungs, worker });
      }
      stopOthers(entries, goals);
    }
    const results: ProblemResult['goals'][number][] = [];
    for (const goal of goals) results.push({ goal, finishes: await timeFinalists(entries, goal, rounds) });
    return { id, title: name, file, until, judgedBy, curves, goals: results };
  } finally {
    for (const { worker } of entries) worker.stop();
  }
}

/** Stops the processes that can no longer be competitiveMethods: they take memory. */
function stopOthers(entries: readonly Entry[], goals: readonly number[]): void {
  const wanted = new Set(goals.flatMap(goal => competitiveMethods(entries, goal)));
  const needed = new Set(entries.filter(({ label }) => wanted.has(label)).map(({ worker }) => worker));
  for (const { worker } of entries) if (!needed.has(worker)) worker.stop();
}

function curveOf(candidate: Candidate, omega: number | null, { rungs, ended }: Ladder): CurveResult {
  return {
    label: labelOf(candidate, omega),
    method: candidate.method,
    omega,
    family: methodNamed(candidate.method).family,
    settings: rungs.map(({ setting }) => rounded(setting)),
    errors: rungs.map(({ error }) => rounded(error)),
    energyErrors: rungs.map(({ energyError }) => rounded(energyError)),
    milliseconds: rungs.map(({ milliseconds }) => rounded(milliseconds)),
    ended,
  };
}

/** Four digits are more than the accuracy of the times. */
const rounded = (value: number) => Number(value.toPrecision(4));

/** The competitiveMethods at the setting that meets the goal, the cheapest first. */
async function timeFinalists(entries: readonly Entry[], goal: number, rounds: number): Promise<Finish[]> {
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
    .map(({ label, rung, times }) => ({
      label,
      setting: rounded(rung.setting),
      error: rounded(rung.error),
      energyError: rounded(rung.energyError),
      milliseconds: rounded(median(times)),
      ratio: rounded(medianRatio(times, fastest.times) ?? Number.NaN),
    }))
    .sort((a, b) => a.ratio - b.ratio);
}
