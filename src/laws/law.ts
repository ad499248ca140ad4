// A law is a property that a method claims and that we measure on a problem. The same code certifies a user's problem
// and tests every registered method.

import type { MethodOptions } from '../methods/method.ts';
import type { Problem } from '../problem/problem.ts';

/** What is put to the test. */
export interface Subject {
  readonly problem: Problem;
  readonly method: string;
  readonly options: MethodOptions;
  /** A step that suits the problem. */
  readonly step: number;
}

export interface Measurement {
  readonly law: string;
  /** The number that decides, and what it is. */
  readonly value: number;
  readonly quantity: string;
  /** In words: what would be right. */
  readonly claim: string;
  readonly verdict: 'pass' | 'fail' | 'not claimed';
  readonly detail: string;
}
