// The figures of the benchmark pages.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { figure } from '../../src/output/figure/figure.ts';
import type { FigureSpec, SeriesSpec } from '../../src/output/figure/spec.ts';
import { checkoutRoot } from '../checkout.ts';
import { median } from '../measure/rounds.ts';
import type { AlternativesReport } from '../suites/alternatives/report.ts';
import { figureNames, pages, storedResults } from './pages.ts';

/** Figures by name. */
export const figures = (report: AlternativesReport): Readonly<Record<string, FigureSpec>> => ({
  [figureNames.ratios]: ratioFigure(report),
  [figureNames.growth]: growthFigure(report),
});

const goal = 1e-6;

/** One row per program, one mark per system: time to an end-point error of 10⁻⁶ relative to our fastest method. */
export function ratioFigure({ races }: AlternativesReport): FigureSpec {
  const systems = races.filter(({ workload: { goals } }) =>
    goals.some(({ of, atMost }) => of === 'end point' && atMost === goal),
  );
  const ratiosOf = (program: string) =>
    systems.flatMap(({ finishes }) =>
      finishes.flatMap(one =>
        one.contestant === program && one.goal.atMost === goal ? (one.ratio ?? []) : [],
      ),
    );
  const others = systems.flatMap(({ finishes }) =>
    finishes.filter(({ isOurs }) => !isOurs).map(({ contestant }) => contestant),
  );
  const programs = [...new Set(others)]
    .filter(program => ratiosOf(program).length > 0)
    .sort((a, b) => median(ratiosOf(a)) - median(ratiosOf(b)));
  const series = systems.map(({ workload: { name, until }, finishes }, style): SeriesSpec => {
    const points = programs.flatMap((program, row) => {
      const one = finishes.find(
        ({ contestant, goal: { atMost } }) => contestant === program && atMost === goal,
      );
      return one && one.ratio !== null ? { row, ratio: one.ratio } : [];
    });
    return {
      label: `${name}, t = ${until}`,
      x: points.map(({ ratio }) => ratio),
      y: points.map(({ row }) => row),
      mark: 'points',
      style,
    };
  });
  const ours: SeriesSpec = { x: [1, 1], y: [-0.5, programs.length - 0.5], style: 'grey' };
  return {
    panels: [
      {
        title: 'Time to an end-point error of 10⁻⁶: left of 1 the program is faster than ours',
        x: { label: 'their time / time of our fastest method', scale: 'log' },
        y: { label: '', categories: programs },
        series: [ours, ...series],
        legend: 'right',
      },
    ],
    panelWidth: 760,
    panelHeight: 420,
  };
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

// Writes the benchmark pages and their figures.

/** Nothing is written until every suite has a stored result. */
export function writePages(): void {
  const results = storedResults();
  if (!results) return;
  const drawn = Object.entries(figures(results.alternatives)).map(
    ([name, spec]) => [`images/${name}.svg`, figure(spec)] as const,
  );
  for (const [path, text] of [...Object.entries(pages(results)), ...drawn]) {
    const file = join(checkoutRoot(), 'docs', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
