// The figures of the benchmark pages.

import type { FigureSpec, PanelSpec, SeriesSpec } from '../../src/output/figure/spec.ts';
import type { AlternativesReport } from '../suites/alternatives/report.ts';
import { figureNames } from './pages.ts';

/** Figures by name. */
export const figures = (report: AlternativesReport): Readonly<Record<string, FigureSpec>> => ({
  [figureNames.ratios]: precisionFigure(report),
  [figureNames.growth]: growthFigure(report),
});

/** Error at the end against processor time: everybody at the two goals. */
export function precisionFigure({ races, contestants }: AlternativesReport): FigureSpec {
  const styles = new Map(contestants.map(({ name }, k) => [name, k]));
  const panels = races
    .filter(({ workload: { goals } }) => goals.every(({ of }) => of === 'end point'))
    .map(({ workload: { name, until }, finishes }): PanelSpec => {
      const names = [...new Set(finishes.map(({ contestant }) => contestant))];
      const series = names.map((contestant): SeriesSpec => {
        const own = finishes.filter(one => one.contestant === contestant);
        return {
          label: contestant,
          x: own.map(({ seconds }) => 1000 * seconds),
          y: own.map(({ endPoint }) => endPoint ?? Number.NaN),
          mark: 'line and points',
          style: styles.get(contestant) ?? 0,
        };
      });
      return {
        title: `${name} to t = ${until}`,
        x: { label: 'processor time', unit: 'ms', scale: 'log' },
        y: { label: 'error at the end', scale: 'log' },
        series,
        legend: 'right',
      };
    });
  return { panels, across: 2, panelWidth: 620, panelHeight: 420 };
}

/** Time of a step against the number of links. */
export function growthFigure({ walks, contestants }: AlternativesReport): FigureSpec {
  const chains = walks.filter(({ walk: { system, links } }) => system === 'chain' && links >= 10);
  const series = contestants.flatMap(({ name }, style): SeriesSpec[] => {
    const steps = chains.flatMap(({ walk: { links }, finishes }) => {
      const one = finishes.find(({ contestant }) => contestant === name);
      return one ? { links, microseconds: 1e6 * one.seconds } : [];
    });
    if (steps.length === 0) return [];
    return [
      {
        label: name,
        x: steps.map(({ links }) => links),
        y: steps.map(({ microseconds }) => microseconds),
        mark: 'line and points',
        style,
      },
    ];
  });
  return {
    panels: [
      {
        title: 'One step of a chain',
        x: { label: 'links', scale: 'log' },
        y: { label: 'processor time', unit: 'µs', scale: 'log' },
        series,
        slopes: [{ slope: 1 }],
        legend: 'right',
      },
    ],
    panelWidth: 760,
    panelHeight: 440,
  };
}
