import { describe, expect, it } from 'vitest';
import { nearestConsistent, nearestOnConstraint } from '../../../src/analysis/nearest-consistent.ts';
import { createBrackets } from '../../../src/problem/brackets.ts';
import { catalogue, circle, written } from './problems.ts';

describe('nearestConsistent', () => {
  it('finds the nearest point of a circle, from outside, inside and far away', () => {
    for (const radius of [0.2, 0.9, 1.5, 5, 40]) {
      const found = nearestConsistent(circle(`{ x: ${radius} * 0.6, y: ${radius} * 0.8 }`));
      if (!found.ok) throw new Error('did not converge');
      expect(found.state[0]).toBeCloseTo(0.6, 12);
      expect(found.state[1]).toBeCloseTo(0.8, 12);
      expect(found.distance).toBeCloseTo(Math.abs(radius - 1), 12);
    }
  });

  it('finds the nearest point of an ellipse, which Gauss–Newton alone misses', () => {
    const ellipse = written(
      'coordinates: [x, y]',
      'constraints: { e: x^2/4 + y^2 = 1 }',
      'initial: { x: 1.5, y: 2 }',
    );
    const found = nearestConsistent(ellipse);
    if (!found.ok) throw new Error('did not converge');
    // The normal (x/4, y) is parallel to the displacement.
    const [x, y] = found.state;
    expect((x / 4) * (2 - y) - y * (1.5 - x)).toBeCloseTo(0, 9);
    expect(x * x * 0.25 + y * y).toBeCloseTo(1, 13);
    // An independent scan of the ellipse.
    let least = Infinity;
    for (let k = 0; k < 100_000; k++) {
      const t = (2 * Math.PI * k) / 100_000;
      least = Math.min(least, Math.hypot(2 * Math.cos(t) - 1.5, Math.sin(t) - 2));
    }
    expect(found.distance).toBeCloseTo(least, 8);
  });

  it('projects momenta orthogonally in the metric of the masses', () => {
    const problem = written(
      'coordinates: [x, y]',
      'mass: { x: 2, y: 5 }',
      'constraints: { line: x + y = 1 }',
      'initial: { x: 1, p_x: 1 }',
    );
    const found = nearestConsistent(problem);
    // p − Gᵀ (G M⁻¹ Gᵀ)⁻¹ G M⁻¹ p with G = (1, 1): λ = (1/2) / (1/2 + 1/5) = 5/7.
    expect([...found.state]).toEqual([1, 0, expect.closeTo(2 / 7, 14), expect.closeTo(-5 / 7, 14)]);
  });

  it('satisfies constraint and hidden constraint together when momenta are constrained', () => {
    const problem = written(
      'coordinates: [x, y]',
      'hamiltonian: (p_x^2 + p_y^2)/2 + y',
      'constraints: { sphere: x^2 + y^2 + p_x^2 + p_y^2 = 1 }',
      'initial: { x: -0.8, y: -0.4, p_x: -0.4, p_y: 0.3 }',
    );
    const found = nearestConsistent(problem);
    if (!found.ok) throw new Error('did not converge');
    const [x, y, u, v] = found.state;
    expect(x * x + y * y + u * u + v * v).toBeCloseTo(1, 13);
    // {g, H} = 2 q·p − 2 p_y
    expect(x * u + y * v - v).toBeCloseTo(0, 13);
    expect(found.distance).toBeLessThan(0.1);
  });

  it('leaves a consistent start alone, to the last bit', () => {
    for (const name of ['spherical-pendulum', 'double-pendulum', 'index-one', 'four-bar-linkage']) {
      const problem = catalogue(name);
      const found = nearestConsistent(problem);
      if (!found.ok) throw new Error(`${name} did not converge`);
      expect(found.distance).toBeLessThan(1e-14);
    }
  });

  it('repairs a disturbed chain of 2000 links', () => {
    const problem = catalogue('chain', { N: 2000 });
    const start = problem.initial.map((value, j) => value + 0.01 * Math.sin(j * j));
    const found = nearestConsistent(problem, start);
    if (!found.ok) throw new Error('did not converge');
    const [g, hidden] = [new Float64Array(2000), new Float64Array(2000)];
    problem.g.value(found.state, g);
    createBrackets(problem).hidden(found.state, hidden);
    expect(Math.max(...g.map(Math.abs))).toBeLessThan(1e-10);
    expect(Math.max(...hidden.map(Math.abs))).toBeLessThan(1e-13);
    // Each link was off by a few hundredths at most.
    expect(found.distance).toBeLessThan(0.02 * Math.sqrt(4000));
  });

  it('is not misled by redundant constraints', () => {
    const problem = written(
      'coordinates: [x, y]',
      'constraints: { rod: x^2 + y^2 = 1, again: 3*x^2 + 3*y^2 = 3 }',
      'initial: { x: 3, y: 4 }',
    );
    const found = nearestConsistent(problem);
    expect(found.ok).toBe(true);
    expect([found.state[0], found.state[1]]).toEqual([expect.closeTo(0.6, 11), expect.closeTo(0.8, 11)]);
  });

  it('is not led astray by momenta in other units', () => {
    const problem = written(
      'coordinates: [x, y]',
      'mass: 1e12',
      'constraints: { circle: x^2 + 4*y^2 = 1 }',
      'initial: { x: 0.6, y: 0.5, p_x: 1e12, p_y: 1e11 }',
    );
    const found = nearestOnConstraint(problem, problem.initial);
    const [x, y] = found.state;
    expect(Math.abs(x * x + 4 * y * y - 1)).toBeLessThanOrEqual(1e-15);
    // The way there is normal to the ellipse.
    expect(Math.abs((x - 0.6) * 4 * y - (y - 0.5) * x)).toBeLessThanOrEqual(1e-10);
  });

  it('starts where the gradient vanishes', () => {
    const found = nearestOnConstraint(circle('{}'), new Float64Array(4));
    expect(found.ok).toBe(true);
    expect(Math.hypot(found.state[0], found.state[1])).toBeCloseTo(1, 12);
  });

  it('says which constraints contradict each other', () => {
    const problem = written(
      'coordinates: [x, y, z]',
      'constraints: { a: x + y = 1, flat: z = 0, b: 2*x + 2*y = 3 }',
      'initial: { x: 1 }',
    );
    const found = nearestConsistent(problem);
    if (found.ok) throw new Error('there is no such state');
    expect(found).toMatchObject({ stage: 'constraints', contradictory: true, blamed: [0, 2] });
  });

  it('says when no state satisfies the hidden constraints', () => {
    const problem = written(
      'coordinates: [q, s]',
      'hamiltonian: p_q^2/2 + p_s',
      'constraints: { wall: s = 0 }',
    );
    expect(nearestConsistent(problem)).toMatchObject({ ok: false, stage: 'hidden constraints', blamed: [0] });
  });
});
