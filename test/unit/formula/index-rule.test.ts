import { expect, it } from 'vitest';
import { indexRule } from '../../../src/formula/elements.ts';

it('finds first + stride·k where it holds for all, and nothing elsewhere', () => {
  expect(indexRule(Int32Array.of(3, 5, 7))).toEqual({ first: 3, stride: 2 });
  expect(indexRule(Int32Array.of(4, 4))).toEqual({ first: 4, stride: 0 });
  expect(indexRule(Int32Array.of(4))).toEqual({ first: 4, stride: 0 });
  expect(indexRule(Int32Array.of(9, 6, 3))).toEqual({ first: 9, stride: -3 });
  expect(indexRule(Int32Array.of(0, 1, 3))).toBe(null);
});
