import { describe, expect, it } from 'vitest';
import { createWeightedGram } from '../../../src/linalg/gram.ts';
import { patternFromRows, position } from '../../../src/linalg/pattern.ts';
import { dense, largestDifference, randomVector, seeded } from './seeded.ts';

describe('weighted Gram matrix', () => {
  it('is exact on two links that share a particle', () => {
    const G = patternFromRows([[0, 1], [1, 2], []], 3);
    const gram = createWeightedGram(G);
    const values = Float64Array.of(1, -1, 2, -2);
    const out = new Float64Array(gram.pattern.index.length);
    gram.fill(values, values, Float64Array.of(1, 10, 100), out);
    expect([...dense(gram.pattern, out)]).toEqual([11, -20, 0, -20, 440, 0, 0, 0, 0]);
    // Rows that share no column have no entry; an empty row still has its diagonal.
    expect(position(gram.pattern, 0, 2)).toBe(-1);
    expect(position(gram.pattern, 2, 2)).toBe(gram.pattern.index.length - 1);
  });

  it('agrees with dense products for random patterns, with one matrix and with two', () => {
    const random = seeded(4);
    for (let trial = 0; trial < 30; trial++) {
      const [m, n] = [1 + (trial % 7), 2 + (trial % 11)];
      const rows = Array.from({ length: m }, () =>
        Array.from({ length: n }, (_, c) => c).filter(() => random() > 0),
      );
      const G = patternFromRows(rows, n);
      const left = randomVector(G.index.length, random);
      const other = randomVector(G.index.length, random);
      const w = randomVector(n, random);
      const gram = createWeightedGram(G);
      for (const right of [left, other]) {
        const out = new Float64Array(gram.pattern.index.length).fill(Number.NaN);
        gram.fill(left, right, w, out);
        const [A, B] = [dense(G, left), dense(G, right)];
        const expected = Float64Array.from({ length: m * m }, (_, k) => {
          const [i, j] = [Math.floor(k / m), k % m];
          let sum = 0;
          for (let c = 0; c < n; c++) sum += A[i * n + c] * w[c] * B[j * n + c];
          return sum;
        });
        expect(largestDifference(dense(gram.pattern, out), expected)).toBeLessThan(1e-14);
      }
    }
  });

  it('reads weights only where columns occur', () => {
    const gram = createWeightedGram(patternFromRows([[1]], 3));
    const out = new Float64Array(1);
    gram.fill(Float64Array.of(3), Float64Array.of(5), Float64Array.of(Number.NaN, 2, Number.NaN), out);
    expect(out[0]).toBe(30);
  });
});
