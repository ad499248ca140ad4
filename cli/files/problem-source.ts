// FILE on the command line: a path, or the name of a problem in the catalogue.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { load } from '../../src/file/load.ts';
import { nearestName } from '../../src/formula/nearest-name.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { checksum } from '../../src/run/checkpoint.ts';
import { casesFolder } from '../package-folder.ts';
import { UserError } from '../user-error.ts';
import { fileErrorText } from './output-file.ts';

export interface ProblemSource {
  /** The name to print. */
  readonly file: string;
  /** Its path on the disk. */
  readonly path: string;
  readonly text: string;
  /** File name without its ending. */
  readonly name: string;
}

export function catalogue(): string[] {
  return readdirSync(casesFolder)
    .filter(name => name.endsWith('.yaml'))
    .map(name => name.slice(0, -'.yaml'.length))
    .sort();
}

export function readSource(given: string): ProblemSource {
  const looksLikePath = /[\\/]|\.(ya?ml|json)$/i.test(given);
  const file = !looksLikePath && catalogue().includes(given) ? join(casesFolder, `${given}.yaml`) : given;
  if (!existsSync(file)) throw notFound(given);
  if (statSync(file).isDirectory()) throw new UserError(`${file} is a folder; give a problem file`);
  return {
    file: file === given ? given : `cases/${given}.yaml`,
    path: file,
    text: readText(file),
    name: basename(file).replace(/\.[^.]+$/, ''),
  };
}

/** The whole text of a file; of a pipe or a device only where it is an input of this process, since others may have no end. */
export function readText(file: string): string {
  const refuse = (reason: string) => new UserError(`cannot read ${file}: ${reason}`);
  try {
    const kind = statSync(file);
    if (!kind.isFile() && !kind.isDirectory() && !isInput(file))
      throw refuse('it is a device or a pipe, not a file');
    if (kind.size > mostBytes) throw refuse(`it is larger than ${mostBytes / 1e6} MB`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw refuse(error instanceof TypeError ? 'it is not text' : fileErrorText(error));
  }
}

/** Longer texts do not fit into a string. */
const mostBytes = 500_000_000;

/** Standard input, or what a shell writes for <(command). */
const isInput = (file: string) => /^(\/dev\/stdin|\/(dev|proc\/self)\/fd\/\d+)$/.test(file);

function notFound(given: string): UserError {
  const nearest = nearestName(given, catalogue());
  const hint = nearest
    ? `did you mean the catalogue problem “${nearest}”?`
    : 'cotangent list systems shows the catalogue';
  return new UserError(`there is no file and no catalogue problem “${given}”; ${hint}`);
}

/** A problem, and the checksum of every other file that was read for it, by the name in the problem file. */
export interface LoadedSource {
  readonly problem: Problem;
  readonly inputs: Readonly<Record<string, string>>;
}

export function loadSource(source: ProblemSource, set: Readonly<Record<string, number>>): LoadedSource {
  const inputs: Record<string, string> = {};
  const readFile = (file: string) => {
    const text = readText(resolve(dirname(source.path), file));
    inputs[file] = checksum(text);
    return text;
  };
  const problem = load(source.text, { file: source.file, name: source.name, set, readFile });
  return { problem, inputs };
}
