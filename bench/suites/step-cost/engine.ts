// Suite `engine`: a RATTLE step of the library beside hand-written C, compiled for any x86-64 (the bar) and for this machine.

import { programFile } from '../../checkout.ts';
import { compiled, type Entrant, recipeNamed, request } from '../../contestants/contestant.ts';
import type { Answer, System } from '../../contestants/task.ts';
import { growthExponent, minimumLinks, worstEnergy } from '../../measure/drift.ts';
import { distance, type ProblemSpec } from '../../measure/problem.ts';
import { messageOf, pin, startWorker } from '../../measure/processes.ts';
import { interleave, median, medianRatio } from '../../measure/rounds.ts';
import { turnMilliseconds } from '../../measure/stepper.ts';
import { brief, digits, orDash, section, tableOf } from '../../report.ts';
import {
  type Machine,
  measureEach,
  readDefinition,
  type SuiteOptions,
  selected,
  thisMachine,
  today,
  withFolder,
} from '../../suite.ts';
import type { StepCostOperations, StepTask } from './worker.ts';

interface EngineWorkload extends ProblemSpec {
  readonly name: string;
  readonly system: System;
  readonly links: number;
  readonly h: number;
  readonly steps: number;
}

interface Definition {
  readonly rounds: number;
  readonly bar: number;
  readonly agreement: number;
  readonly workloads: readonly EngineWorkload[];
}

interface Side {
  /** Processor time per step: the median and the least of the rounds. */
  readonly nanoseconds: number;
  readonly least: number;
  /** Newton iterations per step; null where they cannot be counted. */
  readonly iterations: number | null;
  readonly energyError: number;
  readonly constraint: number;
  readonly hidden: number;
}

interface Comparison extends Side {
  /** Medians over the rounds of our time divided by that of C in the same round. */
  readonly ratio: number;
  readonly nativeRatio: number;
  readonly nativeNanoseconds: number;
  /** Largest difference between the states after a block. */
  readonly difference: number;
  readonly sameStates: boolean;
  readonly met: boolean;
}

interface Measurement {
  readonly name: string;
  readonly links: number;
  readonly ours: Side;
  readonly c: Comparison | null;
  /** Milliseconds. */
  readonly preparation: { readonly load: number; readonly firstStep: number };
  readonly bytesPerStep: number;
}

export interface EngineReport {
  readonly date: string;
  readonly machine: Machine & { readonly compiler: string | null };
  readonly bar: number;
  readonly measurements: readonly Measurement[];
  readonly failures: readonly { readonly name: string; readonly failure: string }[];
  /** Growth of the time per step with the number of links, as a power; null with fewer than two chains. */
  readonly scaling: { readonly ours: number; readonly c: number | null } | null;
  /** Whether every ratio is below the bar and all states agree; null without a compiler. */
  readonly met: boolean | null;
}

/** Programs in C: for any x86-64, and for this machine. */
type CPrograms = readonly [plain: Entrant, native: Entrant] | null;

export const measure = ({ only, rounds }: SuiteOptions): Promise<EngineReport> =>
  withFolder(async folder => {
    const definition = readDefinition<Definition>('engine');
    const chosen = selected(definition.workloads, only);
    const programs = await compileC(folder);
    const count = rounds ?? definition.rounds;
    const all = await measureEach(chosen, workload =>
      measureWorkload(workload, programs, { ...definition, rounds: count }).catch(error => ({
        ...{ name: workload.name, failure: messageOf(error) },
      })),
    );
    const measurements = all.filter((one): one is Measurement => 'ours' in one);
    const failures = all.filter(one => 'failure' in one);
    const compiler = programs?.[0].build.replace(' -O3', '') ?? null;
    return {
      date: today(),
      machine: { ...thisMachine(), compiler },
      bar: definition.bar,
      ...{ measurements, failures, scaling: scalingOf(measurements) },
      met: programs && failures.length === 0 && measurements.every(({ c }) => c?.met && c.sameStates),
    };
  });

/** Null without gcc. */
async function compileC(folder: string): Promise<CPrograms> {
  const recipe = recipeNamed('rattle');
  const entrant = async (name: string, flags: readonly string[]): Promise<Entrant | null> => {
    const program = await compiled(folder, name, { ...recipe, flags: [...recipe.flags, ...flags] });
    if (!program) return null;
    const contestant = { name, description: '', run: { compiled: 'rattle' }, setting: 'step' } as const;
    return { contestant, build: program.build, command: task => [program.file, '2', JSON.stringify(task)] };
  };
  const [plain, native] = [await entrant('plain', []), await entrant('native', ['-march=native'])];
  return plain && native && [plain, native];
}

async function measureWorkload(
  workload: EngineWorkload,
  programs: CPrograms,
  { rounds, bar, agreement }: Definition,
): Promise<Measurement> {
  const { name, links, h, steps } = workload;
  const task: StepTask = {
    problem: workload,
    method: 'rattle',
    options: {},
    h,
    block: steps,
    at: steps,
    until: steps,
  };
  const worker = startWorker<StepCostOperations>(programFile('suites/step-cost/worker.ts'), [
    JSON.stringify(task),
  ]);
  try {
    const { state, deviations, preparation } = await worker.request('prepare');
    if (deviations.failure) throw new Error(deviations.failure);
    pin([worker.pid]);
    const [plain, native, ours]: [Answer[], Answer[], number[]] = [[], [], []];
    await interleave([null], rounds, async () => {
      if (programs) plain.push(await answerOf(programs[0], workload));
      if (programs) native.push(await answerOf(programs[1], workload));
      ours.push(await worker.request('time'));
    });
    const { iterations, bytesPerStep } = await worker.request('count');
    const { energyError, constraint, hidden } = deviations;
    return {
      ...{ name, links, preparation, bytesPerStep },
      ours: { ...timesOf(ours), iterations, energyError, constraint, hidden },
      c: programs && comparison({ ours, plain, native }, state, { bar, agreement }),
    };
  } finally {
    worker.stop();
  }
}

async function answerOf(program: Entrant, { system, links, h, steps }: EngineWorkload): Promise<Answer> {
  const [reply] = await request(program, {
    ...{ system: system, links: system === 'chain' ? links : 0, until: steps * h, settings: [h] },
    ...{ milliseconds: turnMilliseconds, samples: steps },
  });
  if ('failure' in reply) throw new Error(reply.failure);
  return reply;
}

const timesOf = (times: readonly number[]) => ({ nanoseconds: median(times), least: Math.min(...times) });

const nanosecondsOf = (answers: readonly Answer[]) =>
  answers.map(({ seconds, steps }) => (1e9 * seconds) / steps);

interface Rounds {
  readonly ours: readonly number[];
  readonly plain: readonly Answer[];
  readonly native: readonly Answer[];
}

function comparison(
  { ours, plain, native }: Rounds,
  state: Float64Array,
  { bar, agreement }: Pick<Definition, 'bar' | 'agreement'>,
): Comparison {
  const [{ q, v = [], energies, constraint, hidden = 0, iterations = 0, steps }] = plain;
  const [times, nativeTimes] = [nanosecondsOf(plain), nanosecondsOf(native)];
  const ratio = medianRatio(ours, times) ?? Number.NaN;
  const difference = distance([...q, ...v], state);
  return {
    ...timesOf(times),
    ...{ energyError: worstEnergy(energies), constraint, hidden, iterations: iterations / steps, ratio },
    nativeRatio: medianRatio(ours, nativeTimes) ?? Number.NaN,
    nativeNanoseconds: median(nativeTimes),
    ...{ difference, sameStates: difference <= agreement, met: ratio <= bar },
  };
}

/** The power between a hundred links and the longest chain. */
function scalingOf(measurements: readonly Measurement[]): EngineReport['scaling'] {
  const chains = measurements.filter(({ name, links }) => name.startsWith('chain') && links >= minimumLinks);
  const ours = growthExponent(chains.map(({ links, ours }) => ({ size: links, time: ours.nanoseconds })));
  const c = chains.flatMap(one => (one.c ? { size: one.links, time: one.c.nanoseconds } : []));
  return ours === null ? null : { ours, c: growthExponent(c) };
}

export function format(report: EngineReport): string {
  const { machine, measurements, scaling, bar, failures } = report;
  const growth = scaling
    ? ` Time per step grows like linksᵉ with e = ${scaling.ours.toFixed(2)} (C: ${orDash(scaling.c, e => e.toFixed(2))}).`
    : '';
  return [
    `Nanoseconds of processor time per RATTLE step, both sides at round-off tolerance.${growth} C is ${machine.compiler ?? 'missing'},`,
    '−O3, written by hand for the one system; “native” is compiled for this machine. The bar is the largest ratio allowed.',
    `${report.date}, ${machine.processor}, Node ${machine.node}.`,
    '',
    ...section('Time per step', '', tableOf(measurements, stepColumns(bar))),
    ...section('Preparation, cost per link', '', tableOf(measurements, preparationColumns)),
    ...failures.map(({ name, failure }) => `- ${name} FAILED: ${failure}`),
  ].join('\n');
}

const stepColumns = (bar: number) => ({
  workload: ({ name }: Measurement) => name,
  ours: ({ ours }: Measurement) => brief(ours.nanoseconds),
  C: ({ c }: Measurement) => orDash(c?.nanoseconds, brief),
  'C native': ({ c }: Measurement) => orDash(c?.nativeNanoseconds, brief),
  'ours / C': ({ c }: Measurement) => orDash(c?.ratio, ratio => ratio.toFixed(2)),
  'ours / C native': ({ c }: Measurement) => orDash(c?.nativeRatio, ratio => ratio.toFixed(2)),
  [`≤ ${bar}`]: ({ c }: Measurement) => (c ? (c.met && c.sameStates ? 'yes' : 'NO') : '–'),
  'iterations, C / ours': ({ ours, c }: Measurement) =>
    [c?.iterations, ours.iterations].map(count => orDash(count, value => value.toFixed(2))).join(' / '),
  'states differ by': ({ c }: Measurement) => orDash(c?.difference, value => value.toExponential(0)),
  'bytes/step': ({ bytesPerStep }: Measurement) => bytesPerStep.toFixed(0),
});

const preparationColumns = {
  workload: ({ name }: Measurement) => name,
  'load, ms': ({ preparation }: Measurement) => preparation.load.toFixed(0),
  'first step, ms': ({ preparation }: Measurement) => preparation.firstStep.toFixed(0),
  'ours, ns/link': ({ ours, links }: Measurement) => digits(ours.nanoseconds / links),
  'C, ns/link': ({ c, links }: Measurement) => orDash(c?.nanoseconds, value => digits(value / links)),
};
