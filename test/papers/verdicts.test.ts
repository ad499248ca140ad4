// What a claim comes to, and an entry.

import { describe, expect, it } from 'vitest';
import { failedEntry, isPassed, reproduced } from '../../cli/reproduction/result.ts';
import { type Claim, type Entry, verdictOf } from '../../papers/entry.ts';

const sentence = (measured: number, printed?: string) => ({
  statement: 'It holds',
  quantity: 'number',
  measured,
  ...(printed === undefined ? {} : { printed }),
});
type Sentence = ReturnType<typeof sentence>;
const atMost = (limit: number, words: Sentence): Claim => ({ ...words, atMost: limit });
const atLeast = (limit: number, words: Sentence): Claim => ({ ...words, atLeast: limit });
const between = (low: number, high: number, words: Sentence): Claim => ({
  ...words,
  atLeast: low,
  atMost: high,
});

describe('the verdict of a claim', () => {
  it.each([
    [atMost(1, sentence(1)), 'holds'],
    [atMost(1, sentence(1.01)), 'fails'],
    [atLeast(2, sentence(2)), 'holds'],
    [atLeast(2, sentence(1.9)), 'fails'],
    [between(1, 2, sentence(1.5)), 'holds'],
    [between(1, 2, sentence(2.5)), 'fails'],
    [between(1, 2, sentence(1.5, 'It does not')), 'differs from print'],
    [between(1, 2, sentence(2.5, 'It does not')), 'fails'],
    [atMost(1, sentence(Number.NaN)), 'fails'],
    [atLeast(1, sentence(Number.NaN)), 'fails'],
  ])('%o: %s', (claim, verdict) => {
    expect(verdictOf(claim)).toBe(verdict);
  });
});

describe('an entry', () => {
  const entry: Entry = {
    id: 'a',
    title: 'A',
    source: { key: 'a', authors: 'A', title: 'A', published: '2026' },
    place: 'Fig. 0',
    setup: '',
    systems: [],
    run: () => ({ claims: [], figures: [] }),
  };
  const judged = (...measured: number[]) =>
    isPassed(reproduced(entry, { claims: measured.map(m => atMost(1, sentence(m))), figures: [] }, 0));

  it('passes when all its claims do', () => {
    expect(judged(0, 1)).toBe(true);
    expect(judged(0, 2)).toBe(false);
  });

  it('does not pass without claims, or when it could not be run', () => {
    expect(judged()).toBe(false);
    expect(isPassed(failedEntry(entry, 'no', 0))).toBe(false);
  });
});
