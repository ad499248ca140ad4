// The clusters of Tao and Owhadi 2016, §4.3: the stored minimum of a hundred waters, and both clusters by RATTLE and, with stiff
// springs for rods, by the simplified method of Zhang and Skeel. Units Å, amu, kcal/mol; h = 0.05 is 2.44 fs.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { chooseProjection } from '../../src/kernels/choose.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { advance } from '../../src/run/stepper.ts';

const folder = new URL('../../cases/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const fromCatalogue = (name: string) => load(read(`${name}.yaml`), { file: name, readFile: read });
const [seven, hundred] = ['water-7', 'water-100'].map(fromCatalogue);

/** Eq. 4.2 as it is printed, with the constants of TIP3P. */
function potential(x: Float64Array): number {
  const [K, A, C] = [332.0636, 582e3, 595];
  const charge = [-0.834, 0.417, 0.417];
  let sum = 0;
  for (let i = 0; i < x.length / 3; i++)
    for (let j = 0; j < i - (i % 3); j++) {
      const r = Math.hypot(x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]);
      sum += (K * charge[i % 3] * charge[j % 3]) / r;
      if (i % 3 === 0 && j % 3 === 0) sum += A / r ** 12 - C / r ** 6;
    }
  return sum;
}

describe('the stored cluster of a hundred waters', () => {
  const { n, H, initial } = hundred;

  it('has the energy that its head tells, by the formula of the paper', () => {
    expect(potential(initial.subarray(0, n))).toBeCloseTo(-1102.962284, 6);
    expect(H.separable?.potential(initial)).toBeCloseTo(-1102.962284, 6);
  });

  it('is a minimum: no force is left that the rods do not hold', () => {
    const z = new Float64Array(2 * n);
    z.set(initial.subarray(0, n));
    const slope = z.subarray(n);
    H.separable?.gradient(initial, slope);
    const size = Math.max(...slope.map(Math.abs));
    expect(chooseProjection(hundred, 'g = {g,H} = 0').projection.apply(z).ok).toBe(true);
    expect(Math.max(...slope.map(Math.abs))).toBeLessThan(1e-5 * size);
  });
});

/** The largest energy error over a run. */
function energyError(problem: Problem, method: string, h: number, steps: number): number {
  const start = problem.H.value(problem.initial);
  let largest = 0;
  advance(createMethod(problem, method), problem.initial, h, steps, z => {
    largest = Math.max(largest, Math.abs(problem.H.value(z) - start));
  });
  return largest;
}

describe.each([
  ['seven', seven, 0.004],
  ['a hundred', hundred, 0.06],
] as const)('%s waters', (_, problem, bound) => {
  it('keep their energy by RATTLE at the step of the paper', () => {
    expect(energyError(problem, 'rattle', 0.05, 400)).toBeLessThan(bound);
  });

  it('lose and regain what a stiffer spring takes: errors fall like ω⁻² for the stiff method', () => {
    const [soft, stiff] = [80, 160].map(omega =>
      energyError(penalised(problem, omega), 'zhang-skeel-stiff', 0.025, 400),
    );
    expect(soft).toBeLessThan(100 * bound);
    expect(soft / stiff).toBeGreaterThan(3);
    expect(soft / stiff).toBeLessThan(5);
  });
});

it('a hundred waters with soft springs and the long step of the paper are unstable without a bath', () => {
  const flow = createMethod(penalised(hundred, 20), 'zhang-skeel-stiff');
  const { value } = penalised(hundred, 20).H;
  expect(value(advance(flow, hundred.initial, 0.05, 2000)) - value(hundred.initial)).toBeGreaterThan(100);
});
