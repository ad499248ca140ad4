import { describe, expect, it } from 'vitest';
import { Graph } from '../../../../src/formula/graph.ts';
import { compileLoops, MemoryPlan } from '../../../../src/kernels/loops/program.ts';
import {
  backward,
  forward,
  forwardWithSameMatrix,
  planTridiagonal,
} from '../../../../src/kernels/loops/tridiagonal-passes.ts';
import { createDenseLU } from '../../../../src/linalg/lu.ts';
import { distance } from '../../differences.ts';
import { randomVector, seeded } from '../../linalg/seeded.ts';

/** x with A x = r, and the least pivot; `sign` of the diagonal, which dominates. */
function solved(m: number, sign = (_: number) => 1) {
  const random = seeded(m);
  const [diagonal, left, right, r] = [0, 1, 2, 3].map(() => randomVector(m, random));
  for (let i = 0; i < m; i++) diagonal[i] = sign(i) * (3 + diagonal[i]);
  left[0] = 0;
  right[m - 1] = 0;
  const graph = new Graph();
  const plan = new MemoryPlan();
  const A = planTridiagonal(plan, m);
  const out = plan.room(m + 1);
  const twice = backward(graph, A, out, (_, x, before) => graph.add(before, graph.mul(graph.constant(2), x)));
  const program = compileLoops(plan, {
    solve: [...forward(graph, A), ...twice],
    solveAgain: [...forwardWithSameMatrix(graph, A), ...twice],
  });
  if (!program) throw new Error('nothing was compiled');
  const { run, view } = program;
  view(A.diagonal, m).set(diagonal);
  view(A.left, m).set(left);
  view(A.right, m).set(right);
  const solveFor = (side: Float64Array, solve: () => void) => {
    view(A.r, m).set(side);
    view(out, m).fill(1);
    solve();
    return view(out, m).map(value => (value - 1) / 2);
  };
  const x = solveFor(r, run.solve);
  const other = randomVector(m, random);
  return {
    x,
    least: view(A.least, 1)[0],
    expected: () => byLU({ diagonal, left, right, r }),
    again: solveFor(other, run.solveAgain),
    expectedAgain: () => byLU({ diagonal, left, right, r: other }),
  };
}

function byLU({ diagonal, left, right, r }: Record<'diagonal' | 'left' | 'right' | 'r', Float64Array>) {
  const m = r.length;
  const matrix = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    matrix[i * m + i] = diagonal[i];
    if (i > 0) matrix[i * m + i - 1] = left[i];
    if (i < m - 1) matrix[i * m + i + 1] = right[i];
  }
  const lu = createDenseLU(m);
  expect(lu.factor(matrix)).toBe(true);
  const x = r.slice();
  lu.solve(x);
  return x;
}

describe('elimination from both ends', () => {
  it.each([1, 2, 3, 4, 5, 8, 9, 100, 101])(
    'solves %d equations as LU does, and for another right side',
    m => {
      const { x, least, expected, again, expectedAgain } = solved(m);
      expect(distance(x, expected())).toBeLessThan(1e-13);
      expect(distance(again, expectedAgain())).toBeLessThan(1e-13);
      expect(least).toBeGreaterThanOrEqual(1);
    },
  );

  it.each([
    [1, 0],
    [2, 1],
    [9, 0],
    [9, 4],
    [9, 8],
    [10, 9],
  ])('of %d rows tells that row %d has a negative pivot', (m, row) => {
    const { x, least, expected } = solved(m, i => (i === row ? -1 : 1));
    expect(distance(x, expected())).toBeLessThan(1e-13);
    expect(least).toBeLessThan(0);
  });

  it('never takes a zero or a NaN for a pivot that is positive', () => {
    for (const value of [0, Number.NaN])
      for (const row of [0, 3, 6]) {
        const { least } = solved(7, i => (i === row ? value : 1));
        expect(least > 0).toBe(false);
      }
  });
});
