// The text of the problem as data, for formulas and sliders. While the text cannot be read, the last readable one is used.

import { useEffect, useState } from 'preact/hooks';
import type { ProblemFile } from '../formulas/problem-file.ts';
import { useLazy } from './lazy.ts';

export interface Reading {
  readonly file: ProblemFile;
  /** Parameters that must be whole numbers. */
  readonly whole: ReadonlySet<string>;
}

/** null until the first text could be read. */
export function useReading(text: string): Reading | null {
  const reader = useLazy(true, () => import('../formulas/read-text.ts'));
  const [reading, setReading] = useState<Reading | null>(null);
  useEffect(() => {
    const next = reader?.readText(text);
    if (next) setReading(next);
  }, [reader, text]);
  return reading;
}
