import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { verlet } from '../../../src/flows/verlet.ts';
import { constrained } from '../../../src/integrators/constrained.ts';
import { createCotangentProjection, noProjection } from '../../../src/integrators/cotangent-projection.ts';
import { chiSquare, histogram } from '../../../src/laws/sampling.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { newton } from '../../../src/solvers/newton.ts';
import { createOrnsteinUhlenbeck } from '../../../src/stochastic/ornstein-uhlenbeck.ts';
import { chain, doublePendulum, ellipsoid, residuals } from './problems.ts';

const thermostat = { temperature: 0.6, friction: 0.8, seed: 4 };
const heavy = load('{ coordinates: [x], mass: 2.5, initial: { p_x: 3 } }');
const onManifold = (problem: Problem) => createCotangentProjection(problem, 'g = {g,H} = 0');

describe('friction and noise in a free direction', () => {
  it('has mean c p and variance (1 − c²) m kT after a time h', () => {
    const noise = createOrnsteinUhlenbeck(heavy, noProjection, thermostat);
    const count = 100_000;
    const c = Math.exp(-0.8 * 0.5);
    const variance = (1 - c * c) * 2.5 * 0.6;
    let [sum, squares] = [0, 0];
    for (let k = 0; k < count; k++) {
      const z = Float64Array.from(heavy.initial);
      noise.apply(z, 0.5);
      expect(z[0]).toBe(0);
      sum += z[1] - 3 * c;
      squares += (z[1] - 3 * c) ** 2;
    }
    expect(Math.abs(sum / count)).toBeLessThan(4 * Math.sqrt(variance / count));
    expect(Math.abs(squares / count / variance - 1)).toBeLessThan(4 * Math.sqrt(2 / count));
  });

  it('only damps at temperature 0, alike in one step and in two', () => {
    const noise = createOrnsteinUhlenbeck(heavy, noProjection, { ...thermostat, temperature: 0 });
    const [once, twice] = [0, 1].map(() => Float64Array.from(heavy.initial));
    noise.apply(once, 0.7);
    noise.apply(twice, 0.3);
    noise.apply(twice, 0.4);
    expect(once[1]).toBeCloseTo(3 * Math.exp(-0.56), 14);
    expect(twice[1]).toBeCloseTo(once[1], 14);
  });

  it('keeps a long series Gaussian', () => {
    const noise = createOrnsteinUhlenbeck(heavy, noProjection, { ...thermostat, friction: 3 });
    const z = Float64Array.from(heavy.initial);
    const values = Float64Array.from({ length: 40_000 }, () => {
      noise.apply(z, 1);
      return Math.max(-3.99, Math.min(3.99, z[1] / Math.sqrt(2.5 * 0.6)));
    });
    const density = Array.from({ length: 4000 }, (_, i) => Math.exp(-((-4 + (i + 0.5) / 500) ** 2) / 2));
    const weights = Array.from({ length: 20 }, (_, b) =>
      density.slice(200 * b, 200 * b + 200).reduce((a, x) => a + x, 0),
    );
    expect(chiSquare(histogram(values, { from: -4, to: 4, count: 20 }), weights).p).toBeGreaterThan(0.001);
  });
});

describe('under constraints', () => {
  it('fresh momenta have the covariance kT (M − Gᵀ(G M⁻¹ Gᵀ)⁻¹ G)', () => {
    const infinite = { ...thermostat, friction: Number.POSITIVE_INFINITY };
    const noise = createOrnsteinUhlenbeck(doublePendulum, onManifold(doublePendulum), infinite);
    const z = Float64Array.from(doublePendulum.initial);
    const count = 100_000;
    const covariance = new Float64Array(16);
    for (let k = 0; k < count; k++) {
      noise.apply(z, 1);
      for (let i = 0; i < 4; i++)
        for (let j = 0; j < 4; j++) covariance[4 * i + j] += (z[4 + i] * z[4 + j]) / count;
    }
    // By hand: the gradients at r₀ = (0.6, −0.8), r₁ = r₀ + (1, −1), without their factors 2.
    const M = [1, 1, 2, 2];
    const G = [
      [0.6, -0.8, 0, 0],
      [-1, 1, 1, -1],
    ];
    const N = (a: number, b: number) => M.reduce((sum, m, i) => sum + (G[a][i] * G[b][i]) / m, 0);
    const det = N(0, 0) * N(1, 1) - N(0, 1) ** 2;
    const inverse = [
      [N(1, 1) / det, -N(0, 1) / det],
      [-N(0, 1) / det, N(0, 0) / det],
    ];
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 4; j++) {
        const normal = inverse.reduce(
          (sum, row, a) => sum + row.reduce((s, w, b) => s + G[a][i] * w * G[b][j], 0),
          0,
        );
        const exact = 0.6 * ((i === j ? M[i] : 0) - normal);
        expect(Math.abs(covariance[4 * i + j] - exact)).toBeLessThan(4 * 0.6 * 2 * Math.sqrt(2 / count));
      }
  });

  it.each([
    ['ellipsoid', ellipsoid],
    ['double pendulum', doublePendulum],
    ['chain', chain],
  ])('one projection is as good as one before and one after: %s', (_, problem) => {
    const { n } = problem;
    const start = problem.initial.map((value, i) => (i < n ? value : Math.sin(i)));
    const once = Float64Array.from(start);
    createOrnsteinUhlenbeck(problem, onManifold(problem), thermostat).apply(once, 0.4);
    // The same noise without projection, between two projections by the general method.
    const { project } = constrained(problem, verlet(problem.H), newton);
    const [before, after] = [0, 1].map(() => new Float64Array(2 * n));
    expect(project.step(start, 1, before).ok).toBe(true);
    createOrnsteinUhlenbeck(problem, noProjection, thermostat).apply(before, 0.4);
    expect(project.step(before, 1, after).ok).toBe(true);
    once.forEach((value, i) => {
      expect(value).toBeCloseTo(after[i], 12);
    });
    expect(residuals(problem, once)[1]).toBeLessThan(1e-13);
  });
});

describe('what it does not do', () => {
  it('nothing at friction 0 or over no time, and no number is drawn', () => {
    for (const [friction, h] of [
      [0, 0.5],
      [2, 0],
    ]) {
      const noise = createOrnsteinUhlenbeck(ellipsoid, onManifold(ellipsoid), { ...thermostat, friction });
      const z = Float64Array.from(ellipsoid.initial);
      expect(noise.apply(z, h).ok).toBe(true);
      expect(z).toEqual(ellipsoid.initial);
      expect([...noise.memory[0]]).toEqual([0, 0]);
    }
  });

  it('fails backwards in time and where gradients vanish', () => {
    const noise = createOrnsteinUhlenbeck(ellipsoid, onManifold(ellipsoid), thermostat);
    expect(noise.apply(Float64Array.from(ellipsoid.initial), -0.1)).toMatchObject({
      reason: 'not supported',
    });
    expect(noise.apply(new Float64Array(6), 0.1)).toMatchObject({ reason: 'singular matrix' });
  });

  it.each([
    [{ temperature: -1 }, /temperature .* not -1/],
    [{ temperature: Number.POSITIVE_INFINITY }, /temperature/],
    [{ friction: Number.NaN }, /friction .* not NaN/],
    [{ friction: -0.5 }, /friction/],
    [{ seed: 0.5 }, /seed/],
  ])('refuses %o', (wrong, message) => {
    expect(() =>
      createOrnsteinUhlenbeck(ellipsoid, onManifold(ellipsoid), { ...thermostat, ...wrong }),
    ).toThrow(message);
  });

  it('refuses problems that are not classical', () => {
    const curved = load('{ coordinates: [x], hamiltonian: (1 + x^2)*p_x^2/2 }');
    expect(() => createOrnsteinUhlenbeck(curved, noProjection, thermostat)).toThrow(/H = ½pᵀM⁻¹p/);
  });
});
