// Profiles every workload, each in a process of its own.

import { type ExecFileException, execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkoutRoot } from '../../checkout.ts';
import { thisMachine, today } from '../../machine.ts';
import { twoAtATime } from '../../measure/map-concurrent.ts';
import { printProgress } from '../engine/run.ts';
import { type FunctionNames, particleNames } from './kernel-names.ts';
import type { Profiled } from './program.ts';
import { formatProfiles, type ProfileReport, type WorkloadProfile, workloadProfile } from './report.ts';
import { workloadNamed, workloads } from './workloads.ts';

export interface ProfileOptions {
  /** Print JSON instead of tables. */
  readonly json?: boolean;
  /** Names of workloads; all of them by default. */
  readonly only?: readonly string[];
  /** Keep the tables beside the JSON, as bench/results/profiles.md. */
  readonly save?: boolean;
}

const milliseconds = 600;

/** Measures, prints what it found, and returns it. Progress goes to the error stream. */
export async function benchProfiles({ json, only, save }: ProfileOptions = {}): Promise<ProfileReport> {
  const chosen = only ? only.map(workloadNamed) : workloads;
  const names = particleNames();
  const failures: ProfileReport['failures'][number][] = [];
  const profiles = await twoAtATime(chosen, async ({ name }, k): Promise<WorkloadProfile[]> => {
    printProgress(k, chosen.length, name);
    try {
      return [workloadProfile(name, await samplesOf(name, names))];
    } catch (error) {
      failures.push({ name, failure: reasonOf(error) });
      return [];
    }
  });
  const report = { date: today(), machine: thisMachine(), workloads: profiles.flat(), failures };
  const text = formatProfiles(report);
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : text}\n`);
  if (save && failures.length > 0)
    throw new Error('nothing is kept, since not all workloads could be profiled');
  if (save) writeFileSync(join(checkoutRoot(), 'bench', 'results', 'profiles.md'), `${text}\n`);
  return report;
}

async function samplesOf(name: string, names: FunctionNames): Promise<Profiled['samples']> {
  const program = fileURLToPath(new URL('./program.js', import.meta.url));
  const given = [program, name, String(milliseconds), JSON.stringify([...names])];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return (JSON.parse(stdout) as Profiled).samples;
}

/** Without the command line, which would be all that is seen of the message. */
function reasonOf(error: unknown): string {
  const { signal, stderr, message } = error as Partial<ExecFileException> & Error;
  if (signal) return `its process was ended by ${signal}`;
  return stderr?.split('\n').find(line => /^\w*Error\b/.test(line)) ?? message;
}
