import { describe, expect, it } from 'vitest';
import { createStepper } from '../../../../bench/measure/stepper.ts';
import { modifiedEnergyTerm } from '../../../../bench/suites/liquids/constant-energy.ts';
import { load } from '../../../../src/file/load.ts';
import { molecularUnits } from '../../../../src/particles/units.ts';

/** The variance of means over so many samples. */
function varianceOfMeans(samples: readonly number[], length: number): number {
  const count = Math.floor(samples.length / length);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = Array.from({ length: count }, (_, k) => mean(samples.slice(k * length, (k + 1) * length)));
  const middle = mean(means);
  return mean(means.map(value => (value - middle) ** 2));
}

describe('the energy that a step keeps', () => {
  it('has means that swing far less than those of the energy', () => {
    const problem = load(
      'particles: { molecules: { tip3p: 5 }, start: minimum, temperature: 60*K, seed: 1 }',
    );
    const { stepper } = createStepper(problem, { method: 'rattle', h: 2 * molecularUnits.fs });
    const correction = modifiedEnergyTerm(problem);
    const before = problem.initial.slice();
    const [energies, kept]: number[][] = [[], []];
    for (let k = 0; k < 8000; k++) {
      const z = stepper.advance(1);
      energies.push(problem.H.value(z));
      kept.push(energies[k] + correction(before, z));
      before.set(z);
    }
    expect(varianceOfMeans(kept, 400) / varianceOfMeans(energies, 400)).toBeLessThan(0.1);
  });
});
