// Checks of constraints along a run: what they must refuse, and what they must not.

import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createConstraintWatch } from '../../../src/run/constraint-watch.ts';
import { simulate } from '../../../src/run/simulate.ts';

const gear = load(`
  coordinates: [a, b]
  potential: -2*a
  constraints: { mesh: sin(10*a + 10*b) = 0 }
  initial: { p_a: 10, p_b: -10 }`);
const wave = load(`
  coordinates: [x, y]
  constraints: { curve: y = sin(x) + x^3/10 }
  initial: { x: -1.2, y: sin(-1.2) - 1.2^3/10, p_x: 1, p_y: cos(-1.2) + 3*1.2^2/10 }`);
const onManifold = { domain: 'g = {g,H} = 0' } as const;

/** Watches the step from the start of a problem to a state. */
function watchStep(problem: typeof gear, to: readonly number[], domain: 'g = 0' | 'g = {g,H} = 0' = 'g = 0') {
  const watch = createConstraintWatch(problem, { domain });
  watch?.start(problem.initial);
  return watch?.check(Float64Array.from(to)) ?? null;
}

describe('the watch of constraints', () => {
  it.each([1, 2, 3, 4, 6, 8, 10, 17, 20, 40, 100])('refuses a jump by %i pairs of components', k => {
    expect(watchStep(gear, [3 + (k * Math.PI) / 5, -3, 10, -10])?.detail).toContain('another component');
  });
  it.each([0.01, 1, 10, 1000])('accepts a motion of length %d along the component', length => {
    expect(watchStep(gear, [length, -length, 10, -10], 'g = {g,H} = 0')).toBeNull();
  });
  it.each([0.1, 0.5, 1, 1.5, 2])('accepts a step of length %d over a point of inflection', length => {
    const x = -1.2 + length;
    expect(watchStep(wave, [x, Math.sin(x) + x ** 3 / 10, 1, Math.cos(x) + (3 * x ** 2) / 10])).toBeNull();
  });
  it('refuses a residual above its tolerance, and one of the hidden constraint where the method keeps it', () => {
    expect(watchStep(gear, [1, -0.999, 10, -10])?.reason).toBe('constraint violated');
    expect(watchStep(gear, [1, -1, 10, -9])).toBeNull();
    expect(watchStep(gear, [1, -1, 10, -9], 'g = {g,H} = 0')?.detail).toContain('hidden');
  });
  it('checks before every row, whatever the interval', () => {
    const watch = createConstraintWatch(gear, onManifold);
    watch?.start(gear.initial);
    for (let k = 1; k <= 10; k++) expect(watch?.check(Float64Array.of(k, -k, 10, -10))).toBeNull();
    const jumped = Float64Array.of(11 + Math.PI / 5, -11, 10, -10);
    expect(watch?.check(jumped)).toBeNull();
    expect(watch?.confirm(jumped)?.detail).toContain('another component');
  });
  it('does not apply to methods that leave the constraints', () => {
    expect(createConstraintWatch(gear, { domain: 'phase space' })).toBeNull();
  });
});

describe('runs with long steps', () => {
  const top = load(`
    parameters: { v: 1 }
    coordinates: [x, y]
    constraints: { ring: (x^2 + y^2)^2 = 1 }
    initial: { x: 1, p_y: v }`);

  it.each(['rattle', 'rattle-4', 'rattle-8'])('on a ring are right or refused: %s', method => {
    for (let step = 0.05; step < 3; step += 0.1) {
      const { failure, state, extremes } = simulate(top, { method, step, until: 20 * step });
      if (failure) continue;
      expect(Math.hypot(...state.q)).toBeCloseTo(1, 10);
      expect(extremes.energyMaxError).toBeLessThan(1e-10);
    }
  });
  it('a step of many stages may turn gradients by more than a right angle', () => {
    const chain = load(`
      coordinates: [x, y, u, v]
      constraints: { first: x^2 + y^2 = 1, second: (u - x)^2 + (v - y)^2 = 1 }
      initial: { x: 1, u: 1, v: 1 }`);
    const watch = createConstraintWatch(chain, { domain: 'g = 0' });
    watch?.start(chain.initial);
    for (let k = 1; k <= 100; k++) {
      const [a, b] = [1.8 * k, Math.PI / 2 - 1.7 * k];
      const [x, y] = [Math.cos(a), Math.sin(a)];
      expect(watch?.check(Float64Array.of(x, y, x + Math.cos(b), y + Math.sin(b), 0, 0, 0, 0))).toBeNull();
    }
  });
});
