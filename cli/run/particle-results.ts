// Analysis of a run of particles: averages with error bars and, with a folder as --out, radial distributions and mean square
// displacements as CSV, SVG and PNG. Averages are taken from the table where there is one; what else they depend on is in the
// checkpoint, so that a resumed run has the results of one that never stopped.

import { join } from 'node:path';
import type { Flow } from '../../src/flows/flow.ts';
import type { Table } from '../../src/observers/observer.ts';
import {
  createThermodynamicLog,
  type Measured,
  thermodynamicAverages,
} from '../../src/observers/thermodynamics.ts';
import { figure } from '../../src/output/figure/figure.ts';
import {
  createParticleAnalysis,
  type ParticleAnalysis,
  thermodynamicFigure,
} from '../../src/output/particle-analysis.ts';
import { csvHeader, csvRow } from '../../src/output/table-formats.ts';
import type { State } from '../../src/problem/state.ts';
import { CheckpointError } from '../../src/run/checkpoint.ts';
import { packedArrays, unpackedArrays } from '../../src/statistics/block-average.ts';
import { writeWhole } from '../files/output-file.ts';
import { type OutputPlace, standardOutput } from '../files/output-place.ts';
import { writeFigureFiles } from '../files/png.ts';
import type { WrittenTable } from './output.ts';
import type { CommandPlan } from './plan.ts';

export interface ParticleResults {
  readonly averages: Readonly<Record<string, Measured>>;
  readonly files: readonly string[];
}

export interface ParticleWatch {
  /** A row that is not due is not in the statistics of a checkpoint. */
  onRow(z: State, time: number, isDue: boolean): void;
  /** All that the results depend on besides the rows: for a checkpoint. */
  statistics(): readonly Float64Array[];
  /** Continues with the statistics of a checkpoint. */
  resume(statistics: readonly Float64Array[]): void;
  /** After the rows are written; files are written where there is a place with a folder. */
  finish(table: WrittenTable | null, place: OutputPlace | null): ParticleResults;
}

/** null where the problem was not made from particles. */
export function watchParticles(
  plan: CommandPlan,
  flow: Flow,
  place: OutputPlace | null,
): ParticleWatch | null {
  const { original, omega } = plan;
  if (!original.particles) return null;
  const facts = { temperature: flow.temperature, omega };
  const hasRows = place?.table != null && place.table !== standardOutput;
  const log = hasRows ? null : createThermodynamicLog(original, facts);
  const analysis = place?.folder == null ? null : createParticleAnalysis(original, facts);
  const parts = [log, analysis].filter(part => part !== null);
  const present = () => packedArrays(parts.map(part => part.statistics()));
  /** Before a row that is not due. */
  let due: readonly Float64Array[] | null = null;
  return {
    onRow(z, time, isDue) {
      if (!isDue) due = present();
      log?.onRow(z, time);
      analysis?.onRow(z, time);
    },
    statistics: () => due ?? present(),
    resume(statistics) {
      try {
        unpackedArrays(statistics, parts.length).forEach((arrays, k) => {
          parts[k].resume(arrays);
        });
      } catch (error) {
        if (error instanceof RangeError) throw new CheckpointError(`cannot resume: ${error.message}`);
        throw error;
      }
    },
    finish(written, finalPlace) {
      const table = log?.table ?? written?.() ?? null;
      return resultsOf(plan, table, analysis, finalPlace?.folder ?? null);
    },
  };
}

function resultsOf(
  { original }: CommandPlan,
  table: Table | null,
  analysis: ParticleAnalysis | null,
  folder: string | null,
): ParticleResults {
  const { particles, name } = original;
  if (!particles) return { averages: {}, files: [] };
  const averages = table ? thermodynamicAverages(table, particles) : {};
  if (folder === null) return { averages, files: [] };
  const tables = Object.entries(analysis?.tables() ?? {});
  const thermo = table && thermodynamicFigure(table, particles.system.moleculeNames.length, name);
  const figures = { ...(thermo && thermo.panels.length > 0 ? { thermo } : {}), ...analysis?.figures() };
  return {
    averages: { ...averages, ...analysis?.averages() },
    files: [
      ...tables.map(([file, each]) => writeTable(join(folder, `${file}.csv`), each)),
      ...writeFigureFiles(
        Object.fromEntries(Object.entries(figures).map(([file, spec]) => [join(folder, file), figure(spec)])),
      ),
    ],
  };
}

function writeTable(file: string, table: Table): string {
  const columns = table.columns.map(name => table.column(name));
  const lines = Array.from({ length: table.rows }, (_, k) => csvRow(columns.map(values => values[k])));
  writeWhole(file, csvHeader(table.columns) + lines.join(''));
  return file;
}
