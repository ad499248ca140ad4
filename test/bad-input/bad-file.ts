// Problem files with one mistake each. The leading comment of a file is the message that it must be refused with; a line
// that ends with “…” stands for every line that begins so (texts of the YAML library, digits that depend on the machine).

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('./', import.meta.url);

export interface BadFile {
  /** Section and mistake, such as mass/a-negative-mass. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly expected: readonly string[];
}

export function badFile(name: string): BadFile {
  const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8');
  const lines = text.split('\n');
  const end = lines.findIndex(line => !line.startsWith('# '));
  const expected = lines.slice(0, end).map(line => line.slice('# '.length));
  return { name, file: `${basename(name)}.yaml`, text, expected };
}

export function badFiles(): BadFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.yaml'))
    .sort()
    .map(name => badFile(name.slice(0, -'.yaml'.length)));
}

/** The lines that were said, with those that match an expected “…” replaced by it: comparable with `expected`. */
export function comparable(message: string, expected: readonly string[]): string[] {
  return message.split('\n').map((line, i) => {
    const wanted = expected[i] ?? '';
    return wanted.endsWith('…') && line.startsWith(wanted.slice(0, -1)) ? wanted : line;
  });
}
