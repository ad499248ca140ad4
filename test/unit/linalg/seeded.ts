// Repeatable random numbers and the small graphs that several tests of linear algebra share.

import { type Pattern, patternFromRows } from '../../../src/linalg/pattern.ts';

/** Uniform numbers in [−1, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

export function randomVector(length: number, random: () => number): Float64Array {
  return Float64Array.from({ length }, random);
}

export type Edge = readonly [number, number];

/** Full symmetric pattern with the diagonal. */
export function graphPattern(n: number, edges: readonly Edge[]): Pattern {
  const rows: number[][] = Array.from({ length: n }, (_, i) => [i]);
  for (const [a, b] of edges) {
    rows[a].push(b);
    rows[b].push(a);
  }
  return patternFromRows(rows, n);
}

export const chainEdges = (n: number): Edge[] => Array.from({ length: n - 1 }, (_, i) => [i, i + 1]);
export const ringEdges = (n: number): Edge[] => Array.from({ length: n }, (_, i) => [i, (i + 1) % n]);
export const starEdges = (n: number): Edge[] => Array.from({ length: n - 1 }, (_, i) => [0, i + 1]);

/** Chains of equal length that hang from node 0. */
export function starOfChains(arms: number, length: number): Edge[] {
  return Array.from({ length: arms * length }, (_, k) => [k + 1, k % length === 0 ? 0 : k]);
}

/** A spine of n/2 nodes, each with one tooth. */
export function combEdges(n: number): Edge[] {
  const half = n / 2;
  return [...chainEdges(half), ...Array.from({ length: half }, (_, i): Edge => [i, half + i])];
}

/** The same graph with nodes renamed by i ↦ i·stride mod n; stride and n must be coprime. */
export function shuffled(edges: readonly Edge[], n: number, stride: number): Edge[] {
  return edges.map(([a, b]) => [(a * stride) % n, (b * stride) % n]);
}

/** Symmetric values with the wanted sign of the diagonal, which dominates. */
export function dominantValues(
  pattern: Pattern,
  random: () => number,
  sign = (_: number) => 1,
): Float64Array {
  const known = new Map<number, number>();
  const values = new Float64Array(pattern.index.length);
  for (let i = 0; i < pattern.rows; i++) {
    for (let at = pattern.start[i]; at < pattern.start[i + 1]; at++) {
      const j = pattern.index[at];
      const key = Math.min(i, j) * pattern.cols + Math.max(i, j);
      if (!known.has(key)) known.set(key, random());
      const size = pattern.start[i + 1] - pattern.start[i] + 1;
      values[at] = i === j ? sign(i) * size : (known.get(key) as number);
    }
  }
  return values;
}

/** Row-major dense copy. */
export function dense(pattern: Pattern, values: Float64Array): Float64Array {
  const A = new Float64Array(pattern.rows * pattern.cols);
  for (let i = 0; i < pattern.rows; i++) {
    for (let at = pattern.start[i]; at < pattern.start[i + 1]; at++)
      A[i * pattern.cols + pattern.index[at]] = values[at];
  }
  return A;
}

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (Number.isNaN(difference)) return difference;
    largest = Math.max(largest, difference);
  }
  return largest;
}
