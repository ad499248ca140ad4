import { describe, expect, it } from 'vitest';
import { dot, matrixVector, maxAbs, norm2 } from '../../../src/linalg/dense.ts';
import {
  patternFromRows,
  patternTimes,
  patternTransposedTimes,
  position,
} from '../../../src/linalg/pattern.ts';

describe('dense products and norms', () => {
  it('are exact on small vectors', () => {
    const out = new Float64Array(2);
    matrixVector(Float64Array.of(1, 2, 3, 4, 5, 6), 2, 3, Float64Array.of(1, 0, -1), out);
    expect([...out]).toEqual([-2, -2]);
    expect(dot(Float64Array.of(1, 2), Float64Array.of(3, 4))).toBe(11);
    expect(norm2(Float64Array.of(3, 4))).toBe(5);
    expect(maxAbs(Float64Array.of(3, -4, 1))).toBe(4);
  });

  it('do not hide NaN', () => {
    expect(maxAbs(Float64Array.of(1, Number.NaN, 7))).toBeNaN();
    expect(maxAbs(new Float64Array(0))).toBe(0);
  });
});

describe('sparse products', () => {
  // [[1, 0, 2], [0, 0, 0], [0, 3, 0]]
  const pattern = patternFromRows([[2, 0], [], [1]], 3);
  const values = Float64Array.of(1, 2, 3);

  it('multiply by A and by its transpose, over whatever stood in out', () => {
    const out = new Float64Array(3).fill(9);
    patternTimes(pattern, values, Float64Array.of(1, 10, 100), out);
    expect([...out]).toEqual([201, 0, 30]);
    patternTransposedTimes(pattern, values, Float64Array.of(1, 10, 100), out);
    expect([...out]).toEqual([1, 300, 2]);
  });

  it('find entries by position', () => {
    expect([position(pattern, 0, 0), position(pattern, 0, 2), position(pattern, 2, 1)]).toEqual([0, 1, 2]);
    expect([position(pattern, 0, 1), position(pattern, 1, 1)]).toEqual([-1, -1]);
  });
});
