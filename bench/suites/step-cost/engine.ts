// Suite `engine`: a RATTLE step of the library beside hand-written C, compiled for any x86-64 (the bar) and for this machine.

import { programFile } from '../../checkout.ts';
import { compiled, type Entrant, recipeNamed, request } from '../../contestants/contestant.ts';
import type { Answer, Task } from '../../contestants/task.ts';
import { growthExponent, minimumLinks, worstEnergy } from '../../measure/drift.ts';
import { distance, type ProblemSpec } from '../../measure/problem.ts';
import { messageOf, pin, startWorker } from '../../measure/processes.ts';
import { interleave, median, medianRatio } from '../../measure/rounds.ts';
import { turnMilliseconds } from '../../measure/stepper.ts';
import { formatReport, type ReportOf, type SuiteRun, thisMachine } from '../../suite.ts';
import type { StepCostOperations, StepTask } from './worker.ts';

interface EngineWorkload extends ProblemSpec, Pick<Task, 'system' | 'links'> {
  readonly name: string;
  readonly h: number;
  readonly steps: number;
}

interface Definition {
  readonly bar: number;
  readonly agreement: number;
  readonly workloads: readonly EngineWorkload[];
}

type CPrograms = Awaited<ReturnType<typeof compileC>>;
type Measurement = Awaited<ReturnType<typeof measureWorkload>>;
export type EngineReport = ReportOf<typeof measure>;

export async function measure({ definition, rounds, folder, each }: SuiteRun<Definition>) {
  const programs = await compileC(folder);
  const all = await each(definition.workloads, workload =>
    measureWorkload(workload, programs, { ...definition, rounds }).catch(error => ({
      ...{ name: workload.name, failure: messageOf(error) },
    })),
  );
  const measurements = all.filter((one): one is Measurement => 'ours' in one);
  const failures = all.filter(one => 'failure' in one);
  return {
    machine: { ...thisMachine(), compiler: programs?.[0].build.replace(' -O3', '') ?? null },
    bar: definition.bar,
    ...{ measurements, failures, scaling: scalingOf(measurements) },
    /** Whether every ratio is below the bar and all states agree; null without a compiler. */
    met: programs && failures.length === 0 && measurements.every(({ c }) => c?.met && c.sameStates),
  };
}

/** Programs in C, for any x86-64 and for this machine; null without gcc. */
async function compileC(folder: string) {
  const recipe = recipeNamed('rattle');
  const entrant = async (name: string, flags: readonly string[]): Promise<Entrant | null> => {
    const program = await compiled(folder, name, { ...recipe, flags: [...recipe.flags, ...flags] });
    if (!program) return null;
    const contestant = { name, description: '', run: { compiled: 'rattle' }, setting: 'step' } as const;
    return { contestant, build: program.build, command: task => [program.file, '2', JSON.stringify(task)] };
  };
  const [plain, native] = [await entrant('plain', []), await entrant('native', ['-march=native'])];
  return plain && native && ([plain, native] as const);
}

async function measureWorkload(
  workload: EngineWorkload,
  programs: CPrograms,
  definition: Definition & { readonly rounds: number },
) {
  const { name, links, h, steps } = workload;
  const block = { block: steps, at: steps, until: steps };
  const task: StepTask = { problem: workload, method: 'rattle', options: {}, h, ...block };
  const worker = startWorker<StepCostOperations>(programFile('suites/step-cost/worker.ts'), [
    JSON.stringify(task),
  ]);
  try {
    const { state, deviations, preparation } = await worker.request('prepare');
    if (deviations.failure) throw new Error(deviations.failure);
    pin([worker.pid]);
    const [plain, native, ours]: [Answer[], Answer[], number[]] = [[], [], []];
    await interleave([null], definition.rounds, async () => {
      if (programs) plain.push(await answerOf(programs[0], workload));
      if (programs) native.push(await answerOf(programs[1], workload));
      ours.push(await worker.request('time'));
    });
    const { iterations, bytesPerStep } = await worker.request('count');
    const { energyError, constraint, hidden } = deviations;
    return {
      ...{ name, links, preparation, bytesPerStep },
      ours: { ...timesOf(ours), iterations, energyError, constraint, hidden },
      c: programs && comparison(ours, [plain, native], state, definition),
    };
  } finally {
    worker.stop();
  }
}

async function answerOf(program: Entrant, { system, links, h, steps }: EngineWorkload): Promise<Answer> {
  const [reply] = await request(program, {
    ...{ system, links: system === 'chain' ? links : 0, until: steps * h, settings: [h] },
    ...{ milliseconds: turnMilliseconds, samples: steps },
  });
  if ('failure' in reply) throw new Error(reply.failure);
  return reply;
}

/** Processor time per step: the median and the least of the rounds. */
const timesOf = (times: readonly number[]) => ({ nanoseconds: median(times), least: Math.min(...times) });

const nanosecondsOf = (answers: readonly Answer[]) =>
  answers.map(({ seconds, steps }) => (1e9 * seconds) / steps);

function comparison(
  ours: readonly number[],
  [plain, native]: readonly (readonly Answer[])[],
  state: Float64Array,
  { bar, agreement }: Definition,
) {
  const [{ q, v = [], energies, constraint, hidden = 0, iterations = 0, steps }] = plain;
  const [times, nativeTimes] = [nanosecondsOf(plain), nanosecondsOf(native)];
  /** Medians over the rounds of our time divided by that of C in the same round. */
  const [ratio, nativeRatio] = [times, nativeTimes].map(theirs => medianRatio(ours, theirs) ?? Number.NaN);
  /** Largest difference between the states after a block. */
  const difference = distance([...q, ...v], state);
  return {
    ...timesOf(times),
    ...{ energyError: worstEnergy(energies), constraint, hidden, iterations: iterations / steps },
    ...{ ratio, nativeRatio, nativeNanoseconds: median(nativeTimes) },
    ...{ difference, sameStates: difference <= agreement, met: ratio <= bar },
  };
}

/** The power between a hundred links and the longest chain; null with fewer than two chains. */
function scalingOf(measurements: readonly Measurement[]) {
  const chains = measurements.filter(({ name, links }) => name.startsWith('chain') && links >= minimumLinks);
  const ours = growthExponent(chains.map(({ links, ours }) => ({ size: links, time: ours.nanoseconds })));
  const c = growthExponent(chains.map(({ links, c }) => ({ size: links, time: c?.nanoseconds })));
  return ours === null ? null : { ours, c };
}

export const format = (report: EngineReport) =>
  formatReport('engine', {
    ...report,
    measurements: report.measurements.map(one => ({
      ...one,
      isMet: one.c?.met && one.c.sameStates,
      perLink: [one.ours, one.c].map(side => side && side.nanoseconds / one.links),
    })),
  });
