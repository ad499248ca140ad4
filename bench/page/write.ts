// Writes the benchmark pages and their figures.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { figure } from '../../src/output/figure/figure.ts';
import { checkoutRoot } from '../checkout.ts';
import { figures } from './figures.ts';
import { pages, storedResults } from './pages.ts';

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
