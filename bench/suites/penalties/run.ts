// The benchmark of the penalties: all methods of a workload take turns, round after round, each in its own process.

import { thisMachine, today } from '../../machine.ts';
import { growthExponent, leastLinks } from '../../measure/growth.ts';
import { median } from '../../measure/median.ts';
import { type MeasureOptions, printProgress } from '../engine/run.ts';
import { type Exact, exactMotions } from './exact.ts';
import { type Contestant, enter } from './process.ts';
import {
  formatPenalties,
  type Growth,
  type MethodResult,
  type PenaltyReport,
  type WorkloadResult,
} from './report.ts';
import {
  choose,
  largestExponent,
  mustGrowLinearly,
  type PenaltyWorkload,
  type Row,
  yardstick,
} from './workloads.ts';

export interface PenaltyBenchOptions extends Omit<MeasureOptions, 'method'> {
  /** Print JSON instead of tables. */
  readonly json?: boolean;
}

/** Measures, prints what it found, and returns it. Progress goes to the error stream. */
export async function benchPenalties(options: PenaltyBenchOptions = {}): Promise<PenaltyReport> {
  const report = await measurePenalties({ onProgress: printProgress, ...options });
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : formatPenalties(report)}\n`);
  return report;
}

async function measurePenalties({ only, rounds = 7, onProgress }: MeasureOptions): Promise<PenaltyReport> {
  const { chosen, skipped } = choose(only);
  const workloads: WorkloadResult[] = [];
  for (const workload of chosen) {
    onProgress?.(workloads.length, chosen.length, workload.name);
    workloads.push(await measureWorkload(workload, rounds));
  }
  const growth = growthOf(workloads);
  return {
    date: today(),
    machine: thisMachine(),
    rounds,
    workloads,
    skipped,
    growth,
    largestExponent,
    linear: growth && mustGrowLinearly.every(method => growth[method] <= largestExponent),
  };
}

interface Entered {
  readonly row: Row;
  readonly contestant: Contestant;
  /** Nanoseconds per step, turn by turn. */
  readonly times: number[];
}

async function measureWorkload(workload: PenaltyWorkload, rounds: number): Promise<WorkloadResult> {
  const { name, links, omega, beta, at, until } = workload;
  const exact = exactMotions(workload);
  const entered: Entered[] = [];
  const failures: { method: string; h: number; failure: string }[] = [];
  try {
    for (const row of workload.rows)
      await enter(taskOf(workload, row)).then(
        contestant => entered.push({ row, contestant, times: [] }),
        error => failures.push({ method: row.method, h: row.h, failure: String(error.message) }),
      );
    for (let round = 0; round < rounds; round++)
      for (const { contestant, times } of entered) times.push(await contestant.turn());
    const results: MethodResult[] = [];
    for (const one of entered) results.push(resultOf(one, entered, exact, await one.contestant.iterations()));
    return { name, links, omega, beta, at, until, modelError: exact.modelError, results, failures };
  } finally {
    for (const { contestant } of entered) contestant.leave();
  }
}

function taskOf({ file, set, omega, beta, angles, block, at, until }: PenaltyWorkload, row: Row) {
  const { method, system, h } = row;
  const choice = {
    file: system === 'angles' && angles ? angles.file : file,
    set,
    ...(system === 'penalised' && omega !== null ? { omega } : {}),
  };
  return { setting: { ...choice, method, h }, options: { beta }, block, at, until };
}

function resultOf(
  { row, contestant, times }: Entered,
  all: readonly Entered[],
  exact: Exact,
  iterations: number | null,
): MethodResult {
  const { method, system, h } = row;
  const { q, energy, structure } = contestant.prepared;
  const nanoseconds = median(times);
  const known = all.find(({ row }) => row.method === yardstick);
  const unit = all[0].contestant.prepared.energy.kinetic;
  return {
    ...{ method, system, h, nanoseconds, iterations, structure },
    least: Math.min(...times),
    stepsPerTime: 1 / h,
    microsecondsPerTime: nanoseconds / (1000 * h),
    ratio: known ? median(times.map((time, k) => time / h / (known.times[k] / known.row.h))) : null,
    error: exact.error(q, system),
    integrationError: exact.integrationError(q, system),
    energyError: energy.error / unit,
    failure: energy.failure,
  };
}

/** The power of the time per step between a hundred links and the longest chain, by method; null without two chains. */
function growthOf(workloads: readonly WorkloadResult[]): Growth | null {
  const chains = workloads.filter(({ name, links }) => name.startsWith('chain') && links >= leastLinks);
  const methods = new Set(chains.flatMap(({ results }) => results.map(({ method }) => method)));
  const powers = [...methods].flatMap(method => {
    const points = chains.flatMap(({ links, results }) => {
      const first = results.find(one => one.method === method);
      return first ? { size: links, time: first.nanoseconds } : [];
    });
    const power = growthExponent(points);
    return power === null ? [] : [[method, power] as const];
  });
  return powers.length > 0 ? Object.fromEntries(powers) : null;
}
