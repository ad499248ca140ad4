// The three shapes of a claim: a number has a ceiling, a floor, or both.

import type { Claim } from './entry.ts';

type Sentence = Pick<Claim, 'statement' | 'quantity' | 'measured' | 'printed'>;

export const atMost = (limit: number, claim: Sentence): Claim => ({ ...claim, atMost: limit });

export const atLeast = (limit: number, claim: Sentence): Claim => ({ ...claim, atLeast: limit });

export const between = (low: number, high: number, claim: Sentence): Claim => ({
  ...claim,
  atLeast: low,
  atMost: high,
});
