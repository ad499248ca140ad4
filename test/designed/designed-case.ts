// Designed problem files with the outcome that the command line must have. The leading comment of a file holds one block for each
// command:
//
//   # command: run --step 0.79 --json    arguments; the file's name follows the command
//   # exit: 0 or 1                       exit code, or several that are allowed
//   # says: words                        words of the output (both streams, lines joined); may be repeated
//   # not: words                         words that must not occur; may be repeated
//   # holds: constraints.max < 1e-9      a number of the JSON output, asked when the exit code is 0; may be repeated
//   # seconds: 20                        limit of processor time (default 20)
//
// Whatever the block says, an internal error, a stack trace or NaN in the output is refused.

import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('./', import.meta.url);

export interface Expectation {
  readonly command: readonly string[];
  readonly exit: readonly number[];
  readonly says: readonly string[];
  readonly not: readonly string[];
  readonly holds: readonly string[];
  /** Processor time, not time of the clock. */
  readonly seconds: number;
}

export interface DesignedCase extends Expectation {
  /** File and command, for the name of the test. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

const defaultSeconds = '20';

export function designedCases(): DesignedCase[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.yaml'));
  return files.sort().flatMap(file => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    return expectations(text, file).map(block => ({
      ...block,
      name: `${block.command.join(' ')} ${file}`,
      file,
      text,
    }));
  });
}

/** The blocks of the leading comment; throws at a line that is none of ours. */
export function expectations(text: string, file: string): Expectation[] {
  const lines = text.split('\n');
  const end = lines.findIndex(line => !/^#( |$)/.test(line));
  const blocks: Record<string, string[]>[] = [];
  for (const line of lines.slice(0, end)) {
    const [, key, value] = /^# (command|exit|says|not|holds|seconds): (.+)$/.exec(line) ?? [];
    if (key === 'command') blocks.push({});
    const block = blocks.at(-1);
    // Lines in front of the first command describe the case.
    if (!block) continue;
    if (!key) throw new Error(`${file}: “${line}” is no expectation`);
    block[key] = [...(block[key] ?? []), value];
  }
  if (blocks.length === 0) throw new Error(`${file}: the leading comment has no “# command: …”`);
  return blocks.map(({ command, exit, says = [], not = [], holds = [], seconds }) => {
    if (!exit) throw new Error(`${file}: a command without “# exit: …”`);
    return {
      ...{ says, not, holds },
      command: command[0].split(' '),
      exit: exit[0].split(' or ').map(Number),
      seconds: Number(seconds?.[0] ?? defaultSeconds),
    };
  });
}

const operators: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** What a claim such as `|state.q.0| < 1e-9` or `energy.final > 0` says about the JSON output, or null where it holds. */
export function brokenClaim(claim: string, output: unknown): string | null {
  const [, bar, path, operator, bound] = /^(\|?)([^|\s]+)\|? (<=?|>=?) (\S+)$/.exec(claim) ?? [];
  if (!path) throw new Error(`“${claim}” is not of the form  a.b.0 < number`);
  const value = path
    .split('.')
    .reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], output);
  if (typeof value !== 'number') return `${path} is ${value}, no number`;
  return operators[operator](bar ? Math.abs(value) : value, Number(bound)) ? null : `${path} is ${value}`;
}
