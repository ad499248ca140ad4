// Files that are whole or not there: rows stream into FILE.partial, and only a finished run takes the name FILE.
// Whatever stood there before stays untouched until then.

import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from './user-error.ts';

export interface RowFile {
  readonly bytes: number;
  write(text: string): void;
  /** Gives the rows their final name. */
  finish(): void;
  /** Closes and leaves the partial file for --resume. */
  leave(): void;
}

const bufferSize = 1 << 16;

/** Opens FILE for rows; with `keep` bytes the rows of an earlier run stay and writing goes on behind them. */
export function openRows(file: string, keep: number | null): RowFile {
  const partial = `${file}.partial`;
  const descriptor = attempt(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file) && statSync(file).isDirectory()) throw new Error('it is a folder');
    if (keep !== null && !existsSync(partial)) copyFileSync(file, partial);
    return openSync(partial, keep === null ? 'w' : 'r+');
  });
  if (keep !== null) ftruncateSync(descriptor, keep);
  let bytes = keep ?? 0;
  let buffer: string[] = [];
  let buffered = 0;
  let at = bytes;

  function flush(): void {
    const data = Buffer.from(buffer.join(''), 'utf8');
    attempt(file, () => writeSync(descriptor, data, 0, data.length, at));
    at += data.length;
    buffer = [];
    buffered = 0;
  }
  function leave(): void {
    flush();
    closeSync(descriptor);
  }
  return {
    get bytes() {
      return bytes;
    },
    write(text) {
      buffer.push(text);
      bytes += Buffer.byteLength(text);
      buffered += text.length;
      if (buffered > bufferSize) flush();
    },
    leave,
    finish() {
      leave();
      renameSync(partial, file);
    },
  };
}

/** Writes the whole file at once, by way of a temporary name. */
export function writeWhole(file: string, data: string | Uint8Array): void {
  attempt(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    const temporary = `${file}.partial`;
    writeFileSync(temporary, data);
    renameSync(temporary, file);
  });
}

export function remove(file: string): void {
  if (existsSync(file)) unlinkSync(file);
}

function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UserError(`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
