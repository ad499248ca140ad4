// An H5MD file that grows with a run. Between two batches FILE.partial is closed and whole, so that a process killed then
// leaves a file that every HDF5 program reads; batches are written at checkpoints, or when the memory for them is full. HDF5
// cannot be cut at a byte: on resuming, the frames behind the checkpoint are cut off instead.

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
import type { Kept, Row, RowSink, TrajectoryHead } from './row-sink.ts';

/** Memory for a batch of frames, about. */
const batchBytes = 1 << 23;

export async function openH5md(file: string, head: TrajectoryHead, kept: Kept | null): Promise<RowSink> {
  const hdf5 = await loadHdf5();
  const partial = `${file}.partial`;
  writing(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file) && statSync(file).isDirectory()) throw new Error('it is a folder');
    if (kept) hdf5.cutBack(file, partial, head, kept);
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

/** HDF5 is large, so it is loaded only when a file needs it; and its mistakes are turned into short sentences. */
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
      // A file that could not be written stays unclosed: closing would write a half-done change over what is whole.
      if (mode === 'r') tree?.close();
      throw new Error(inShort(error));
    }
  }

  function holds(path: string, head: H5mdHead, { rows, step }: Kept): boolean {
    try {
      return (
        existsSync(path) &&
        use(path, 'r', tree => framesIn(tree, head) >= rows && stepOf(tree, rows - 1) === step)
      );
    } catch {
      return false;
    }
  }

  /** Goes on behind the frames of the checkpoint, in the file of a broken run or in a copy of a finished one. */
  function cutBack(file: string, partial: string, head: H5mdHead, kept: Kept): void {
    if (!holds(partial, head, kept)) {
      if (!holds(file, head, kept))
        throw new Error('it does not hold the frames that its checkpoint counts on');
      copyFileSync(file, partial);
    }
    use(partial, 'a', tree => cutFrames(tree, head, kept.rows));
  }
  return { use, cutBack };
}

/** HDF5 prints where it was in its own sources; the reason stands in the innermost line, or comes from the system. */
function inShort(error: unknown): string {
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
