// What the documentation shows of kept measurements. `npm run docs` runs this file with --update: then the tables and
// figures are written instead of compared.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  docsBlock,
  figureFile,
  type WorkPrecisionReport,
  withBlock,
  workPrecisionFigure,
} from '../../bench/suites/work-precision/report.ts';
import { figure } from '../../src/output/figure/figure.ts';
import { root } from './source-files.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const report = JSON.parse(read('bench/results/work-precision.json')) as WorkPrecisionReport;

describe('docs/choosing-a-method.md', () => {
  it('has the tables of the last measurement', async () => {
    const page = withBlock(read('docs/choosing-a-method.md'), docsBlock(report));
    await expect(page).toMatchFileSnapshot('../../docs/choosing-a-method.md');
  });

  it.each(report.problems)('has its figure: $title', async problem => {
    const file = `../../docs/images/${figureFile(problem)}`;
    await expect(figure(workPrecisionFigure(problem))).toMatchFileSnapshot(file);
  });
});
