// Loops whose derivatives would be longer than any module are refused while they are written, not afterwards.

import { expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { compileStep } from '../../../../src/kernels/loops/compile.ts';

it('a constraint in which every coordinate meets every other has no loops, and little is made to find that out', () => {
  const { formulas, ...problem } = load(`
    parameters: { N: 300 }
    coordinates: { r: N }
    constraints: { total: "sum(i, 0, N-1, r[i])^2 + 0.1*sum(i, 0, N-1, sin(r[i]))^3 = 1" }
    initial: { "r[0]": 1 }`);
  const before = formulas?.graph.size ?? Number.NaN;
  expect(compileStep({ ...problem, formulas }, 4)).toBeNull();
  expect((formulas?.graph.size ?? Number.NaN) - before).toBeLessThan(3000);
});
