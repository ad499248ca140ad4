// The benchmark of the engine: every workload in C and in ours, side by side, in one run.

import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { MethodOptions } from '../../../src/methods/method.ts';
import { thisMachine, today } from '../../machine.ts';
import { growthExponent, leastLinks } from '../../measure/growth.ts';
import { compileC } from './c-program.ts';
import type { Measured, Measurement, Task } from './measure.ts';
import { type BenchReport, formatReport } from './report.ts';
import { bar, workloadNamed, workloads } from './workloads.ts';

export interface MeasureOptions {
  /** Turns of C and ours for each workload. */
  readonly rounds?: number;
  /** Names of workloads; all of them by default. */
  readonly only?: readonly string[];
  /** Options of the method, for example another solver. */
  readonly method?: MethodOptions;
  /** Told before each workload. */
  readonly onProgress?: (done: number, total: number, name: string) => void;
}

export interface BenchOptions extends MeasureOptions {
  /** Print JSON instead of tables. */
  readonly json?: boolean;
}

/** Measures, prints what it found, and returns it. Progress goes to the error stream. */
export async function bench({ json, ...options }: BenchOptions = {}): Promise<BenchReport> {
  const report = await measureAll({ onProgress: printProgress, ...options });
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : formatReport(report)}\n`);
  return report;
}

/** With the seconds since the suite began. */
export function printProgress(done: number, total: number, name: string): void {
  process.stderr.write(`[${done + 1}/${total}] ${Math.round(process.uptime())} s: ${name}\n`);
}

async function measureAll(options: MeasureOptions = {}): Promise<BenchReport> {
  const { only, rounds = 3, method = {}, onProgress } = options;
  const chosen = only ? only.map(workloadNamed) : workloads;
  const programs = compileC();
  const all: Measured[] = [];
  try {
    for (const workload of chosen) {
      onProgress?.(all.length, chosen.length, workload.name);
      all.push(await measured({ workload, programs, rounds, options: method }));
    }
  } finally {
    if (programs) rmSync(programs.folder, { recursive: true, force: true });
  }
  const measurements = all.flatMap(one => ('failure' in one ? [] : one));
  const failures = all.flatMap(one => ('failure' in one ? one : []));
  return {
    date: today(),
    machine: { ...thisMachine(), compiler: programs?.compiler ?? null },
    bar,
    measurements,
    failures,
    scaling: scaling(measurements),
    met: programs && failures.length === 0 && measurements.every(({ c }) => c?.met && c.sameStates),
  };
}

async function measured(task: Task): Promise<Measured> {
  const program = fileURLToPath(new URL('./measure.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(task)]);
  return JSON.parse(stdout) as Measured;
}

/** The power between a hundred links and the longest chain. */
function scaling(measurements: readonly Measurement[]): BenchReport['scaling'] {
  const chains = measurements.filter(({ name, links }) => name.startsWith('chain') && links >= leastLinks);
  const ours = growthExponent(chains.map(({ links, ours }) => ({ size: links, time: ours.nanoseconds })));
  const c = chains.flatMap(one => (one.c ? { size: one.links, time: one.c.nanoseconds } : []));
  return ours === null ? null : { ours, c: growthExponent(c) };
}
