import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { restingEnergy } from '../../../src/problem/energy-scale.ts';

describe('the kinetic energy of a body that rounding alone moves', () => {
  const bead = (mass: string) => load(`coordinates: [x, y]\nmass: ${mass}\ninitial: { x: 3 }`);

  it('is that of a hundred units in the last place in one step', () => {
    const speed = (100 * 2 ** -52 * 3) / 0.01;
    expect(restingEnergy(bead('2'), bead('2').initial, 0.01)).toBeCloseTo(2 * speed ** 2, 30);
    expect(restingEnergy(bead('2'), bead('2').initial, -0.02)).toBeCloseTo(speed ** 2 / 2, 30);
  });

  it('is not known where masses are not constant', () => {
    const rotor = load('coordinates: [x, y]\nhamiltonian: p_x^2*(1 + y^2) + p_y^2');
    expect(restingEnergy(rotor, rotor.initial, 0.01)).toBe(0);
  });
});
