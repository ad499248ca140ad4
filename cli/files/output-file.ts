// Atomic output files: rows stream into FILE.partial, which takes the name FILE when the run has finished. An existing FILE is
// untouched until then.

import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../user-error.ts';

export interface RowFile {
  readonly bytes: number;
  write(text: string): void;
  /** Writes buffered rows to the file, so that a checkpoint may refer to them. */
  flush(): void;
  /** Gives the rows their final name. */
  finish(): void;
}

const bufferSize = 1 << 16;

/** Opens FILE for rows; with `keep` bytes, appends after the rows of an earlier run. */
export function openRows(file: string, keep: number | null): RowFile {
  const partial = `${file}.partial`;
  const descriptor = writing(file, () => openPartial(file, partial, keep));
  let bytes = keep ?? 0;
  let buffer: string[] = [];
  let buffered = 0;
  let at = bytes;

  function flush(): void {
    const data = Buffer.from(buffer.join(''), 'utf8');
    // writeSync may write only a part when the disk fills up.
    for (let sent = 0; sent < data.length; )
      sent += writing(file, () => writeSync(descriptor, data, sent, data.length - sent, at + sent));
    at += data.length;
    buffer = [];
    buffered = 0;
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
    flush,
    finish() {
      flush();
      closeSync(descriptor);
      writing(file, () => renameSync(partial, file));
    },
  };
}

function openPartial(file: string, partial: string, keep: number | null): number {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).isDirectory()) throw new Error('it is a folder');
  if (keep === null) return openSync(partial, 'w');
  if (!holdsRows(partial, keep)) {
    if (!holdsRows(file, keep)) throw new Error('it does not contain the rows that its checkpoint refers to');
    copyFileSync(file, partial);
  }
  const descriptor = openSync(partial, 'r+');
  ftruncateSync(descriptor, keep);
  return descriptor;
}

/** Whether the first `keep` bytes are there and end with a whole row. */
function holdsRows(file: string, keep: number): boolean {
  if (!existsSync(file) || statSync(file).size < keep) return false;
  const descriptor = openSync(file, 'r');
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, keep - 1);
  closeSync(descriptor);
  return last.toString() === '\n';
}

/** Writes the whole file at once, by way of a temporary name. */
export function writeWhole(file: string, data: string | Uint8Array): void {
  writing(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    const temporary = `${file}.partial`;
    writeFileSync(temporary, data);
    renameSync(temporary, file);
  });
}

export function remove(file: string): void {
  if (existsSync(file)) unlinkSync(file);
}

const systemErrors: Record<string, string> = {
  EACCES: 'permission is denied',
  EEXIST: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
};

/** The system error of a file operation, in words. */
export function fileErrorText(error: unknown): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  return systemErrors[code] ?? message;
}

/** Runs `work`; an error becomes a message with the file's name. */
export function writing<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UserError(`cannot write ${file}: ${fileErrorText(error)}`);
  }
}
