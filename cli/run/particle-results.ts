// Analysis of a run of particles: averages with error bars and, with a folder as --out, radial distributions and mean square
// displacements as CSV, SVG and PNG. Averages are taken from the table where there is one, so that a resumed run averages over
// all of its rows; distributions and displacements start again where a run is resumed.

import { join } from 'node:path';
import type { Flow } from '../../src/flows/flow.ts';
import type { Table } from '../../src/observers/observer.ts';
import {
  createThermodynamicLog,
  type Measured,
  thermodynamicAverages,
} from '../../src/observers/thermodynamics.ts';
import { figure } from '../../src/output/figure/figure.ts';
import { createParticleAnalysis, thermodynamicFigure } from '../../src/output/particle-analysis.ts';
import { csvHeader, csvRow } from '../../src/output/table-formats.ts';
import type { State } from '../../src/problem/state.ts';
import { writeWhole } from '../files/output-file.ts';
import type { OutputPlace } from '../files/output-place.ts';
import { writeFigureFiles } from '../files/png.ts';
import { readCsvTable } from '../files/table-file.ts';
import type { CommandPlan } from './plan.ts';

export interface ParticleResults {
  readonly averages: Readonly<Record<string, Measured>>;
  readonly files: readonly string[];
}

export interface ParticleWatch {
  onRow(z: State, time: number): void;
  /** After the rows are written. */
  finish(): ParticleResults;
}

/** null where the problem was not made from particles. */
export function watchParticles(
  plan: CommandPlan,
  flow: Flow,
  place: OutputPlace | null,
): ParticleWatch | null {
  const { original, omega } = plan;
  const { particles } = original;
  if (!particles) return null;
  const facts = { temperature: flow.temperature, omega };
  const folder = place?.folder ?? null;
  const rows = place?.table?.toLowerCase().endsWith('.csv') ? place.table : null;
  const log = rows === null ? createThermodynamicLog(original, facts) : null;
  const analysis = folder === null ? null : createParticleAnalysis(original, facts);
  return {
    onRow(z, time) {
      log?.onRow(z, time);
      analysis?.onRow(z, time);
    },
    finish() {
      const table = log?.table ?? (rows === null ? null : readCsvTable(rows));
      const averages = table ? thermodynamicAverages(table, particles) : {};
      if (folder === null) return { averages, files: [] };
      const tables = Object.entries(analysis?.tables() ?? {});
      const thermo =
        table && thermodynamicFigure(table, particles.system.moleculeNames.length, original.name);
      const figures = { ...(thermo && thermo.panels.length > 0 ? { thermo } : {}), ...analysis?.figures() };
      return {
        averages: { ...averages, ...analysis?.averages() },
        files: [
          ...tables.map(([name, each]) => writeTable(join(folder, `${name}.csv`), each)),
          ...writeFigureFiles(
            Object.fromEntries(
              Object.entries(figures).map(([name, spec]) => [join(folder, name), figure(spec)]),
            ),
          ),
        ],
      };
    },
  };
}

function writeTable(file: string, table: Table): string {
  const columns = table.columns.map(name => table.column(name));
  const lines = Array.from({ length: table.rows }, (_, k) => csvRow(columns.map(values => values[k])));
  writeWhole(file, csvHeader(table.columns) + lines.join(''));
  return file;
}
