// `cotangent bench --save` writes the pages and figures; they must show the stored results. Run with --update to write them.

import { describe, expect, it } from 'vitest';
import { benchmarkPage, comparisons, figures, pages, storedResults } from '../../../bench/page/pages.ts';
import { figure } from '../../../src/output/figure/figure.ts';

const results = storedResults();
if (!results) throw new Error('bench/results is incomplete');
const docs = '../../../docs';

describe('docs/benchmarks.md', () => {
  it.each(Object.entries(pages(results)))('%s is generated from the stored results', async (path, text) => {
    await expect(text).toMatchFileSnapshot(`${docs}/${path}`);
  });

  it.each(Object.entries(figures(results.alternatives)))(
    'shows the figure %s of the same results',
    async (name, spec) => {
      await expect(figure(spec)).toMatchFileSnapshot(`${docs}/images/${name}.svg`);
    },
  );

  const page = benchmarkPage(results);
  const rows = page
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| program') && !line.startsWith('| --'));
  const lostTo = rows.filter(row => !row.includes('| 0 of '));

  it('names every program that beat us', () => {
    const losses = lostTo.join('\n');
    for (const { finishes } of results.alternatives.races)
      for (const { contestant, isOurs, ratio } of finishes)
        if (!isOurs && ratio !== null && ratio < 1) expect(losses).toContain(contestant);
  });

  it('has the programs that beat us first', () => {
    expect(lostTo.length).toBeGreaterThan(0);
    expect(rows.slice(0, lostTo.length)).toEqual(lostTo);
  });

  it('lists every loss on a page of its own', () => {
    const losses = pages(results)
      ['benchmarks/losses.md'].split('\n')
      .filter(line => line.endsWith('× |'));
    const lost = comparisons(results).filter(({ ratio }) => ratio !== null && ratio < 1);
    expect(losses.length).toBe(lost.length);
    for (const { task, program } of lost)
      expect(
        losses.some(row => row.includes(task) && row.includes(program)),
        `${task}, ${program}`,
      ).toBe(true);
  });

  it('fits on one screen', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(45);
  });
});
