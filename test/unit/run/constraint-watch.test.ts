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
/** Residuals of a state that nobody has measured: the watch does it. */
const unmeasured = { constraint: Number.POSITIVE_INFINITY, hidden: Number.POSITIVE_INFINITY };
const onManifold = { domain: 'g = {g,H} = 0' } as const;

/** Watches the step from the start of a problem to a state. */
function watchStep(problem: typeof gear, to: readonly number[], domain: 'g = 0' | 'g = {g,H} = 0' = 'g = 0') {
  const watch = createConstraintWatch(problem, { domain });
  watch?.start(problem.initial);
  return watch?.check(problem.initial, Float64Array.from(to), unmeasured) ?? null;
}

const along = (length: number) => Float64Array.of(length, -length, 10, -10);

/** An oval with −1 ≤ x ≤ 0 and a branch with x ≥ 1: a line meets them in up to three points. */
const cubic = load(`
  coordinates: [x, y]
  potential: 3*x
  constraints: { curve: y^2 = x^3 - x }
  initial: { x: -0.5, y: sqrt(0.375), p_x: 0.4, p_y: -0.05/sqrt(0.375) }`);

describe('the watch of constraints', () => {
  it.each([1.001, 1.1, 1.5, 2, 4])(
    'refuses a jump from the oval of a cubic curve to its other branch at x = %d',
    x => {
      for (const sign of [1, -1]) {
        const jumped = watchStep(cubic, [x, sign * Math.sqrt(x ** 3 - x), 0, 0]);
        expect(jumped?.detail).toContain('another component');
      }
    },
  );
  it.each([-0.95, -0.7, -0.45, -0.1])('accepts a step along the oval to x = %d', x => {
    expect(watchStep(cubic, [x, Math.sqrt(x ** 3 - x), 0, 0])).toBeNull();
  });
  it('checks a step that is much longer than the one before, whatever the interval', () => {
    const watch = createConstraintWatch(gear, onManifold);
    watch?.start(gear.initial);
    for (let k = 1; k <= 10; k++) expect(watch?.check(along(k - 1), along(k), unmeasured)).toBeNull();
    const jumped = Float64Array.of(14 + Math.PI / 5, -14, 10, -10);
    expect(watch?.check(along(10), jumped, unmeasured)?.detail).toContain('another component');
  });
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
    for (let k = 1; k <= 10; k++) expect(watch?.check(along(k - 1), along(k), unmeasured)).toBeNull();
    const jumped = Float64Array.of(11 + Math.PI / 5, -11, 10, -10);
    expect(watch?.check(along(10), jumped, unmeasured)).toBeNull();
    expect(watch?.confirm(jumped)?.detail).toContain('another component');
  });
  it('does not apply to methods that leave the constraints, nor to particles, which have a check of their own', () => {
    expect(createConstraintWatch(gear, { domain: 'phase space' })).toBeNull();
    const water = load('particles: { molecules: { tip3p: 1 } }');
    expect(createConstraintWatch(water, onManifold)).toBeNull();
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
  it.each(['rattle', 'shake', 'rattle-4'])('on a cubic curve stay on the oval or are refused: %s', method => {
    for (const solver of ['newton', 'chord', 'sweep', 'newton-sparse'])
      for (let step = 0.02; step < 2; step += 0.02) {
        const { failure, state } = simulate(cubic, { method, solver, step, until: 60 * step });
        if (!failure) expect(state.q[0], `${solver} with step ${step}`).toBeLessThanOrEqual(1e-9);
      }
  });
  it.each([
    {
      form: 'with momenta in the constraint',
      problem: load(`
        coordinates: [a, b]
        potential: -2*a
        constraints: { mesh: sin(10*a + 10*b)*(1 + (p_a - p_b)^2/100) = 0 }
        initial: { p_a: 10, p_b: -10 }`),
      isAtHome: ([a, b]: Float64Array) => Math.abs(a + b) < 1e-9,
    },
    {
      form: 'with a mass that varies',
      problem: load(`
        coordinates: [x, y]
        lagrangian: (1 + x^2)*v_x^2/2 + v_y^2/2 - 0.3*x*y
        constraints: { circles: (x^2 + y^2 - 1)*(x^2 + y^2 - 4)*(x^2 + y^2 - 9) = 0 }
        initial: { x: 2, v_y: 1.5 }`),
      isAtHome: (q: Float64Array) => Math.abs(Math.hypot(...q) - 2) < 1e-9,
    },
  ])('stay on their component or are refused $form', ({ problem, isAtHome }) => {
    for (const method of ['rattle', 'shake', 'rattle-4'])
      for (let step = 0.05; step < 1.5; step += 0.05) {
        const { failure, state } = simulate(problem, { method, step, until: 40 * step });
        if (!failure) expect(isAtHome(state.q), `${method} with step ${step}`).toBe(true);
      }
  });
  it('a step of many stages may turn gradients by more than a right angle', () => {
    const chain = load(`
      coordinates: [x, y, u, v]
      constraints: { first: x^2 + y^2 = 1, second: (u - x)^2 + (v - y)^2 = 1 }
      initial: { x: 1, u: 1, v: 1 }`);
    const watch = createConstraintWatch(chain, { domain: 'g = 0' });
    watch?.start(chain.initial);
    const turned = (k: number) => {
      const [a, b] = [1.8 * k, Math.PI / 2 - 1.7 * k];
      const [x, y] = [Math.cos(a), Math.sin(a)];
      return Float64Array.of(x, y, x + Math.cos(b), y + Math.sin(b), 0, 0, 0, 0);
    };
    for (let k = 1; k <= 100; k++) expect(watch?.check(turned(k - 1), turned(k), unmeasured)).toBeNull();
  });
});
