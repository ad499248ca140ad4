// The frames of an H5MD file (h5md.ts): added at its end, counted, cut off again. A frame counts when every element has it,
// so that a file whose writer was killed in the middle of a batch is still one with fewer frames.

import type { Dataset, Group } from 'h5wasm';
import type { ParticleSystem } from '../particles/particle-system.ts';
import { type H5mdHead, observablePath, particlesPath, stepPath } from './h5md.ts';
import { columnUnit, lengthUnit, timeUnit, velocityUnit } from './h5md-units.ts';

/** Some frames, one after the other, in the units of the problem. */
export interface FrameBatch {
  readonly count: number;
  readonly steps: ArrayLike<number>;
  readonly times: Float64Array;
  /** 3 · particles entries for each frame. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** One for each column and frame, frame by frame. */
  readonly values: Float64Array;
}

/** How many frames the file holds: those that every element has. */
export function framesIn(file: Group, { system, columns }: H5mdHead): number {
  return Math.min(...growingPaths(system, columns).map(path => lengthOf(datasetAt(file, path))));
}

/** The step at which a frame was taken. */
export function stepOf(file: Group, frame: number): number {
  return Number((datasetAt(file, stepPath).slice([[frame, frame + 1]]) as BigInt64Array)[0]);
}

/** Forgets all frames behind the first `count`. */
export function cutFrames(file: Group, { system, columns }: H5mdHead, count: number): void {
  for (const path of growingPaths(system, columns)) {
    const dataset = datasetAt(file, path);
    dataset.resize([count, ...(dataset.shape ?? []).slice(1)]);
  }
}

/** Adds the frames of a batch behind those that are there. */
export function appendFrames(file: Group, { system, columns }: H5mdHead, batch: FrameBatch): void {
  const { count, steps, times, positions, velocities, values } = batch;
  const scaled = (from: Float64Array, length: number, size: number) =>
    from.subarray(0, length).map(value => value / size);
  const coordinates = 3 * system.count * count;
  append(file, `${particlesPath}/position/time`, count, scaled(times, count, timeUnit.size));
  append(file, `${particlesPath}/position/value`, count, scaled(positions, coordinates, lengthUnit.size));
  append(file, `${particlesPath}/velocity/value`, count, scaled(velocities, coordinates, velocityUnit.size));
  if (system.box) {
    const edges = system.box.edges;
    const repeated = Float64Array.from({ length: 3 * count }, (_, i) => edges[i % 3] / lengthUnit.size);
    append(file, `${particlesPath}/box/edges/value`, count, repeated);
  }
  columns.forEach((column, j) => {
    const size = columnUnit(column)?.size ?? 1;
    const series = Float64Array.from({ length: count }, (_, i) => values[i * columns.length + j] / size);
    append(file, `${observablePath(column)}/value`, count, series);
  });
  append(
    file,
    stepPath,
    count,
    BigInt64Array.from({ length: count }, (_, i) => BigInt(steps[i])),
  );
}

function append(file: Group, path: string, count: number, data: Float64Array | BigInt64Array): void {
  const dataset = datasetAt(file, path);
  const n = lengthOf(dataset);
  const rest = (dataset.shape ?? []).slice(1);
  dataset.resize([n + count, ...rest]);
  dataset.write_slice([[n, n + count], ...rest.map((size): [number, number] => [0, size])], data);
}

function datasetAt(file: Group, path: string): Dataset {
  const found = file.get(path);
  if (found && 'resize' in found) return found;
  throw new Error(`the file has no dataset ${path}`);
}

const lengthOf = ({ shape }: Dataset): number => shape?.[0] ?? 0;

function growingPaths({ box }: ParticleSystem, columns: readonly string[]): string[] {
  return [
    stepPath,
    `${particlesPath}/position/time`,
    `${particlesPath}/position/value`,
    `${particlesPath}/velocity/value`,
    ...(box ? [`${particlesPath}/box/edges/value`] : []),
    ...columns.map(column => `${observablePath(column)}/value`),
  ];
}
