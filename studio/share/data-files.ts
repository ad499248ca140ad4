// The numbers of the plots as CSV and JSON, lane by lane, and the energy figure as the command line draws it.

import { figure } from '../../src/output/figure/figure.ts';
import type { FigureSpec } from '../../src/output/figure/spec.ts';
import { csvHeader, csvNames, csvRow } from '../../src/output/table-formats.ts';
import type { Rows } from '../state/rows.ts';

export interface LaneData {
  readonly title: string;
  readonly rows: Rows;
}

/** The first column is the method where there are several. */
export function csvOf(lanes: readonly LaneData[]): string {
  const [{ rows: first }] = lanes;
  const isCompared = lanes.length > 1;
  const names = lanes.every(({ rows }) => rows.columns.join() === first.columns.join())
    ? first.columns
    : shared(lanes);
  const lines = lanes.flatMap(({ title, rows }) => {
    const columns = names.map(name => rows.column(name));
    return Array.from({ length: rows.length }, (_, k) => {
      const line = csvRow(columns.map(column => column[k]));
      return isCompared ? `"${title}",${line}` : line;
    });
  });
  const header = csvHeader(csvNames(names));
  return (isCompared ? `method,${header}` : header) + lines.join('');
}

const shared = (lanes: readonly LaneData[]) =>
  lanes[0].rows.columns.filter(name => lanes.every(({ rows }) => rows.columns.includes(name)));

export function jsonOf(lanes: readonly LaneData[]): string {
  const data = lanes.map(({ title, rows }) => ({
    method: title,
    columns: Object.fromEntries(rows.columns.map(name => [name, [...rows.column(name)]])),
  }));
  return `${JSON.stringify(data, null, 1)}\n`;
}

export function evidenceFigure(lanes: readonly LaneData[]): string {
  const curve = ({ title, rows }: LaneData, column: string) => ({
    label: title,
    x: rows.column('time'),
    y: rows.column(column).map(Math.abs),
  });
  const panel = (title: string, column: string): FigureSpec['panels'][number] => ({
    title,
    x: { label: 'time t' },
    y: { label: title, scale: 'log' },
    series: lanes.map(lane => curve(lane, column)),
  });
  const hasConstraints = lanes.some(({ rows }) => rows.columns.includes('g'));
  const panels = [
    panel('energy error |H − H₀|', 'energy_error'),
    ...(hasConstraints ? [panel('constraints |g|', 'g'), panel('hidden |{g,H}|', 'hidden')] : []),
  ];
  return figure({ panels, across: panels.length });
}
