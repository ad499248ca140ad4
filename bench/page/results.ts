// The saved results that the page in the docs is made from.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../checkout.ts';
import type { AlternativesReport } from '../suites/alternatives/report.ts';
import type { BenchReport } from '../suites/engine/report.ts';
import type { MoleculeReport } from '../suites/molecules/report.ts';

export interface Results {
  readonly engine: BenchReport;
  readonly alternatives: AlternativesReport;
  readonly molecules: MoleculeReport;
}

export const sources = ['engine', 'alternatives', 'molecules'] as const;

export const resultFile = (suite: string) => join(checkoutRoot(), 'bench', 'results', `${suite}.json`);

export function savedResults(): Results {
  const read = (suite: string) => JSON.parse(readFileSync(resultFile(suite), 'utf8'));
  return { engine: read('engine'), alternatives: read('alternatives'), molecules: read('molecules') };
}
