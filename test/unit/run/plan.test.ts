// The one rule for method, step, length and options of a run.

import { describe, expect, it } from 'vitest';
import { check } from '../../../src/analysis/check.ts';
import { load } from '../../../src/file/load.ts';
import { recommend } from '../../../src/methods/registry.ts';
import { planRun } from '../../../src/run/plan.ts';
import { simulate } from '../../../src/run/simulate.ts';

const circle = (run: string) =>
  load(`
    coordinates: [x, y]
    mass: 1
    potential: y
    constraints: { rod: x^2 + y^2 = 1 }
    initial: { x: 1 }
    run: ${run}`);
const free = (run: string) =>
  load(`coordinates: [x]\nmass: 1\npotential: x^2\ninitial: { x: 1 }\nrun: ${run}`);

describe('the plan of a run', () => {
  it.each([
    ['constraints', circle('{}'), 'rattle', /classical constraints/],
    ['a temperature', circle('{ temperature: 0.5 }'), 'g-baoab', /a temperature is set/],
    ['no constraints', free('{}'), 'verlet', /no constraints/],
    ['no constraints, a temperature', free('{ temperature: 2 }'), 'g-baoab', /a temperature is set/],
    ['a penalty', circle('{ omega: 100 }'), 'zhang-skeel', /a part of V is stiff/],
    [
      'a penalty and a method for constraints',
      circle('{ omega: 100, method: rattle }'),
      'zhang-skeel',
      /stiff/,
    ],
    ['a method of its own', circle('{ method: gla, temperature: 1 }'), 'gla', /the problem names it/],
  ])('for %s', (_, problem, method, because) => {
    expect(planRun(problem)).toMatchObject({ method, because: expect.stringMatching(because) });
  });

  it('refuses settings of the file that its own method does not take, unless the caller has replaced it', () => {
    expect(() => planRun(circle('{ method: bdf2, temperature: 1 }'))).toThrow(
      /“bdf2” does not take the option “run\.temperature”; it is for gla/,
    );
    expect(() => planRun(circle('{ friction: 2 }'))).toThrow('“run.friction”');
    const thermal = circle('{ method: g-baoab, temperature: 1, seed: 2 }');
    expect(planRun(thermal, { method: 'bdf2' }).options).toEqual({});
  });

  it('takes the method that the check recommends', () => {
    for (const problem of [circle('{}'), circle('{ temperature: 1 }'), free('{}')])
      expect(planRun(problem).method).toBe(recommend(problem, check(problem).facts).method);
  });

  it('puts the caller before the problem, and the problem before the defaults', () => {
    expect(planRun(circle('{}'))).toMatchObject({ step: 0.01, until: 10, options: {} });
    const proposed = circle('{ step: 0.1, until: 4, every: 2, seed: 3, temperature: 1 }');
    expect(planRun(proposed)).toMatchObject({
      step: 0.1,
      until: 4,
      schedule: { steps: 40, every: 2 },
      options: { seed: 3, temperature: 1 },
    });
    const given = { method: 'gla', step: 0.2, until: 2, every: 1, seed: 4 };
    expect(planRun(proposed, given)).toMatchObject({
      method: 'gla',
      because: 'it was asked for',
      schedule: { steps: 10, every: 1 },
      options: { seed: 4, temperature: 1 },
    });
  });

  it('takes a temperature from the caller as it does from the problem', () => {
    expect(planRun(circle('{}'), { temperature: 1 }).method).toBe('g-baoab');
  });

  it('replaces constraints by the penalty that the problem asks for, once', () => {
    const { problem, original, omega } = planRun(circle('{ omega: 100 }'));
    expect([problem.g.m, original.g.m, omega]).toEqual([0, 1, 100]);
    expect(planRun(problem).problem).toBe(problem);
  });

  it('is the plan of simulate', () => {
    const { steps, time } = simulate(circle('{ step: 0.1 }'));
    expect([steps, time]).toEqual([100, 10]);
    const thermal = circle('{ temperature: 0.5, seed: 3, step: 0.1, until: 1 }');
    expect(simulate(thermal).state).toEqual(simulate(thermal, { method: 'g-baoab' }).state);
  });
});
