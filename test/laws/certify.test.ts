import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { certify } from '../../src/laws/certify.ts';

const failing = (text: string, method: string, step: number) =>
  certify(load(text), { method, step })
    .measurements.filter(({ verdict }) => verdict === 'fail')
    .map(({ law, value, detail }) => `${law}: ${value} (${detail})`);

/** A pendulum with length L and mass m whose motion, in units of L and m, is always the same. */
const pendulum = (L: number, m: number) => `
parameters: { m: ${m}, g: ${9.81 * L}, L: ${L} }
coordinates: [x, y]
mass: m
potential: m*g*y
constraints: { rod: x^2 + y^2 = L^2 }
initial: { x: L }
`;

describe('a certificate does not depend on the units', () => {
  it.each([
    ['lengths of 1e-9, masses of 1e-27', 1e-9, 1e-27],
    ['lengths of 1e6, masses of 1e6', 1e6, 1e6],
  ])('%s', (_, L, m) => {
    for (const method of ['rattle', 'rattle-4', 'shake-velocity'])
      expect(failing(pendulum(L, m), method, 0.01), method).toEqual([]);
  });

  it('and a momentum that changes slowly at first is not taken for a conserved one', () => {
    const { measurements } = certify(load(pendulum(1, 1)), { method: 'rattle', step: 1e-5 });
    expect(measurements.find(({ law }) => law === 'momenta')?.verdict).toBe('not claimed');
  });

  it('a method that is not what it claims is still rejected there', () => {
    const { measurements } = certify(load(pendulum(1e-9, 1e-27)), { method: 'bdf2', step: 0.01 });
    const value = (law: string) => measurements.find(measurement => measurement.law === law)?.value;
    expect(value('symplectic')).toBeGreaterThan(1e-5);
    expect(value('hidden constraints')).toBeGreaterThan(1e-6);
  });
});

describe('a motion without error has any order', () => {
  it.each([
    ['an equilibrium', pendulum(1, 1).replace('{ x: L }', '{ y: -L }')],
    [
      'an inclined plane',
      'coordinates: [x, y]\npotential: 9.81*y\nconstraints: { plane: x + y = 0 }\ninitial: { p_x: 1, p_y: -1 }',
    ],
  ])('%s', (_, text) => {
    expect(failing(text, 'rattle', 0.01)).toEqual([]);
  });
});

it('a motion that comes to rest for a moment keeps the hidden constraint to round-off', () => {
  const text = `
coordinates: [x, y]
hamiltonian: (p_x^2 + p_y^2)/2 + y
constraints: { closed: x^2 + y^2 + p_x^2 + p_y^2 + 0.2*x^4 + 0.1*p_y^3 = 1 }
initial: { x: -0.7636048248999545, y: -0.4022758495842299, p_x: -0.36054607499603347, p_y: 0.23616073791292705 }
`;
  expect(failing(text, 'rattle', 0.05)).toEqual([]);
});
