// One call that runs a problem: rows, stop conditions, signals, and the refusal of an inconsistent start.

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/analysis/check.ts';
import { load } from '../../../src/file/load.ts';
import { InconsistentStartError, simulate, simulateAsync } from '../../../src/run/simulate.ts';

const pendulum = (initial = '{ x: 1 }') =>
  load(`
    coordinates: [x, y]
    mass: 1
    potential: 9.81*y
    constraints: { rod: x^2 + y^2 = 1 }
    initial: ${initial}
    run: { step: 0.01, until: 1, every: 10 }`);

describe('simulate', () => {
  it('calls onRow once for each row of the table', () => {
    const rows: [number, number][] = [];
    const { table, ending } = simulate(pendulum(), { onRow: (_, time, step) => rows.push([time, step]) });
    expect(ending).toBe('finished');
    expect(rows.map(([time]) => time)).toEqual([...table.column('time')]);
    expect(rows.map(([, step]) => step)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  });

  it('stops after the step at which the condition holds, with a last row, and calls it no failure', () => {
    const { ending, steps, state, table, failure } = simulate(pendulum(), { stopWhen: z => z[0] < 0.1 });
    expect([ending, failure]).toEqual(['stopped', null]);
    expect(steps % 10).not.toBe(0);
    expect(state.q[0]).toBeLessThan(0.1);
    expect(table.column('x').at(-1)).toBe(state.q[0]);
    expect(table.column('x').at(-2)).toBeGreaterThan(0.1);
    // The same steps as without a condition.
    expect(simulate(pendulum(), { until: steps * 0.01 }).state).toEqual(state);
  });

  it('ends when its signal is aborted', () => {
    const controller = new AbortController();
    const onRow = (_: unknown, time: number) => {
      if (time > 0.45) controller.abort();
    };
    const { ending, steps, failure } = simulate(pendulum(), { signal: controller.signal, onRow });
    expect([ending, steps, failure]).toEqual(['aborted', 50, null]);
  });

  it('refuses a start off the constraints or the hidden ones, as the command line does', () => {
    for (const initial of ['{ x: 1.1 }', '{ x: 1, p_x: 0.5 }']) {
      const problem = pendulum(initial);
      expect(() => simulate(problem)).toThrow(InconsistentStartError);
      try {
        simulate(problem);
      } catch (error) {
        const failing = check(problem).findings.filter(({ verdict }) => verdict === 'fail');
        expect(error).toMatchObject({
          findings: failing,
          message: expect.stringContaining(failing[0].summary),
        });
      }
      expect(simulate(problem, { force: true, until: 0.1 }).steps).toBeLessThanOrEqual(10);
    }
  });

  it('accepts a start whose digits were rounded', () => {
    expect(simulate(pendulum('{ x: 0.6, y: -0.80000001 }'), { until: 0.1 }).ending).toBe('finished');
  });

  it('says which method ran, why, and what it is made of', () => {
    const result = simulate(pendulum(), { until: 0.1 });
    expect(result).toMatchObject({
      method: 'rattle',
      because: expect.stringMatching(/^classical constraints/),
    });
    expect(result.parts).toBeInstanceOf(Array);
    expect(result.counters).toBeTypeOf('object');
    const sampled = simulate(pendulum(), { method: 'constrained-hmc', temperature: 1, until: 0.1 });
    expect(sampled.counters).not.toEqual({});
  });
});

describe('simulateAsync', () => {
  it('gives the same bits as simulate', async () => {
    const result = await simulateAsync(pendulum(), { pause: setImmediate });
    expect(result.state).toEqual(simulate(pendulum()).state);
    expect(result.ending).toBe('finished');
  });

  it('can be aborted from outside', async () => {
    const controller = new AbortController();
    const running = simulateAsync(pendulum(), { until: 1e6, pause: setImmediate, signal: controller.signal });
    await setImmediate();
    controller.abort();
    const { ending, steps } = await running;
    expect(ending).toBe('aborted');
    expect(steps).toBeLessThan(1e6);
  });
});
