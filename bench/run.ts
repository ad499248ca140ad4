// The runner: loads a suite by name, measures, prints, and stores the result on request.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { programFile, resultFile } from './checkout.ts';
import { resultText } from './report.ts';
import { type Suite, type SuiteOptions, userError } from './suite.ts';

interface SuiteEntry {
  readonly summary: string;
  /** Loaded on use: the command line only needs the summaries. */
  load(): Promise<Suite<unknown>>;
}

/** Suites that `everything` runs: those that the documentation shows. */
const parts = ['engine', 'alternatives', 'molecules', 'work-precision', 'profiles'];

const measured: Readonly<Record<string, SuiteEntry>> = {
  engine: {
    summary: 'a RATTLE step beside plain C',
    load: () => import('./suites/step-cost/engine.ts'),
  },
  alternatives: {
    summary: 'time to an accuracy and time per step beside solvers, multibody and game engines',
    load: () => import('./suites/alternatives/suite.ts'),
  },
  molecules: {
    summary: 'clusters and liquids beside GROMACS, LAMMPS and lammps.js',
    load: () => import('./suites/molecules/suite.ts'),
  },
  'work-precision': {
    summary: 'all methods of the library: error against time',
    load: () => import('./suites/work-precision/suite.ts'),
  },
  profiles: {
    summary: 'share of processor time by function, for each workload',
    load: () => import('./suites/profiles/suite.ts'),
  },
  instructions: {
    summary: 'instructions per step, beside the recorded ones',
    load: () => import('./suites/instructions/suite.ts'),
  },
  penalties: {
    summary: 'methods for penalised systems side by side',
    load: () => import('./suites/step-cost/penalties.ts'),
  },
  liquids: {
    summary: 'energy drift, structure and scaling of liquid water',
    load: () => import('./suites/liquids/suite.ts'),
  },
};

/** Summaries by name. */
export const suites: Readonly<Record<string, string>> = {
  everything: `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}, one after another`,
  ...Object.fromEntries(Object.entries(measured).map(([name, { summary }]) => [name, summary])),
};

export async function runSuite(name: string, options: SuiteOptions): Promise<void> {
  if (options.save && options.only)
    throw userError('a stored result has all workloads: use --save without --only');
  if (name === 'everything') return runEverything(options);
  const entry = measured[name];
  if (!entry) throw userError(`there is no suite “${name}”; available: ${Object.keys(suites).join(', ')}`);
  const suite = await entry.load();
  const report = await suite.measure(options);
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : suite.format(report)}\n`);
  if (!options.save) return;
  suite.save?.(report);
  writeFileSync(resultFile(name), resultText(report));
  (await import('./page/pages.ts')).writePages();
}

/** Each suite in a process of its own, so that none warms up the code of another. */
function runEverything(options: SuiteOptions): void {
  if (options.only)
    throw userError('name a suite to measure a part of it: bench alternatives --only pendulum');
  const reports: Record<string, unknown> = {};
  for (const part of parts) {
    process.stderr.write(`${part}\n`);
    reports[part] = runInProcess(part, options);
  }
  if (options.json) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
}

function runInProcess(part: string, { json, save, rounds }: SuiteOptions): unknown {
  const flags = [...(json ? ['--json'] : []), ...(save ? ['--save'] : [])];
  const { status, stdout } = spawnSync(
    process.execPath,
    [programFile('main.ts'), part, ...flags, ...(rounds ? ['--rounds', String(rounds)] : [])],
    { stdio: ['ignore', json ? 'pipe' : 'inherit', 'inherit'], encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`the suite ${part} ended with code ${status}`);
  return json ? JSON.parse(stdout) : null;
}
