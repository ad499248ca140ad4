// What the suites share: options, definitions as data (suites/*.yaml), selection of workloads, progress, temporary folders.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { checkoutRoot } from './checkout.ts';
import { mapConcurrent } from './measure/rounds.ts';
import { type Part, reportText } from './report.ts';

export interface SuiteOptions {
  /** Print one JSON object instead of tables. */
  readonly json?: boolean;
  /** Interleaved rounds; the suite's own number by default. */
  readonly rounds?: number;
  /** Names of workloads; all of them by default. */
  readonly only?: readonly string[];
  /** Store the result in bench/results and update the documentation. */
  readonly save?: boolean;
}

/** What a suite measures with. */
export interface SuiteRun<Definition> {
  /** suites/NAME.yaml. */
  readonly definition: Definition;
  readonly rounds: number;
  /** Of a workload, which may have a number of its own. */
  roundsOf(workload: { readonly rounds?: number }): number;
  /** Temporary, for the duration of the run. */
  readonly folder: string;
  /** Results of those of the workloads that are selected, so many at a time, with progress on the error stream. */
  each<W extends Workload, R>(
    workloads: readonly W[],
    measure: (workload: W) => Promise<R> | R,
    atATime?: number,
  ): Promise<R[]>;
}

/** What a suite reports: date and machine are added to what it measures. */
export type ReportOf<Measure extends (run: never) => Promise<object>> = Awaited<ReturnType<Measure>> & {
  readonly date: string;
  readonly machine: ReturnType<typeof thisMachine>;
};

/** Module of a suite. */
export interface Suite {
  measure(run: SuiteRun<object>): Promise<object>;
  /** Text, mostly Markdown. */
  format(report: object): string;
  /** Documentation beside docs/benchmarks; called before the result is stored, and may refuse it by an error. */
  save?(report: object): void;
}

export function measureSuite(suite: Suite, name: string, { only, rounds }: SuiteOptions): Promise<object> {
  const definition = readDefinition<{ readonly rounds?: number }>(name);
  const names = selected(workloadsIn(definition), only).map(keyOf);
  return withFolder(async folder => ({
    ...{ date: today(), machine: thisMachine() },
    ...(await suite.measure({
      ...{ definition, folder, rounds: rounds ?? definition.rounds ?? 1 },
      roundsOf: workload => rounds ?? workload.rounds ?? definition.rounds ?? 1,
      each(workloads, measure, atATime = 1) {
        const chosen = workloads.filter(workload => names.includes(keyOf(workload)));
        return mapConcurrent(atATime, chosen, async (workload, k) => {
          const seconds = Math.round(process.uptime());
          process.stderr.write(`[${k + 1}/${chosen.length}] ${seconds} s: ${workload.name}\n`);
          return measure(workload);
        });
      },
    })),
  }));
}

/** The report as the definition describes it, or another text of it. */
export const formatReport = (name: string, values: object, text = 'report') =>
  reportText(readDefinition<Readonly<Record<string, readonly Part[]>>>(name)[text], values);

/** Workloads as they are written in a definition: `defaults` belong to every one of them. */
interface WorkloadList {
  readonly defaults?: object;
  readonly workloads: readonly object[];
}

const hasWorkloads = (value: unknown): value is WorkloadList =>
  typeof value === 'object' && value !== null && 'workloads' in value;

function withDefaults(part: unknown): unknown {
  if (!hasWorkloads(part)) return part;
  const { defaults, workloads, ...rest } = part;
  return { ...rest, workloads: workloads.map(workload => ({ ...defaults, ...workload })) };
}

/** The definition in suites/NAME.yaml, with defaults merged into its workloads and those of its parts. */
export function readDefinition<D>(name: string): D {
  const file = join(checkoutRoot(), 'bench', 'suites', `${name}.yaml`);
  const definition: object = parse(readFileSync(file, 'utf8'), { merge: true });
  const parts = Object.entries(definition).map(([key, part]) => [key, withDefaults(part)]);
  return withDefaults(Object.fromEntries(parts)) as D;
}

/** An error of the options: the command line prints its message without a stack trace. */
export const userError = (message: string) => Object.assign(new Error(message), { name: 'UserError' });

interface Workload {
  readonly name: string;
  /** Short name, where the suite has some. */
  readonly id?: string;
}

/** Of the definition, or of its parts. */
const workloadsIn = (definition: object): Workload[] =>
  [definition, ...Object.values(definition)]
    .filter(hasWorkloads)
    .flatMap(({ workloads }) => workloads as Workload[]);

const keyOf = ({ name, id = name }: Workload) => id;

/** Workloads with the given names, all by default. */
export function selected<W extends Workload>(
  all: readonly W[],
  only: readonly string[] = all.map(keyOf),
): readonly W[] {
  return only.map(name => {
    const found = all.find(workload => keyOf(workload) === name);
    if (found) return found;
    throw userError(`there is no workload “${name}”; available: ${[...new Set(all.map(keyOf))].join(', ')}`);
  });
}

/** A temporary folder for the duration of the work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// What a benchmark ran on.

export const thisMachine = () => ({
  ...{ processor: cpus()[0]?.model.trim() ?? 'unknown processor', node: process.versions.node },
});

export const today = () => new Date().toISOString().slice(0, 10);
