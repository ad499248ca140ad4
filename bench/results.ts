// Stored results, bench/results/SUITE.json.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from './checkout.ts';

export const resultFile = (suite: string) => join(checkoutRoot(), 'bench', 'results', `${suite}.json`);

/** The stored report of a suite; null before the first. */
export function storedResult<Report>(suite: string): Report | null {
  const file = resultFile(suite);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}
