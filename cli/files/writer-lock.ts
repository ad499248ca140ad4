// FILE.lock: one writer for each output file. It holds the identity of the owner (process, its start, host), so that the lock
// of a process that was killed is recognised and taken over; that of a living process, or of another host, is refused.

import { linkSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { UserError } from '../user-error.ts';

export interface FileLock {
  release(): void;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Start of the process in ticks since boot, and the boot; '' where the system does not tell. */
  readonly started: string;
}

/** Takes the lock of FILE, or refuses with the name of the owner. */
export function lockFile(file: string): FileLock {
  const lock = `${file}.lock`;
  const text = JSON.stringify(ownIdentity());
  const other = acquire(lock, text);
  if (other !== null) throw inUse(file, lock, other);
  const atExit = () => removeOwn(lock, text);
  process.once('exit', atExit);
  return {
    release() {
      process.off('exit', atExit);
      removeOwn(lock, text);
    },
  };
}

/**
 * Creates the lock, or replaces that of a dead owner; returns the contents of a lock that stands in the way. Only the owner of
 * LOCK.claim, a lock of the same kind, may replace LOCK: of several processes that find it dead the others find a new owner in
 * it afterwards, and a process that is killed here leaves a claim whose owner is dead in turn.
 */
function acquire(lock: string, text: string): string | null {
  if (create(lock, text)) return null;
  const before = readText(lock);
  // Perhaps it was released in between.
  if (before === '' && create(lock, text)) return null;
  const owner = ownerIn(before);
  if (!owner || isAlive(owner)) return before;
  const claim = `${lock}.claim`;
  const other = acquire(claim, text);
  if (other !== null) return other;
  try {
    const now = readText(lock);
    if (now !== before) return now;
    renameSync(prepareOwn(lock, text), lock);
    return null;
  } finally {
    unlinkSync(claim);
  }
}

/** The contents of the lock in a file of this process. */
function prepareOwn(lock: string, text: string): string {
  const own = `${lock}.${process.pid}`;
  rmSync(own, { force: true });
  writeFileSync(own, text, { flag: 'wx' });
  return own;
}

/** Creates the lock with its whole content at once; false where there is one already. */
function create(lock: string, text: string): boolean {
  const own = prepareOwn(lock, text);
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // File systems without hard links.
    return createExclusive(lock, text);
  } finally {
    unlinkSync(own);
  }
}

function createExclusive(lock: string, text: string): boolean {
  try {
    writeFileSync(lock, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function inUse(file: string, lock: string, other: string): UserError {
  const owner = ownerIn(other);
  const who = owner ? `process ${owner.pid} on ${owner.host}` : 'its owner cannot be read';
  return new UserError(
    `cannot write ${file}: another run is writing it (${who}); wait for its end or give another --out. If that run is gone, remove ${lock}`,
  );
}

function removeOwn(lock: string, text: string): void {
  if (readText(lock) === text) unlinkSync(lock);
}

/** '' also for what is no file: a pipe would have no end. */
function readText(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

function ownerIn(text: string): Owner | null {
  try {
    const { pid, host, started } = JSON.parse(text) as Partial<Record<keyof Owner, unknown>>;
    const isWhole = Number.isSafeInteger(pid) && typeof host === 'string' && typeof started === 'string';
    return isWhole && Number(pid) > 0 ? { pid: Number(pid), host, started } : null;
  } catch {
    return null;
  }
}

const ownIdentity = (): Owner => ({
  pid: process.pid,
  host: hostname(),
  started: startOf(process.pid),
});

/** Linux: number of the boot and field 22 of /proc/PID/stat; a number that another process has got since differs in it. */
function startOf(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`);
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return ticks && `${readText('/proc/sys/kernel/random/boot_id').trim()} ${ticks}`;
}

/** Of another host nothing is known, so it counts as alive. */
function isAlive({ pid, host, started }: Owner): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: there, but of another user.
    if (codeOf(error) !== 'EPERM') return false;
  }
  return started === '' || startOf(pid) === '' || startOf(pid) === started;
}

const codeOf = (error: unknown) => (error as { code?: string }).code;
