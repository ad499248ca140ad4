// Suite `molecules`: on each workload all programs are timed in interleaved rounds, from the same start.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { molecularUnits } from '../../../src/particles/units.ts';
import { programFile } from '../../checkout.ts';
import type {
  LongRun,
  MoleculeProgram,
  MoleculeRun,
  PreparedProgram,
  ProgramChoice,
  StepTime,
} from '../../contestants/molecule-program.ts';
import { growthExponent } from '../../measure/drift.ts';
import { messageOf, pin, startWorker, unpin } from '../../measure/processes.ts';
import { interleave, mapConcurrent, medianOf, medianRatio, stillCompetitive } from '../../measure/rounds.ts';
import { formatReport, type ReportOf, type SuiteRun, withFolder } from '../../suite.ts';
import { measureLongRuns } from './conservation.ts';
import { createProgram, type Definition, longRunSteps, type MoleculeWorkload, runOf } from './definition.ts';
import type { MoleculeOperations } from './worker.ts';

type WorkloadResult = Awaited<ReturnType<typeof measureWorkload>>;
export type MoleculeReport = ReportOf<typeof measure>;

export async function measure({ definition, roundsOf, each }: SuiteRun<Definition>) {
  const workloads = await each(definition.workloads, one => measureWorkload(one, roundsOf(one)));
  const failed = workloads.flatMap(({ failure }) => (failure === null ? [] : false));
  return {
    workloads,
    met: allMet([...failed, ...workloads.flatMap(({ peers }) => peers.map(one => one.met))]),
  };
}

/** A program, ours or another: its times, or why it has none. */
interface Entry {
  readonly choice: Pick<ProgramChoice, 'name' | 'atLeast' | 'constraintsAtLeast'>;
  readonly build: string | null;
  readonly prepared: (PreparedProgram & { readonly parts?: readonly string[] }) | null;
  failure: string | null;
  readonly times: StepTime[];
}

const measureWorkload = (workload: MoleculeWorkload, rounds: number) =>
  withFolder(async folder => {
    const run = runOf(workload);
    const programs = [ownProgram(workload), ...workload.programs.map(createProgram)];
    const choices = [{ name: 'ours' }, ...workload.programs];
    const entries = await mapConcurrent(2, programs, (program, k) =>
      prepareEntry(program, choices[k], run, folder),
    );
    const [own, ...others] = entries;
    try {
      const processes = [process.pid, ...entries.map(({ prepared }) => prepared?.pid)];
      pin(processes);
      await timeAll(own, others, rounds);
      unpin(processes);
      const long: LongRun = { ...run, ...longRunSteps(workload) };
      const [ownLongRun, ...longRuns] = await longRunsOf(entries, long, folder, workload.kelvin);
      return {
        ...{ id: workload.id, title: workload.name, rounds },
        ours: own.failure === null ? { ...ownResult(own, run), ...ownLongRun } : null,
        failure: own.failure,
        ...sizesOf(run),
        /** Of the long run; kelvin: of kT in the drift. */
        keptSteps: long.timedSteps,
        keptPicoseconds: Number(((long.timedSteps * long.step) / molecularUnits.ps).toFixed(6)),
        kelvin: workload.kelvin,
        peers: others.map((one, k) => ({ ...resultOf(one, own, run), ...longRuns[k] })),
      };
    } finally {
      for (const { prepared } of entries) prepared?.stop?.();
    }
  });

/** Our side, in a process of its own. */
const ownProgram = ({ id }: MoleculeWorkload): MoleculeProgram => ({
  build: async () => '',
  async prepare() {
    const program = programFile('suites/molecules/worker.ts');
    const { pid, request, stop } = startWorker<MoleculeOperations>(program, [id]);
    const parts = await request('prepare').catch(error => {
      stop();
      throw error;
    });
    return { parts, time: () => request('time'), longRun: () => request('longRun'), pid, stop };
  },
});

async function prepareEntry(
  program: MoleculeProgram,
  choice: Entry['choice'],
  run: MoleculeRun,
  parent: string,
): Promise<Entry> {
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

const secondsOf = ({ times }: Pick<Entry, 'times'>) => times.map(({ secondsPerStep }) => secondsPerStep);

/** A program that fails, or is far behind after the first round, is not timed again; ours always. */
async function timeAll(own: Entry, others: readonly Entry[], rounds: number): Promise<void> {
  const all = [...others, own];
  const time = async (one: Entry) => {
    try {
      if (one.prepared) one.times.push(await one.prepared.time());
    } catch (error) {
      one.failure = messageOf(error);
    }
  };
  const isWanted = (one: Entry) => one === own || stillCompetitive(secondsOf(one), all.map(secondsOf));
  await interleave(all, rounds, time, one => one.failure === null && isWanted(one));
}

/** Of each program that has not failed before. */
function longRunsOf(entries: readonly Entry[], long: LongRun, folder: string, kelvin: number) {
  const runs = entries.map(({ prepared, failure }) =>
    prepared && failure === null
      ? () => prepared.longRun(long, mkdtempSync(join(folder, 'long-run-')))
      : null,
  );
  const sampling = { interval: long.spacing * long.step, temperature: kelvin * molecularUnits.K };
  return measureLongRuns(runs, long.system, sampling);
}

/** What is counted as constrained, and how many; null without constraints. */
function sizesOf({ system, model, timedSteps }: MoleculeRun) {
  const unit = model.rods.length === 0 ? null : model.rods.length === 3 ? 'waters' : 'bonds';
  const constrained = unit === 'waters' ? system.moleculeNames.length : system.rods.length;
  return { particles: system.count, timedSteps, unit, constrained } as const;
}

/** Seconds of a solution of all constraints, by the program's own account. */
const solveSeconds = ({ times }: Entry, { model }: MoleculeRun) =>
  times.map(({ constraintShare, secondsPerStep }) =>
    model.rods.length > 0 && constraintShare ? constraintShare * secondsPerStep : Number.NaN,
  );

/** Steps, and solutions of all constraints, per second. */
function rates(entry: Entry, run: MoleculeRun) {
  const seconds = medianOf(solveSeconds(entry, run));
  return {
    stepsPerSecond: medianOf(secondsOf(entry).map(time => 1 / time)),
    constraintsPerSecond: seconds && 1 / seconds,
  };
}

function ownResult(own: Entry, run: MoleculeRun) {
  const { stepsPerSecond, ...rest } = rates(own, run);
  return { parts: own.prepared?.parts ?? [], stepsPerSecond: stepsPerSecond ?? Number.NaN, ...rest };
}

function resultOf(entry: Entry, own: Entry, run: MoleculeRun) {
  const { name, atLeast = null, constraintsAtLeast = null } = entry.choice;
  const ours: Entry = own.failure === null ? own : { ...own, times: [] };
  /** Medians over the rounds of our steps or solutions per second divided by theirs in the same round. */
  const ratio = medianRatio(secondsOf(entry), secondsOf(ours));
  const constraintRatio = medianRatio(solveSeconds(entry, run), solveSeconds(ours, run));
  return {
    ...{ name, build: entry.build, failure: entry.failure, ...rates(entry, run) },
    ...{ ratio, atLeast, constraintRatio, constraintsAtLeast },
    met: allMet([isMet(ratio, atLeast), isMet(constraintRatio, constraintsAtLeast)]),
  };
}

/** null without a bar that could be measured. */
const isMet = (ratio: number | null, bar: number | null) =>
  ratio === null || bar === null ? null : ratio >= bar;

function allMet(verdicts: readonly (boolean | null)[]): boolean | null {
  const known = verdicts.filter(met => met !== null);
  return known.length > 0 ? known.every(Boolean) : null;
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

const exponentOf = (workloads: readonly SizedWorkload[], name: string) =>
  growthExponent(
    workloads.map(({ particles, ours, peers }) => {
      const one = name === 'ours' ? ours : peers.find(peer => peer.name === name);
      return { size: particles, time: one?.stepsPerSecond && 1 / one.stepsPerSecond };
    }),
  );
