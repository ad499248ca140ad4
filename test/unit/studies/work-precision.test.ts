// `compare`: several methods at several steps of one problem, planned as a run is.

import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { MethodError } from '../../../src/methods/method.ts';
import { compare, planComparison } from '../../../src/studies/work-precision.ts';

const pendulum = load(`
  coordinates: [x, y]
  mass: 1
  potential: y
  constraints: { rod: x^2 + y^2 = 1 }
  initial: { x: 1 }
  run: { step: 0.05, until: 2 }`);

describe('compare', () => {
  it('measures the order of each method', () => {
    const { slopes, rows } = compare(pendulum, { methods: ['rattle', 'rattle-4'] });
    expect(slopes.get('rattle')).toBeCloseTo(2, 1);
    expect(slopes.get('rattle-4')).toBeCloseTo(4, 0);
    expect(rows).toHaveLength(10);
    // Without a clock nothing is timed, and nothing repeated.
    expect(rows.every(({ seconds }) => Number.isNaN(seconds))).toBe(true);
  });

  it('times runs by the clock that it is given', () => {
    let now = 0;
    const clock = () => {
      now += 1;
      return now;
    };
    const { rows } = compare(pendulum, { methods: ['rattle'], steps: [0.1], clock });
    expect(rows[0].seconds).toBe(1);
  });

  it('takes steps, end time and options from the plan of a run', () => {
    expect(planComparison(pendulum)).toMatchObject({
      steps: [0.2, 0.1, 0.05, 0.025, 0.0125],
      until: 2,
      options: {},
    });
    expect(planComparison(pendulum, { step: 0.01, until: 1, flow: 'midpoint' })).toMatchObject({
      steps: [0.04, 0.02, 0.01, 0.005, 0.0025],
      until: 1,
      options: { flow: 'midpoint' },
    });
  });

  it('runs methods without constraints on the penalised problem, against the constrained motion', () => {
    const task = planComparison(pendulum, { methods: ['rattle', 'zhang-skeel'], omega: 100 });
    expect([task.problem.g.m, task.penalised?.g.m]).toEqual([1, 0]);
  });

  it('refuses random methods', () => {
    expect(() => compare(pendulum, { methods: ['g-baoab'] })).toThrow(MethodError);
  });
});
