import { describe, expect, it } from 'vitest';
import { isDrift, lineDrift, worstEnergy } from '../../../bench/measure/drift.ts';

const samples = 1000;
const energies = (of: (t: number) => number, until: number) =>
  Array.from({ length: samples + 1 }, (_, k) => -5 + of((k * until) / samples));

describe('the energy of a motion', () => {
  it('is worst where it is farthest from the first, to either side', () => {
    expect(worstEnergy([2, 2.25, 1.5, 2])).toBe(0.5);
    expect(worstEnergy([2])).toBe(0);
  });

  it('drifts by its slope per unit of time, however it swings', () => {
    const drift = lineDrift(
      energies(t => 3e-4 * t + 1e-3 * Math.sin(7 * t), 100),
      100,
    );
    expect(Math.abs(drift.slope - 3e-4)).toBeLessThan(3 * drift.error);
    expect(isDrift(drift)).toBe(true);
  });

  it('does not drift when something happens once, however often that was looked at', () => {
    const burst = energies(t => Math.exp(-((t - 80) ** 2)), 100);
    expect(isDrift(lineDrift(burst, 100))).toBe(false);
  });

  it('does not drift when it only swings', () => {
    expect(
      isDrift(
        lineDrift(
          energies(t => 1e-3 * Math.sin(7 * t), 100),
          100,
        ),
      ),
    ).toBe(false);
  });
});
