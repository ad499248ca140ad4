// Writes the report: one HTML page, the figures as SVG and PNG, and the verdicts as JSON.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../files/output-file.ts';
import { writeFigureFiles } from '../files/png.ts';
import { reportPage } from './report-page.ts';
import type { Reproduced } from './reproduced.ts';

export function writeReport(folder: string, results: readonly Reproduced[], seconds: number): void {
  mkdirSync(folder, { recursive: true });
  const drawn = results.flatMap(({ id, figures }) =>
    figures.map(({ name, svg }): [string, string] => [join(folder, `${id}-${name}`), svg]),
  );
  writeFigureFiles(Object.fromEntries(drawn));
  const data = results.map(({ figures, ...rest }) => ({
    ...rest,
    figures: figures.map(({ name, caption }) => ({ name, caption, file: `${rest.id}-${name}.svg` })),
  }));
  writeWhole(join(folder, 'report.json'), `${JSON.stringify({ seconds, entries: data }, null, 2)}\n`);
  writeWhole(join(folder, 'index.html'), reportPage(results, seconds));
}
