import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import {
  createThermometer,
  kelvinObserver,
  temperatureObserver,
} from '../../../src/observers/temperature.ts';
import { latticeBox } from '../../../src/particles/build/boxes.ts';
import { maxwellMomenta } from '../../../src/particles/build/maxwell-momenta.ts';
import { spce } from '../../../src/particles/models/water.ts';
import type { ForceTerm, ParticleSystem } from '../../../src/particles/system.ts';
import { externalField, restraint } from '../../../src/particles/terms/external.ts';
import { lennardJones } from '../../../src/particles/terms/lennard-jones.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { problemFromParticles } from '../../../src/problem/from/particles.ts';
import { meanOf, standardError } from '../../../src/statistics/block-average.ts';
import { systemOf } from '../particles/terms-systems.ts';

function temperature(text: string): number {
  const problem = load(text);
  const row = new Float64Array(3);
  const observer = temperatureObserver(problem);
  expect(observer.columns).toEqual(['temperature']);
  observer.observe(problem.initial, row, 1);
  expect([row[0], row[2]]).toEqual([0, 0]);
  return row[1];
}

describe('the kinetic temperature', () => {
  it('is twice the kinetic energy per degree of freedom', () => {
    expect(temperature('{ coordinates: [x, y], mass: [2, 4], initial: { p_x: 3, p_y: 4 } }')).toBe(
      (9 / 2 + 16 / 4) / 2,
    );
  });

  it('counts independent constraints only', () => {
    const twice = `
coordinates: [x, y, z]
constraints: { sphere: x^2 + y^2 + z^2 = 1, same: 3*x^2 + 3*y^2 + 3*z^2 = 3 }
initial: { x: 1, p_y: 2, p_z: 1 }`;
    expect(temperature(twice)).toBe(5 / 2);
  });

  it('is p·H_p where H is not separable', () => {
    expect(
      temperature('{ coordinates: [x], hamiltonian: (1 + x^2)*p_x^2/2, initial: { x: 2, p_x: 3 } }'),
    ).toBe(45);
  });

  it('has no column where nothing can move', () => {
    const fixed = load('{ coordinates: [x], constraints: { wall: x = 1 }, initial: { x: 1 } }');
    expect(temperatureObserver(fixed).columns).toEqual([]);
  });
});

describe('the temperature of particles', () => {
  /** Four atoms, drifting along with (1, 2, 3) per unit of mass. */
  function drifting(change: Partial<ParticleSystem> = {}): ParticleSystem {
    const positions = [0, 0, 0, 4, 0, 0, 0, 4.2, 0, 0, 0, 4.4];
    const thermal = [1, 0, 0, -1, 2, 0, 0, -2, 3, 0, 0, -3];
    const system = systemOf({ positions, mass: [1, 2, 3, 4] });
    const momenta = Float64Array.from(
      thermal,
      (p, at) => p + system.mass[Math.floor(at / 3)] * (1 + (at % 3)),
    );
    return { ...system, momenta, ...change };
  }
  const attracting = (system: ParticleSystem) =>
    lennardJones(system, { kinds: { A: { sigma: 3, epsilon: 1 } } });
  const heat = (1 + (1 + 4) / 2 + (4 + 9) / 3 + 9 / 4) / 9;

  function thermometerOf(system: ParticleSystem, terms: ForceTerm[], run = {}) {
    const problem = problemFromParticles({ name: '', system, terms });
    const { freedom, temperature } = createThermometer(problem, run);
    return { freedom, temperature: temperature(problem.initial) };
  }

  it('takes off a total momentum that is kept, and the three degrees of freedom with it', () => {
    const system = drifting();
    const { freedom, temperature } = thermometerOf(system, [attracting(system)]);
    expect(freedom).toBe(9);
    expect(temperature).toBeCloseTo(heat, 13);
    expect(thermometerOf(system, []).freedom).toBe(9);
  });

  it('counts all under a thermostat, which keeps no momentum', () => {
    const system = drifting();
    expect(thermometerOf(system, [attracting(system)], { temperature: 1 }).freedom).toBe(12);
  });

  it('counts the axes along which something outside pulls', () => {
    const system = drifting();
    const gravity = externalField(system, { acceleration: [0, 0, -1e-3] });
    const trap = restraint(system, [{ particle: 1, stiffness: 1 }]);
    expect(thermometerOf(system, [attracting(system), gravity]).freedom).toBe(10);
    // At the start, where it is fixed, a restraint pulls at nothing.
    expect(thermometerOf(system, [attracting(system), trap]).freedom).toBe(12);
    expect(thermometerOf(drifting({ anchored: [2] }), [attracting(system)]).freedom).toBe(9);
  });

  it('counts rods that are independent, and none under a penalty', () => {
    const rods = [
      { a: 0, b: 1, length: 4 },
      { a: 1, b: 0, length: 4 },
      { a: 2, b: 3, length: Math.hypot(4.2, 4.4) },
    ];
    expect(thermometerOf(drifting({ rods }), []).freedom).toBe(7);
    expect(thermometerOf(drifting({ rods }), [], { omega: 10 }).freedom).toBe(9);
  });

  it('has the mean that momenta were drawn from, in kelvin', () => {
    const { system } = latticeBox({
      components: [{ model: spce, count: 8 }],
      size: { density: 0.5 },
      seed: 1,
    });
    const problem = problemFromParticles({ name: '', system, terms: [] });
    const observer = kelvinObserver(problem);
    expect(observer.columns).toEqual(['temperature_K']);
    const row = new Float64Array(1);
    const drawn = Array.from({ length: 200 }, (_, seed) => {
      const p = maxwellMomenta(system, 298 * molecularUnits.K, seed);
      observer.observe(Float64Array.of(...system.positions, ...p), row, 0);
      return row[0];
    });
    // f = 45: one draw scatters by 298 √(2/f).
    const error = (298 * Math.sqrt(2 / 45)) / Math.sqrt(drawn.length);
    expect(Math.abs(meanOf(drawn) - 298)).toBeLessThan(3 * error);
    expect(standardError(drawn) / error).toBeGreaterThan(0.85);
    expect(standardError(drawn) / error).toBeLessThan(1.15);
  });

  it('has no column where there is nothing to measure', () => {
    expect(kelvinObserver(load('{ coordinates: [x] }')).columns).toEqual([]);
    const alone = problemFromParticles({ name: '', system: systemOf({ positions: [0, 0, 0] }), terms: [] });
    expect(kelvinObserver(alone).columns).toEqual([]);
    expect(kelvinObserver(alone, { temperature: 1 }).columns).toEqual(['temperature_K']);
  });
});
