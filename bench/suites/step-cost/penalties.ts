// Suite `penalties`: methods on the constrained problem, on a penalised one and in angles. Every method runs in a process of
// its own; all are timed in interleaved rounds.

import { existsSync } from 'node:fs';
import type { Problem } from '../../../src/problem/problem.ts';
import { programFile } from '../../checkout.ts';
import { growthExponent, minimumLinks } from '../../measure/drift.ts';
import { caseFile, distance, exactPositions, loadProblem, type ProblemSpec } from '../../measure/problem.ts';
import { messageOf, startWorker, type Worker } from '../../measure/processes.ts';
import { interleave, median, medianRatio } from '../../measure/rounds.ts';
import { digits, orDash, section, tableOf } from '../../report.ts';
import {
  type Machine,
  measureEach,
  readDefinition,
  type SuiteOptions,
  selected,
  thisMachine,
  today,
} from '../../suite.ts';
import type { PreparedMethod, StepCostOperations, StepTask } from './worker.ts';

/** What a row integrates: the constrained problem, the penalised one, the one in angles, or the only one there is. */
type Formulation = 'constrained' | 'penalised' | 'angles' | 'as given';

interface Row {
  readonly method: string;
  readonly system: Formulation;
  readonly h: number;
}

interface PenaltyWorkload {
  readonly name: string;
  readonly file: string;
  readonly set?: Readonly<Record<string, number>>;
  readonly links: number;
  readonly omega?: number;
  readonly beta: number;
  readonly block: number;
  readonly at: number;
  readonly until: number;
  readonly angles?: { readonly file: string; readonly rods: readonly string[] };
  readonly rows: readonly {
    readonly system: Formulation;
    readonly h: number;
    readonly methods: readonly string[];
  }[];
}

interface Definition {
  readonly rounds: number;
  readonly reference: string;
  readonly linear: { readonly methods: readonly string[]; readonly exponent: number };
  readonly workloads: readonly PenaltyWorkload[];
}

interface MethodResult extends Row {
  /** Processor time per step: the median and the least of the rounds. */
  readonly nanoseconds: number;
  readonly least: number;
  readonly stepsPerTime: number;
  readonly microsecondsPerTime: number;
  /** Median over the rounds of the time per unit of simulated time, divided by that of the reference method. */
  readonly ratio: number | null;
  /** Solves per step; null where they cannot be counted. */
  readonly iterations: number | null;
  /** Largest error of a coordinate, from the constrained motion and from the exact one of the same system. */
  readonly error: number;
  readonly integrationError: number;
  /** Largest |H − H₀| in units of the largest kinetic energy of the first row. */
  readonly energyError: number;
  readonly structure: string | null;
  /** Why the long run failed, or null. */
  readonly failure: string | null;
}

interface WorkloadResult {
  readonly name: string;
  readonly links: number;
  readonly omega: number | null;
  readonly beta: number;
  readonly at: number;
  readonly until: number;
  /** Distance of the exact penalised motion from the constrained one at the time of comparison. */
  readonly modelError: number | null;
  readonly results: readonly MethodResult[];
  /** Rows that failed before they could be timed. */
  readonly failures: readonly { readonly method: string; readonly h: number; readonly failure: string }[];
}

export interface PenaltyReport {
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly workloads: readonly WorkloadResult[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** Exponent of the time per step with the links of a chain, by method; null with fewer than two chains. */
  readonly growth: Readonly<Record<string, number>> | null;
  readonly largestExponent: number;
  /** Whether the linear methods cost O(n); null without two chains. */
  readonly linear: boolean | null;
}

export async function measure({ only, rounds }: SuiteOptions): Promise<PenaltyReport> {
  const definition = readDefinition<Definition>('penalties');
  const { linear } = definition;
  const count = rounds ?? definition.rounds;
  const chosen = selected(definition.workloads, only);
  const available = chosen.filter(({ file }) => existsSync(caseFile(file)));
  const workloads = await measureEach(available, one => measureWorkload(one, definition.reference, count));
  const growth = growthOf(workloads);
  return {
    ...{ date: today(), machine: thisMachine(), rounds: count, workloads, growth },
    skipped: chosen
      .filter(workload => !available.includes(workload))
      .map(({ name, file }) => ({ name, reason: `there is no case “${file}”` })),
    largestExponent: linear.exponent,
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

async function measureWorkload(
  workload: PenaltyWorkload,
  reference: string,
  rounds: number,
): Promise<WorkloadResult> {
  const { name, links, omega = null, beta, at, until } = workload;
  const exact = exactMotions(workload);
  const entries: Entry[] = [];
  const failures: WorkloadResult['failures'][number][] = [];
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
    const results: MethodResult[] = [];
    for (const entry of entries) {
      const { iterations } = await entry.worker.request('count');
      results.push({ ...resultOf(entry, entries, reference), ...exact.errors(entry), iterations });
    }
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
  return { problem, method, options: { beta }, h, block: steps(block), at: steps(at), until: steps(until) };
}

function resultOf(
  { row, prepared, times }: Entry,
  all: readonly Entry[],
  reference: string,
): Omit<MethodResult, 'error' | 'integrationError' | 'iterations'> {
  const { h } = row;
  const { deviations, structure } = prepared;
  const nanoseconds = median(times);
  const known = all.find(one => one.row.method === reference);
  const perTime = (entry: Pick<Entry, 'times' | 'row'>) => entry.times.map(time => time / entry.row.h);
  return {
    ...{ ...row, nanoseconds, structure, least: Math.min(...times), stepsPerTime: 1 / h },
    microsecondsPerTime: nanoseconds / (1000 * h),
    ratio: known ? medianRatio(perTime({ row, times }), perTime(known)) : null,
    energyError: deviations.energyError / all[0].prepared.deviations.kinetic,
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
    modelError: penalised && distance(penalised, constrained),
    /** From the constrained motion, and from the exact motion of the system that is integrated. */
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

/** Between a hundred links and the longest chain; null without two chains. */
function growthOf(workloads: readonly WorkloadResult[]): PenaltyReport['growth'] {
  const chains = workloads.filter(({ name, links }) => name.startsWith('chain') && links >= minimumLinks);
  const methods = new Set(chains.flatMap(({ results }) => results.map(({ method }) => method)));
  const exponents = [...methods].flatMap(method => {
    const points = chains.flatMap(({ links, results }) => {
      const first = results.find(one => one.method === method);
      return first ? { size: links, time: first.nanoseconds } : [];
    });
    const exponent = growthExponent(points);
    return exponent === null ? [] : [[method, exponent] as const];
  });
  return exponents.length > 0 ? Object.fromEntries(exponents) : null;
}

export function format(report: PenaltyReport): string {
  const { date, machine, rounds, workloads, skipped } = report;
  return [
    `Processor time, median of ${rounds} rounds. ${date}, ${machine.processor}, Node ${machine.node}. Z&S is the method of Zhang and`,
    'Skeel; errors are those of positions, from the exact constrained motion and from the exact motion of the system that is',
    'integrated; energy errors are in units of the largest kinetic energy of the first row.',
    '',
    ...workloads.flatMap(workloadSection),
    ...growthSection(report),
    ...skipped.map(({ name, reason }) => `${name} was skipped: ${reason}.`),
  ].join('\n');
}

const small = (value: number) => value.toExponential(1);

const columns = {
  method: ({ method }: MethodResult) => method,
  system: ({ system }: MethodResult) => system,
  h: ({ h }: MethodResult) => String(h),
  'ns/step': ({ nanoseconds }: MethodResult) => digits(nanoseconds),
  'steps/time': ({ stepsPerTime }: MethodResult) => digits(stepsPerTime),
  'µs/time': ({ microsecondsPerTime }: MethodResult) => digits(microsecondsPerTime),
  'ratio to Z&S': ({ ratio }: MethodResult) => orDash(ratio, value => value.toFixed(2)),
  'solves/step': ({ iterations }: MethodResult) => orDash(iterations, value => value.toFixed(2)),
  error: ({ error }: MethodResult) => small(error),
  'of integration': ({ integrationError }: MethodResult) => small(integrationError),
  energy: ({ failure, energyError }: MethodResult) => (failure === null ? small(energyError) : 'fails'),
  structure: ({ structure }: MethodResult) => structure ?? '–',
};

function workloadSection(workload: WorkloadResult): string[] {
  const { name, omega, beta, at, until, modelError, results, failures } = workload;
  const penalty = omega === null ? '' : `ω = ${omega}, `;
  const model = modelError === null ? '' : `; the exact penalised motion is off by ${small(modelError)}`;
  const failed = [...results, ...failures].filter(({ failure }) => failure !== null);
  return [
    ...section(
      name,
      `${penalty}β = ${beta}; errors at t = ${at}, energy until t = ${until}${model}.`,
      tableOf(results, columns),
    ),
    ...failed.map(({ method, h, failure }) => `- ${method} with h = ${h}: ${failure}`),
    ...(failed.length > 0 ? [''] : []),
  ];
}

function growthSection({ growth, largestExponent, linear }: PenaltyReport): string[] {
  if (!growth) return [];
  const { methods } = readDefinition<Definition>('penalties').linear;
  return section(
    'Growth with the links',
    `Time per step grows like linksᵉ from 100 links to the longest chain. Zhang and Skeel’s methods ${linear ? 'cost O(n).' : 'grow FASTER than allowed.'}`,
    tableOf(Object.entries(growth), {
      method: ([method]) => method,
      e: ([, exponent]) => exponent.toFixed(2),
      'at most': ([method]) => (methods.includes(method) ? String(largestExponent) : '–'),
    }),
  );
}
