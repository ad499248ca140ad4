// H5MD 1.1 with its module “units”: the particles of a run, frame by frame, in an HDF5 file that grows.
//   /h5md                    version, author, creator, modules/units
//   /particles/all           box, position, velocity (each step, time, value); species, mass, charge, id
//   /observables/NAME        step, time, value
//   /parameters              what the file is about: problem, method, names of particles, kinds and molecules
// Positions are those of the run, never wrapped into the box; H5MD allows any image. All elements share one step and one
// time by hard links. The file is open in the caller's hands (h5wasm works in Node and in browsers).
// Reference: de Buyl, Colberg, Höfling, Comput. Phys. Commun. 185 (2014) 1546, and the specification 1.1.

import type { Dataset, Group } from 'h5wasm';
import type { ParticleSystem } from '../particles/system.ts';
import { molecularUnits } from '../particles/units.ts';

export interface H5mdHead {
  readonly system: ParticleSystem;
  /** Scalar columns, in the order of the values of a batch. */
  readonly columns: readonly string[];
  readonly problem: string;
  readonly method: string;
  /** Of this program. */
  readonly version: string;
}

/** The particles of the file. */
const particlesPath = 'particles/all';
const stepPath = `${particlesPath}/position/step`;

/** The bytes of a chunk, about, large enough to be read fast and small enough for the usual cache; and its rows at most. */
const [chunkBytes, chunkRows] = [1 << 16, 512];

/** The tree of the file, with no frame in it. */
export function createH5md(file: Group, head: H5mdHead): void {
  writeHead(file, head);
  const { system } = head;
  const group = file.create_group('particles').create_group('all');
  const position = group.create_group('position');
  growing(position, 'step', [], '<q');
  withUnit(growing(position, 'time', [], '<d'), timeUnit.unit);
  withUnit(growing(position, 'value', [system.count, 3], '<d'), lengthUnit.unit);
  withUnit(
    growing(element(file, `${particlesPath}/velocity`), 'value', [system.count, 3], '<d'),
    velocityUnit.unit,
  );
  writeBox(file, system);
  writeConstants(group, system);
  file.create_group('observables');
  for (const column of head.columns) {
    const known = columnUnit(column);
    const dataset = growing(element(file, observablePath(column)), 'value', [], '<d');
    if (known) withUnit(dataset, known.unit);
  }
  writeParameters(file.create_group('parameters'), head);
}

/** A slash would open a group. */
const observablePath = (column: string) =>
  `observables/${(columnUnit(column)?.name ?? column).replaceAll('/', '|')}`;

/** A dataset without rows yet, each row of the given shape. */
function growing(group: Group, name: string, row: readonly number[], dtype: '<d' | '<q'): Dataset {
  const entries = row.reduce((product, size) => product * size, 1);
  return group.create_dataset({
    name,
    data: dtype === '<d' ? new Float64Array(0) : new BigInt64Array(0),
    shape: [0, ...row],
    maxshape: [null, ...row],
    chunks: [Math.max(1, Math.min(chunkRows, Math.floor(chunkBytes / (8 * entries)))), ...row],
    dtype,
  });
}

/** The group of a time-dependent element, with the step and time that all share. */
function element(file: Group, path: string): Group {
  const at = path.lastIndexOf('/');
  const group = (file.get(path.slice(0, at)) as Group).create_group(path.slice(at + 1));
  file.create_hard_link(`/${stepPath}`, `/${path}/step`);
  file.create_hard_link(`/${particlesPath}/position/time`, `/${path}/time`);
  return group;
}

/** Of variable length, which readers in Python get as text; all other strings have fixed length, as specified. */
function withUnit(dataset: Dataset, unit: string): void {
  dataset.create_attribute('unit', unit);
}

/** The type of strings as long as the longest of these. */
function fixed(...texts: readonly string[]): string {
  const encoder = new TextEncoder();
  return `S${texts.reduce((longest, text) => Math.max(longest, encoder.encode(text).length), 1)}`;
}

function text(group: Group, name: string, value: string): void {
  group.create_attribute(name, value, [], fixed(value));
}

function texts(group: Group, name: string, values: readonly string[]): void {
  group.create_dataset({ name, data: [...values], shape: [values.length], dtype: fixed(...new Set(values)) });
}

function writeHead(file: Group, { version }: H5mdHead): void {
  const h5md = file.create_group('h5md');
  h5md.create_attribute('version', Int32Array.of(1, 1));
  text(h5md.create_group('author'), 'name', 'N/A');
  const creator = h5md.create_group('creator');
  text(creator, 'name', 'Cotangent');
  text(creator, 'version', version);
  const units = h5md.create_group('modules').create_group('units');
  units.create_attribute('version', Int32Array.of(1, 0));
  text(units, 'system', 'SI');
}

/** The edges are written for each frame: the usual readers expect them there, and a later box may vary. */
function writeBox(file: Group, system: ParticleSystem): void {
  const box = (file.get(particlesPath) as Group).create_group('box');
  const boundary = system.box ? 'periodic' : 'none';
  box.create_attribute('dimension', Int32Array.of(3), [], '<i');
  box.create_attribute('boundary', [boundary, boundary, boundary], [3], fixed(boundary));
  if (system.box)
    withUnit(growing(element(file, `${particlesPath}/box/edges`), 'value', [3], '<d'), lengthUnit.unit);
}

function writeConstants(group: Group, { count, kind, mass, charge }: ParticleSystem): void {
  const constant = (name: string, data: Int32Array | Float64Array, dtype: '<i' | '<d') =>
    group.create_dataset({ name, data, shape: [count], dtype });
  constant(
    'id',
    Int32Array.from({ length: count }, (_, i) => i),
    '<i',
  );
  constant('species', kind, '<i');
  withUnit(constant('mass', mass, '<d'), 'u');
  const charges = constant('charge', charge, '<d');
  withUnit(charges, 'e');
  charges.create_attribute('type', 'effective', [], fixed('effective'));
}

function writeParameters(group: Group, { system, problem, method }: H5mdHead): void {
  group.create_attribute('problem', problem);
  group.create_attribute('method', method);
  texts(group, 'names', system.names);
  texts(group, 'kinds', system.kinds);
  texts(group, 'molecule_names', system.moleculeNames);
  group.create_dataset({ name: 'molecule', data: system.molecule, shape: [system.count], dtype: '<i' });
}

// The frames of an H5MD file (h5md.ts): added at its end, counted, cut off again. A frame counts when every element has it,
// so that a file whose writer was killed in the middle of a batch is still one with fewer frames.

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

/** Step number of a frame. */
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

/** Sees the numbers of a dataset in the order of the frames. */
export type FrameVisitor = (path: string, data: Float64Array | BigInt64Array) => void;

/** Rows of a dataset that are read at once, about. */
const readBytes = 1 << 22;

/** Visits the numbers of the first `count` frames, dataset after dataset, as `appendFrames` visited them. */
export function visitFrames(
  file: Group,
  { system, columns }: H5mdHead,
  count: number,
  visit: FrameVisitor,
): void {
  for (const path of growingPaths(system, columns)) {
    const dataset = datasetAt(file, path);
    const rest = (dataset.shape ?? []).slice(1);
    const rows = Math.max(1, Math.floor(readBytes / (8 * rest.reduce((product, size) => product * size, 1))));
    for (let at = 0; at < count; at += rows) {
      const range: [number, number] = [at, Math.min(count, at + rows)];
      const part = dataset.slice([range, ...rest.map((size): [number, number] => [0, size])]);
      visit(path, part as Float64Array | BigInt64Array);
    }
  }
}

/** Adds the frames of a batch behind those that are there. */
export function appendFrames(
  file: Group,
  { system, columns }: H5mdHead,
  batch: FrameBatch,
  visit: FrameVisitor = () => {},
): void {
  const append = (tree: Group, path: string, count: number, data: Float64Array | BigInt64Array) => {
    appendRows(tree, path, count, data);
    visit(path, data);
  };
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

function appendRows(file: Group, path: string, count: number, data: Float64Array | BigInt64Array): void {
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

// The units of an H5MD file: nm, ps, u, e, kJ/mol, K, as the module “units” 1.0 of H5MD names them. Not Å and kcal/mol: the
// module's kilocalorie is another one (1 cal = 4.1868 J), and its “Ang” is not known to the usual readers.

const { nm, ps, kJ } = molecularUnits;

/** What a quantity is called in the file, its unit there, and the size of that unit in ours. */
interface FileUnit {
  readonly name: string;
  readonly unit: string;
  readonly size: number;
}

const lengthUnit = { unit: 'nm', size: nm };
const timeUnit = { unit: 'ps', size: ps };
const velocityUnit = { unit: 'nm ps-1', size: nm / ps };

const momentum = { unit: 'u nm ps-1', size: nm / ps };
const angularMomentum = { unit: 'u nm+2 ps-1', size: (nm * nm) / ps };
const energy = { unit: 'kJ mol-1', size: kJ };

/** Columns of a run whose units are known; temperature and pressure bear theirs in the name. */
const columnUnits: Readonly<Record<string, FileUnit>> = {
  temperature_K: { name: 'temperature', unit: 'K', size: 1 },
  pressure_bar: { name: 'pressure', unit: 'bar', size: 1 },
  kinetic: { name: 'kinetic_energy', ...energy },
  potential: { name: 'potential_energy', ...energy },
  energy: { name: 'energy', ...energy },
  energy_error: { name: 'energy_error', ...energy },
  g: { name: 'g', unit: 'nm+2', size: nm * nm },
  hidden: { name: 'hidden', unit: 'nm+2 ps-1', size: (nm * nm) / ps },
  ...Object.fromEntries(
    ['x', 'y', 'z'].flatMap(axis => [
      [`momentum_${axis}`, { name: `momentum_${axis}`, ...momentum }],
      [`angular_momentum_${axis}`, { name: `angular_momentum_${axis}`, ...angularMomentum }],
    ]),
  ),
};

/** null: an observable of the problem file, written without a unit. */
function columnUnit(column: string): FileUnit | null {
  return Object.hasOwn(columnUnits, column) ? columnUnits[column] : null;
}
