// What every force term must obey, by differences and by geometry. Differences of order eight judge everything.

import { describe, expect, it } from 'vitest';
import { createNormalSource } from '../../../../src/random/philox.ts';
import { along, derivative } from '../../differences.ts';
import { allExamples, bondedExamples, type Example, pairExamples, withBox } from '../terms-examples.ts';
import {
  gradientOf,
  hessianTimesOf,
  randomVector,
  relativeDistance,
  turned,
  virialOf,
} from '../terms-systems.ts';

const step = 0.003;
const tolerance = 1e-8;

/** −dU/ds for all positions and the box stretched by 1 + s along one axis. */
function virialByStretching({ system, make }: Example, axis: number): number {
  return -derivative(
    s => {
      const scale = (value: number, k: number) => (k === axis ? value * (1 + s) : value);
      const [a, b, c] = system.box?.edges ?? [1, 1, 1];
      const box = system.box && { edges: [scale(a, 0), scale(b, 1), scale(c, 2)] as const };
      return make(withBox(system, box)).energy(system.positions.map((value, i) => scale(value, i % 3)));
    },
    0,
    step / 10,
  );
}

describe.each(allExamples)('$title', example => {
  const { system, make } = example;
  const term = make(system);
  const x = system.positions;
  const v = randomVector(x.length, createNormalSource(7));

  it('has an energy, and the gradient returns the same', () => {
    const energy = term.energy(x);
    expect(Number.isFinite(energy) && energy !== 0).toBe(true);
    expect(term.addGradient(x, new Float64Array(x.length))).toBe(energy);
  });

  it('has the gradient of its energy', () => {
    const g = gradientOf(term, x);
    // Every fifth coordinate, which are x, y and z in turn, and all of them together.
    const fifth = Array.from(x.keys()).filter(k => k % 5 === 0);
    const numerical = fifth.map(i => {
      const unit = x.map((_entry, j) => (i === j ? 1 : 0));
      return along(z => [term.energy(z)], x, unit, step)[0];
    });
    const chosen = fifth.map(i => g[i]);
    expect(relativeDistance(chosen, numerical)).toBeLessThan(tolerance);
    const total = along(z => [term.energy(z)], x, v, step / 4)[0];
    expect(Math.abs(g.reduce((sum, entry, i) => sum + entry * v[i], 0) / total - 1)).toBeLessThan(tolerance);
  });

  it('has the Hessian of its gradient', () => {
    const numerical = along(z => gradientOf(term, z), x, v, step / 4);
    const exact = hessianTimesOf(term, x, v);
    if (example.title === 'external field') expect(exact.every(entry => entry === 0)).toBe(true);
    else expect(relativeDistance(exact, numerical)).toBeLessThan(tolerance);
  });

  it('adds to what is there', () => {
    const before = randomVector(x.length, createNormalSource(8));
    const [gradient, product] = [before.slice(), before.slice()];
    term.addGradient(x, gradient);
    term.addHessianTimes(x, v, product);
    const virial = Float64Array.of(1, 2, 3);
    term.addVirial(x, virial);
    const plus = (a: Float64Array, b: ArrayLike<number>) => a.map((entry, i) => entry + b[i]);
    expect(relativeDistance(gradient, plus(before, gradientOf(term, x)))).toBeLessThan(1e-13);
    expect(relativeDistance(product, plus(before, hessianTimesOf(term, x, v)))).toBeLessThan(1e-13);
    expect(relativeDistance(virial, plus(Float64Array.of(1, 2, 3), virialOf(term, x)))).toBeLessThan(1e-13);
  });

  it.runIf(example.inner)('has the virial of stretching space, and no part of it otherwise', () => {
    const numerical = [0, 1, 2].map(axis => virialByStretching(example, axis));
    expect(relativeDistance(virialOf(term, x), numerical)).toBeLessThan(tolerance);
  });

  it.runIf(!example.inner)('comes from outside: no virial', () => {
    expect(Array.from(virialOf(term, x))).toEqual([0, 0, 0]);
  });

  it('never calls positions that are not finite a success', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const moved = x.slice();
      moved[3] = bad;
      expect(Number.isFinite(term.energy(moved))).toBe(false);
      // The gradient of a uniform field is the same everywhere, even there.
      if (example.title !== 'external field')
        expect(gradientOf(term, moved).every(Number.isFinite)).toBe(false);
    }
    expect(Number.isFinite(term.energy(x))).toBe(true);
  });
});

describe.each([...pairExamples, ...bondedExamples])('$title as an inner force', ({ system, make }) => {
  const term = make(system);
  const x = system.positions;
  const g = gradientOf(term, x);
  const size = g.reduce((sum, entry) => sum + Math.abs(entry), 0);

  it('obeys Newton’s third law', () => {
    for (const axis of [0, 1, 2]) {
      const sum = g.reduce((total, entry, i) => (i % 3 === axis ? total + entry : total), 0);
      expect(Math.abs(sum)).toBeLessThan(1e-14 * size);
    }
  });

  it.runIf(system.box === null)('has no torque, and turns with its particles', () => {
    for (const axis of [0, 1, 2]) {
      const [l, m] = [(axis + 1) % 3, (axis + 2) % 3];
      let torque = 0;
      for (let i = 0; i < x.length; i += 3) torque += x[i + l] * g[i + m] - x[i + m] * g[i + l];
      expect(Math.abs(torque)).toBeLessThan(1e-13 * size);
    }
    const rotated = turned(x, 0.83, [0.3, -2, 5]);
    expect(Math.abs(term.energy(rotated) / term.energy(x) - 1)).toBeLessThan(1e-12);
    expect(relativeDistance(gradientOf(term, rotated), turned(g, 0.83, [0, 0, 0]))).toBeLessThan(1e-11);
  });

  it.runIf(system.box !== null)('does not mind which image of a particle it is given', () => {
    const random = createNormalSource(3);
    const edges = system.box?.edges ?? [1, 1, 1];
    const moved = x.map((entry, i) => entry + edges[i % 3] * Math.round(6 * random.uniform() - 3));
    expect(Math.abs(term.energy(moved) / term.energy(x) - 1)).toBeLessThan(1e-12);
    expect(relativeDistance(gradientOf(term, moved), g)).toBeLessThan(1e-11);
  });
});
