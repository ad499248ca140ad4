// `compare`: several methods at several steps of one problem, planned as a run is.

import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { MethodError } from '../../../src/methods/method.ts';
import { methodNamed } from '../../../src/methods/registry.ts';
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
    expect(rows[0]).toMatchObject({ seconds: 1, secondsSpread: 0 });
  });

  /** Time of a RATTLE run of 20 steps on a clock that advances by `cost(k)` seconds in the k-th step of the study. */
  function timeOnClock(cost: (step: number) => number) {
    let [now, steps] = [0, 0];
    const rattle = methodNamed('rattle');
    const method: typeof rattle = {
      ...rattle,
      create(problem, options) {
        const flow = rattle.create(problem, options);
        const step: typeof flow.step = (z, h, out) => {
          now += cost(steps);
          steps += 1;
          return flow.step(z, h, out);
        };
        return { ...flow, step };
      },
    };
    const { rows } = compare(pendulum, { methods: [method], steps: [0.1], clock: () => now });
    return { ...rows[0], runs: steps / 20 };
  }

  it('is not misled by a first repeat that is disturbed, or by cold code', () => {
    const steady = timeOnClock(() => 1e-5);
    expect(steady.seconds).toBeCloseTo(2e-4, 12);
    expect(steady.runs * 2e-4).toBeGreaterThan(0.1);
    // Ten seconds lost in the first run, then in the first and in the tenth repeat.
    for (const lost of [[0], [20], [40], [20, 200]])
      expect(timeOnClock(k => (lost.includes(k) ? 10 : 1e-5)).seconds).toBeCloseTo(2e-4, 12);
    // Ten times slower in the first ten runs.
    expect(timeOnClock(k => (k < 200 ? 1e-4 : 1e-5)).seconds).toBeCloseTo(2e-4, 12);
  });

  it('repeats a long run once where both agree, and says by how much times differ where none do', () => {
    expect(timeOnClock(() => 1)).toMatchObject({ seconds: 20, secondsSpread: 0, runs: 3 });
    const noisy = timeOnClock(k => 1 + Math.floor(k / 20));
    expect(noisy).toMatchObject({ seconds: 40, secondsSpread: 0.5, runs: 6 });
  });

  it('has no time by a clock that stands still', () => {
    expect(timeOnClock(() => 0).seconds).toBeNaN();
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
