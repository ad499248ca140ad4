// The figures of a run of particles: energies, temperature and pressure over time; radial distributions; mean square
// displacements with the lines that diffusion coefficients come from.

import type { Diffusion } from '../observers/diffusion.ts';
import type { DisplacementResult } from '../observers/mean-square-displacement.ts';
import type { RadialResult } from '../observers/radial-distribution.ts';
import type { Table } from '../observers/table.ts';
import type { Measured } from '../observers/thermodynamics.ts';
import { molecularUnits } from '../particles/units.ts';
import type { AxisSpec, FigureSpec, PanelSpec, SeriesSpec } from './figure/spec.ts';

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

export function radialFigure({ r, curves }: RadialResult, title: string): FigureSpec {
  const series = curves.map(({ pair, g }): SeriesSpec => ({ label: pair.replace('-', '–'), x: r, y: g }));
  return {
    panels: [{ title, x: { label: 'distance r', unit: 'Å' }, y: { label: 'g(r)' }, series, legend: 'above' }],
  };
}

export interface Displacement {
  /** What moves: SOL. */
  readonly name: string;
  readonly result: DisplacementResult;
  readonly diffusion: Diffusion | null;
}

export function displacementFigure(displacements: readonly Displacement[], title: string): FigureSpec {
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
export function diffusionMeasured({ coefficient, error }: Diffusion): Measured {
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
