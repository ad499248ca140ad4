import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createRodForces, rodForceObserver } from '../../../src/observers/rod-forces.ts';
import type { ParticleSystem } from '../../../src/particles/system.ts';
import { externalField } from '../../../src/particles/terms/external.ts';
import { problemFromParticles } from '../../../src/problem/from/particles.ts';
import { systemOf } from '../particles/terms-systems.ts';

function problemOf(system: ParticleSystem, gravity = 0) {
  const terms = gravity === 0 ? [] : [externalField(system, { acceleration: [0, 0, -gravity] })];
  return problemFromParticles({ name: '', system, terms });
}

function tensions(system: ParticleSystem, gravity = 0): Float64Array {
  const problem = problemOf(system, gravity);
  const out = new Float64Array(system.rods.length);
  createRodForces(problem)?.tensions(problem.initial, out);
  return out;
}

describe('the force in a rod', () => {
  it('that turns freely is the reduced mass times ω² L, and its virial minus twice the kinetic energy', () => {
    const [m, M, L, omega] = [2, 6, 1.5, 0.7];
    // About the centre of mass, in the plane x, y.
    const [a, b] = [(M * L) / (m + M), (-m * L) / (m + M)];
    const system = {
      ...systemOf({ positions: [a, 0, 0, b, 0, 0], mass: [m, M] }),
      momenta: Float64Array.of(0, m * omega * a, 0, 0, M * omega * b, 0),
      rods: [{ a: 0, b: 1, length: L }],
    };
    const expected = ((m * M) / (m + M)) * omega * omega * L;
    expect(tensions(system)[0]).toBeCloseTo(expected, 13);
    const virial = new Float64Array(3);
    const problem = problemOf(system);
    createRodForces(problem)?.addVirial(problem.initial, virial);
    expect(virial[0]).toBeCloseTo(-expected * L, 13);
    expect(virial[0]).toBeCloseTo(-2 * problem.H.value(problem.initial), 13);
    expect([virial[1], virial[2]].map(Math.abs)).toEqual([0, 0]);
  });

  it('of a pendulum at an anchor is m g cos θ + m v²/L', () => {
    const [m, g, L, theta, v] = [3, 9.81, 2, 0.6, 1.3];
    const system = {
      ...systemOf({
        positions: [5, 0, 1, 5 + L * Math.sin(theta), 0, 1 - L * Math.cos(theta)],
        mass: [1, m],
      }),
      momenta: Float64Array.of(0, 0, 0, m * v * Math.cos(theta), 0, m * v * Math.sin(theta)),
      rods: [{ a: 0, b: 1, length: L }],
      anchored: [0],
    };
    expect(tensions(system, g)[0]).toBeCloseTo(m * g * Math.cos(theta) + (m * v * v) / L, 11);
  });

  it('is largest at the top of a hanging chain, and the observer names the rod', () => {
    const [m, g] = [2, 9.81];
    const positions = Array.from({ length: 5 }, (_, i) => [0, 0, -i]).flat();
    const system = {
      ...systemOf({ positions, mass: [1, m, m, m, m] }),
      rods: [3, 2, 1, 0].map(i => ({ a: i + 1, b: i, length: 1 })),
      anchored: [0],
    };
    // Each rod carries what hangs below it.
    [1, 2, 3, 4].forEach((count, k) => {
      expect(tensions(system, g)[k]).toBeCloseTo(count * m * g, 10);
    });
    const problem = problemOf(system, g);
    const observer = rodForceObserver(problem);
    const row = new Float64Array(3);
    observer.observe(problem.initial, row, 1);
    expect(observer.columns).toEqual(['rod_force', 'rod_of_force']);
    expect(row[1]).toBeCloseTo(4 * m * g, 10);
    expect(row[2]).toBe(3);
  });

  it('is negative where a rod pushes', () => {
    const system = {
      ...systemOf({ positions: [0, 0, 0, 0, 0, 1], mass: [1, 2] }),
      rods: [{ a: 0, b: 1, length: 1 }],
      anchored: [0],
    };
    expect(tensions(system, 9.81)[0]).toBeCloseTo(-2 * 9.81, 11);
  });

  it('has no columns without rods, and no value where rods are not independent', () => {
    expect(createRodForces(load('{ coordinates: [x] }'))).toBeNull();
    expect(rodForceObserver(problemOf(systemOf({ positions: [0, 0, 0] }))).columns).toEqual([]);
    const rod = { a: 0, b: 1, length: 1 };
    const twice = { ...systemOf({ positions: [0, 0, 0, 1, 0, 0] }), rods: [rod, rod] };
    expect(() => tensions(twice)).toThrow(/forces in the rods cannot be computed/);
  });
});
