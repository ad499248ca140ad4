// Where a run's rows go: streamed as CSV, then, if wanted, turned into JSON or NPY; and the standard figures.

import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { columnsOf, type Observer, observeAll } from '../src/observers/observer.ts';
import type { Table } from '../src/observers/table.ts';
import { csvHeader, csvRow } from '../src/output/csv.ts';
import { figure } from '../src/output/figure/figure.ts';
import {
  energyErrorFigure,
  phasePlaneFigure,
  residualFigure,
  trajectoryFigure,
} from '../src/output/standard-figures.ts';
import type { Problem } from '../src/problem/problem.ts';
import type { State } from '../src/problem/state.ts';
import { openRows, type RowFile, remove, writeWhole } from './output-file.ts';
import { svgToPng } from './png.ts';
import { csvBehind, readCsvTable, tableAs } from './table-file.ts';
import { UserError } from './user-error.ts';

export interface RunOutput {
  /** Rows of the file that --out names. */
  readonly file: string;
  readonly checkpoint: string;
  /** Bytes written up to the last row that is due; a row written only because the run ended does not count. */
  readonly bytes: number;
  row(z: State, time: number, isDue: boolean): void;
  /** Makes the rows safe, before a checkpoint counts on them. */
  flush(): void;
  finish(): string[];
}

const formats = ['.csv', '.json', '.npy'];

/** A folder gets trajectory.csv; a file is written in the format of its ending. */
export function dataFile(out: string): string {
  if (/[\\/]$/.test(out)) return join(out, 'trajectory.csv');
  const ending = extname(out).toLowerCase();
  if (formats.includes(ending)) return out;
  if (ending !== '' && !existsSync(out))
    throw new UserError(`--out ${out}: the ending ${ending} is not known; use .csv, .json, .npy or a folder`);
  return join(out, 'trajectory.csv');
}

export function openOutput(out: string, observers: readonly Observer[], keep: number | null): RunOutput {
  const file = dataFile(out);
  const columns = columnsFor(observers);
  const stream = streamFor(file);
  if (keep !== null) bringBack(file, stream, columns);
  const rows: RowFile = openRows(stream, keep);
  if (keep === null) rows.write(csvHeader(columns));
  const row = new Float64Array(columns.length);
  const cells = row.subarray(1);
  let bytes = rows.bytes;
  return {
    file,
    checkpoint: checkpointFile(out),
    get bytes() {
      return bytes;
    },
    row(z, time, isDue) {
      row[0] = time;
      observeAll(observers, z, cells);
      rows.write(csvRow(row));
      if (isDue) bytes = rows.bytes;
    },
    flush: rows.flush,
    finish() {
      rows.finish();
      if (stream !== file) convert(stream, file);
      return [file];
    },
  };
}

const endingOf = (file: string) => extname(file).toLowerCase();

/** Rows are always streamed as CSV; other formats are made from it at the end. */
const streamFor = (file: string) => (endingOf(file) === '.csv' ? file : `${file}.csv`);

function columnsFor(observers: readonly Observer[]): string[] {
  const columns = ['time', ...columnsOf(observers)];
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice === undefined) return columns;
  throw new UserError(
    `the output would have two columns called “${twice}”; give the coordinate or observable another name`,
  );
}

/** A finished .json or .npy file becomes rows again, unless the rows of a broken run lie there still. */
function bringBack(file: string, stream: string, columns: readonly string[]): void {
  if (stream === file || existsSync(stream) || existsSync(`${stream}.partial`)) return;
  writeWhole(stream, csvBehind(file, columns));
}

export const checkpointFile = (out: string) => `${dataFile(out)}.checkpoint`;

function convert(stream: string, file: string): void {
  writeWhole(file, tableAs(endingOf(file), readCsvTable(stream)));
  remove(stream);
}

/** Energy error, residuals, trajectory and phase plane, each as SVG and PNG. */
export function writeFigures(folder: string, table: Table, problem: Problem, label: string): string[] {
  const t = table.column('time');
  const { coordinates } = problem;
  const [a, b] = coordinates.length > 1 ? coordinates.slice(-2) : [coordinates[0], `p_${coordinates[0]}`];
  const specs = {
    energy: energyErrorFigure({ runs: [{ label, t, energy: table.column('energy') }], title: problem.name }),
    // Also of the constraints that a penalty replaced.
    ...(table.columns.includes('g') && {
      residuals: residualFigure({
        t,
        g: table.column('g'),
        hidden: table.column('hidden'),
        title: problem.name,
      }),
    }),
    trajectory: trajectoryFigure({
      title: problem.name,
      x: { label: a },
      y: { label: b },
      paths: [{ x: table.column(a), y: table.column(b) }],
    }),
    'phase-plane': phasePlaneFigure({
      title: problem.name,
      x: { label: coordinates[0] },
      y: { label: `p_${coordinates[0]}` },
      paths: [{ x: table.column(coordinates[0]), y: table.column(`p_${coordinates[0]}`) }],
    }),
  };
  return Object.entries(specs).flatMap(([name, spec]) => {
    const svg = figure(spec);
    const [svgFile, pngFile] = [join(folder, `${name}.svg`), join(folder, `${name}.png`)];
    writeWhole(svgFile, svg);
    writeWhole(pngFile, svgToPng(svg));
    return [svgFile, pngFile];
  });
}
