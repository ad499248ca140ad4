// Writes what the documentation shows of a result: the figures, and the tables of choosing-a-method.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure } from '../../../src/output/figure/figure.ts';
import { checkoutRoot } from '../../checkout.ts';
import { docsBlock, withBlock } from './docs-block.ts';
import { figureFile, workPrecisionFigure } from './figure.ts';
import type { WorkPrecisionReport } from './report.ts';

export function saveWorkPrecision(report: WorkPrecisionReport): void {
  const docs = join(checkoutRoot(), 'docs');
  for (const problem of report.problems)
    writeFileSync(join(docs, 'images', figureFile(problem)), figure(workPrecisionFigure(problem)));
  const page = join(docs, 'choosing-a-method.md');
  writeFileSync(page, withBlock(readFileSync(page, 'utf8'), docsBlock(report)));
}
