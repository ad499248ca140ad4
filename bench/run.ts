// Runs a suite and keeps what it found, when asked to.

import { writeFileSync } from 'node:fs';
import { resultFile, sources } from './page/results.ts';
import { writePage } from './page/write.ts';
import { resultText } from './result-text.ts';
import type { SuiteOptions } from './suite.ts';
import { suiteNamed } from './suites.ts';

export async function runSuite(name: string, options: SuiteOptions): Promise<void> {
  const report = await suiteNamed(name).run(options);
  // The parts of everything keep their own.
  if (!options.save || name === 'everything') return;
  writeFileSync(resultFile(name), resultText(report));
  if (sources.some(suite => suite === name)) writePage();
}
