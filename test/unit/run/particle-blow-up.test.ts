// A run of particles that blows up stops at once, and says which atom, which rod, which force, and what to try.

import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { simulate } from '../../../src/run/simulate.ts';

const fs = 1 / 48.88821;

/** 100 argons that are well, and one more that is not. */
const crowd = (last: string) => {
  const places = Array.from({ length: 100 }, (_, i) => `[${4 * (i % 10)}, ${4 * Math.floor(i / 10)}, 0]`);
  return load(`
    particles: { molecules: { argon: 101 }, positions: [${[...places, last].join(', ')}] }
    run: { method: verlet, step: 2*fs, until: 1*ps }`);
};

describe('a blow-up', () => {
  it('of one atom among many is seen in the first step', () => {
    const { failure, steps } = simulate(crowd('[0.8, 0.4, 0.4]'));
    expect(steps).toBe(0);
    expect(failure?.outcome.reason).toBe('unstable');
    expect([0, 100]).toContain(failure?.particle);
    expect(failure?.message).toMatch(/atom (100|0) \(AR of AR (100|0)\) moved [\d.e+]+ Å in one step/);
    expect(failure?.message).toMatch(/the force on it was [\d.e+]+ kcal\/mol\/Å/);
    expect(failure?.message).toMatch(
      /its nearest neighbour was atom (0|100) \(AR of AR (0|100)\) at 0\.98 Å/,
    );
    expect(failure?.message).toMatch(/halve the step.*overlapping atoms/);
  });

  it('names the force at the last good state, as the energy has it', () => {
    const problem = crowd('[0.8, 0.4, 0.4]');
    const { failure } = simulate(problem);
    const at = failure?.particle ?? -1;
    const h = 1e-7;
    const force = [0, 1, 2].map(k => {
      const [ahead, behind] = [problem.initial.slice(), problem.initial.slice()];
      ahead[3 * at + k] += h;
      behind[3 * at + k] -= h;
      return (problem.H.value(behind) - problem.H.value(ahead)) / (2 * h);
    });
    const said = Number(/the force on it was ([\d.e+]+)/.exec(failure?.message ?? '')?.[1]);
    expect(said / Math.hypot(...force)).toBeCloseTo(1, 2);
  });

  it('does not stop a motion that is only fast', () => {
    const flying = load(`
      particles: { molecules: { nitrogen: 2 }, positions: [[0, 0, 0], [1.089, 0, 0], [0, 4, 0], [1.089, 4, 0]], velocities: [[900, 0, 0], [900, 0, 0], [900, 0, 0], [900, 0, 0]] }
      run: { step: 2*fs, until: 40*fs }`);
    const { failure, extremes, state } = simulate(flying);
    expect(failure).toBeNull();
    expect(state.q[0]).toBeGreaterThan(700);
    expect(extremes.energyMaxError).toBeLessThan(1e-6 * extremes.energyInitial);
  });

  it('of a rod names the rod and its molecule, for fast and for general methods', () => {
    const problem = load('particles: { molecules: { tip3p: 8 }, density: 0.3, temperature: 900*K, seed: 2 }');
    for (const options of [{}, { solver: 'newton' }]) {
      const { failure } = simulate(problem, {
        method: 'rattle',
        step: 30 * fs,
        until: 3000 * fs,
        ...options,
      });
      expect(failure?.constraint).toMatch(/^rods\[\d+\]$/);
      expect(failure?.message).toMatch(/rod \d+ \((OW–HW1|OW–HW2|HW1–HW2) of SOL \d\)/);
      expect(failure?.message).not.toMatch(/rods\[/);
      expect(failure?.message).toMatch(/the force on (atom \d+ \([A-Z0-9]+ of SOL \d\)|it) was [\d.]+ kcal/);
      expect(failure?.particle).toBeGreaterThanOrEqual(0);
    }
  });

  it('of anchored systems counts the anchored atoms too', () => {
    const problem = load(`
      particles: { molecules: { argon: 4 }, positions: [[0, 0, 0], [9, 0, 0], [18, 0, 0], [18.5, 0, 0]], anchored: [0, 2] }
      run: { method: verlet, step: 2*fs, until: 1*ps }`);
    const { failure } = simulate(problem);
    expect(failure?.particle).toBe(3);
    expect(failure?.message).toMatch(
      /atom 3 \(AR of AR 3\) moved.*nearest neighbour was atom 2 \(AR of AR 2\) at 0\.5 Å/,
    );
  });

  it('at the very start is told from one on the way', () => {
    const { failure } = simulate(crowd('[0, 0, 0]'));
    expect(failure?.step).toBe(0);
    expect(failure?.message).toMatch(
      /energy at the start is not finite.*atom 0 \(AR of AR 0\).*not finite.*at 0 Å/,
    );
  });

  it('with a step that is too long stops within a few steps', () => {
    const box = load('particles: { molecules: { argon: 108 }, density: 1.4, temperature: 90*K, seed: 1 }');
    const { failure, steps } = simulate(box, { method: 'verlet', step: 200 * fs, until: 2e5 * fs });
    expect(failure?.outcome.reason).toBe('unstable');
    expect(steps).toBeLessThan(10);
  });
});
