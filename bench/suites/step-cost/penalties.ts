// Suite `penalties`: methods on the constrained problem, on a penalised one and in angles. Every method runs in a process of
// its own; all are timed in interleaved rounds.

import { existsSync } from 'node:fs';
import { methodNamed } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { programFile } from '../../checkout.ts';
import { growthExponent, minimumLinks } from '../../measure/drift.ts';
import { caseFile, distance, exactPositions, loadProblem, type ProblemSpec } from '../../measure/problem.ts';
import { messageOf, startWorker, type Worker } from '../../measure/processes.ts';
import { interleave, mapConcurrent, median, medianRatio } from '../../measure/rounds.ts';
import { formatReport, type ReportOf, readDefinition, type SuiteRun } from '../../suite.ts';
import type { PreparedMethod, StepCostOperations, StepTask } from './worker.ts';

interface Row {
  readonly method: string;
  /** What is integrated: the constrained problem, the penalised one, the one in angles, or the only one there is. */
  readonly system: 'constrained' | 'penalised' | 'angles' | 'as given';
  readonly h: number;
}

interface PenaltyWorkload extends Pick<ProblemSpec, 'set' | 'omega'> {
  readonly name: string;
  readonly file: string;
  readonly links: number;
  readonly beta: number;
  readonly block: number;
  readonly at: number;
  readonly until: number;
  readonly angles?: { readonly file: string; readonly rods: readonly string[] };
  readonly rows: readonly (Pick<Row, 'system' | 'h'> & { readonly methods: readonly string[] })[];
}

interface Definition {
  readonly reference: string;
  readonly linear: { readonly methods: readonly string[]; readonly exponent: number };
  readonly workloads: readonly PenaltyWorkload[];
}

type WorkloadResult = Awaited<ReturnType<typeof measureWorkload>>;
export type PenaltyReport = ReportOf<typeof measure>;

export async function measure({ definition, rounds, each }: SuiteRun<Definition>) {
  const { linear, reference } = definition;
  const isThere = ({ file }: PenaltyWorkload) => existsSync(caseFile(file));
  const workloads = await each(definition.workloads.filter(isThere), one =>
    measureWorkload(one, reference, rounds),
  );
  const growth = growthOf(workloads);
  return {
    ...{ rounds, workloads, growth },
    skipped: definition.workloads
      .filter(workload => !isThere(workload))
      .map(({ name, file }) => ({ name, reason: `there is no case “${file}”` })),
    largestExponent: linear.exponent,
    /** Whether the linear methods cost O(n); null without two chains. */
    linear: growth && linear.methods.every(method => growth[method] <= linear.exponent),
  };
}

interface Entry {
  readonly row: Row;
  readonly worker: Worker<StepCostOperations>;
  readonly prepared: PreparedMethod;
  /** Nanoseconds per step, round by round. */
  readonly times: number[];
}

async function measureWorkload(workload: PenaltyWorkload, reference: string, rounds: number) {
  const { name, links, omega = null, beta, at, until } = workload;
  const exact = exactMotions(workload);
  const entries: Entry[] = [];
  /** Rows that failed before they could be timed. */
  const failures: { readonly method: string; readonly h: number; readonly failure: string }[] = [];
  const rows = workload.rows.flatMap(({ methods, ...rest }) => methods.map(method => ({ ...rest, method })));
  const program = programFile('suites/step-cost/worker.ts');
  try {
    for (const row of rows) {
      const worker = startWorker<StepCostOperations>(program, [JSON.stringify(taskOf(workload, row))]);
      try {
        entries.push({ row, worker, prepared: await worker.request('prepare'), times: [] });
      } catch (error) {
        worker.stop();
        failures.push({ method: row.method, h: row.h, failure: messageOf(error) });
      }
    }
    await interleave(entries, rounds, async ({ worker, times }) => times.push(await worker.request('time')));
    const results = await mapConcurrent(1, entries, async entry => {
      const { iterations } = await entry.worker.request('count');
      return { ...resultOf(entry, entries, reference), ...exact.errors(entry), iterations };
    });
    return { name, links, omega, beta, at, until, modelError: exact.modelError, results, failures };
  } finally {
    for (const { worker } of entries) worker.stop();
  }
}

function taskOf({ file, set, omega, beta, angles, block, at, until }: PenaltyWorkload, row: Row): StepTask {
  const { method, system, h } = row;
  const problem: ProblemSpec = {
    file: system === 'angles' && angles ? angles.file : file,
    ...(set && { set }),
    ...(system === 'penalised' && omega !== undefined && { omega }),
  };
  const steps = (time: number) => Math.round(time / h);
  // Other methods refuse an option that they do not take.
  const options = methodNamed(method).parameters.some(({ name }) => name === 'beta') ? { beta } : {};
  return { problem, method, options, h, block: steps(block), at: steps(at), until: steps(until) };
}

function resultOf({ row, prepared, times }: Entry, all: readonly Entry[], reference: string) {
  const { h } = row;
  const { deviations, structure } = prepared;
  const nanoseconds = median(times);
  const known = all.find(one => one.row.method === reference);
  const perTime = (entry: Pick<Entry, 'times' | 'row'>) => entry.times.map(time => time / entry.row.h);
  return {
    /** Processor time per step: the median and the least of the rounds. */
    ...{ ...row, nanoseconds, structure, least: Math.min(...times), stepsPerTime: 1 / h },
    microsecondsPerTime: nanoseconds / (1000 * h),
    /** Median over the rounds of the time per unit of simulated time, divided by that of the reference method. */
    ratio: known ? medianRatio(perTime({ row, times }), perTime(known)) : null,
    /** Largest |H − H₀| in units of the largest kinetic energy of the first row. */
    energyError: deviations.energyError / all[0].prepared.deviations.kinetic,
    /** Why the long run failed, or null. */
    failure: deviations.failure,
  };
}

/** A penalty makes noise of size ω² times rounding: a reference closer to rounding would make endless small steps. */
const exactTolerance = 1e-11;

function exactMotions({ file, set = {}, omega, at, angles }: PenaltyWorkload) {
  const problem = loadProblem({ file, set });
  const constrained = exactPositions(problem, at, exactTolerance);
  const penalised =
    omega === undefined ? null : exactPositions(loadProblem({ file, set, omega }), at, exactTolerance);
  return {
    /** Distance of the exact penalised motion from the constrained one at the time of comparison. */
    modelError: penalised && distance(penalised, constrained),
    /** Largest error of a coordinate, from the constrained motion and from the exact motion of the system that is integrated. */
    errors({ row: { system }, prepared: { state } }: Pick<Entry, 'row' | 'prepared'>) {
      const q = state.subarray(0, state.length / 2);
      const positions = system === 'angles' && angles ? bobs(q, problem, angles.rods) : q;
      const same = system === 'penalised' && penalised ? penalised : constrained;
      return { error: distance(positions, constrained), integrationError: distance(positions, same) };
    },
  };
}

/** x, y of each bob, from the angles of the rods with the downward vertical; the last rod length repeats. */
function bobs(angles: Float64Array, { parameters }: Problem, rods: readonly string[]): number[] {
  let [x, y] = [0, 0];
  return Array.from(angles).flatMap((angle, i) => {
    const length = parameters[rods[Math.min(i, rods.length - 1)]];
    x += length * Math.sin(angle);
    y -= length * Math.cos(angle);
    return [x, y];
  });
}

/** Exponent of the time per step, by method, between a hundred links and the longest chain; null without two chains. */
function growthOf(workloads: readonly WorkloadResult[]): Readonly<Record<string, number>> | null {
  const chains = workloads.filter(({ name, links }) => name.startsWith('chain') && links >= minimumLinks);
  const methods = new Set(chains.flatMap(({ results }) => results.map(({ method }) => method)));
  const exponents = [...methods].flatMap(method => {
    const timeIn = ({ results }: WorkloadResult) => results.find(one => one.method === method)?.nanoseconds;
    const exponent = growthExponent(chains.map(chain => ({ size: chain.links, time: timeIn(chain) })));
    return exponent === null ? [] : [[method, exponent] as const];
  });
  return exponents.length > 0 ? Object.fromEntries(exponents) : null;
}

export function format(report: PenaltyReport): string {
  const { methods } = readDefinition<Definition>('penalties').linear;
  const { growth, largestExponent, linear, workloads } = report;
  return formatReport('penalties', {
    ...report,
    workloads: workloads.map(({ results, failures, ...one }) => ({
      ...{
        ...one,
        results: results.map(row => ({ ...row, energy: row.failure === null ? row.energyError : null })),
      },
      failed: [...results, ...failures].filter(({ failure }) => failure !== null),
    })),
    growth: Object.entries(growth ?? {}).map(([method, exponent]) => ({
      ...{ method, exponent, atMost: methods.includes(method) ? largestExponent : null },
    })),
    verdict: linear ? 'cost O(n).' : 'grow FASTER than allowed.',
  });
}
