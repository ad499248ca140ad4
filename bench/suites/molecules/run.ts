// The benchmark of the molecules: on each workload all programs take turns, round after round, from the same start.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { molecularUnits } from '../../../src/particles/units.ts';
import type { LongRun, PeerTurn, PeerWorkload, PreparedPeer } from '../../contestants/molecule-program.ts';
import { thisMachine, today } from '../../machine.ts';
import { twoAtATime } from '../../measure/map-concurrent.ts';
import { median } from '../../measure/median.ts';
import { holdOnOne, letGo } from '../../measure/processor.ts';
import { isInSight } from '../../measure/still-competitive.ts';
import { type MeasureOptions, printProgress } from '../engine/run.ts';
import { type KeptResult, keepAll } from './long-runs.ts';
import { enter, type OwnSide } from './own-process.ts';
import { formatMolecules, type MoleculeReport, type PeerResult, type WorkloadResult } from './report.ts';
import type { OwnTurn } from './worker.ts';
import {
  longRun,
  type MoleculeWorkload,
  peerWorkload,
  type Rival,
  workloadNamed,
  workloads,
} from './workloads.ts';

export interface MoleculeBenchOptions extends Omit<MeasureOptions, 'method'> {
  /** Print JSON instead of tables. */
  readonly json?: boolean;
}

/** Measures, prints what it found, and returns it. Progress goes to the error stream. */
export async function benchMolecules(options: MoleculeBenchOptions = {}): Promise<MoleculeReport> {
  const { only, rounds, onProgress = printProgress } = options;
  const chosen = only ? only.map(workloadNamed) : workloads;
  const results: WorkloadResult[] = [];
  for (const workload of chosen) {
    onProgress(results.length, chosen.length, workload.title);
    results.push(await measureWorkload(workload, rounds ?? workload.rounds ?? 3));
  }
  const report = { date: today(), machine: thisMachine(), workloads: results, met: allMet(results) };
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : formatMolecules(report)}\n`);
  return report;
}

async function measureWorkload(workload: MoleculeWorkload, rounds: number): Promise<WorkloadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-bench-'));
  const given = peerWorkload(workload, workload.problem());
  const entering = twoAtATime(workload.peers, rival => enterRival(rival, given, folder));
  const own = await attempt(() => enter(workload.id));
  const entered = await entering;
  try {
    const processes = processesOf(own, entered);
    holdOnOne(processes);
    const ours = await takeTurns(own, entered, rounds);
    letGo(processes);
    const [keptByUs, ...keptByPeers] = await keep(workload, { given, own, entered, folder });
    const { id, title } = workload;
    return {
      ...{ id, title, rounds },
      ...ownResult(own, ours, keptByUs),
      ...sizes(given),
      ...lengthOf(workload),
      peers: entered.map((one, k) => ({ ...resultOf(one, ours, given), ...keptByPeers[k] })),
    };
  } finally {
    if (!(own instanceof Error)) own.leave();
    for (const { prepared } of entered) prepared?.leave?.();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Those that make the runs or start them: this one. */
function processesOf(own: OwnSide | Error, entered: readonly Entered[]): number[] {
  const others = [own instanceof Error ? undefined : own.pid, ...entered.map(one => one.prepared?.pid)];
  return [process.pid, ...others.filter(pid => pid !== undefined)];
}

/** What a promise brings, or why it did not. */
async function attempt<T>(make: () => Promise<T>): Promise<T | Error> {
  try {
    return await make();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface Entered {
  readonly rival: Rival;
  readonly build: string | null;
  readonly prepared: PreparedPeer | null;
  /** Why it cannot take part, or no longer. */
  failure: string | null;
  readonly turns: PeerTurn[];
}

async function enterRival(rival: Rival, given: PeerWorkload, parent: string): Promise<Entered> {
  const { peer } = rival;
  const build = await peer.build();
  const folder = mkdtempSync(join(parent, 'peer-'));
  const made = build === null ? new Error('not installed') : await attempt(() => peer.prepare(given, folder));
  const known = { rival, build, turns: [] };
  return made instanceof Error
    ? { ...known, prepared: null, failure: made.message }
    : { ...known, prepared: made, failure: null };
}

/** Round after round; who fails stays out, and so does who is far behind after the first. */
async function takeTurns(
  own: OwnSide | Error,
  entered: readonly Entered[],
  rounds: number,
): Promise<OwnTurn[] | Error> {
  const turns: OwnTurn[] = [];
  let failure = own instanceof Error ? own : null;
  for (let round = 0; round < rounds; round++) {
    const all = [...entered, { turns }].map(secondsOf);
    for (const one of entered) {
      const { prepared } = one;
      if (!prepared || one.failure !== null || !isInSight(secondsOf(one), all)) continue;
      const turn = await attempt(() => prepared.turn());
      if (turn instanceof Error) one.failure = turn.message;
      else one.turns.push(turn);
    }
    if (failure || own instanceof Error) continue;
    const turn = await attempt(() => own.turn());
    if (turn instanceof Error) failure = turn;
    else turns.push(turn);
  }
  return failure ?? turns;
}

interface Field {
  readonly given: PeerWorkload;
  readonly own: OwnSide | Error;
  readonly entered: readonly Entered[];
  readonly folder: string;
}

/** What is kept: ours, then that of each peer that has not failed before. */
function keep(workload: MoleculeWorkload, { given, own, entered, folder }: Field): Promise<KeptResult[]> {
  const run: LongRun = { ...given, ...longRun(workload) };
  const runs = entered.map(({ prepared, failure }) =>
    prepared && failure === null
      ? () => prepared.keep(run, mkdtempSync(join(folder, 'kept-')))
      : new Error(failure ?? ''),
  );
  const looks = { interval: run.spacing * run.step, temperature: workload.kelvin * molecularUnits.K };
  return keepAll([own instanceof Error ? own : own.keep, ...runs], given.system, looks);
}

/** Of the long run. */
function lengthOf(workload: MoleculeWorkload) {
  const { timedSteps: keptSteps } = longRun(workload);
  const picoseconds = Number(((keptSteps * workload.step) / molecularUnits.ps).toFixed(6));
  return { keptSteps, keptPicoseconds: picoseconds, kelvin: workload.kelvin };
}

const secondsOf = ({ turns }: { turns: readonly { secondsPerStep: number }[] }) =>
  turns.map(({ secondsPerStep }) => secondsPerStep);

function sizes({ system, model, timedSteps }: PeerWorkload) {
  const unit = model.rods.length === 0 ? null : model.rods.length === 3 ? 'waters' : 'bonds';
  const constrained = unit === 'waters' ? system.moleculeNames.length : system.rods.length;
  return { particles: system.count, timedSteps, unit, constrained } as const;
}

function ownResult(
  own: OwnSide | Error,
  turns: OwnTurn[] | Error,
  kept: KeptResult,
): Pick<WorkloadResult, 'ours' | 'failure'> {
  if (turns instanceof Error || own instanceof Error)
    return { ours: null, failure: turns instanceof Error ? turns.message : 'it did not start' };
  const solves = turns.flatMap(({ constraintSeconds }) => constraintSeconds ?? []);
  return {
    ours: {
      parts: own.parts,
      stepsPerSecond: median(turns.map(({ secondsPerStep }) => 1 / secondsPerStep)),
      constraintsPerSecond: solves.length > 0 ? 1 / median(solves) : null,
      ...kept,
    },
    failure: null,
  };
}

function resultOf(
  { rival, build, failure, turns }: Entered,
  ours: OwnTurn[] | Error,
  given: PeerWorkload,
): Omit<PeerResult, keyof KeptResult> {
  const { peer, atLeast, constraintsAtLeast = null } = rival;
  const own = ours instanceof Error ? [] : ours;
  const solve = ({ constraintShare, secondsPerStep }: PeerTurn) =>
    given.model.rods.length > 0 && constraintShare ? constraintShare * secondsPerStep : null;
  const [ratio, constraintRatio] = [
    medianOf(own.map(({ secondsPerStep }, k) => turns[k] && turns[k].secondsPerStep / secondsPerStep)),
    medianOf(
      own.map(
        ({ constraintSeconds }, k) =>
          constraintSeconds && turns[k] && (solve(turns[k]) ?? NaN) / constraintSeconds,
      ),
    ),
  ];
  const seconds = medianOf(turns.map(solve));
  return {
    ...{ name: peer.name, build, failure },
    stepsPerSecond: medianOf(turns.map(({ secondsPerStep }) => 1 / secondsPerStep)),
    constraintsPerSecond: seconds && 1 / seconds,
    ...{ ratio, atLeast, constraintRatio, constraintsAtLeast },
    met: judged([
      [ratio, atLeast],
      [constraintRatio, constraintsAtLeast],
    ]),
  };
}

/** Of the numbers among the values; null without any. */
function medianOf(values: readonly (number | null | undefined)[]): number | null {
  const numbers = values.filter(value => typeof value === 'number' && Number.isFinite(value)) as number[];
  return numbers.length > 0 ? median(numbers) : null;
}

/** null when nothing is asked for, or it could not be measured. */
function judged(pairs: readonly (readonly [number | null, number | null])[]): boolean | null {
  const asked = pairs.flatMap(([ratio, bar]) => (ratio === null || bar === null ? [] : ratio >= bar));
  return asked.length > 0 ? asked.every(met => met) : null;
}

/** null when no bar could be measured. */
function allMet(results: readonly WorkloadResult[]): boolean | null {
  const verdicts = results.flatMap(({ peers }) => peers.flatMap(({ met }) => met ?? []));
  if (results.some(({ failure }) => failure !== null)) return false;
  return verdicts.length > 0 ? verdicts.every(met => met) : null;
}
