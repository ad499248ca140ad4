// Two thousand inputs of the fuzz suite, the same in every run: each gives a right result or ends with words, within its deadline.
// npm run fuzz does the same with 100,000 and writes docs/reliability.md.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Programs without type declarations: Node runs them as they are. */
const program = (path: string) => import(new URL(path, import.meta.url).href);

interface Summary {
  readonly cases: number;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly failures: readonly unknown[];
}

const cases = 2000;

it('two thousand inputs give a right result or end with words', async () => {
  const { runCases } = await program('./attack.mjs');
  const { failures, kinds, ...summary }: Summary = await runCases({ seed: 1, from: 0, to: cases });
  expect(failures).toEqual([]);
  expect(summary.cases).toBe(cases);
  // The inputs are neither harmless nor hopeless: every stage meets some of them.
  const count = (outcome: string) =>
    Object.values(kinds).reduce((sum, each) => sum + (each[outcome] ?? 0), 0);
  for (const outcome of [
    'refused by load',
    'refused by check',
    'refused by command',
    'failed with a reason',
    'done',
  ])
    expect(count(outcome), outcome).toBeGreaterThan(cases / 25);
});

it('the second evaluator knows the precedence of signs', async () => {
  const { formulaValue } = await program('./formula-value.mjs');
  expect(formulaValue('-a^2 + 2^-b*3 = 1 - (4 - 2 - 1)')?.({ a: 3, b: 1 })).toBe(-9 + 1.5);
  expect(formulaValue('8/2/2 - 2^3^0')?.({})).toBe(0);
  expect(formulaValue('r[0]')).toBeNull();
});

it('docs/reliability.md is the page of docs/reliability.json', async () => {
  const { reliabilityPage } = await program('../../scripts/reliability-page.mjs');
  const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  expect(read('reliability.md')).toBe(reliabilityPage(JSON.parse(read('reliability.json'))));
});
