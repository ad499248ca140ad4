// The saved results that the page in the docs is made from.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AlternativesReport } from '../alternatives/report.ts';
import { checkoutRoot } from '../checkout.ts';
import type { MoleculeReport } from '../molecules/report.ts';
import type { BenchReport } from '../report.ts';

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
