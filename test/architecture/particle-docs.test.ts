// Every problem with particles in the documentation passes the check and runs a few steps.

import { describe, expect, it } from 'vitest';
import { check } from '../../src/analysis/check.ts';
import { load } from '../../src/file/load.ts';
import { simulate } from '../../src/run/simulate.ts';
import { codeBlocks } from './markdown.ts';
import { filesBelow } from './source-files.ts';

const examples = filesBelow(['docs'], '.md').flatMap(({ path, text }) =>
  codeBlocks(text, 'yaml')
    .filter(block => /^particles:/m.test(block))
    .map(block => ({ path, block, name: /^name: (.*)$/m.exec(block)?.[1] ?? 'without a name' })),
);

describe('examples with particles', () => {
  it('are there', () => {
    expect(examples.length).toBeGreaterThan(4);
  });

  it.each(examples)('$path: $name', ({ path, block }) => {
    const problem = load(block, { file: path });
    expect(check(problem).verdict).toBe('pass');
    const step = problem.run.step ?? Number.NaN;
    const { failure, steps } = simulate(problem, { until: 5 * step });
    expect(failure).toBeNull();
    expect(steps).toBe(5);
  });
});
