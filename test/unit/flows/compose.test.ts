import { describe, expect, it } from 'vitest';
import {
  compose,
  compositionSchemes,
  kahanLi8,
  suzukiFractal,
  tripleJump,
} from '../../../src/flows/compose.ts';
import type { Flow } from '../../../src/flows/flow.ts';
import { midpoint } from '../../../src/flows/gauss.ts';
import { symplecticEulerP } from '../../../src/flows/symplectic-euler.ts';
import { verlet } from '../../../src/flows/verlet.ts';
import { done, failed } from '../../../src/solvers/outcome.ts';
import {
  derivative,
  differences,
  maxDistance,
  measuredOrder,
  pushed,
  returnError,
  stepped,
  symplecticDefect,
} from './measure.ts';
import { allProblems, generalProblems, separableProblems } from './problems.ts';

const schemes = [...compositionSchemes, suzukiFractal(6)];
/** Step counts whose errors lie between 1e-3 and round-off. */
const counts: Record<string, readonly number[]> = {
  'triple jump, order 4': [32, 64, 128],
  "Suzuki's fractal, order 4": [16, 32, 64],
  'Yoshida, order 6, 7 stages': [24, 36, 48],
  'Kahan–Li, order 6, 9 stages': [10, 14, 20],
  'Suzuki–Umeno–McLachlan, order 8, 15 stages': [10, 14, 20],
  'Kahan–Li, order 8, 17 stages': [6, 8, 11],
  'triple jump, order 6': [24, 36, 54],
  "Suzuki's fractal, order 6": [6, 8, 12],
  'triple jump, order 8': [36, 44, 54],
};

describe.each(schemes)('$name', ({ name, order, weights }) => {
  it('is a palindrome of sum 1', () => {
    expect([...weights].reverse()).toEqual(weights);
    expect(Math.abs(weights.reduce((a, b) => a + b) - 1)).toBeLessThanOrEqual(1e-14);
  });

  it.each(separableProblems)('has its order with Verlet on $name', problem => {
    const flow = compose(verlet(problem.H), weights);
    expect(Math.abs(measuredOrder(flow, problem, counts[name]) - order)).toBeLessThanOrEqual(0.2);
  });

  it.each(generalProblems)('has its order with midpoint on $name', problem => {
    const flow = compose(midpoint(problem.H), weights);
    expect(Math.abs(measuredOrder(flow, problem, counts[name]) - order)).toBeLessThanOrEqual(0.2);
  });

  it.each(allProblems)('is symplectic, reversible and pushes rightly on $name', ({ H, initial }) => {
    const flow = compose(verlet(H), weights);
    const columns = derivative(flow, initial, 0.1);
    expect(symplecticDefect(columns)).toBeLessThanOrEqual(1e-12);
    expect(returnError(flow, initial, 0.1)).toBeLessThanOrEqual(1e-14);
    differences(flow, initial, 0.1).forEach((column, i) => {
      expect(maxDistance(column, columns[i])).toBeLessThanOrEqual(1e-9);
    });
  });
});

describe('compose', () => {
  const [{ H, initial }] = separableProblems;

  it('runs the stages in the order of the weights', () => {
    const expected = stepped(
      symplecticEulerP(H),
      stepped(symplecticEulerP(H), initial, 0.3 * 0.1),
      0.7 * 0.1,
    );
    expect(stepped(compose(symplecticEulerP(H), [0.3, 0.7]), initial, 0.1)).toEqual(expected);
  });

  it('swapping stages of a triple jump loses the order', () => {
    const [w1, w2, w3] = tripleJump(4).weights;
    const flow = compose(verlet(H), [w2, w1, w3]);
    expect(measuredOrder(flow, separableProblems[0], [32, 64, 128])).toBeLessThan(3.5);
  });

  it('a wrong digit loses the order', () => {
    const weights = [...kahanLi8.weights];
    weights[3] += 1e-6;
    weights[13] += 1e-6;
    weights[8] -= 2e-6;
    const flow = compose(verlet(H), weights);
    expect(measuredOrder(flow, separableProblems[0], [6, 8, 11])).toBeLessThan(7);
  });

  it.each([1, 2, 3, 4])('leaves its start alone and pushes the step of that start: %i stages', stages => {
    const flow = compose(verlet(H), new Array(stages).fill(1 / stages));
    const z = initial.slice();
    const out = stepped(flow, z, 0.1);
    expect(z).toEqual(initial);
    expect(stepped(compose(verlet(H), new Array(stages).fill(1 / stages)), initial, 0.1)).toEqual(out);
    // The caller may reuse both arrays before it asks for the derivative.
    const columns = derivative(flow, initial, 0.1);
    differences(flow, initial, 0.1).forEach((column, i) => {
      expect(maxDistance(column, columns[i])).toBeLessThanOrEqual(1e-9);
    });
    flow.step(z, 0.1, out);
    z.fill(Number.NaN);
    out.fill(Number.NaN);
    expect(
      pushed(
        flow,
        initial.map((_, i) => (i === 0 ? 1 : 0)),
      ),
    ).toEqual(columns[0]);
  });

  it('inherits the domain and the memory', () => {
    const flow: Flow = { domain: 'g = 0', memory: [new Float64Array(3)], step: () => done };
    const composed = compose(flow, [0.5, 0.5]);
    expect(composed.domain).toBe('g = 0');
    expect(composed.memory).toHaveLength(1);
    expect(composed.memory[0]).toBe(flow.memory[0]);
    expect(composed.push).toBeUndefined();
  });

  it('stops at the stage that fails and hands its reason up', () => {
    let calls = 0;
    const failure = failed('degenerate point', 'rank lost');
    const flow: Flow = {
      domain: 'phase space',
      memory: [],
      step: () => (++calls === 2 ? failure : done),
    };
    expect(compose(flow, [1, 1, 1]).step(initial, 0.1, new Float64Array(2))).toBe(failure);
    expect(calls).toBe(2);
  });

  it('push repeats each stage with the memory it had, and leaves the memory as it was', () => {
    // z ↦ (1 + count) z, with the count of earlier steps as memory.
    const count = new Float64Array(1);
    let factor = 1;
    const flow: Flow = {
      domain: 'phase space',
      memory: [count],
      step(z, _h, out) {
        factor = 1 + count[0]++;
        for (let i = 0; i < z.length; i++) out[i] = factor * z[i];
        return done;
      },
      push(v, out) {
        for (let i = 0; i < v.length; i++) out[i] = factor * v[i];
      },
    };
    const composed = compose(flow, [1, 1, 1]);
    expect(stepped(composed, Float64Array.of(1, 2), 1)).toEqual(Float64Array.of(6, 12));
    expect(pushed(composed, Float64Array.of(1, 0))).toEqual(Float64Array.of(6, 0));
    expect(pushed(composed, Float64Array.of(0, 1))).toEqual(Float64Array.of(0, 6));
    expect(count[0]).toBe(3);
    // The next step begins with the memory that the first one left.
    expect(stepped(composed, Float64Array.of(1, 2), 1)).toEqual(Float64Array.of(120, 240));
  });
});
