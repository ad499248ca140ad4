// A contestant: a program that answers tasks (task.ts), described as data in suites/contestants.yaml.

import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { checkoutRoot, programFile, programOf } from '../checkout.ts';
import { pinned } from '../measure/processes.ts';
import { mapConcurrent } from '../measure/rounds.ts';
import { readDefinition } from '../suite.ts';
import type { Reply, System, Task } from './task.ts';

/** How a contestant is started: a method of ours, a package from npm, a compiled program, a Python script. */
type Run =
  | { readonly ours: string }
  | { readonly npm: string }
  | { readonly compiled: string; readonly argument?: string }
  | { readonly python: string; readonly argument: string };

export interface Contestant {
  readonly name: string;
  readonly description: string;
  readonly run: Run;
  /** Whether `settings` of a task are tolerances or steps. */
  readonly setting: 'tolerance' | 'step';
  /** One step is made of many. */
  readonly composed?: boolean;
  /** Longest motion, fewest and most links, systems; all by default. */
  readonly limits?: {
    readonly until?: number;
    readonly links?: readonly [number, number];
    readonly systems?: readonly System[];
  };
  /** Command that installs it. */
  readonly install?: string;
}

/** A contestant that is installed. */
export interface Entrant {
  readonly contestant: Contestant;
  /** Version and build. */
  readonly build: string;
  /** The program and its arguments for a task. */
  command(task: Task): readonly [program: string, ...args: string[]];
}

interface Definition {
  readonly programs: Readonly<Record<string, Recipe>>;
  readonly contestants: readonly Contestant[];
}

export const isOurs = ({ run }: Contestant) => 'ours' in run;

export const installCommand = ({ run, install }: Contestant) =>
  install ?? ('npm' in run ? 'npm run peers' : 'npm install');

export function canRun(
  { limits = {} }: Contestant,
  { system, links, until }: Pick<Task, 'system' | 'links' | 'until'>,
): boolean {
  const { until: longest = Infinity, links: [fewest, most] = [0, Infinity], systems = [system] } = limits;
  return until <= longest && links >= fewest && links <= most && systems.includes(system);
}

/** The installed contestants, with what they need compiled into the folder, and the missing ones. */
export async function prepareContestants(folder: string) {
  const { programs, contestants } = readDefinition<Definition>('contestants');
  // Compiled once each, before contestants share them.
  const compile = async ([name, recipe]: readonly [string, Recipe]) =>
    [name, await compiled(folder, name, recipe)] as const;
  const executables = new Map(await mapConcurrent(2, Object.entries(programs), compile));
  const [entrants, missing]: [Entrant[], Contestant[]] = [[], []];
  for (const contestant of contestants) {
    const started = await starterOf(contestant, folder, executables);
    if (started) entrants.push({ contestant, ...started });
    else missing.push(contestant);
  }
  return { entrants, missing };
}

/** The recipe of a compiled program. */
export const recipeNamed = (name: string) => readDefinition<Definition>('contestants').programs[name];

type Starter = Pick<Entrant, 'build' | 'command'>;

async function starterOf(
  { name, run }: Contestant,
  folder: string,
  executables: ReadonlyMap<string, CompiledProgram>,
): Promise<Starter | null> {
  const node = process.execPath;
  if ('ours' in run) {
    const program = await programOf('contestants/ours/method-program.ts', folder);
    const { version } = JSON.parse(readFileSync(join(checkoutRoot(), 'package.json'), 'utf8'));
    const build = `Cotangent ${version}, Node ${process.versions.node}`;
    return { build, command: task => [node, program, run.ours, JSON.stringify(task)] };
  }
  if ('npm' in run) {
    const found = findPackage(run.npm);
    if (!found) return null;
    const program = programFile('contestants/javascript/program.ts');
    const build = `${run.npm} ${found.version}, Node ${process.versions.node}`;
    return { build, command: task => [node, program, name, found.file, JSON.stringify(task)] };
  }
  if ('python' in run) return pythonStarter(run.python, run.argument);
  const executable = executables.get(run.compiled);
  if (!executable) return null;
  const args = run.argument === undefined ? [] : [run.argument];
  return { build: executable.build, command: task => [executable.file, ...args, JSON.stringify(task)] };
}

/** The system's own Python first: others seldom have SciPy. */
const pythons = ['/usr/bin/python3', 'python3'];

async function pythonStarter(file: string, argument: string): Promise<Starter | null> {
  const script = contestantFile(file);
  for (const python of pythons) {
    const build = await output(python, [script, 'version']);
    if (build !== null) return { build, command: task => [python, script, argument, JSON.stringify(task)] };
  }
  return null;
}

// Sends a task to a contestant and yields its replies. Every request starts a new process, so that no earlier task has
// shaped its compiled code.

const singleThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
const timeoutMilliseconds = 90_000;

/** One reply for each setting, timed on one processor; on any where nothing is timed and the prefix of the command is empty. */
export async function request(entrant: Entrant, task: Task, prefix = pinned): Promise<Reply[]> {
  const all: Reply[] = [];
  for await (const reply of replies([...prefix, ...entrant.command(task)], task)) all.push(reply);
  return all;
}

/**
 * One reply for each setting, as they arrive. The process is killed after the last, since some take a second to exit, and
 * when the consumer leaves the loop. If it dies, all settings without a reply have failed.
 */
export async function* replies([program, ...args]: readonly string[], task: Task): AsyncGenerator<Reply> {
  const child = spawn(program, args, {
    env: { ...process.env, ...singleThread },
    timeout: timeoutMilliseconds,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', data => {
    errors = `${errors}${data}`.slice(-1000);
  });
  const ended = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message));
    child.on('close', (_, signal) =>
      resolve(signal === 'SIGTERM' ? `no answer within ${timeoutMilliseconds / 1000} s` : lastLines(errors)),
    );
  });
  let count = 0;
  try {
    for await (const line of createInterface(child.stdout))
      for (const reply of parsed(line)) {
        count++;
        yield reply;
        if (count === task.settings.length) return;
      }
    const failure = await ended;
    for (; count < task.settings.length; count++) yield { failure };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** Libraries print lines of their own between the replies. */
function parsed(line: string): Reply[] {
  if (!line.startsWith('{')) return [];
  try {
    return [JSON.parse(line) as Reply];
  } catch {
    return [];
  }
}

const lastLines = (text: string) => (text.trim() || 'no answer').split('\n').slice(-3).join(' ');

// Compiles the programs of bench/contestants in C and C++ for a run of the benchmark.

/** suites/contestants.yaml, `programs`. */
interface Recipe {
  readonly compiler: 'gcc' | 'g++';
  readonly sources: readonly string[];
  readonly header: string;
  readonly flags: readonly string[];
  readonly libraries: readonly string[];
  readonly packageConfig?: string;
  readonly version?: boolean;
}

type CompiledProgram = Awaited<ReturnType<typeof compiled>>;

const contestantFile = (file: string) => join(checkoutRoot(), 'bench', 'contestants', file);

/** The program, compiled once per folder; null where the compiler or the library is missing. */
export async function compiled(folder: string, name: string, recipe: Recipe) {
  const { compiler, sources, header, libraries, packageConfig } = recipe;
  const [include, link] = await mapConcurrent(1, ['--cflags-only-I', '--libs'], async flag =>
    packageConfig ? output('pkg-config', [flag, packageConfig]) : '',
  );
  const flags = [...recipe.flags, ...wordsOf(include)];
  const language = compiler === 'gcc' ? 'c' : 'c++';
  const onlyHeader = [...flags, '-include', header, '-M', '-x', language, '/dev/null'];
  if (include === null || link === null || (await output(compiler, onlyHeader)) === null) return null;
  const file = join(folder, name);
  const inputs = [...sources.map(contestantFile), ...libraries, ...wordsOf(link)];
  if (!existsSync(file)) await promisify(execFile)(compiler, ['-O3', ...flags, '-o', file, ...inputs]);
  const version = recipe.version ? [await output(file, ['version'])] : [];
  const tuning = recipe.flags.filter(flag => flag.startsWith('-m'));
  const build = [compiler, await output(compiler, ['-dumpfullversion']), '-O3', ...tuning].join(' ');
  /** Version and compiler, for the report: “gcc 12.2.0 -O3”. */
  return { file, build: [...version, build].join(', ') };
}

const wordsOf = (text: string | null) => (text ?? '').split(/\s+/).filter(Boolean);

/** Standard output of a program; null where it fails or is not installed. */
async function output(program: string, args: readonly string[]): Promise<string | null> {
  try {
    return (await promisify(execFile)(program, args)).stdout.trim();
  } catch {
    return null;
  }
}

// Packages from npm that are contestants. They are no dependencies: `npm run peers` installs them into bench/peers.

/** The file to import of a package, or one file of it (`lammps.js/wasm`); null where it is not installed. */
export function findPackage(name: string) {
  const folder = join(checkoutRoot(), 'bench', 'peers');
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(name);
    // Packages need not export their package.json.
    const [own] = /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [dirname(file)];
    const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    return { file, version: String(version) };
  } catch {
    return null;
  }
}
