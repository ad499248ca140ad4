import { expect, it } from 'vitest';
import { createWaterCluster } from '../../../../../src/kernels/wasm/water/open.ts';
import { molecularUnits } from '../../../../../src/particles/units.ts';
import { distance, kernels, masses, numbers, placeWaters, tip3p } from '../waters.ts';

const rods = [
  { a: 0, b: 3, length: tip3p.OH },
  { a: 0, b: 6, length: tip3p.OH },
  { a: 3, b: 6, length: tip3p.HH },
];

const dot = (u: readonly number[], v: readonly number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
const between = (x: Float64Array, a: number, b: number) => [0, 1, 2].map(k => x[b + k] - x[a + k]);

/** SHAKE and RATTLE as they were first written: one rod after the other, until nothing changes. */
function rattleFreeWater(q: Float64Array, p: Float64Array, mass: Float64Array, h: number) {
  const x = q.map((value, k) => value + (h * p[k]) / mass[k]);
  const momenta = p.slice();
  for (let sweep = 0; sweep < 200; sweep++)
    for (const { a, b, length } of rods) {
      const [old, now] = [between(q, a, b), between(x, a, b)];
      const weight = 1 / mass[a] + 1 / mass[b];
      const mu = (length ** 2 - dot(now, now)) / (2 * weight * dot(old, now));
      for (let k = 0; k < 3; k++) {
        x[a + k] -= (mu * old[k]) / mass[a];
        x[b + k] += (mu * old[k]) / mass[b];
        momenta[a + k] -= (mu * old[k]) / h;
        momenta[b + k] += (mu * old[k]) / h;
      }
    }
  for (let sweep = 0; sweep < 200; sweep++)
    for (const { a, b, length } of rods) {
      const r = between(x, a, b);
      const v = [0, 1, 2].map(k => momenta[b + k] / mass[b] - momenta[a + k] / mass[a]);
      const nu = -dot(r, v) / (length ** 2 * (1 / mass[a] + 1 / mass[b]));
      for (let k = 0; k < 3; k++) {
        momenta[a + k] -= nu * r[k];
        momenta[b + k] += nu * r[k];
      }
    }
  return { x, momenta };
}

it.each([1, 2, 3, 4, 5])('moves a free water as SHAKE and RATTLE do: water %i', seed => {
  const next = numbers(seed);
  const mass = masses(1);
  const z = new Float64Array(18);
  z.set(placeWaters(1, 3));
  for (let k = 0; k < 9; k++) z[9 + k] = 3 * mass[k] ** 0.5 * (next() - 0.5);
  const h = 2 * molecularUnits.fs;
  const { x, momenta } = rattleFreeWater(z.subarray(0, 9), z.subarray(9), mass, h);
  const out = new Float64Array(18);
  expect(createWaterCluster(kernels(), tip3p, 1).steps(z, h, 1, out)).toBe(true);
  expect(distance(out.subarray(0, 9), x)).toBeLessThan(1e-14);
  expect(distance(out.subarray(9), momenta)).toBeLessThan(1e-13);
});
