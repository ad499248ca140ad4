// Processes. Worker processes: a method or program runs in a process of its own, so that no other has shaped its compiled code.
//   worker:  serve(operations)
//   parent:  const worker = startWorker<typeof operations>(program, args);  await worker.request('time', argument)
// A worker answers requests in order; an error in an operation rejects its request and the worker goes on.

import { execFile, type ForkOptions, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { promisify } from 'node:util';

export type Operations = Readonly<Record<string, (argument: never) => unknown>>;

type Request = readonly [operation: string, argument: unknown];
type Reply = { readonly value: unknown } | { readonly failure: string };

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function serve(operations: Operations): void {
  const replyTo = ([operation, argument]: Request): Reply => {
    try {
      return { value: operations[operation](argument as never) };
    } catch (error) {
      return { failure: messageOf(error) };
    }
  };
  process.on('message', (request: Request) => process.send?.(replyTo(request)));
}

export type Worker<O extends Operations> = ReturnType<typeof startWorker<O>>;

export function startWorker<O extends Operations>(
  program: string,
  args: readonly string[],
  options: ForkOptions = {},
) {
  // Typed arrays arrive as such.
  const child = fork(program, args, { serialization: 'advanced', ...options });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the worker process exited with code ${code}`);
  });
  // Of interest to a request only.
  ended.catch(() => {});
  return {
    pid: child.pid,
    async request<K extends keyof O & string>(
      operation: K,
      ...[argument]: Parameters<O[K]>
    ): Promise<ReturnType<O[K]>> {
      const replied = Promise.race([once(child, 'message'), ended]);
      child.send([operation, argument] satisfies Request);
      const [reply] = (await replied) as [Reply];
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.value as never;
    },
    stop: () => void child.kill(),
  };
}

// Runs another program in a folder, on one thread, and measures its memory.

export const oneThread = { OMP_NUM_THREADS: '1', OMP_PROC_BIND: 'false' };

/** Whether a program of this name is on the PATH. */
export const isInstalled = (program: string) => !spawnSync(program, ['--help'], { stdio: 'ignore' }).error;

/** Standard output. Throws the last lines of output when the program fails. */
export function runProgram(program: string, args: readonly string[], folder: string): Promise<string> {
  return start(program, args, folder).printed;
}

export type MonitoredRun = Awaited<ReturnType<typeof monitorProgram>>;

/** The system records the largest memory, so that the last reading before the end suffices. */
const memoryIntervalMilliseconds = 20;

/** Standard output, and the largest resident memory in bytes; null without /proc. */
export async function monitorProgram(program: string, args: readonly string[], folder: string) {
  const { pid, printed } = start(program, args, folder);
  const peak: { memory: number | null } = { memory: null };
  const clock = setInterval(() => {
    peak.memory = (pid && peakMemory(pid)) || peak.memory;
  }, memoryIntervalMilliseconds);
  try {
    return { printed: await printed, ...peak };
  } finally {
    clearInterval(clock);
  }
}

function start(program: string, args: readonly string[], folder: string) {
  const options = { cwd: folder, env: { ...process.env, ...oneThread }, maxBuffer: 2 ** 26 };
  const running = promisify(execFile)(program, args, options);
  const printed = running.then(
    ({ stdout }) => stdout,
    ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => {
      const lastLines = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
      throw new Error(`${program} ${args.join(' ')} failed:\n${lastLines}`);
    },
  );
  return { pid: running.child.pid, printed };
}

// Largest resident memory of a process.

/**
 * Bytes; null without /proc or after its end. VmHWM rather than maxRSS of getrusage,
 * which in a forked child includes the memory of the parent.
 */
export function peakMemory(pid: number | 'self' = 'self'): number | null {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes ? 1024 * Number(kilobytes) : null;
  } catch {
    return null;
  }
}

/** Of this process. */
export const ownPeakMemory = () => peakMemory() ?? 1024 * process.resourceUsage().maxRSS;

// The processor of a measurement. Programs that are compared run on one processor while they are timed, where
// taskset is installed: two processors of a shared machine have different loads.

const hasTaskset = isInstalled('taskset');

/** Prefix of a command that runs it on the first processor; empty without taskset. */
export const pinned: readonly string[] = hasTaskset ? ['taskset', '-c', '0'] : [];

type Pids = readonly (number | undefined)[];

/** Moves processes, with their threads and future children, to the first processor. */
export const pin = (pids: Pids) => setProcessors(pids, '0');

export const unpin = (pids: Pids) => setProcessors(pids, `0-${cpus().length - 1}`);

/** Without effect on a process that has ended, and where the processor is not available. */
function setProcessors(pids: Pids, processors: string): void {
  if (hasTaskset)
    for (const pid of pids) spawnSync('taskset', ['-acp', processors, String(pid)], { stdio: 'ignore' });
}
