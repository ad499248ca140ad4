// A contestant: a program that answers tasks (task.ts), described as data in suites/contestants.yaml.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../checkout.ts';
import { mapConcurrent } from '../measure/map-concurrent.ts';
import { programFile, programOf } from '../one-file.ts';
import { readDefinition } from '../suite.ts';
import { compiled, contestantFile, output, type Recipe } from './compile.ts';
import { findPackage } from './find-package.ts';
import type { System, Task } from './task.ts';

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
  const {
    until: longest = Number.POSITIVE_INFINITY,
    links: [fewest, most] = [0, Infinity],
    systems,
  } = limits;
  return until <= longest && links >= fewest && links <= most && (systems?.includes(system) ?? true);
}

/** The installed contestants, with what they need compiled into the folder, and the missing ones. */
export async function prepareContestants(folder: string) {
  const { programs, contestants } = readDefinition<Definition>('contestants');
  // Compiled once each, before contestants share them.
  const executables = await mapConcurrent(2, Object.entries(programs), async ([name, recipe]) => ({
    ...{ name, executable: await compiled(folder, name, recipe) },
  }));
  const files = new Map(executables.map(({ name, executable }) => [name, executable]));
  const prepared = await mapConcurrent(1, contestants, async contestant => {
    const started = await starterOf(contestant, folder, files);
    return { contestant, started };
  });
  return {
    entrants: prepared.flatMap(({ contestant, started }): Entrant[] =>
      started ? [{ contestant, ...started }] : [],
    ),
    missing: prepared.filter(({ started }) => !started).map(({ contestant }) => contestant),
  };
}

/** The recipe of a compiled program. */
export const recipeNamed = (name: string) => readDefinition<Definition>('contestants').programs[name];

type Starter = Pick<Entrant, 'build' | 'command'>;

async function starterOf(
  { name, run }: Contestant,
  folder: string,
  executables: ReadonlyMap<string, Awaited<ReturnType<typeof compiled>>>,
): Promise<Starter | null> {
  const node = process.execPath;
  if ('ours' in run) {
    const program = await programOf('contestants/ours/ours-program.ts', folder);
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
