// Cases that once went wrong, each with the way it went wrong.

import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { newmarkPushforward } from '../../src/flows/newmark/newmark.ts';
import { zhangSkeel } from '../../src/flows/newmark/zhang-skeel.ts';
import { simulate } from '../../src/run/simulate.ts';

describe('a constraint that passes through the origin, where the system starts', () => {
  // The coordinates are 0 there, but (x − 1)² and 1 round as numbers of size 1: no residual is below their round-off.
  it.each([1, 1e-10, 1e10])('is solved to the round-off of its own terms: size %d', L => {
    const circle = load(
      `parameters: { L: 1 }\ncoordinates: [x, y]\npotential: 9.81*y/L\nconstraints: { rod: (x - L)^2 + y^2 = L^2 }`,
      { set: { L } },
    );
    for (const method of ['rattle', 'shake', 'rattle-4', 'bdf2']) {
      const { failure, extremes } = simulate(circle, { method, step: 0.005 * L, until: 10 * L });
      expect(failure, method).toBeNull();
      expect(extremes.constraintMax).toBeLessThan(1e-13 * L * L);
    }
  });
});

describe('a run is not stopped as unstable', () => {
  it.each([
    ['without any energy at the start', '9.81*y + 10*y^2', 0, 'symplectic-euler'],
    ['in free fall', '9.81*y', 0, 'symplectic-euler'],
    ['near an unstable equilibrium', 'cos(y) - 1', 1e-8, 'bdf2'],
    ['while a method loses energy', '0.5*y^2', 1, 'bdf1'],
  ])('%s', (_, potential, y, method) => {
    const problem = load(`coordinates: [y]\npotential: ${potential}\ninitial: { y: ${y} }`);
    expect(simulate(problem, { method, step: 0.05, until: 30 }).failure).toBeNull();
  });

  it('unless it is: Verlet beyond its limit', () => {
    const problem = load('coordinates: [y]\npotential: 50*y^2\ninitial: { y: 1 }');
    const { failure, steps } = simulate(problem, { method: 'verlet', step: 0.21, until: 1000 });
    expect(failure?.outcome.reason).toBe('unstable');
    expect(steps).toBeLessThan(100);
  });
});

it('the reference stops before a singularity instead of standing still', () => {
  const problem = load('coordinates: [x]\npotential: -x^4\ninitial: { x: 1 }');
  const { failure, time } = simulate(problem, { method: 'reference', step: 0.01, until: 5 });
  expect(failure?.message).toMatch(/singular|shrank|finite/);
  // x'² = 2(x⁴ − 1) reaches infinity after K(1/√2)/2.
  expect(time).toBeGreaterThan(0.919);
  expect(time).toBeLessThan(0.9270373);
});

describe('an indefinite matrix M + βh²V″ that elimination without pivots handles badly', () => {
  // K = [[δ, 2.5], [2.5, 1]]: well conditioned, with a tiny first pivot.
  it.each([1e-6, 1e-10, 1e-13])('is solved to round-off all the same: first pivot %d', delta => {
    const { H } = load(
      `coordinates: [x, y]\npotential: -200*(1 - ${delta})*x^2 + 1000*x*y\ninitial: { x: 0.3, y: -0.2 }`,
    );
    const [beta, h] = [0.25, 0.1];
    const s = beta * h * h;
    const z = Float64Array.of(0.3, -0.2, 0, 0);
    const [a, b, c] = [1 - 400 * (1 - delta) * s, 1000 * s, 1];
    const force = [400 * (1 - delta) * z[0] - 1000 * z[1], -1000 * z[0]];
    const det = a * c - b * b;
    const acceleration = [(c * force[0] - b * force[1]) / det, (a * force[1] - b * force[0]) / det];
    const out = new Float64Array(4);
    for (const flow of [zhangSkeel(H, beta), newmarkPushforward(H, beta)]) {
      expect(flow.step(z, h, out).ok).toBe(true);
      expect(out[0]).toBeCloseTo(0.3 + (h * h * acceleration[0]) / 2, 10);
      expect(out[1]).toBeCloseTo(-0.2 + (h * h * acceleration[1]) / 2, 10);
    }
  });
});
