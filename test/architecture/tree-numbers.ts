// Counts over files: lines, files in each folder, and the median of a list of numbers.

import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

export const linesOf = ({ text }: SourceFile) => text.trimEnd().split('\n').length;

/** Files directly in each folder; sub-folders count for themselves. */
export function filesPerFolder(files: readonly SourceFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return counts;
}

/** The middle of the sorted list; the upper one of two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
