import { describe, expect, it } from 'vitest';
import {
  candidates,
  cheapestRung,
  ending,
  hasCloseMotion,
  type Rung,
  timeTo,
} from '../../../../bench/suites/work-precision/ladder.ts';

/** Steps are halved, work doubles, errors are given. */
const ladder = (...errors: number[]): Rung[] =>
  errors.map((error, k) => ({ setting: 2 ** -k, error, energyError: 0, milliseconds: 2 ** k }));

describe('the ladder of settings', () => {
  it('goes on while the error falls', () => {
    expect(ending([], 100)).toBeNull();
    expect(ending(ladder(0.3, 0.2, 0.04, 0.02, 0.01), 100)).toBeNull();
  });

  it('ends at the accuracy and at the time that are enough', () => {
    expect(ending(ladder(1e-6, 1e-10), 100)).toBe('accurate');
    expect(ending(ladder(0.1, 0.01, 0.001), 3)).toBe('slow');
  });

  it('does not take one sudden time for slowness', () => {
    const [a, b, c] = ladder(0.1, 0.01, 0.001);
    expect(ending([a, b, { ...c, milliseconds: 500 }], 100)).toBeNull();
    expect(ending([{ ...a, milliseconds: 500 }], 100)).toBe('slow');
  });

  it('ends where the error stays, but not while it is still of the size of the motion', () => {
    expect(ending(ladder(0.02, 3e-3, 3.2e-3, 3.1e-3, 3.1e-3), 100)).toBe('no gain');
    expect(ending(ladder(0.5, 0.6, 0.5, 0.4), 100)).toBeNull();
  });

  it('knows whether a motion came near', () => {
    expect(hasCloseMotion(ladder(2, 0.5))).toBe(false);
    expect(hasCloseMotion(ladder(2, 0.5, 0.05))).toBe(true);
  });
});

describe('the time to a goal', () => {
  // error = setting⁴ / 100, milliseconds = 1 / setting: at the goal 1e-4 the setting is 10^(-1/2).
  const order4 = ladder(1e-2, 1e-2 / 16, 1e-2 / 256, 1e-2 / 4096);

  it('is exact for a power', () => {
    expect(timeTo(order4, 1e-4)).toBeCloseTo(10 ** 0.5, 12);
  });

  it('is that of the coarsest rung where it is good enough, and none where no rung is', () => {
    expect(timeTo(order4, 0.1)).toBe(1);
    expect(timeTo(order4, 1e-9)).toBeNull();
    expect(timeTo([], 1e-2)).toBeNull();
  });

  it('does not believe a rung that is good by chance', () => {
    const lucky = ladder(0.1, 1e-5, 0.02, 1e-3, 1e-5);
    expect(timeTo(lucky, 1e-4)).toBeGreaterThan(2 ** 3);
  });

  it('is that of a finer rung where long steps take longer', () => {
    const [coarse, ...fine] = order4;
    const hard = [{ ...coarse, milliseconds: 500 }, ...fine];
    expect(cheapestRung(hard, 1e-2)?.milliseconds).toBe(2);
    expect(timeTo(hard, 1e-3)).toBe(2);
  });
});

describe('the settings to be tried for a goal', () => {
  it('begin a little below the goal and end at a rung that meets it', () => {
    const all = candidates(ladder(1e-2, 1e-4, 1e-6), 1e-5);
    expect(all[0]).toBeLessThan(2 ** -1.5);
    expect(all[0]).toBeGreaterThan(2 ** -1.6);
    expect(all.at(-1)).toBeCloseTo(0.25, 12);
    expect(all).toEqual([...all].sort((a, b) => b - a));
  });

  it('are the rung alone where it is the coarsest, and none without one', () => {
    expect(candidates(ladder(1e-3, 1e-5), 1e-2)).toEqual([1]);
    expect(candidates(ladder(1e-3, 1e-5), 1e-6)).toEqual([]);
  });
});
