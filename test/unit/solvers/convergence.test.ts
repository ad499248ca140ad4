import { describe, expect, it } from 'vitest';
import { accept, aim, hasConverged, hasConvergedText } from '../../../src/solvers/convergence.ts';

const values = [0, aim, 1.01 * aim, accept, 1.01 * accept, 1, Number.POSITIVE_INFINITY, Number.NaN];

describe('the convergence rule', () => {
  it('is met at the aim, and where an acceptable residual no longer shrinks', () => {
    expect(hasConverged(aim, Number.POSITIVE_INFINITY, 0.5)).toBe(true);
    expect(hasConverged(accept, 1.9 * accept, 0.5)).toBe(true);
    expect(hasConverged(accept, 2.1 * accept, 0.5)).toBe(false);
    expect(hasConverged(1.01 * accept, accept, 0.5)).toBe(false);
    expect(hasConverged(Number.NaN, 1, 0.5)).toBe(false);
  });

  it('is the same rule in generated code', () => {
    for (const contraction of [0.5, 0.9, 1]) {
      const generated = new Function(
        'size',
        'before',
        `return ${hasConvergedText('size', 'before', contraction)};`,
      );
      for (const size of values)
        for (const before of values)
          expect(generated(size, before)).toBe(hasConverged(size, before, contraction));
    }
  });
});
