// The penalty against the constraints it replaces: what theory says for ω → ∞, measured, with counterexamples.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { constrainedMotion } from '../../src/laws/constrained-motion.ts';
import { MethodError } from '../../src/methods/method.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import { penaltyAdvice } from '../../src/studies/penalty-advice.ts';
import {
  createPenaltyMultipliers,
  createWindowAverage,
  plainMean,
  raisedCosine,
} from '../../src/studies/penalty-run.ts';
import { type PenaltyTask, penaltyStudy } from '../../src/studies/penalty-study.ts';

const fromCatalogue = (name: string, set: Record<string, number> = {}) =>
  load(readFileSync(new URL(`../../cases/${name}.yaml`, import.meta.url), 'utf8'), { file: name, set });
const pendulum = fromCatalogue('double-pendulum');
const omegas = [10, 20, 40, 80, 160, 320];
const study = (task: Partial<PenaltyTask>) =>
  penaltyStudy({ problem: pendulum, omegas, until: 5, step: omega => 1 / omega, ...task });

describe('the constraints of the double pendulum under a penalty, hω = 1', () => {
  const { rows, slopes } = study({ until: 50 });

  it('ω²|g| stays bounded while ω grows 32-fold, during the run and at its end', () => {
    for (const { scaled } of rows) {
      expect(scaled.largest).toBeGreaterThan(2.5);
      expect(scaled.largest).toBeLessThan(2.6);
      expect(scaled.end).toBeLessThanOrEqual(scaled.largest);
    }
  });

  it('|g| and the distance from the constrained motion fall like ω⁻²', () => {
    expect(Math.abs(slopes.largest + 2)).toBeLessThan(0.01);
    expect(Math.abs(slopes.distance + 2)).toBeLessThan(0.15);
    expect(rows[5].distance).toBeLessThan(3e-4);
  });

  it('|g| is as large as expected, and not larger', () => {
    for (const { largest, expected } of rows) {
      expect(largest).toBeLessThan(expected);
      expect(largest).toBeGreaterThan(0.9 * expected);
    }
  });

  it('at a fixed step ω²|g| grows: the implicit part moves g by βh²', () => {
    const fixed = study({ step: () => 0.02 });
    const pulls = fixed.rows.map(({ scaled }) => scaled.largest);
    expect(pulls[5]).toBeGreaterThan(10 * pulls[0]);
    expect(fixed.slopes.largest).toBeGreaterThan(-1.5);
    for (const { largest, expected } of fixed.rows)
      expect(Math.abs(largest / expected - 1)).toBeLessThan(0.15);
  });

  it('from a start that moves across g = 0, |g| falls like 1/ω only', () => {
    const moving = Float64Array.from(pendulum.initial);
    moving[pendulum.n + 1] += 0.1;
    const off = { ...pendulum, initial: moving };
    expect(study({ problem: off, omegas: [80, 160, 320], until: 1 }).slopes.largest).toBeCloseTo(-1, 1);
  });
});

describe('the multipliers of the double pendulum from a penalty', () => {
  const errors = (task: Partial<PenaltyTask>) => study(task).rows.map(row => row.multiplierError);
  const falls = (values: readonly number[]) => values.every((value, i) => i === 0 || value < values[i - 1]);

  it('ω²g itself does not converge, its average does where hω is small', () => {
    const found = errors({ step: omega => 0.05 / omega, method: 'zhang-skeel' });
    for (const { plain } of found) expect(plain).toBeGreaterThan(0.35);
    expect(falls(found.map(({ averaged }) => averaged))).toBe(true);
    expect(found[0].averaged).toBeLessThan(0.06);
    expect(found[5].averaged).toBeLessThan(3e-3);
  });

  it('with hω = 1 only the value that the step uses converges', () => {
    const found = errors({});
    for (const { averaged } of found) expect(averaged).toBeGreaterThan(0.4);
    expect(falls(found.map(({ ofStep }) => ofStep))).toBe(true);
    expect(found[0].ofStep).toBeLessThan(0.1);
    expect(found[5].ofStep).toBeLessThan(2e-3);
  });

  it.each(['newmark-pushforward', 'zhang-skeel-simplified', 'zhang-skeel-stiff'])(
    'and so with %s',
    method => {
      const found = errors({ method, omegas: [20, 80, 320] });
      expect(falls(found.map(({ ofStep }) => ofStep))).toBe(true);
      expect(found[2].ofStep).toBeLessThan(3e-3);
      expect(found[2].averaged).toBeGreaterThan(0.4);
    },
  );

  it('Newmark itself evaluates the penalty at its positions', () => {
    const [, , last] = errors({ method: 'newmark', omegas: [20, 80, 320] });
    expect(last.averaged).toBeLessThan(3e-3);
    expect(last.ofStep).toBe(last.averaged);
  });
});

/** V = (q₂ − q₁)²/2, g = q₁: solved exactly in Tao and Owhadi 2016, §3. There λ has the opposite sign. */
describe('the example with a printed solution', () => {
  const problem = load(`
coordinates: [a, b]
potential: (b - a)^2/2
constraints: { wall: a = 0 }
initial: { b: 1 }
`);
  const pull = (omega: number, t: number) => {
    const root = Math.sqrt(4 + omega ** 4);
    // The first one as a quotient, since the difference loses all digits.
    const slow = Math.sqrt((2 * omega * omega) / (2 + omega * omega + root));
    const fast = Math.sqrt((2 + omega * omega + root) / 2);
    return (omega ** 2 / root) * (Math.cos(slow * t) - Math.cos(fast * t));
  };

  it('λ = cos t, with one vibration of frequency ω', () => {
    const { times, multipliers, stiffness } = constrainedMotion(problem, 6);
    const errors = multipliers.map(([lambda], k) => Math.abs(lambda - Math.cos(times[k])));
    expect(Math.max(...errors)).toBeLessThan(1e-12);
    expect(stiffness).toEqual({ least: 1, most: 1 });
  });

  it('the run follows it, and ω²g stays at distance 1 from λ', () => {
    const { rows, curve } = penaltyStudy({
      ...{ problem, omegas: [10, 40], until: 6, method: 'gauss-3', step: omega => 0.1 / omega },
    });
    const [time, found] = ['time', 'pull'].map(name => curve.plain.column(name));
    expect(Math.max(...found.map((value, k) => Math.abs(value - pull(10, time[k]))))).toBeLessThan(1e-8);
    for (const { omega, multiplierError, scaled } of rows) {
      expect(scaled.end).toBeCloseTo(Math.abs(pull(omega, 6)), 7);
      expect(multiplierError.plain).toBeCloseTo(1, 1);
      expect(multiplierError.averaged).toBeLessThan(0.9 / omega);
    }
  });

  it('the value that a step of Zhang and Skeel uses, by hand', () => {
    const [omega, beta, h] = [3, 0.4, 0.25];
    const soft = penalised(problem, omega);
    const readings = createPenaltyMultipliers(problem, soft, { method: 'zhang-skeel', omega, beta });
    const out = new Float64Array(1);
    const [a, b, s] = [0.1, 0.7, beta * h * h];
    readings.ofStep(Float64Array.of(a, b, 0.3, 0.2), h, out);
    // (1 + s V'') x = −∇V, V'' = [[1 + ω², −1], [−1, 1]], by Cramer's rule.
    const [A, D] = [1 + s * (1 + omega ** 2), 1 + s];
    const [x, y] = [b - a - omega ** 2 * a, a - b];
    const acceleration = (D * x + s * y) / (A * D - s * s);
    expect(out[0]).toBeCloseTo(omega ** 2 * (a + s * acceleration), 13);
  });
});

describe('averages over centred windows', () => {
  const average = (f: (s: number) => number, weight = raisedCosine) => {
    const window = createWindowAverage([3], 2, 1, weight);
    for (let s = 0; s <= 6; s += 1 / 1024) window.add(s, Float64Array.of(f(s)));
    return window.result()[0][0];
  };

  it('leave straight lines as they are, and of vibrations what theory says', () => {
    for (const weight of [raisedCosine, plainMean])
      expect(average(s => 2 * s - 1, weight)).toBeCloseTo(5, 12);
    const x = 20;
    const cosine = (s: number) => Math.cos(x * (s - 3));
    expect(average(cosine, plainMean)).toBeCloseTo(Math.sin(x) / x, 3);
    expect(average(cosine)).toBeCloseTo(Math.sin(x) / x / (1 - (x / Math.PI) ** 2), 6);
  });

  it('refuse a window without values', () => {
    const window = createWindowAverage([0, 5], 1, 1);
    window.add(0, Float64Array.of(1));
    expect(() => window.result()).toThrow(/no value falls into the window .* about 5/);
  });
});

describe('advice', () => {
  it.each([
    ['the double pendulum', pendulum, 1e-3, 10],
    ['the spherical pendulum', fromCatalogue('spherical-pendulum'), 1e-4, 5],
    ['the torus', fromCatalogue('torus'), 1e-4, 5],
    ['the six-node chain', fromCatalogue('six-node-chain-c'), 1e-3, 2],
    ['two masses of another size', fromCatalogue('double-pendulum', { m1: 4, m2: 9 }), 1e-3, 5],
  ] as const)('followed on %s gives the |g| that was wanted', (_, problem, wanted, until) => {
    const { omega, step, coarse, verletLimit } = penaltyAdvice(problem, wanted, { until });
    const follow = (method: string, h: number) =>
      penaltyStudy({ problem, omegas: [omega], method, until, step: () => h }).rows[0];
    const { largest } = follow('zhang-skeel', step);
    expect(largest).toBeLessThan(1.02 * wanted);
    expect(largest).toBeGreaterThan(0.6 * wanted);
    const { largest: reached } = follow('zhang-skeel', coarse.step);
    expect(Math.abs(reached / coarse.expected - 1)).toBeLessThan(0.15);
    expect(follow('verlet', 0.95 * verletLimit).failure).toBe(null);
    expect(follow('verlet', 1.05 * verletLimit).failure).toMatch(/unstable/);
  });

  it('refuses what makes no sense', () => {
    expect(() => penaltyAdvice(pendulum, 0)).toThrow(RangeError);
    expect(() => penaltyAdvice(fromCatalogue('harmonic-constraint-a'), 1e-3)).toThrow(MethodError);
    expect(() => study({ window: 100 })).toThrow(/longer than the run/);
    expect(() => study({ window: 0.01, step: () => 0.01 })).toThrow(/fewer than 3 steps/);
  });

  it('a run that fails is a row with its reason', () => {
    const { rows, slopes } = study({ method: 'verlet', step: () => 0.05, omegas: [2, 40] });
    expect(rows.map(({ failure }) => failure !== null)).toEqual([false, true]);
    expect(rows[1].failure).toMatch(/unstable/);
    expect(slopes.largest).toBe(Number.NaN);
  });
});
