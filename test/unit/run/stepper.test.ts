// The one time loop: it counts, turns back, stops at failures in the words of a run, and starts again with the same bits.

import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import type { Flow } from '../../../src/flows/flow.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import { standardGuards } from '../../../src/run/guards.ts';
import { simulate } from '../../../src/run/simulate.ts';
import { advance, createStepper, memoryReset } from '../../../src/run/stepper.ts';
import { done, failed } from '../../../src/solvers/outcome.ts';

const pendulum = load(`
  coordinates: [x, y]
  mass: 1
  potential: 9.81*y
  constraints: { rod: x^2 + y^2 = 1 }
  initial: { x: 1 }
  run: { step: 0.01, until: 1 }`);
const h = 0.01;

/** x grows by h; the step from x ≥ `limit` fails. */
const ramp = (limit: number): Flow => ({
  domain: 'phase space',
  memory: [],
  step(z, step, out) {
    out.set(z);
    out[0] += step;
    return z[0] >= limit ? failed('did not converge', 'too far') : done;
  },
});

describe('a stepper', () => {
  it('makes the steps of a run, in one piece or in many', () => {
    const [whole, parts] = [1, 2].map(() => createStepper(pendulum, createMethod(pendulum, 'rattle'), { h }));
    whole.advance(100);
    for (let k = 0; k < 10; k++) parts.advance(10);
    expect(parts.state).toEqual(whole.state);
    expect([...whole.state]).toEqual(Object.values(simulate(pendulum).state).flatMap(half => [...half]));
    expect([whole.steps, whole.time]).toEqual([100, 1]);
  });

  it('goes back with a negative count', () => {
    const stepper = createStepper(pendulum, createMethod(pendulum, 'rattle'), { h });
    stepper.advance(50);
    stepper.advance(-50);
    expect(stepper.steps).toBe(0);
    stepper.state.forEach((value, i) => {
      expect(value).toBeCloseTo(pendulum.initial[i], 12);
    });
  });

  it('keeps the last good state of a flow that fails, and the failure until it is restored', () => {
    const free = load('coordinates: [x]\nmass: 1\npotential: x');
    const stepper = createStepper(free, ramp(2.5), { h: 1 });
    const failure = stepper.advance(10);
    expect(failure).toMatchObject({ step: 4, time: 3, message: /from t = 3 failed \(did not converge\)/ });
    expect([stepper.steps, stepper.state[0]]).toEqual([3, 3]);
    expect(stepper.advance(1)).toBe(failure);
    stepper.restore(0, free.initial);
    expect(stepper.advance(2)).toBeNull();
    expect([stepper.steps, stepper.state[0]]).toEqual([2, 2]);
  });

  it('lets guards check the start and every step', () => {
    const free = load('coordinates: [x]\nmass: 1\npotential: x^2');
    const seen: number[] = [];
    const guards = {
      isStarted: false,
      start(z: Float64Array) {
        this.isStarted = true;
        seen.push(z[0]);
        return null;
      },
      check(before: Float64Array, step: number, after: Float64Array) {
        seen.push(before[0], step, after[0]);
        return after[0] > 1 ? failed('unstable', 'too large') : null;
      },
    };
    const stepper = createStepper(free, ramp(9), { h: 1, guards });
    expect(stepper.advance(5)?.outcome.reason).toBe('unstable');
    expect(seen).toEqual([0, 0, 1, 1, 1, 1, 2]);
    expect([stepper.steps, stepper.state[0]]).toEqual([1, 1]);
  });

  it('starts again with the same bits', () => {
    const flow = createMethod(pendulum, 'bdf2');
    const reset = memoryReset(flow);
    const stepper = createStepper(pendulum, flow, { h, guards: standardGuards(pendulum, flow) });
    stepper.advance(20);
    const first = stepper.state.slice();
    stepper.restore(0, pendulum.initial);
    reset();
    stepper.advance(20);
    expect(stepper.state).toEqual(first);
  });
});

describe('advance', () => {
  it('shows each state to its visitor', () => {
    const seen: [number, number][] = [];
    const end = advance(ramp(9), new Float64Array(2), 0.5, 3, (z, k) => seen.push([k, z[0]]));
    expect(seen).toEqual([
      [1, 0.5],
      [2, 1],
      [3, 1.5],
    ]);
    expect(end[0]).toBe(1.5);
  });

  it('throws where a step fails, and says which', () => {
    expect(() => advance(ramp(1), new Float64Array(2), 1, 5)).toThrow(
      'step 2 of 5 with h = 1 failed (did not converge): too far',
    );
  });
});
