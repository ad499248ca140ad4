// The figure of a penalty study: the multiplier as the penalty gives it, ω²|g| against ω, and what converges.
// The first two are the panels (b) and (a) of Fig. 2 of Tao and Owhadi 2016, with the opposite sign of λ.

import type { Table } from '../observers/observer.ts';
import type { PenaltyRow } from '../studies/penalty-run.ts';
import type { PenaltyStudy } from '../studies/penalty-study.ts';
import type { AxisSpec, FigureSpec, PanelSpec, SeriesSpec } from './figure/spec.ts';

/** ω on a logarithmic axis. */
const stiffness: AxisSpec = { label: 'ω', scale: 'log' };

export function penaltyFigure(study: PenaltyStudy): FigureSpec {
  const rows = study.rows.filter(({ failure }) => failure === null);
  const panels = [multiplierPanel(study, rows[0]), scaledPanel(rows), errorPanel(rows)];
  return { panels, across: 3, panelWidth: 540 };
}

/** So many averaging windows are drawn: in a longer stretch the vibration would be a blot. */
const windows = 12;

function multiplierPanel(
  { curve: { plain, averaged } }: PenaltyStudy,
  { omega, window }: PenaltyRow,
): PanelSpec {
  const until = windows * window;
  const early = (table: Table, column: string) => ({
    x: table.column('time').filter(t => t <= until),
    y: table.column(column).filter((_, k) => table.column('time')[k] <= until),
  });
  return {
    title: `Multiplier at ω = ${Number(omega.toPrecision(4))}`,
    x: { label: 'time t' },
    y: { label: 'λ' },
    series: [
      { label: 'ω²g', ...early(plain, 'pull'), style: 6 },
      { label: 'constrained', ...early(averaged, 'lambda'), style: 0 },
      { label: 'averaged', ...early(averaged, 'pull'), style: 1 },
      { label: 'of the step', ...early(averaged, 'used'), style: 2 },
    ],
    legend: 'above',
  };
}

function against(rows: readonly PenaltyRow[], label: string, value: (row: PenaltyRow) => number): SeriesSpec {
  return { label, x: rows.map(({ omega }) => omega), y: rows.map(value), mark: 'line and points' };
}

function scaledPanel(rows: readonly PenaltyRow[]): PanelSpec {
  return {
    title: 'Constraints: |g| = O(ω⁻²)',
    x: stiffness,
    y: { label: 'ω²|g|', domain: [0, 1.1 * largestScaled(rows)] },
    series: [
      against(rows, 'largest', ({ scaled }) => scaled.largest),
      against(rows, 'at the end', ({ scaled }) => scaled.end),
      against(rows, 'expected', ({ omega, expected }) => omega ** 2 * expected),
    ],
    legend: 'above',
  };
}

const largestScaled = (rows: readonly PenaltyRow[]) =>
  Math.max(...rows.map(({ omega, expected, scaled }) => Math.max(scaled.largest, omega ** 2 * expected)));

function errorPanel(rows: readonly PenaltyRow[]): PanelSpec {
  return {
    title: 'Distance from the constrained motion',
    x: stiffness,
    y: { label: 'error of λ (relative) and of q', scale: 'log' },
    series: [
      against(rows, 'ω²g', ({ multiplierError }) => multiplierError.plain),
      against(rows, 'averaged', ({ multiplierError }) => multiplierError.averaged),
      against(rows, 'of the step', ({ multiplierError }) => multiplierError.ofStep),
      against(rows, '|Δq|', ({ distance }) => distance),
    ],
    slopes: [{ slope: -2 }],
    legend: 'above',
  };
}
