import { describe, expect, it } from 'vitest';
import { temperatureObserver } from '../../../src/observers/temperature.ts';
import { load } from '../../../src/problem/load.ts';

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
