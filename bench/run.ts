// The runner: loads a suite by name, measures, prints, and stores the result on request.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resultFile } from './checkout.ts';
import { resultText } from './report.ts';
import { measureSuite, type Suite, type SuiteOptions, userError } from './suite.ts';

/** Suites that `everything` runs: those that the documentation shows. */
const parts = ['engine', 'alternatives', 'molecules', 'work-precision', 'profiles'];

/** Summaries by name. */
export const suites: Readonly<Record<string, string>> = {
  everything: `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}, one after another`,
  engine: 'a RATTLE step beside plain C',
  alternatives: 'time to an accuracy and time per step beside solvers, multibody and game engines',
  molecules: 'clusters and liquids beside GROMACS, LAMMPS and lammps.js',
  'work-precision': 'all methods of the library: error against time',
  profiles: 'share of processor time by function, for each workload',
  instructions: 'instructions per step, beside the recorded ones',
  penalties: 'methods for penalised systems side by side',
  liquids: 'energy drift, structure and scaling of liquid water',
};

/** Loaded on use: the command line only needs the summaries. */
const modules: Readonly<Record<string, () => Promise<Suite>>> = {
  engine: () => import('./suites/step-cost/engine.ts'),
  alternatives: () => import('./suites/alternatives/suite.ts'),
  molecules: () => import('./suites/molecules/suite.ts'),
  'work-precision': () => import('./suites/work-precision/suite.ts'),
  profiles: () => import('./suites/profiles/suite.ts'),
  instructions: () => import('./suites/instructions/suite.ts'),
  penalties: () => import('./suites/step-cost/penalties.ts'),
  liquids: () => import('./suites/liquids/suite.ts'),
};

export async function runSuite(name: string, options: SuiteOptions): Promise<void> {
  if (options.save && options.only)
    throw userError('a stored result has all workloads: use --save without --only');
  if (name === 'everything') return runEverything(options);
  const load = modules[name];
  if (!load) throw userError(`there is no suite “${name}”; available: ${Object.keys(suites).join(', ')}`);
  const suite = await load();
  const report = await measureSuite(suite, name, options);
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : suite.format(report)}\n`);
  if (!options.save) return;
  suite.save?.(report);
  writeFileSync(resultFile(name), resultText(report));
  (await import('./page/pages.ts')).writePages();
}

/** Each suite by a command line of its own, so that none warms up the code of another. */
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
    [process.argv[1], 'bench', part, ...flags, ...(rounds ? ['--rounds', String(rounds)] : [])],
    { stdio: ['ignore', json ? 'pipe' : 'inherit', 'inherit'], encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`the suite ${part} ended with code ${status}`);
  return json ? JSON.parse(stdout) : null;
}
