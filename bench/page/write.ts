// Writes the page and its figures.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../checkout.ts';
import { writeFigures } from './figures.ts';
import { benchmarkPage } from './page.ts';
import { resultFile, savedResults, sources } from './results.ts';

/** Nothing is written until all that it shows has been measured once. */
export function writePage(): void {
  if (!sources.every(suite => existsSync(resultFile(suite)))) return;
  const results = savedResults();
  writeFileSync(join(checkoutRoot(), 'docs', 'benchmarks.md'), benchmarkPage(results));
  writeFigures(results.alternatives);
}
