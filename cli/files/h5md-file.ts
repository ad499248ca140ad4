// An H5MD file written in batches of frames. Between batches FILE.partial is closed and valid, so that a killed process leaves
// a file that every HDF5 program can read; batches are written at checkpoints, or when their memory is full. HDF5 cannot be
// truncated at a byte: on resuming, the frames after the checkpoint are removed instead.

import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  rmSync,
} from 'node:fs';
import type { File, Group } from 'h5wasm';
import {
  appendFrames,
  createH5md,
  cutFrames,
  type FrameVisitor,
  framesIn,
  type H5mdHead,
  stepOf,
  visitFrames,
} from '../../src/output/h5md.ts';
import { isMissing, missingPackages } from './optional-packages.ts';
import { createEmpty, type FilePrefix, takePartial, writing } from './output-file.ts';
import type { ResumePoint, Row, RowSink, TrajectoryHead } from './row-sink.ts';

/** Memory for a batch of frames, about. */
const batchBytes = 1 << 23;

type Resumed = ResumePoint & { readonly prefix: FilePrefix };

export async function openH5md(
  file: string,
  head: TrajectoryHead,
  resumed: Resumed | null,
): Promise<RowSink> {
  const hdf5 = await loadHdf5();
  let isContinuation = false;
  const partial = takePartial(file, path => {
    if (resumed) isContinuation = hdf5.cutBack(file, path, head, resumed);
    else {
      createEmpty(path);
      hdf5.use(path, 'w', tree => createH5md(tree, head));
    }
  });
  const digest = createDigest();
  if (resumed) hdf5.use(partial.path, 'r', tree => visitFrames(tree, head, resumed.rows, digest.add));
  const batch = createBatch(head);
  /** Once a frame that is not due was added. */
  let dueFrames: string | null = null;

  function flush(): void {
    if (batch.count === 0) return;
    writing(file, () => {
      hdf5.use(partial.path, 'a', tree => appendFrames(tree, head, batch, digest.add));
      sync(partial.path);
    });
    batch.count = 0;
  }
  return {
    file,
    isContinuation,
    get prefix() {
      flush();
      return { bytes: 0, sha256: dueFrames ?? digest.value() };
    },
    write(row) {
      if (!row.isDue) {
        flush();
        dueFrames = digest.value();
      }
      batch.add(row);
      if (batch.count === batch.capacity) flush();
    },
    flush,
    close: flush,
    rename: partial.finish,
    release: partial.release,
  };
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** SHA-256 of the numbers of every dataset, the same however they were divided into batches. */
function createDigest(): { readonly add: FrameVisitor; value(): string } {
  const hashes = new Map<string, Hash>();
  return {
    add(path, data) {
      const hash = hashes.get(path) ?? createHash('sha256');
      hashes.set(path, hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
    },
    value() {
      const parts = [...hashes].map(([path, hash]) => `${path} ${hash.copy().digest('hex')}`);
      return createHash('sha256').update(parts.sort().join('\n')).digest('hex');
    },
  };
}

/** HDF5 is large, so it is loaded only when a file needs it. Its errors are reduced to one sentence. */
async function loadHdf5() {
  const hdf5 = await import('h5wasm/node').catch(error => {
    throw isMissing(error, ['h5wasm']) ? missingPackages('H5MD files', ['h5wasm']) : error;
  });
  const module = await hdf5.ready;
  module.activate_throwing_error_handler();

  function use<T>(path: string, mode: 'r' | 'a' | 'w', work: (tree: Group) => T): T {
    let tree: File | null = null;
    try {
      tree = new hdf5.File(path, mode);
      const result = work(tree);
      tree.close();
      return result;
    } catch (error) {
      // A file that could not be written is not closed: closing would write an incomplete change.
      if (mode === 'r') tree?.close();
      throw new Error(reasonOf(error));
    }
  }

  function holds(path: string, head: H5mdHead, { rows, step, prefix }: Resumed): boolean {
    if (!existsSync(path)) return false;
    const digest = createDigest();
    try {
      return use(path, 'r', tree => {
        if (framesIn(tree, head) < rows || stepOf(tree, rows - 1) !== step) return false;
        visitFrames(tree, head, rows, digest.add);
        return digest.value() === prefix.sha256;
      });
    } catch {
      return false;
    }
  }

  /** Removes the frames after the checkpoint, in the file of an interrupted run or in a copy of a finished one. */
  function cutBack(file: string, partial: string, head: H5mdHead, resumed: Resumed): boolean {
    if (existsSync(partial) && lstatSync(partial).isSymbolicLink())
      throw new Error(`a symbolic link has the name of its partial file`);
    const isCopy = !holds(partial, head, resumed);
    if (isCopy) {
      if (!holds(file, head, resumed))
        throw new Error('it does not contain the frames that its checkpoint refers to');
      rmSync(partial, { force: true });
      copyFileSync(file, partial, constants.COPYFILE_EXCL);
    }
    use(partial, 'a', tree => cutFrames(tree, head, resumed.rows));
    return isCopy;
  }
  return { use, cutBack };
}

/** HDF5 passes its words through a temporary file, which stays empty where that disk is full as well. */
const noWords = 'HDF5 gives no reason; perhaps no space is left on the disk';

/** HDF5 prints a trace of its own sources; the reason is in the innermost line, or in the system's message. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const ofSystem = /error message = '([^']+)'/.exec(text)?.[1];
  const innermost = [...text.matchAll(/^ *#\d+:.*\(\): (.*)$/gm)].at(-1)?.[1];
  return (ofSystem ?? innermost ?? text) || noWords;
}

/** Frames in memory, until they are written together. */
function createBatch({ system, columns, scalars }: TrajectoryHead) {
  const size = 3 * system.count;
  const capacity = Math.max(1, Math.min(1000, Math.floor(batchBytes / (16 * size))));
  const inverseMass = Float64Array.from({ length: size }, (_, i) => 1 / system.mass[Math.floor(i / 3)]);
  return {
    capacity,
    count: 0,
    steps: new Float64Array(capacity),
    times: new Float64Array(capacity),
    positions: new Float64Array(capacity * size),
    velocities: new Float64Array(capacity * size),
    values: new Float64Array(capacity * columns.length),
    add({ step, time, values, frame }: Row): void {
      if (!frame) return;
      const at = this.count++;
      this.steps[at] = step;
      this.times[at] = time;
      this.positions.set(frame.positions, at * size);
      for (let i = 0; i < size; i++) this.velocities[at * size + i] = frame.momenta[i] * inverseMass[i];
      scalars.forEach((from, j) => {
        this.values[at * columns.length + j] = values[from];
      });
    },
  };
}
