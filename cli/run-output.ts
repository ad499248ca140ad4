// Where a run's rows go: streamed as CSV, then, if wanted, turned into JSON or NPY; and the standard figures.

import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { columnsOf, type Observer, observeAll } from '../src/observers/observer.ts';
import type { Table } from '../src/observers/table.ts';
import { csvHeader, csvRow, parseCsv } from '../src/output/csv.ts';
import { figure } from '../src/output/figure/figure.ts';
import { tableToJson } from '../src/output/json.ts';
import { npy } from '../src/output/npy.ts';
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
import { UserError } from './user-error.ts';

export interface RunOutput {
  /** Rows of the file that --out names. */
  readonly file: string;
  readonly checkpoint: string;
  /** Bytes written up to the last row that is due; a row written only because the run ended does not count. */
  readonly bytes: number;
  row(z: State, time: number, isDue: boolean): void;
  finish(): string[];
}

const formats = ['.csv', '.json', '.npy'];

/** A folder gets trajectory.csv; a file is written in the format of its ending. */
export function dataFile(out: string): string {
  const ending = extname(out).toLowerCase();
  if (formats.includes(ending)) return out;
  if (ending !== '' && !existsSync(out))
    throw new UserError(`--out ${out}: the ending ${ending} is not known; use .csv, .json, .npy or a folder`);
  return join(out, 'trajectory.csv');
}

export function openOutput(out: string, observers: readonly Observer[], keep: number | null): RunOutput {
  const file = dataFile(out);
  const isCsv = extname(file).toLowerCase() === '.csv';
  const stream = isCsv ? file : `${file}.csv`;
  const columns = ['time', ...columnsOf(observers)];
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
    finish() {
      rows.finish();
      if (!isCsv) convert(stream, file);
      return [file];
    },
  };
}

export const checkpointFile = (out: string) => `${dataFile(out)}.checkpoint`;

function convert(stream: string, file: string): void {
  const table = parseCsv(readFileSync(stream, 'utf8'));
  writeWhole(file, extname(file).toLowerCase() === '.json' ? tableToJson(table) : npyOf(table));
  remove(stream);
}

function npyOf(table: Table): Uint8Array {
  const columns = table.columns.map(name => table.column(name));
  const data = new Float64Array(table.rows * columns.length);
  columns.forEach((column, c) => {
    for (let r = 0; r < table.rows; r++) data[r * columns.length + c] = column[r];
  });
  return npy(table.rows, columns.length, data);
}

/** Energy error, residuals, trajectory and phase plane, each as SVG and PNG. */
export function writeFigures(folder: string, table: Table, problem: Problem, label: string): string[] {
  const t = table.column('time');
  const { coordinates } = problem;
  const [a, b] = coordinates.length > 1 ? coordinates.slice(-2) : [coordinates[0], `p_${coordinates[0]}`];
  const specs = {
    energy: energyErrorFigure({ runs: [{ label, t, energy: table.column('energy') }], title: problem.name }),
    ...(problem.g.m > 0 && {
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
