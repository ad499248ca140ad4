import { expect, it } from 'vitest';
import { compiledMotion } from '../../../src/kernels/reference-kernel.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import { memoizeByProblem } from '../../../src/problem/problem.ts';
import { fromCatalogue } from '../kernels/problems.ts';

it('makes one for each problem, even where there is none', () => {
  let made = 0;
  const nothing = memoizeByProblem(() => {
    made++;
    return null;
  });
  const [a, b] = [fromCatalogue('double-pendulum'), fromCatalogue('double-pendulum')];
  expect([nothing(a), nothing(a), nothing(b)]).toEqual([null, null, null]);
  expect(made).toBe(2);
  // The compiled code is shared; the counters around it are not.
  expect(compiledMotion(a).allStages).toBeDefined();
  expect(compiledMotion(a).allStages).toBe(compiledMotion(a).allStages);
  expect(compiledMotion(a).allStages).not.toBe(compiledMotion(b).allStages);
});

it.each([
  ['reference', { tolerance: 1e-6 }, { tolerance: 1e-10 }],
  ['rattle-8', {}, {}],
])('two flows of %s that share their code do not disturb each other', (method, first, second) => {
  const problem = fromCatalogue('double-pendulum');
  /** Ten steps, with those of a second flow on the same problem in between where it is asked for. */
  const motion = (between: boolean) => {
    const [flow, other] = [createMethod(problem, method, first), createMethod(problem, method, second)];
    let z = problem.initial;
    let elsewhere = problem.initial;
    for (let k = 0; k < 10; k++) {
      const [next, otherNext] = [z.slice(), z.slice()];
      expect(flow.step(z, 0.1, next).ok).toBe(true);
      if (between) expect(other.step(elsewhere, 0.17, otherNext).ok).toBe(true);
      if (between) elsewhere = otherNext;
      z = next;
    }
    return z;
  };
  expect(motion(true)).toEqual(motion(false));
});
