// `npm run docs` runs this file with --update: then the page is written instead of compared.

import { describe, expect, it } from 'vitest';
import { flowRecords } from '../../src/methods/flow-records.ts';
import { methods } from '../../src/methods/registry.ts';
import { solverRecords } from '../../src/solvers/named-solvers.ts';
import { methodDocs, table } from './method-docs.ts';

describe('docs/methods/README.md', () => {
  it('is what the registry says', async () => {
    await expect(methodDocs()).toMatchFileSnapshot('../../docs/methods/README.md');
  });

  it('has a section for every method and a row for every flow and solver', () => {
    const page = methodDocs();
    for (const { name, reference } of methods) {
      expect(page).toContain(`\n### ${name}\n`);
      expect(page).toContain(reference);
    }
    for (const { name } of [...flowRecords, ...solverRecords]) expect(page).toContain(`\n| \`${name}\` |`);
  });

  it('keeps bars inside a cell from ending it', () => {
    expect(table(['a'], [['|g|']])).toBe('| a |\n| --- |\n| \\|g\\| |');
  });
});
