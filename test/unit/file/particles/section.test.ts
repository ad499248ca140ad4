import { describe, expect, it } from 'vitest';
import { check } from '../../../../src/analysis/check.ts';
import { load } from '../../../../src/file/load.ts';
import { createMethod } from '../../../../src/methods/registry.ts';
import type { ForceTerm, ParticleSystem } from '../../../../src/particles/system.ts';
import { molecularUnits } from '../../../../src/particles/units.ts';
import { problemFromParticles } from '../../../../src/problem/from/particles.ts';
import { ProblemError } from '../../../../src/problem/problem-error.ts';
import { simulate } from '../../../../src/run/simulate.ts';

const waters = `
name: Two waters
particles: { molecules: { tip3p: 2 }, temperature: 20*K, seed: 3 }
run: { method: rattle, step: 0.5*fs, until: 20*fs }`;

describe('particles in a problem file', () => {
  it('become coordinates, masses and rods', () => {
    const problem = load(waters);
    expect(problem.n).toBe(18);
    expect(problem.coordinates.slice(0, 4)).toEqual(['r[0][0]', 'r[0][1]', 'r[0][2]', 'r[1][0]']);
    expect(problem.g.m).toBe(6);
    expect([...(problem.H.separable?.inverseMass.slice(0, 6) ?? [])].map(w => 1 / w)).toEqual(
      expect.arrayContaining([15.9994]),
    );
    expect(problem.run.step).toBeCloseTo(0.5 / 48.88821, 6);
  });

  it('pass the check: derivatives, rank, consistent start', () => {
    expect(check(load(waters)).verdict).toBe('pass');
    expect(check(load('particles: { molecules: { butane: 1 }, temperature: 100*K }')).verdict).toBe('pass');
  });

  it('start at the temperature on average, on the rods', () => {
    const { H, initial, n } = load(
      'particles: { molecules: { tip3p: 216 }, density: 0.997, temperature: 298*K, seed: 1 }',
    );
    const gradient = new Float64Array(2 * n);
    H.gradient(initial, gradient);
    const twice = initial.subarray(n).reduce((sum, p, i) => sum + p * gradient[n + i], 0);
    const freedom = 216 * 6 - 3;
    // The kinetic energy of f degrees of freedom scatters by √(2/f).
    expect(Math.abs(twice / freedom / (298 * molecularUnits.K) - 1)).toBeLessThan(3 * Math.sqrt(2 / freedom));
  });

  it('run with the methods of the engine and keep their energy', () => {
    const problem = load(waters);
    const errors = [1, 0.5].map(factor => {
      const result = simulate(problem, { step: factor * (problem.run.step ?? 1) });
      expect(result.failure).toBeNull();
      expect(result.extremes.constraintMax).toBeLessThan(1e-13);
      return result.extremes.energyMaxError;
    });
    expect(errors[0] / errors[1]).toBeGreaterThan(3.5);
  });

  it.each(['gla', 'g-baoab', 'shake', 'rattle-4', 'constrained-hmc'])('are nothing special to %s', method => {
    const problem = load(waters);
    expect(createMethod(problem, method).step(problem.initial, 0.01, new Float64Array(36)).ok).toBe(true);
  });

  it.each([
    ['particles: { molecules: { tip4p: 3 } }', /no model “tip4p”.*did you mean “tip3p”/s],
    ['particles: { molecules: { tip3p: 2.5 } }', /whole number/],
    ['particles: { molecules: { tip3p: 0 } }', /no molecules/],
    ['particles: { molecule: { tip3p: 2 } }', /unknown key “molecule”.*did you mean “molecules”/s],
    ['particles: { molecules: { tip3p: 2 }, box: 30, density: 1 }', /cannot stand beside “box”/],
    ['particles: { molecules: { argon: 20 }, start: lattice }', /needs a box/],
    ['particles: { molecules: { argon: 20 }, start: cluster, box: 30 }', /open space/],
    ['particles: { molecules: { argon: 20 }, box: 5 }', /box/i],
    [
      'particles: { molecules: { argon: 20 }, box: 40, forces: { lennard-jones: { cutoff: 25 } } }',
      /cut-off/,
    ],
    ['particles: { molecules: { argon: 2 } }\nconstraints: { a: x = 1 }', /cannot stand beside “particles”/],
    ['particles: { molecules: { argon: 2 }, temperature: -3*K }', /0 or more/],
    ['particles: { molecules: { argon: 2 }, forces: { coulom: {} } }', /did you mean “coulomb”/],
  ])('a mistake is named: %s', (text, message) => {
    const read = () => load(text, { file: 'liquid.yaml' });
    expect(read).toThrow(ProblemError);
    expect(read).toThrow(message);
    expect(read).toThrow(/liquid\.yaml/);
  });
});

describe('anchored particles', () => {
  const spring: ForceTerm = {
    kind: 'custom',
    name: 'spring',
    energy: x => 0.5 * (x[3] - x[0] - 2) ** 2,
    addGradient(x, out) {
      out[3] += x[3] - x[0] - 2;
      out[0] -= x[3] - x[0] - 2;
      return this.energy(x);
    },
    addHessianTimes(_x, v, out) {
      out[3] += v[3] - v[0];
      out[0] += v[0] - v[3];
    },
    addVirial: () => {},
  };
  const system: ParticleSystem = {
    count: 3,
    names: ['wall', 'ball', 'bob'],
    mass: Float64Array.of(1, 2, 4),
    charge: new Float64Array(3),
    kind: new Int32Array(3),
    kinds: ['ball'],
    molecule: new Int32Array(3),
    moleculeNames: ['toy'],
    box: null,
    positions: Float64Array.of(0, 0, 0, 3, 0, 0, 0, 5, 0),
    momenta: new Float64Array(9),
    rods: [{ a: 0, b: 2, length: 5 }],
    anchored: [0],
    excluded: [0, 1, 2].map(() => new Int32Array(0)),
  };
  const problem = problemFromParticles({ name: 'toy', system, terms: [spring] });

  it('are not among the coordinates, but hold springs and rods', () => {
    expect(problem.coordinates[0]).toBe('r[1][0]');
    expect(problem.n).toBe(6);
    expect(check(problem).verdict).toBe('pass');
    const g = new Float64Array(1);
    problem.g.value(Float64Array.of(9, 9, 9, 3, 4, 1, 0, 0, 0, 0, 0, 0), g);
    expect(g[0]).toBe(1);
  });

  it('let the ball swing about them with frequency √(k/m)', () => {
    const until = Math.PI / Math.sqrt(1 / 2);
    const { state } = simulate(problem, { method: 'rattle', step: until / 2000, until });
    expect(state.q[0]).toBeCloseTo(1, 5);
    expect(state.q.slice(3)).toEqual(Float64Array.of(0, 5, 0));
  });
});
