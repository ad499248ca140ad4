import { describe, expect, it } from 'vitest';
import type { LongRunOutput } from '../../../../bench/contestants/molecule-program.ts';
import { withError } from '../../../../bench/report.ts';
import {
  conservationOf,
  measureLongRuns,
  worstRod,
} from '../../../../bench/suites/molecules/conservation.ts';
import { longRunSteps, molecules } from '../../../../bench/suites/molecules/definition.ts';
import { assemble } from '../../../../src/particles/build/assemble.ts';
import { modelNamed } from '../../../../src/particles/models/named-models.ts';
import { molecularUnits } from '../../../../src/particles/units.ts';

/** Two rigid waters: 18 coordinates − 6 rods − 3 momenta that stay = 9 degrees of freedom. */
function twoWaters() {
  const model = modelNamed('tip3p');
  if (!model) throw new Error('no tip3p');
  const [OH, HH] = [model.rods[0].length, model.rods[2].length];
  const height = Math.sqrt(OH * OH - (HH * HH) / 4);
  const water = (x: number) => [x, 0, 0, x + height, HH / 2, 0, x + height, -HH / 2, 0];
  const positions = Float64Array.of(...water(0), ...water(5));
  return { system: assemble([{ model, count: 2 }], positions, null).system, positions };
}

const { system, positions } = twoWaters();
const sampling = { interval: 10 * molecularUnits.fs, temperature: 0.5 };
/** 0.018 kcal/mol more at each look. */
const rising: LongRunOutput = {
  energies: Float64Array.from({ length: 101 }, (_, k) => 100 + 0.018 * k),
  positions,
  edges: null,
  memory: 2 ** 20,
};

describe('what a run keeps', () => {
  it('tells drifts in kT per nanosecond and degree of freedom', () => {
    // 0.018 kcal/mol in 10 fs are 1800 in a nanosecond, shared by 9 degrees of freedom of 0.5 kcal/mol each: 400.
    const { drift, driftError } = conservationOf(rising, system, sampling);
    expect(drift).toBeCloseTo(400, 9);
    expect(driftError).toBeLessThan(1e-9);
  });

  it('counts energy errors from the first look, per particle', () => {
    expect(conservationOf(rising, system, sampling).energyError).toBeCloseTo(1.8 / 6, 12);
    const falling = { ...rising, energies: rising.energies.map(E => 200 - E) };
    expect(conservationOf(falling, system, sampling).energyError).toBeCloseTo(1.8 / 6, 12);
  });

  it('finds the rod that is farthest from its length', () => {
    expect(conservationOf(rising, system, sampling).rodError).toBeLessThan(1e-15);
    const stretched = positions.slice();
    // The second oxygen moves away along the middle of its hydrogens.
    stretched[9] -= 0.01;
    const [OH, height] = [system.rods[0].length, positions[3]];
    const expected = (2 * 0.01 * height + 0.01 ** 2) / (2 * OH * OH);
    expect(conservationOf({ ...rising, positions: stretched }, system, sampling).rodError).toBeCloseTo(
      expected,
      12,
    );
  });

  it('looks for the nearest image where particles are wrapped', () => {
    // 0.1 and 9.15 in a box of 10: 0.95 apart. (1 − 0.95²)/2 = 0.04875.
    const x = Float64Array.of(0.1, 0, 0, 9.15, 0, 0);
    const rods = [{ a: 0, b: 1, length: 1 }];
    expect(worstRod(rods, x, [10, 10, 10])).toBeCloseTo(0.04875, 13);
    expect(worstRod(rods, x, null)).toBeCloseTo((9.05 ** 2 - 1) / 2, 12);
  });

  it('refuses energies that are no numbers, and missing particles', () => {
    const broken = { ...rising, energies: rising.energies.with(50, Number.NaN) };
    expect(() => conservationOf(broken, system, sampling)).toThrow('not a number');
    expect(() => conservationOf({ ...rising, positions: positions.slice(3) }, system, sampling)).toThrow(
      '6 particles',
    );
  });
});

describe('the long runs of a workload', () => {
  it('keep their order, and say why one failed', async () => {
    const runs = [
      async () => rising,
      null,
      async () => {
        throw new Error('it stopped');
      },
      async () => ({ ...rising, memory: 7 }),
    ];
    const results = await measureLongRuns(runs, system, sampling);
    expect(results.map(({ kept }) => kept?.memory ?? null)).toEqual([2 ** 20, null, null, 7]);
    expect(results.map(({ keptFailure }) => keptFailure)).toEqual([null, null, 'it stopped', null]);
  });

  it.each(molecules().workloads)(
    '$id has looks at equal distances from the warm steps to the end',
    workload => {
      const { warmSteps, timedSteps, spacing } = longRunSteps(workload);
      expect(warmSteps).toBeGreaterThanOrEqual(workload.warmSteps);
      expect(warmSteps % spacing).toBe(0);
      expect(timedSteps).toBe(workload.keptSteps);
      expect(timedSteps % spacing).toBe(0);
      expect(timedSteps / spacing).toBeGreaterThanOrEqual(30);
      expect(timedSteps / spacing).toBeLessThanOrEqual(100);
    },
  );
});

describe('a drift with its error', () => {
  it('has the places that the error has', () => {
    expect(withError(-0.000297, 0.00053)).toBe('-0.00030 ± 0.00053');
    expect(withError(1003.4, 312.2)).toBe('1003 ± 312');
    expect(withError(1.7374, 0.158)).toBe('1.74 ± 0.16');
  });
});
