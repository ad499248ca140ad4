// Standard figures of a study of integrators, as specs for figure(): energy error, residuals, trajectory, phase plane,
// work–precision.

import type { Table } from '../observers/observer.ts';
import type { AxisSpec, FigureSpec, PanelSpec, SeriesSpec, SlopeSpec } from './figure/spec.ts';

/** Substitute for zero on a log axis: below round-off, and still visible. */
const zeroFloor = 1e-17;
/** Residuals below this are round-off, where exact zeros are data too. */
const roundOff = 1e-12;

/** Title and unit of time of a figure. */
export interface Titled {
  readonly title?: string;
  /** Such as "s" or "ps". */
  readonly timeUnit?: string;
}

function timeAxis({ timeUnit }: Titled): AxisSpec {
  return timeUnit === undefined ? { label: 'time t' } : { label: 'time t', unit: timeUnit };
}

function titled(title: string | undefined, panel: PanelSpec): FigureSpec {
  return { panels: [title === undefined ? panel : { ...panel, title }] };
}

function labelled(label: string | undefined, series: SeriesSpec): SeriesSpec {
  return label === undefined ? series : { ...series, label };
}

/** The energy of one run over time. */
export interface EnergyRun {
  readonly label?: string;
  readonly t: Float64Array;
  readonly energy: Float64Array;
}

/** Data of an energy-error figure. */
export interface EnergyErrorData extends Titled {
  readonly runs: readonly EnergyRun[];
  /** 'linear': signed; 'log': absolute values, zeros left out. */
  readonly scale?: 'linear' | 'log';
}

/** (E(t) − E(0)) / |E(0)|, or E(t) − E(0) for all runs where one begins at energy zero. */
export function energyErrorFigure(data: EnergyErrorData): FigureSpec {
  const relative = data.runs.every(({ energy }) => energy.length === 0 || energy[0] !== 0);
  const sign = data.scale === 'log' ? Math.abs : (x: number) => x;
  const series = data.runs.map(({ label, t, energy }) => {
    const unit = relative ? Math.abs(energy[0]) : 1;
    return labelled(label, { x: t, y: energy.map(value => sign((value - energy[0]) / unit)) });
  });
  const difference = data.scale === 'log' ? '|E − E₀|' : relative ? '(E − E₀)' : 'E − E₀';
  const label = relative ? `relative energy error ${difference}/|E₀|` : `energy error ${difference}`;
  return titled(data.title, { x: timeAxis(data), y: { label, scale: data.scale ?? 'linear' }, series });
}

/** Data of a residual figure. */
export interface ResidualData extends Titled {
  readonly t: Float64Array;
  /** max |gᵢ| at each time. */
  readonly g: Float64Array;
  /** max |{gᵢ, H}| at each time; absent for methods that do not keep the hidden constraints. */
  readonly hidden?: Float64Array;
}

/** Zeros are moved to the floor where the residual is at round-off level; elsewhere a log axis leaves them out. */
function floored(values: Float64Array): Float64Array {
  const size = values.map(Math.abs);
  const atRoundOff = size.every(value => !(value >= roundOff));
  return atRoundOff ? size.map(value => Math.max(value, zeroFloor)) : size;
}

/** |g| and |{g,H}| over time, as points: lines through round-off noise would hide each other. */
export function residualFigure(data: ResidualData): FigureSpec {
  const series: SeriesSpec[] = [{ label: '|g|', x: data.t, y: floored(data.g), mark: 'points' }];
  if (data.hidden !== undefined) {
    series.push({ label: '|{g,H}|', x: data.t, y: floored(data.hidden), mark: 'points' });
  }
  return titled(data.title, { x: timeAxis(data), y: { label: 'constraint residual', scale: 'log' }, series });
}

/** A curve in a plane. */
export interface PlanePath {
  readonly label?: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Data of a figure of curves in a plane. */
export interface PlaneData {
  readonly title?: string;
  readonly x: AxisSpec;
  readonly y: AxisSpec;
  readonly paths: readonly PlanePath[];
}

/** Two coordinates of a motion, with equal units along both axes. */
export function trajectoryFigure(data: PlaneData): FigureSpec {
  const series = data.paths.map(({ label, x, y }) => labelled(label, { x, y }));
  return titled(data.title, { x: data.x, y: data.y, series, aspect: 'equal' });
}

/** A coordinate q against its momentum p; their units differ, so the axes are free. */
export function phasePlaneFigure(data: PlaneData): FigureSpec {
  const series = data.paths.map(({ label, x, y }) => labelled(label, { x, y }));
  return titled(data.title, { x: data.x, y: data.y, series, aspect: 'free' });
}

/** Errors of one method at several steps. */
export interface MethodResult {
  readonly label: string;
  readonly step: Float64Array;
  readonly error: Float64Array;
  /** Computing time of each run; the second panel is left out where a method has none. */
  readonly seconds?: Float64Array;
  /** The declared order, drawn as a reference slope. */
  readonly order?: number;
}

/** Data of a work–precision figure. */
export interface WorkPrecisionData {
  readonly title?: string;
  /** What is measured: "position error at t = 10". */
  readonly errorLabel?: string;
  readonly stepUnit?: string;
  readonly methods: readonly MethodResult[];
}

/** With more methods, reference slopes would crowd the panels: the legend has the orders instead. */
const mostWithSlopes = 3;

function slopesOf(methods: readonly MethodResult[], sign: number): SlopeSpec[] {
  if (methods.length > mostWithSlopes) return [];
  const orders = methods.flatMap(({ order }) => (order === undefined ? [] : [order]));
  return [...new Set(orders)].sort((a, b) => a - b).map(order => ({ slope: sign * order }));
}

function methodSeries(methods: readonly MethodResult[], abscissa: 'step' | 'seconds'): SeriesSpec[] {
  const label = ({ label: name, order }: MethodResult) =>
    methods.length > mostWithSlopes && order !== undefined ? `${name} (slope ${order})` : name;
  return methods.map(method => ({
    label: label(method),
    x: method[abscissa] ?? new Float64Array(0),
    y: method.error,
    mark: 'line and points',
  }));
}

/** What the figure of a comparison reads of a work–precision study. */
export interface ComparisonData {
  readonly rows: readonly {
    readonly method: string;
    readonly h: number;
    readonly error: number;
    readonly seconds: number;
    /** Why the run failed, or null. */
    readonly failure: string | null;
  }[];
  /** Fitted order per method; NaN where none was found. */
  readonly slopes: ReadonlyMap<string, number>;
}

/** Error against step size and, where known, against seconds: one series per method. */
export function workPrecisionFigure(data: WorkPrecisionData): FigureSpec {
  const { methods, title } = data;
  const y: AxisSpec = { label: data.errorLabel ?? 'error', scale: 'log' };
  const h: AxisSpec = { label: 'step size h', scale: 'log' };
  const byStep: PanelSpec = {
    title: title ?? 'Convergence',
    x: data.stepUnit === undefined ? h : { ...h, unit: data.stepUnit },
    y,
    series: methodSeries(methods, 'step'),
    slopes: slopesOf(methods, 1),
  };
  if (methods.some(({ seconds }) => seconds === undefined)) return { panels: [byStep] };
  const bySeconds: PanelSpec = {
    title: 'Cost',
    x: { label: 'computing time', unit: 's', scale: 'log' },
    y,
    series: methodSeries(methods, 'seconds'),
    // Work grows as 1/h, so an order p shows as slope −p.
    slopes: slopesOf(methods, -1),
  };
  const panels = [byStep, bySeconds];
  return methods.length > mostWithSlopes ? { panels, legend: 'shared' } : { panels };
}

// The figure of a penalty study: the multiplier as the penalty gives it, ω²|g| against ω, and what converges.
// The first two are the panels (b) and (a) of Fig. 2 of Tao and Owhadi 2016, with the opposite sign of λ.

/** ω on a logarithmic axis. */
const stiffness: AxisSpec = { label: 'ω', scale: 'log' };

/** What the figure reads of a run of a penalty study. */
interface PenaltyRunData {
  readonly omega: number;
  readonly window: number;
  readonly expected: number;
  readonly scaled: { readonly largest: number; readonly end: number };
  readonly multiplierError: { readonly plain: number; readonly averaged: number; readonly ofStep: number };
  readonly distance: number;
  readonly failure: string | null;
}

/** What the figure reads of a penalty study. */
interface PenaltyData {
  readonly rows: readonly PenaltyRunData[];
  readonly curve: { readonly plain: Table; readonly averaged: Table };
}

export function penaltyFigure(study: PenaltyData): FigureSpec {
  const rows = study.rows.filter(({ failure }) => failure === null);
  const panels = [multiplierPanel(study, rows[0]), scaledPanel(rows), errorPanel(rows)];
  return { panels, across: 3, panelWidth: 540 };
}

/** So many averaging windows are drawn: in a longer stretch the vibration would be a blot. */
const windows = 12;

function multiplierPanel(
  { curve: { plain, averaged } }: PenaltyData,
  { omega, window }: PenaltyRunData,
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

function against(
  rows: readonly PenaltyRunData[],
  label: string,
  value: (row: PenaltyRunData) => number,
): SeriesSpec {
  return { label, x: rows.map(({ omega }) => omega), y: rows.map(value), mark: 'line and points' };
}

function scaledPanel(rows: readonly PenaltyRunData[]): PanelSpec {
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

const largestScaled = (rows: readonly PenaltyRunData[]) =>
  Math.max(...rows.map(({ omega, expected, scaled }) => Math.max(scaled.largest, omega ** 2 * expected)));

function errorPanel(rows: readonly PenaltyRunData[]): PanelSpec {
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

/** What the figure of a comparison reads of a work–precision study. */
export interface ComparisonData {
  readonly rows: readonly {
    readonly method: string;
    readonly h: number;
    readonly error: number;
    readonly seconds: number;
    /** Why the run failed, or null. */
    readonly failure: string | null;
  }[];
  /** Fitted order per method; NaN where none was found. */
  readonly slopes: ReadonlyMap<string, number>;
}

/** Error against step size and, where it was measured, computing time, one series for each method, with slopes. */
export function comparisonFigure(comparison: ComparisonData, title?: string): FigureSpec {
  const methods = [...comparison.slopes].map(([label, slope]) => resultOf(comparison, label, slope));
  return workPrecisionFigure(title === undefined ? { methods } : { title, methods });
}

function resultOf({ rows }: ComparisonData, label: string, slope: number): MethodResult {
  const own = rows.filter(row => row.method === label && row.failure === null);
  const seconds = Float64Array.from(own, row => row.seconds);
  return {
    label,
    step: Float64Array.from(own, row => row.h),
    error: Float64Array.from(own, row => row.error),
    ...(seconds.every(Number.isFinite) ? { seconds } : {}),
    // The nearest whole order, where the fit found one: drawn as a reference slope.
    ...(Number.isNaN(slope) ? {} : { order: Math.round(slope) }),
  };
}
