// An H5MD file written in batches of frames. Between batches FILE.partial is closed and valid, so that a killed process leaves
// a file that every HDF5 program can read; batches are written at checkpoints, or when their memory is full. HDF5 cannot be
// truncated at a byte: on resuming, the frames after the checkpoint are removed instead.

import { copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { File, Group } from 'h5wasm';
import {
  appendFrames,
  createH5md,
  cutFrames,
  framesIn,
  type H5mdHead,
  stepOf,
} from '../../src/output/h5md.ts';
import { isMissing, missingPackages } from './optional-packages.ts';
import { writing } from './output-file.ts';
import type { ResumePoint, Row, RowSink, TrajectoryHead } from './row-sink.ts';

/** Memory for a batch of frames, about. */
const batchBytes = 1 << 23;

export async function openH5md(
  file: string,
  head: TrajectoryHead,
  resumed: ResumePoint | null,
): Promise<RowSink> {
  const hdf5 = await loadHdf5();
  const partial = `${file}.partial`;
  writing(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file) && statSync(file).isDirectory()) throw new Error('it is a folder');
    if (resumed) hdf5.cutBack(file, partial, head, resumed);
    else hdf5.use(partial, 'w', tree => createH5md(tree, head));
  });
  const batch = createBatch(head);

  function flush(): void {
    if (batch.count === 0) return;
    writing(file, () => hdf5.use(partial, 'a', tree => appendFrames(tree, head, batch)));
    batch.count = 0;
  }
  return {
    bytes: 0,
    write(row) {
      batch.add(row);
      if (batch.count === batch.capacity) flush();
    },
    flush,
    finish() {
      flush();
      writing(file, () => renameSync(partial, file));
      return file;
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

  function holds(path: string, head: H5mdHead, { rows, step }: ResumePoint): boolean {
    try {
      return (
        existsSync(path) &&
        use(path, 'r', tree => framesIn(tree, head) >= rows && stepOf(tree, rows - 1) === step)
      );
    } catch {
      return false;
    }
  }

  /** Removes the frames after the checkpoint, in the file of an interrupted run or in a copy of a finished one. */
  function cutBack(file: string, partial: string, head: H5mdHead, resumed: ResumePoint): void {
    if (!holds(partial, head, resumed)) {
      if (!holds(file, head, resumed))
        throw new Error('it does not contain the frames that its checkpoint refers to');
      copyFileSync(file, partial);
    }
    use(partial, 'a', tree => cutFrames(tree, head, resumed.rows));
  }
  return { use, cutBack };
}

/** HDF5 prints a trace of its own sources; the reason is in the innermost line, or in the system's message. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const ofSystem = /error message = '([^']+)'/.exec(text)?.[1];
  const innermost = [...text.matchAll(/^ *#\d+:.*\(\): (.*)$/gm)].at(-1)?.[1];
  return ofSystem ?? innermost ?? text;
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
