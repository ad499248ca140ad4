import { expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { stateScale } from '../../../src/integrators/state-scale.ts';

const pendulum = (L: number, m: number, initial: string) =>
  load(`
parameters: { m: ${m}, L: ${L} }
coordinates: [x, y]
mass: m
potential: m*9.81*y
constraints: { rod: x^2 + y^2 = L^2 }
initial: ${initial}
`);

/** Within a factor of 1.5: sizes are powers of two. */
const expectNear = (value: number, size: number) => {
  expect(value / size).toBeGreaterThan(2 / 3);
  expect(value / size).toBeLessThan(3 / 2);
};

it.each([
  [1, 1],
  [1e-9, 1e-27],
  [1e6, 1e3],
])('at rest momenta are of the size that falling by L = %f gives to m = %f', (L, m) => {
  const [Q, , P] = stateScale(pendulum(L, m, '{ x: L }'));
  expectNear(Q, L);
  expectNear(P, m * Math.sqrt(9.81 * Q));
});

it('in motion they are of their own size where that is larger', () => {
  const [, , P] = stateScale(pendulum(1, 2, '{ x: L, p_y: 1000 }'));
  expectNear(P, 1000);
});
