// Atomic output files: rows stream into FILE.partial, which takes the name FILE at the end of the run; until then a FILE that is
// there stays as it is. FILE.lock excludes a second writer. Data reach the disk (fsync) before a name or a checkpoint refers to
// them, and symbolic links are not followed.

import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../user-error.ts';
import { type FileLock, lockFile } from './writer-lock.ts';

/** A part of a file that is known by its length and the SHA-256 of its bytes behind the head. */
export interface FilePrefix {
  readonly bytes: number;
  readonly sha256: string;
}

/** How rows lie in a file. */
export interface RowLayout {
  /** Bytes at its start that change with the number of rows; no part of the checksum. */
  readonly changing: number;
  /** Whether a part of the file with so many bytes and line ends holds so many rows. */
  fits(rows: number, bytes: number, lines: number): boolean;
}

/** Rows of an earlier run in the file that is to be continued. */
export interface WrittenRows {
  readonly prefix: FilePrefix;
  readonly rows: number;
}

export interface RowFile {
  /** Up to the last row that is due; of that part only a checkpoint speaks. */
  readonly prefix: FilePrefix;
  /** Adds a row; one that is not due is written only because the run ends, and not counted by the prefix. */
  write(data: string | Uint8Array, isDue: boolean): void;
  /** Replaces the first bytes of the file; they are not part of the checksum. */
  replaceHead(data: Uint8Array): void;
  /** Writes buffered rows to the disk, so that a checkpoint may refer to them. */
  flush(): void;
  close(): void;
}

const bufferSize = 1 << 16;

export const partialOf = (file: string) => `${file}.partial`;

/** A partial file and its lock, for any writer. */
export interface PartialFile {
  readonly path: string;
  /** Gives it its final name, and releases the lock. */
  finish(): void;
  /** Releases the lock; the partial file stays. */
  release(): void;
}

/** Takes FILE for this process: `prepare` makes the partial file once no other process can write it. */
export function takePartial(file: string, prepare: (partial: string) => void): PartialFile {
  const path = partialOf(file);
  const lock = writing(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file) && statSync(file).isDirectory()) throw new Error('it is a folder');
    return prepared(lockFile(file), () => prepare(path));
  });
  return {
    path,
    finish() {
      writing(file, () => {
        syncPath(path);
        rename(path, file);
      });
      lock.release();
    },
    release: () => lock.release(),
  };
}

function prepared(lock: FileLock, prepare: () => void): FileLock {
  try {
    prepare();
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Rows at the end of a partial file. */
export function createRowFile(
  file: string,
  start: FilePrefix | null,
  { changing: head }: RowLayout,
): RowFile {
  const descriptor = writing(file, () => openSync(partialOf(file), constants.O_RDWR | noFollow));
  const hash = createHash('sha256');
  if (start) hashPart(descriptor, head, start.bytes, hash);
  let size = start?.bytes ?? 0;
  let due = size;
  let hashed = Math.max(size, head);
  let written = size;
  let buffer: Buffer[] = [];
  let buffered = 0;
  /** Written, but not in the checksum: a row that was not due. */
  let tail = Buffer.alloc(0);

  function send(): void {
    const data = Buffer.concat(buffer);
    writeAt(file, descriptor, data, written);
    // The head is left out where it is written for the first time.
    tail = Buffer.concat([tail, data.subarray(Math.max(0, head - written))]);
    written += data.length;
    const count = Math.max(0, due - hashed);
    hash.update(tail.subarray(0, count));
    tail = tail.subarray(count);
    hashed += count;
    buffer = [];
    buffered = 0;
  }
  return {
    get prefix() {
      send();
      return { bytes: due, sha256: hash.copy().digest('hex') };
    },
    write(data, isDue) {
      const bytes = Buffer.from(data as string);
      buffer.push(bytes);
      size += bytes.length;
      if (isDue) due = size;
      buffered += bytes.length;
      if (buffered > bufferSize) send();
    },
    replaceHead(data) {
      send();
      writeAt(file, descriptor, data, 0);
    },
    flush() {
      send();
      writing(file, () => fsyncSync(descriptor));
    },
    close: () => closeSync(descriptor),
  };
}

/** writeSync may write only a part when the disk fills up. */
function writeAt(file: string, descriptor: number, data: Uint8Array, at: number): void {
  for (let sent = 0; sent < data.length; )
    sent += writing(file, () => writeSync(descriptor, data, sent, data.length - sent, at + sent));
}

/** Windows has no such flag. */
const noFollow = constants.O_NOFOLLOW ?? 0;

/** Makes a folder before the work whose results it takes; refuses one in which no file can be made. */
export function makeFolder(folder: string): void {
  writing(folder, () => {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  });
}

/** An empty partial file; what was there under this name, also a link, is removed. */
export function createEmpty(partial: string): void {
  rmSync(partial, { force: true });
  closeSync(openSync(partial, 'wx'));
}

/**
 * Cuts the partial file of an earlier run, or a copy of its finished file, behind the rows of the checkpoint. Returns whether
 * it is a copy.
 */
export function cutBack(file: string, partial: string, written: WrittenRows, layout: RowLayout): boolean {
  const isCopy = !holds(partial, written, layout);
  if (isCopy) {
    if (!holds(file, written, layout))
      throw new UserError(
        `cannot resume: ${file} does not contain the rows that its checkpoint refers to (length or checksum differ); run it anew without --resume`,
      );
    rmSync(partial, { force: true });
    copyFileSync(file, partial, constants.COPYFILE_EXCL);
  }
  const descriptor = openSync(partial, constants.O_RDWR | noFollow);
  ftruncateSync(descriptor, written.prefix.bytes);
  closeSync(descriptor);
  return isCopy;
}

function holds(file: string, { prefix, rows }: WrittenRows, layout: RowLayout): boolean {
  if (!existsSync(file)) return false;
  const descriptor = openSync(file, constants.O_RDONLY | (file.endsWith('.partial') ? noFollow : 0));
  try {
    const hash = createHash('sha256');
    const lines = hashPart(descriptor, layout.changing, prefix.bytes, hash);
    if (lines === null || hash.digest('hex') !== prefix.sha256) return false;
    return layout.fits(rows, prefix.bytes, lines);
  } finally {
    closeSync(descriptor);
  }
}

const pieceBytes = 1 << 20;

/** Hashes the bytes from `from` to `to`, and returns the number of line ends among them; null where the file ends before. */
function hashPart(
  descriptor: number,
  from: number,
  to: number,
  hash: ReturnType<typeof createHash>,
): number | null {
  const buffer = Buffer.alloc(pieceBytes);
  let lines = 0;
  for (let at = from; at < to; ) {
    const count = readSync(descriptor, buffer, 0, Math.min(pieceBytes, to - at), at);
    if (count === 0) return null;
    const piece = buffer.subarray(0, count);
    hash.update(piece);
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, end + 1)) lines += 1;
    at += count;
  }
  return lines;
}

/**
 * Writes the whole file at once, by way of a temporary name: of this process, or a constant one where a lock excludes others, so
 * that a killed process leaves nothing that the next one does not remove.
 */
export function writeWhole(
  file: string,
  data: string | Uint8Array,
  temporary = `${file}.${process.pid}.partial`,
): void {
  writing(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    try {
      createEmpty(temporary);
      const descriptor = openSync(temporary, constants.O_WRONLY | noFollow);
      try {
        const bytes = Buffer.from(data as string);
        for (let sent = 0; sent < bytes.length; ) sent += writeSync(descriptor, bytes, sent);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      rename(temporary, file);
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}

/** Renames, and lets the new name reach the disk. */
export function rename(from: string, to: string): void {
  renameSync(from, to);
  try {
    syncPath(dirname(to));
  } catch {
    // Some systems cannot sync a folder.
  }
}

function syncPath(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function remove(file: string): void {
  if (existsSync(file)) unlinkSync(file);
}

const systemErrors: Record<string, string> = {
  EACCES: 'permission is denied',
  EDQUOT: 'no space is left for this user',
  EEXIST: 'a part of the path is a file, not a folder',
  EFBIG: 'it would become larger than the system allows',
  EISDIR: 'it is a folder',
  ELOOP: 'a part of its path is a symbolic link that cannot be followed',
  ERR_FS_EISDIR: 'a folder stands where one of its files has to be',
  ENOSPC: 'no space is left on the disk',
  ENOENT: 'there is no such file or folder',
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
    if (error instanceof UserError) throw error;
    throw new UserError(`cannot write ${file}: ${fileErrorText(error)}`);
  }
}
