// The compiled command line as a stranger meets it: another process, its output, its exit code, its files. Commands that are
// waited for share one process for each test file (resident-program.mjs); those that are interrupted have their own.

import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const compiled = (name: string) => fileURLToPath(new URL(`../../dist/cli/${name}`, import.meta.url));

/** COTANGENT_PROGRAM names an installed copy to be tested instead. */
const installed = process.env.COTANGENT_PROGRAM;
const program = installed ?? compiled('main.js');

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Workplace {
  readonly folder: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): string;
  read(name: string): string;
  has(name: string): boolean;
  /** Runs `cotangent …` in the folder to its end. */
  cotangent(...args: string[]): Promise<Answer>;
  /** The same in a process of its own. */
  process(...args: string[]): Promise<Answer>;
  /** The same with a limit of processor time in seconds; exit code -1 beyond it. */
  limited(seconds: number, ...args: string[]): Promise<Answer>;
  /** The same on a disk with faults (disk-faults.mjs); exit code -1 where the process was killed. */
  withDisk(fault: object, ...args: string[]): Promise<Answer>;
  /** Starts it and leaves it running. */
  start(...args: string[]): ChildProcess;
}

/** A folder of its own for a test file, removed at its end. */
export function createWorkplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  const own = (...args: string[]) => answer(folder, args);
  const resident = installed ? null : createResident(folder);
  afterAll(() => resident?.end());
  return {
    folder,
    path,
    write(name, content) {
      writeFileSync(path(name), content);
      return name;
    },
    read: name => readFileSync(path(name), 'utf8'),
    has: name => existsSync(path(name)),
    cotangent: resident ? (...args) => resident.answer(args) : own,
    process: own,
    limited: (seconds, ...args) => answer(folder, args, { seconds }),
    withDisk: (fault, ...args) => answer(folder, args, { fault }),
    start: (...args) => spawn(process.execPath, [program, ...args], { cwd: folder, stdio: 'ignore' }),
  };
}

/** Milliseconds before a command is taken to hang; on a busy machine even short ones take a while. */
const patience = 300_000;

interface Conditions {
  /** Limit of processor time. */
  readonly seconds?: number;
  readonly fault?: object;
}

const diskFaults = new URL('./disk-faults.mjs', import.meta.url).href;

function answer(cwd: string, args: string[], { seconds, fault }: Conditions = {}): Promise<Answer> {
  const env = fault ? { ...process.env, DISK_FAULT: JSON.stringify(fault) } : process.env;
  const limits = { cwd, env, timeout: patience, maxBuffer: 1 << 26 };
  const node = fault ? [process.execPath, '--import', diskFaults] : [process.execPath];
  const [file, ...given] = [...processorLimit(seconds), ...node, program, ...args];
  return new Promise(resolve => {
    const child = execFile(file, given, limits, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** The shell's limit counts the process's own time, so that a busy machine changes nothing; Windows has none. */
const processorLimit = (seconds: number | undefined): string[] =>
  seconds === undefined || process.platform === 'win32'
    ? []
    : ['/bin/sh', '-c', `ulimit -t ${seconds} && exec "$@"`, 'sh'];

interface Resident {
  answer(args: readonly string[]): Promise<Answer>;
  end(): void;
}

/** One process for many commands, started with the first of them. */
function createResident(cwd: string): Resident {
  const waiting = new Map<number, (answer: Answer) => void>();
  let child: ChildProcess | null = null;
  let count = 0;

  function begin(): ChildProcess {
    const begun = fork(fileURLToPath(new URL('./resident-program.mjs', import.meta.url)), [
      compiled('command-line.js'),
    ]);
    begun.on('message', ({ id, ...answer }: Answer & { readonly id: number }) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    });
    begun.on('exit', code => {
      for (const resolve of waiting.values())
        resolve({ code: code ?? -1, stdout: '', stderr: 'the process ended' });
      waiting.clear();
      child = null;
    });
    return begun;
  }
  return {
    answer: args =>
      new Promise(resolve => {
        child ??= begin();
        const id = count++;
        waiting.set(id, resolve);
        child.send({ id, cwd, args });
      }),
    end: () => child?.kill(),
  };
}

export const exitCode = (child: ChildProcess): Promise<number | null> =>
  new Promise(resolve => child.once('exit', code => resolve(code)));

/** Waits until the condition holds, looking every few milliseconds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 5));
}

/** Header and rows of a CSV text of ours, all rows whole and finite. */
export function parsed(csv: string): { columns: string[]; rows: number[][] } {
  if (!csv.endsWith('\n')) throw new Error('the last row is not whole');
  const [header, ...lines] = csv.trimEnd().split('\n');
  const columns = header.split(',');
  const rows = lines.map(line => line.split(',').map(Number));
  for (const row of rows)
    if (row.length !== columns.length || !row.every(Number.isFinite)) throw new Error(`bad row: ${row}`);
  return { columns, rows };
}
