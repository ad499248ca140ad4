import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { createUnderlyingOde } from '../../../../src/integrators/reference/underlying-ode.ts';
import { createBrackets } from '../../../../src/problem/brackets.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { maxDistance } from '../../flows/measure.ts';
import { chain, doublePendulum, phaseSphere, planarPendulum, withoutStructure } from '../problems.ts';

function multipliersOf(problem: Problem, z: Float64Array): Float64Array {
  const lambda = new Float64Array(problem.g.m);
  const outcome = createUnderlyingOde(problem).multipliers(z, lambda);
  expect(outcome).toEqual({ ok: true });
  return lambda;
}

function reasonOf(problem: Problem, z = problem.initial): string {
  const outcome = createUnderlyingOde(problem).field(z, new Float64Array(2 * problem.n));
  return outcome.ok ? 'ok' : outcome.reason;
}

describe('underlying ODE', () => {
  it('gives the tension of a pendulum, λ = (v² − g y)/2', () => {
    for (const [angle, speed] of [
      [0.3, 0],
      [2, 1.7],
      [-1, -3],
    ]) {
      const [s, c] = [Math.sin(angle), Math.cos(angle)];
      const z = Float64Array.of(s, -c, speed * c, speed * s);
      expect(multipliersOf(planarPendulum, z)[0]).toBeCloseTo((speed * speed + 9.81 * c) / 2, 13);
    }
  });

  it('gives the multiplier of a constraint with momenta', () => {
    const [x, y, u, v] = phaseSphere.initial;
    const kinetic = u * u + v * v;
    const mu = (kinetic - (y - 1)) / (x * x + (y - 1) * y - kinetic);
    expect(multipliersOf(phaseSphere, phaseSphere.initial)[0]).toBeCloseTo(mu / 2, 13);
    const field = new Float64Array(4);
    createUnderlyingOde(phaseSphere).field(phaseSphere.initial, field);
    expect(maxDistance(field, [(1 + mu) * u, (1 + mu) * v, -mu * x, -1 - mu * y])).toBeLessThan(1e-14);
  });

  it('finds the same field sparsely and densely', () => {
    for (const problem of [doublePendulum, chain]) {
      const [sparse, dense] = [0, 1].map(() => new Float64Array(2 * problem.n));
      createUnderlyingOde(problem).field(problem.initial, sparse);
      createUnderlyingOde(withoutStructure(problem)).field(problem.initial, dense);
      expect(maxDistance(sparse, dense)).toBeLessThan(1e-13);
      expect(Math.max(...sparse.map(Math.abs))).toBeGreaterThan(0.1);
    }
  });

  it('is tangent to g = {g, H} = 0', () => {
    const field = new Float64Array(2 * chain.n);
    const change = new Float64Array(chain.g.m);
    // Any momenta will do for {g, H}: the multipliers hold its rate of change at zero off the manifold too.
    const z = chain.initial.map((x, i) => (i < chain.n ? x : Math.sin(i)));
    createUnderlyingOde(chain).field(z, field);
    createBrackets(chain).hiddenAlong(z, field, change);
    expect(Math.max(...change.map(Math.abs))).toBeLessThan(1e-13);
  });

  it('needs no constraints', () => {
    const free = load('coordinates: [x]\npotential: x^2\ninitial: { x: 3, p_x: 2 }');
    const field = new Float64Array(2);
    expect(createUnderlyingOde(free).field(free.initial, field)).toEqual({ ok: true });
    expect([...field]).toEqual([2, -6]);
  });

  it('gives redundant constraints the multipliers of least norm', () => {
    const twice = load(`
coordinates: [x, y]
constraints: { one: x^2 + y^2 = 1, again: 0.3*x^2 + 0.3*y^2 = 0.3 }
initial: { x: 0.6, y: 0.8, p_x: 0.8, p_y: -0.6 }`);
    // One rod alone has 2λ = |v|² = 1; here λ₁ + 0.3 λ₂ = ½, and the shortest such vector is along (1, 0.3).
    for (const problem of [twice, withoutStructure(twice)]) {
      const lambda = new Float64Array(2);
      expect(createUnderlyingOde(problem).multipliers(problem.initial, lambda)).toEqual({ ok: true });
      expect(lambda[0]).toBeCloseTo(0.5 / 1.09, 14);
      expect(lambda[1]).toBeCloseTo(0.15 / 1.09, 14);
    }
  });

  it('reports degenerate points', () => {
    expect(reasonOf(planarPendulum, new Float64Array(4))).toBe('degenerate point');
    const free = load('coordinates: [q, s]\nhamiltonian: p_q^2/2\nconstraints: { wall: s = 0 }');
    expect(reasonOf(free)).toBe('degenerate point');
  });

  it('reports a cancelling {{H, g}, g}, not only an exact zero', () => {
    // On the phase-space sphere N ∝ |q|² − |p|² − y, here a sum of terms of size 1 that cancel up to rounding.
    const z = Float64Array.of(Math.sqrt(0.3), -0.1, 0, 0);
    z[2] = Math.sqrt(z[0] * z[0] + z[1] * z[1] - z[1]);
    expect(reasonOf(phaseSphere, z)).toBe('degenerate point');
  });

  it('reports numbers that are not finite', () => {
    expect(reasonOf(planarPendulum, Float64Array.of(Number.NaN, 0, 0, 0))).toBe('not finite');
    const pole = load('coordinates: [x, y]\npotential: 1/y\nconstraints: { a: x = 0 }');
    expect(reasonOf(pole)).toBe('not finite');
  });
});
