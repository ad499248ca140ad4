// What a run of particles leaves besides its rows: radial distributions between all kinds, mean square displacements of the
// molecules' centres and their diffusion, as tables and figures in plain data. It sees the states of the rows as they
// come, and keeps no trajectory.

import { createTable, type Table } from '../observers/observer.ts';
import { createDriftRemoval, createMoleculeCentres, createPositions } from '../observers/positions.ts';
import { conservedMomentumAxes, type RunFacts } from '../observers/temperature.ts';
import type { Measured } from '../observers/thermodynamics.ts';
import type { ParticleSystem } from '../particles/system.ts';
import { molecularUnits } from '../particles/units.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { packedArrays, unpackedArrays } from '../statistics/block-average.ts';
import {
  createMeanSquareDisplacement,
  type Diffusion,
  type DisplacementResult,
  diffusionOf,
} from '../statistics/mean-square-displacement.ts';
import {
  createRadialDistribution,
  type RadialDistributionOptions,
  type RadialResult,
} from '../statistics/radial-distribution.ts';
import type { AxisSpec, FigureSpec, PanelSpec, SeriesSpec } from './figure/spec.ts';

/** What a run of particles leaves beside its rows: radial distributions, mean square displacements, diffusion. */
export interface ParticleAnalysis {
  /** The state of every row, in the order of time. */
  onRow(z: State, time: number): void;
  /** By name: diffusion, or diffusion_NAME of each molecule where there are several. */
  averages(): Readonly<Record<string, Measured>>;
  /** By name of a file without its ending: rdf, msd; what has no rows is left out. */
  tables(): Readonly<Record<string, Table>>;
  /** By the same names. */
  figures(): Readonly<Record<string, FigureSpec>>;
  /** All rows so far, for a checkpoint. */
  statistics(): Float64Array[];
  /** Continues with the rows of a checkpoint. */
  resume(statistics: readonly Float64Array[]): void;
}

/** For the problem as written, also where a penalty replaces its rods; null where it was not made from particles. */
export function createParticleAnalysis(
  problem: Problem,
  run: RunFacts = {},
  rdf: RadialDistributionOptions = {},
): ParticleAnalysis | null {
  const { particles, name } = problem;
  if (!particles) return null;
  const placesOf = createPositions(particles.system);
  const radial = createRadialDistribution(particles.system, rdf);
  const moving = createDisplacements(particles.system, conservedMomentumAxes(problem, run));

  const structure = () => (radial ? [radial.result()].filter(({ samples }) => samples > 0) : []);
  const displacements = () => moving.results().filter(({ result }) => result.lag.length > 0);
  return {
    onRow(z, time) {
      const x = placesOf(z);
      radial?.add(x);
      moving.add(x, time);
    },
    averages: () => diffusions(displacements()),
    tables: () => ({
      ...named('rdf', structure().map(radialTable)),
      ...named('msd', displacementTables(displacements())),
    }),
    figures: () => ({
      ...named(
        'rdf',
        structure().map(result => radialFigure(result, name)),
      ),
      ...(displacements().length > 0 ? { msd: displacementFigure(displacements(), name) } : {}),
    }),
    statistics: () =>
      packedArrays([radial?.statistics() ?? [], ...moving.accumulators.map(each => each.statistics())]),
    resume(statistics) {
      const [ofRadial, ...ofMoving] = unpackedArrays(statistics, 1 + moving.accumulators.length);
      radial?.resume(ofRadial);
      moving.accumulators.forEach((each, k) => {
        each.resume(ofMoving[k]);
      });
    },
  };
}

const named = <T>(name: string, values: readonly T[]): Record<string, T> =>
  Object.fromEntries(values.slice(0, 1).map(value => [name, value]));

/** Centres of molecules by name, without the drift of the total centre along axes of conserved momentum. */
function createDisplacements(system: ParticleSystem, kept: readonly number[]) {
  const removeDrift = createDriftRemoval(system, kept);
  const names = [...new Set(system.moleculeNames)];
  const species = names.flatMap(name => {
    const centres = createMoleculeCentres(system, name);
    const points = centres.molecules.length;
    if (points === 0) return [];
    return [{ name, centres, R: new Float64Array(3 * points), msd: createMeanSquareDisplacement(points) }];
  });
  return {
    accumulators: species.map(({ msd }) => msd),
    add(x: Float64Array, time: number): void {
      for (const { centres, R, msd } of species) {
        centres.fill(x, R);
        removeDrift(x, R);
        msd.add(R, time);
      }
    },
    results: (): Displacement[] =>
      species.map(({ name, msd }) => {
        const result = msd.result();
        return { name, result, diffusion: diffusionOf(result) };
      }),
  };
}

function diffusions(displacements: readonly Displacement[]): Record<string, Measured> {
  const found = displacements.flatMap(({ name, diffusion }) => (diffusion ? [{ name, diffusion }] : []));
  return Object.fromEntries(
    found.map(({ name, diffusion }) => [
      displacements.length === 1 ? 'diffusion' : `diffusion_${name}`,
      diffusionMeasured(diffusion),
    ]),
  );
}

function radialTable({ r, curves }: RadialResult): Table {
  const columns = curves.flatMap(({ pair, g, error }) => {
    const name = `g_${pair.replace('-', '_')}`;
    return [{ name, values: g }, ...(error ? [{ name: `${name}_error`, values: error }] : [])];
  });
  return tableOf([{ name: 'r', values: r }, ...columns]);
}

/** One table: all species have the same lags. */
function displacementTables(displacements: readonly Displacement[]): Table[] {
  if (displacements.length === 0) return [];
  const lag = displacements[0].result.lag.map(t => t / molecularUnits.ps);
  const columns = displacements.flatMap(({ name, result: { msd, error } }) => {
    const column = displacements.length === 1 ? 'msd' : `msd_${name}`;
    return [{ name: column, values: msd }, ...(error ? [{ name: `${column}_error`, values: error }] : [])];
  });
  return [tableOf([{ name: 'lag_ps', values: lag }, ...columns])];
}

function tableOf(columns: readonly { name: string; values: Float64Array }[]): Table {
  const table = createTable(columns.map(({ name }) => name));
  for (let k = 0; k < columns[0].values.length; k++) table.append(columns.map(({ values }) => values[k]));
  return table;
}

// The figures of a run of particles: energies, temperature and pressure over time; radial distributions; mean square
// displacements with the lines that diffusion coefficients come from.

const picoseconds: AxisSpec = { label: 'time t', unit: 'ps' };

/** From the rows of a run: potential energy, temperature and pressure, as far as they have the columns. */
export function thermodynamicFigure(table: Table, molecules: number, title: string): FigureSpec {
  const x = table.column('time').map(inPicoseconds);
  const panel = (column: string, y: AxisSpec, share = 1): PanelSpec[] =>
    table.columns.includes(column)
      ? [{ x: picoseconds, y, series: [{ x, y: table.column(column).map(value => value / share) }] }]
      : [];
  const panels = [
    ...panel('potential', { label: 'potential energy per molecule', unit: 'kcal/mol' }, molecules),
    ...panel('temperature_K', { label: 'temperature', unit: 'K' }),
    ...panel('pressure_bar', { label: 'pressure', unit: 'bar' }),
  ].map((spec, k) => (k === 0 ? { ...spec, title } : spec));
  return { panels, across: Math.max(1, panels.length) };
}

function radialFigure({ r, curves }: RadialResult, title: string): FigureSpec {
  const series = curves.map(({ pair, g }): SeriesSpec => ({ label: pair.replace('-', '–'), x: r, y: g }));
  return {
    panels: [{ title, x: { label: 'distance r', unit: 'Å' }, y: { label: 'g(r)' }, series, legend: 'above' }],
  };
}

interface Displacement {
  /** What moves: SOL. */
  readonly name: string;
  readonly result: DisplacementResult;
  readonly diffusion: Diffusion | null;
}

function displacementFigure(displacements: readonly Displacement[], title: string): FigureSpec {
  const series = displacements.flatMap(({ name, result, diffusion }, style): SeriesSpec[] => [
    { label: name, x: result.lag.map(inPicoseconds), y: result.msd, mark: 'points', style },
    ...(diffusion ? [lineOf(diffusion, style)] : []),
  ]);
  const y: AxisSpec = { label: 'mean square displacement', unit: 'Å²' };
  return { panels: [{ title, x: { label: 'lag t', unit: 'ps' }, y, series, legend: 'above' }] };
}

const inPicoseconds = (time: number) => time / molecularUnits.ps;

function lineOf(diffusion: Diffusion, style: number): SeriesSpec {
  const { coefficient, offset, from, to } = diffusion;
  return {
    label: `D = ${measuredText(diffusionMeasured(diffusion))}`,
    x: [from, to].map(inPicoseconds),
    y: [from, to].map(t => 6 * coefficient * t + offset),
    style,
  };
}

/** In 10⁻⁹ m²/s; 1 Å²/ps is ten of them. */
function diffusionMeasured({ coefficient, error }: Diffusion): Measured {
  const unit = 10 * molecularUnits.ps;
  return { mean: coefficient * unit, error: error === null ? null : error * unit, unit: '10⁻⁹ m²/s' };
}

/** “(2.31 ± 0.12)·10⁻⁹ m²/s”: as many digits as the error has meaning. */
export function measuredText({ mean, error, unit }: Measured): string {
  const isPower = unit.startsWith('10');
  if (error === null || !(error > 0)) return `${Number(mean.toPrecision(5))}${isPower ? '·' : ' '}${unit}`;
  const digits = Math.max(0, Math.min(12, 1 - Math.floor(Math.log10(error))));
  const text = `${mean.toFixed(digits)} ± ${error.toFixed(digits)}`;
  return isPower ? `(${text})·${unit}` : `${text} ${unit}`;
}
