// `cotangent bench --save` writes the page; what it says must be what was measured.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { growthFigure, precisionFigure } from '../../../bench/page/figures.ts';
import { benchmarkPage, figureNames } from '../../../bench/page/page.ts';
import { savedResults } from '../../../bench/page/results.ts';
import { figure } from '../../../src/output/figure/figure.ts';

const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');

describe('docs/benchmarks.md', () => {
  const results = savedResults();

  it('is made from the saved results', () => {
    expect(read('benchmarks.md')).toBe(benchmarkPage(results));
  });

  it('shows figures of the same results', () => {
    const { precision, growth } = figureNames;
    expect(read(`images/${precision}.svg`)).toBe(figure(precisionFigure(results.alternatives)));
    expect(read(`images/${growth}.svg`)).toBe(figure(growthFigure(results.alternatives)));
  });

  it('names every program that beat us', () => {
    const page = benchmarkPage(results);
    const losses = page.slice(page.indexOf('## Where we lose'), page.indexOf('## General systems'));
    for (const { finishes } of results.alternatives.races)
      for (const { contestant, isOurs, ratio } of finishes)
        if (!isOurs && ratio !== null && ratio < 1) expect(losses).toContain(contestant);
  });
});
