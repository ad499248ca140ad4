// Suite `molecules`: on each workload all programs are timed in interleaved rounds, from the same start.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { molecularUnits } from '../../../src/particles/units.ts';
import { programFile } from '../../checkout.ts';
import type { LongRun, MoleculeRun, PreparedProgram, StepTime } from '../../contestants/molecule-program.ts';
import { growthExponent } from '../../measure/drift.ts';
import { messageOf, pin, startWorker, unpin, type Worker } from '../../measure/processes.ts';
import {
  interleave,
  mapConcurrent,
  median,
  medianOf,
  medianRatio,
  stillCompetitive,
} from '../../measure/rounds.ts';
import { formatReport, type ReportOf, type SuiteRun, withFolder } from '../../suite.ts';
import { type LongRunResult, measureLongRuns } from './conservation.ts';
import {
  createProgram,
  type Definition,
  longRunSteps,
  type MoleculeWorkload,
  type ProgramChoice,
  runOf,
} from './definition.ts';
import type { MoleculeOperations, OwnTime } from './worker.ts';

type WorkloadResult = Awaited<ReturnType<typeof measureWorkload>>;
export type MoleculeReport = ReportOf<typeof measure>;

export async function measure({ definition, roundsOf, each }: SuiteRun<Definition>) {
  const workloads = await each(definition.workloads, one => measureWorkload(one, roundsOf(one)));
  return { workloads, met: allMet(workloads) };
}

/** Another program: its times, or why it has none. */
interface Other {
  readonly choice: ProgramChoice;
  readonly build: string | null;
  readonly prepared: PreparedProgram | null;
  failure: string | null;
  readonly times: StepTime[];
}

interface Own {
  readonly worker: Worker<MoleculeOperations>;
  parts: readonly string[];
  failure: string | null;
  readonly times: OwnTime[];
}

const measureWorkload = (workload: MoleculeWorkload, rounds: number) =>
  withFolder(async folder => {
    const run = runOf(workload);
    const worker = startWorker<MoleculeOperations>(programFile('suites/molecules/worker.ts'), [workload.id]);
    const own: Own = { worker, parts: [], failure: null, times: [] };
    const preparing = mapConcurrent(2, workload.programs, choice => prepareOther(choice, run, folder));
    await noteFailure(own, async () => {
      own.parts = await worker.request('prepare');
    });
    const others = await preparing;
    try {
      const processes = [process.pid, worker.pid, ...others.map(({ prepared }) => prepared?.pid)];
      pin(processes);
      await timeAll(own, others, rounds);
      unpin(processes);
      const long: LongRun = { ...run, ...longRunSteps(workload) };
      const [ownLongRun, ...longRuns] = await longRunsOf({ own, others, long, folder }, workload.kelvin);
      return {
        ...{ id: workload.id, title: workload.name, rounds },
        ...{ ours: ownResult(own, ownLongRun), failure: own.failure },
        ...sizesOf(run),
        /** Of the long run; kelvin: of kT in the drift. */
        keptSteps: long.timedSteps,
        keptPicoseconds: Number(((long.timedSteps * long.step) / molecularUnits.ps).toFixed(6)),
        kelvin: workload.kelvin,
        peers: others.map((one, k) => ({ ...resultOf(one, own, run), ...longRuns[k] })),
      };
    } finally {
      worker.stop();
      for (const { prepared } of others) prepared?.stop?.();
    }
  });

/** Records an error as the failure of a program. */
async function noteFailure(program: { failure: string | null }, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    program.failure = messageOf(error);
  }
}

async function prepareOther(choice: ProgramChoice, run: MoleculeRun, parent: string): Promise<Other> {
  const program = createProgram(choice);
  const build = await program.build();
  const known = { choice, build, times: [] };
  if (build === null) return { ...known, prepared: null, failure: 'not installed' };
  try {
    const prepared = await program.prepare(run, mkdtempSync(join(parent, 'program-')));
    return { ...known, prepared, failure: null };
  } catch (error) {
    return { ...known, prepared: null, failure: messageOf(error) };
  }
}

const secondsOf = ({ times }: { readonly times: readonly { readonly secondsPerStep: number }[] }) =>
  times.map(({ secondsPerStep }) => secondsPerStep);

/** A program that fails, or is far behind after the first round, is not timed again; ours always. */
async function timeAll(own: Own, others: readonly Other[], rounds: number): Promise<void> {
  const timeOwn = async () => void own.times.push(await own.worker.request('time'));
  const timeOther = async ({ prepared, times }: Other) => {
    if (prepared) times.push(await prepared.time());
  };
  const all: readonly (Other | Own)[] = [...others, own];
  await interleave(
    all,
    rounds,
    one => noteFailure(one, () => ('worker' in one ? timeOwn() : timeOther(one))),
    one => one.failure === null && ('worker' in one || stillCompetitive(secondsOf(one), all.map(secondsOf))),
  );
}

interface Programs {
  readonly own: Own;
  readonly others: readonly Other[];
  readonly long: LongRun;
  readonly folder: string;
}

/** Ours, then that of each program that has not failed before. */
function longRunsOf({ own, others, long, folder }: Programs, kelvin: number): Promise<LongRunResult[]> {
  const runs = others.map(({ prepared, failure }) =>
    prepared && failure === null
      ? () => prepared.longRun(long, mkdtempSync(join(folder, 'long-run-')))
      : null,
  );
  const sampling = { interval: long.spacing * long.step, temperature: kelvin * molecularUnits.K };
  const ours = own.failure === null ? () => own.worker.request('longRun') : null;
  return measureLongRuns([ours, ...runs], long.system, sampling);
}

/** What is counted as constrained, and how many; null without constraints. */
function sizesOf({ system, model, timedSteps }: MoleculeRun) {
  const unit = model.rods.length === 0 ? null : model.rods.length === 3 ? 'waters' : 'bonds';
  const constrained = unit === 'waters' ? system.moleculeNames.length : system.rods.length;
  return { particles: system.count, timedSteps, unit, constrained } as const;
}

function ownResult({ failure, parts, times }: Own, longRun: LongRunResult) {
  if (failure !== null) return null;
  const solves = medianOf(times.map(({ constraintSeconds }) => constraintSeconds));
  return {
    parts,
    stepsPerSecond: median(times.map(({ secondsPerStep }) => 1 / secondsPerStep)),
    constraintsPerSecond: solves && 1 / solves,
    ...longRun,
  };
}

function resultOf({ choice, build, failure, times }: Other, own: Own, { model }: MoleculeRun) {
  const { name, atLeast = null, constraintsAtLeast = null } = choice;
  const ours = own.failure === null ? own.times : [];
  const solveSeconds = times.map(({ constraintShare, secondsPerStep }) =>
    model.rods.length > 0 && constraintShare ? constraintShare * secondsPerStep : Number.NaN,
  );
  /** Median over the rounds of our steps per second divided by theirs in the same round. */
  const ratio = medianRatio(secondsOf({ times }), secondsOf({ times: ours }));
  const constraintRatio = medianRatio(
    solveSeconds,
    ours.map(({ constraintSeconds }) => constraintSeconds ?? Number.NaN),
  );
  const seconds = medianOf(solveSeconds);
  return {
    ...{ name, build, failure },
    stepsPerSecond: medianOf(secondsOf({ times }).map(time => 1 / time)),
    /** Solutions of all constraints per second, by the program's own account. */
    constraintsPerSecond: seconds && 1 / seconds,
    ...{ ratio, atLeast, constraintRatio, constraintsAtLeast },
    met: barsMet([
      [ratio, atLeast],
      [constraintRatio, constraintsAtLeast],
    ]),
  };
}

/** null without a bar that could be measured. */
function barsMet(pairs: readonly (readonly [number | null, number | null])[]): boolean | null {
  const met = pairs.flatMap(([ratio, bar]) => (ratio === null || bar === null ? [] : ratio >= bar));
  return met.length > 0 ? met.every(Boolean) : null;
}

function allMet(results: readonly WorkloadResult[]): boolean | null {
  const verdicts = results.flatMap(({ peers }) => peers.flatMap(({ met }) => met ?? []));
  if (results.some(({ failure }) => failure !== null)) return false;
  return verdicts.length > 0 ? verdicts.every(Boolean) : null;
}

export const format = (report: MoleculeReport) =>
  formatReport('molecules', {
    ...report,
    workloads: report.workloads.map(shownWorkload),
    growth: growthRows(report.workloads),
    builds: [...new Set(report.workloads.flatMap(({ peers }) => peers.flatMap(({ build }) => build ?? [])))],
  });

/** Ours, where there is a result, has no ratios. */
const noRatios = { ratio: '', atLeast: '', constraintRatio: '', constraintsAtLeast: '', met: '' };

function shownWorkload(workload: WorkloadResult) {
  const { ours, failure, peers, constrained } = workload;
  const rows = [...(ours ? [{ name: 'ours', ...ours, ...noRatios }] : []), ...peers].map(row => ({
    ...row,
    constraintsPerSecond: row.constraintsPerSecond && row.constraintsPerSecond * constrained,
    drift: row.kept && { slope: row.kept.drift, error: row.kept.driftError },
  }));
  return {
    ...{ ...workload, rows },
    parts: ours && ours.parts.length > 0 ? ours.parts.join(', ') : null,
    failures: [{ name: 'ours', failure }, ...peers].filter(one => one.failure !== null),
    longFailures: rows.filter(({ keptFailure }) => keptFailure !== null),
  };
}

interface SizedWorkload {
  readonly id: string;
  readonly particles: number;
  readonly ours: { readonly stepsPerSecond: number } | null;
  readonly peers: readonly { readonly name: string; readonly stepsPerSecond: number | null }[];
}

/** Workloads of one kind by the prefix of their names; the cluster of seven fits into the nearest cache and is left out. */
const kinds = [
  { title: 'liquid', prefix: 'water-', least: 0 },
  { title: 'cluster, all pairs', prefix: 'cluster-', least: 300 },
];

/** Growth of the time of a step with the number of waters. */
export const growthRows = (workloads: readonly SizedWorkload[]) =>
  kinds.flatMap(({ title, prefix, least }) => {
    const chosen = workloads.filter(({ id, particles }) => id.startsWith(prefix) && particles >= least);
    if (chosen.length < 2) return [];
    const [first, last] = [chosen[0], chosen[chosen.length - 1]].map(({ particles }) => particles / 3);
    return ['ours', ...chosen[0].peers.map(({ name }) => name)].map(name => ({
      ...{ waters: `${title}, ${first} to ${last}`, name, exponent: exponentOf(chosen, name) },
    }));
  });

function exponentOf(workloads: readonly SizedWorkload[], name: string): number | null {
  const points = workloads.flatMap(({ particles, ours, peers }) => {
    const one = name === 'ours' ? ours : peers.find(peer => peer.name === name);
    return one?.stepsPerSecond ? { size: particles, time: 1 / one.stepsPerSecond } : [];
  });
  return growthExponent(points);
}
