// The standard figures of a run, drawn from its table.

import { join } from 'node:path';
import type { Table } from '../../src/observers/observer.ts';
import { figure } from '../../src/output/figure/figure.ts';
import type { FigureSpec } from '../../src/output/figure/spec.ts';
import {
  energyErrorFigure,
  phasePlaneFigure,
  residualFigure,
  trajectoryFigure,
} from '../../src/output/standard-figures.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { writeFigureFiles } from '../files/png.ts';

/** Energy error, residuals, trajectory and phase plane, as far as the table has their columns, each as SVG and PNG. */
export function writeFigures(folder: string, table: Table, problem: Problem, label: string): string[] {
  const t = table.column('time');
  const title = problem.name;
  const specs = {
    energy: energyErrorFigure({ runs: [{ label, t, energy: table.column('energy') }], title }),
    // Also of the constraints that a penalty replaced.
    ...(table.columns.includes('g') && {
      residuals: residualFigure({ t, g: table.column('g'), hidden: table.column('hidden'), title }),
    }),
    ...(table.columns.includes(problem.coordinates[0]) && stateFigures(table, problem)),
  };
  return writeFigureFiles(
    Object.fromEntries(Object.entries(specs).map(([name, spec]) => [join(folder, name), figure(spec)])),
  );
}

function stateFigures(table: Table, { coordinates, name: title }: Problem): Record<string, FigureSpec> {
  const momentum = `p_${coordinates[0]}`;
  const [a, b] = coordinates.length > 1 ? coordinates.slice(-2) : [coordinates[0], momentum];
  const plane = (x: string, y: string) => ({
    title,
    x: { label: x },
    y: { label: y },
    paths: [{ x: table.column(x), y: table.column(y) }],
  });
  return {
    trajectory: trajectoryFigure(plane(a, b)),
    'phase-plane': phasePlaneFigure(plane(coordinates[0], momentum)),
  };
}
