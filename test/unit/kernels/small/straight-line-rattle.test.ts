// What is particular to the straight-line step; that it agrees with the general method on many problems is in kernels.test.ts.

import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import type { Flow } from '../../../../src/flows/flow.ts';
import { fitsStraightLine } from '../../../../src/kernels/shared/kernel.ts';
import { stepHistory } from '../../../../src/kernels/small/step-history.ts';
import { stepSource } from '../../../../src/kernels/small/step-source.ts';
import { straightLineRattle } from '../../../../src/kernels/small/straight-line-rattle.ts';
import { createMethod } from '../../../../src/methods/registry.ts';
import { createBrackets } from '../../../../src/problem/brackets.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import type { State } from '../../../../src/problem/state.ts';
import { seeded } from '../../linalg/seeded.ts';
import {
  costlyField,
  fromCatalogue,
  generalRattle,
  inLoops,
  orbit,
  relativeDistance,
  spatialChain,
  straightLine,
} from '../problems.ts';

const taskOf = ({ formulas, H }: Problem) => {
  if (!formulas || !H.separable) throw new Error('the problem is not classical');
  return { ...formulas, inverseMass: H.separable.inverseMass };
};

/** The straight-line step, and how often its judge was asked. */
function watchedStep(problem: Problem): { flow: Flow; asked: () => number } {
  const general = generalRattle(problem);
  let asked = 0;
  const step: Flow['step'] = (z, h, out) => {
    asked++;
    return general.step(z, h, out);
  };
  return { flow: straightLine(problem, { ...general, step }), asked: () => asked };
}

/** The same motion with other momenta, which stay tangent. */
function scaleMomenta(z: State, factor: number): void {
  for (let i = z.length / 2; i < z.length; i++) z[i] *= factor;
}

describe('the text of a straight-line step', () => {
  it.each<[string, Problem]>([
    ['double pendulum', fromCatalogue('double-pendulum')],
    ['costly field', costlyField],
  ])('contains no loop that could be replaced while it runs (%s)', (_, problem) => {
    for (const form of ['whole', 'divided'] as const) {
      const { text, stepLength } = stepSource(taskOf(problem), form);
      const step = text.slice(-stepLength - 1);
      expect(step).toMatch(/^function step\(/);
      expect(step).not.toMatch(/\b(for|while|do)\b/);
    }
  });

  it('is shorter in its divided form', () => {
    const [whole, divided] = (['whole', 'divided'] as const).map(
      form => stepSource(taskOf(spatialChain), form).stepLength,
    );
    expect(divided).toBeLessThan(0.75 * whole);
  });

  it('gives way to the sparse kernel where it is too long even so', () => {
    const wave = load(`
coordinates: [x, y]
constraints: { floor: "y = sum(k, 1, 200, sin(k*x)/k^3)" }
`);
    const lengths = (flow: Flow) => flow.memory.map(part => part.length);
    const sparse = inLoops(wave, generalRattle(wave));
    expect(fitsStraightLine(wave)).toBe(true);
    expect(straightLineRattle(wave, () => generalRattle(wave))).toBeNull();
    expect(lengths(createMethod(wave, 'rattle'))).toEqual(lengths(sparse));
    const chain = fromCatalogue('chain', { N: 10 });
    expect(lengths(straightLine(chain, generalRattle(chain)))[0]).toBe(stepHistory(10).length);
  });

  it('is not even tried where every constraint meets every other', () => {
    const crowd = (m: number, n: number) =>
      load(`
coordinates: { r: [${n}] }
constraints: { all: { each: "i in 1..${m}", equation: "sum(j, 0, ${n - 1}, cos(i*j + 1)*r[j]^2) = 0" } }
`);
    expect(fitsStraightLine(crowd(4, 12))).toBe(true);
    expect(fitsStraightLine(crowd(8, 12))).toBe(false);
  });
});

describe('the guess for λ', () => {
  const problem = fromCatalogue('planar-pendulum');
  const { length, step: place } = stepHistory(1);
  const h = 0.01;
  const known = place + 1;
  const extended = (memory: Float64Array) => memory.subarray(0, place).reduce((sum, x) => sum + x, 0);

  it('extends the polynomial through the last values', () => {
    const flow = straightLine(problem, generalRattle(problem));
    const [memory] = flow.memory;
    expect(memory.length).toBe(length);
    const z = orbit(flow, problem.initial, h, 40)[40];
    const [guess, last] = [extended(memory), memory[0]];
    orbit(flow, z, h, 1);
    const error = (value: number) => Math.abs(value / memory[0] - 1);
    expect(error(guess)).toBeLessThan(1e-6);
    expect(error(last)).toBeGreaterThan(1e-3);
  });

  it('begins anew after a change of h, and uses one more difference after each step', () => {
    const flow = straightLine(problem, generalRattle(problem));
    const [memory] = flow.memory;
    const counts = (z: State, steps: number, step: number) =>
      Array.from({ length: steps }, (_, k) => {
        orbit(flow, orbit(generalRattle(problem), z, step, k)[k], step, 1);
        return memory[known];
      });
    expect(counts(problem.initial, 7, h)).toEqual([0, 1, 2, 3, 4, 5, 5]);
    expect(counts(problem.initial, 3, h / 2)).toEqual([0, 1, 2]);
    const tail = memory.subarray(3, place);
    expect(tail.every(x => x === 0)).toBe(true);
  });

  it('begins anew after a jump of the momenta', () => {
    const pendulum = fromCatalogue('double-pendulum');
    const flow = straightLine(pendulum, generalRattle(pendulum));
    const places = stepHistory(2);
    const z = orbit(flow, pendulum.initial, 0.05, 30)[30];
    expect(flow.memory[0][places.step + 1]).toBe(5);
    scaleMomenta(z, 3);
    orbit(flow, z, 0.05, 1);
    expect(flow.memory[0][places.step + 1]).toBe(0);
  });
});

describe.each<[string, Problem, number]>([
  ['double pendulum', fromCatalogue('double-pendulum'), 0.1],
  ['six-node chain', fromCatalogue('six-node-chain'), 0.02],
  ['chain of 10', fromCatalogue('chain', { N: 10 }), 0.02],
  ['chain in space', spatialChain, 0.01],
  ['costly field', costlyField, 0.05],
])('the straight-line step of the %s, driven roughly', (_, problem, h) => {
  it.each<[string, (random: () => number) => number, (random: () => number) => number]>([
    ['jumps', () => h, random => (random() > 0.8 ? -1 - 0.3 * random() : 1)],
    ['noise', () => h, random => 1 + 0.05 * random()],
    ['changing steps', random => h * [1, -1, 0.3, 1.5][Math.floor(2 + 2 * random())], () => 1],
  ])('makes each step as the general method does: %s', (_kind, stepSize, factor) => {
    const { flow, asked } = watchedStep(problem);
    const general = generalRattle(problem);
    const random = seeded(11);
    let z = orbit(general, problem.initial, h, 20)[20];
    for (let k = 0; k < 60; k++) {
      const step = stepSize(random);
      const [, ours] = orbit(flow, z, step, 1);
      const [, theirs] = orbit(general, z, step, 1);
      expect(relativeDistance(ours, theirs)).toBeLessThan(1e-13);
      z = ours;
      scaleMomenta(z, factor(random));
    }
    expect(asked()).toBe(0);
  });
});

describe('the straight-line step', () => {
  it('keeps the hidden constraints to round-off where constraints are nearly dependent', () => {
    const problem = load(`
coordinates: [x, y, z]
potential: z + x*y
constraints:
  sphere: x^2 + y^2 + z^2 = 1
  nearly: x^2 + y^2 + 1.001*z^2 = 1 + 0.001*0.36
initial: { x: 0.8, z: 0.6, p_y: 1 }
`);
    const { flow, asked } = watchedStep(problem);
    const brackets = createBrackets(problem);
    const [hidden, scale] = [new Float64Array(2), new Float64Array(2)];
    for (const z of orbit(flow, problem.initial, 0.02, 100)) {
      brackets.hidden(z, hidden);
      brackets.hiddenScale(z, scale);
      for (let i = 0; i < 2; i++) expect(Math.abs(hidden[i]) / scale[i]).toBeLessThan(1e-15);
    }
    expect(asked()).toBe(0);
  });

  it('leaves h = 0 and what is not a number to the judge', () => {
    const problem = fromCatalogue('double-pendulum');
    const out = new Float64Array(8);
    for (const [z, h] of [
      [problem.initial, 0],
      [problem.initial, Number.NaN],
      [problem.initial.map(() => Number.NaN), 0.01],
      [problem.initial.map(x => x / 0), 0.01],
    ] as const) {
      const { flow, asked } = watchedStep(problem);
      const outcome = flow.step(z, h, out);
      expect(asked()).toBe(1);
      if (outcome.ok) expect(out.every(Number.isFinite)).toBe(true);
      // Nothing of it stays.
      expect(flow.memory[0].every(Number.isFinite)).toBe(true);
    }
  });

  it('derives the step that it made, though its start is gone', () => {
    const problem = fromCatalogue('double-pendulum');
    const v = problem.initial.map((_, i) => Math.sin(i + 1));
    const derivative = (flow: Flow) => {
      const z = orbit(flow, problem.initial, 0.05, 3)[3];
      const out = new Float64Array(8);
      expect(flow.step(z, 0.05, out).ok).toBe(true);
      z.fill(Number.NaN);
      flow.push?.(v, out);
      return out;
    };
    const [ours, theirs] = [watchedStep(problem).flow, generalRattle(problem)].map(derivative);
    expect(relativeDistance(ours, theirs)).toBeLessThan(1e-13);
  });
});
