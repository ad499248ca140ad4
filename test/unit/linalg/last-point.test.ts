import { expect, it } from 'vitest';
import { createLastPoint } from '../../../src/linalg/last-point.ts';

it('knows the first numbers of the last point bit by bit, and nothing before it is set or after it is forgotten', () => {
  const last = createLastPoint(2);
  const z = Float64Array.of(1, 0, 7);
  expect(last.is(z)).toBe(false);
  expect(last.is(Float64Array.of(Number.NaN, Number.NaN))).toBe(false);
  last.set(z);
  expect(last.is(Float64Array.of(1, 0, 8))).toBe(true);
  expect(last.is(Float64Array.of(1, -0, 7))).toBe(false);
  expect(last.is(Float64Array.of(1 + 2 ** -52, 0, 7))).toBe(false);
  z[0] = 2;
  expect(last.is(Float64Array.of(1, 0, 7))).toBe(true);
  last.forget();
  expect(last.is(Float64Array.of(1, 0, 7))).toBe(false);
});
