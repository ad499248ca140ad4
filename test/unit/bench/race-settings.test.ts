import { describe, expect, it } from 'vitest';
import { barsOf } from '../../../bench/alternatives/bars.ts';
import { distance, exactEnd } from '../../../bench/alternatives/exact.ts';
import type { Finish } from '../../../bench/alternatives/race.ts';
import { type Point, settingFor } from '../../../bench/alternatives/search.ts';
import { brief, power, times } from '../../../bench/alternatives/words.ts';
import { races } from '../../../bench/alternatives/workloads.ts';

const goal = { of: 'end point', atMost: 1e-6 } as const;

/** Errors that are exactly 3 h². */
const secondOrder = (steps: readonly number[]): Point[] =>
  steps.map(setting => ({ setting, seconds: 1 / setting, endPoint: 3 * setting ** 2, energy: 0 }));

describe('the setting for a goal', () => {
  it('lies where the power law between two tried settings meets the goal, a little on the safe side', () => {
    const setting = settingFor(secondOrder([0.1, 0.01, 0.001, 0.0001]), goal) ?? Number.NaN;
    expect(3 * setting ** 2).toBeCloseTo(0.7e-6, 12);
  });

  it('is the coarsest one that was tried when that is good enough', () => {
    expect(settingFor(secondOrder([1e-4, 5e-5]), goal)).toBe(1e-4);
  });

  it('does not exist when no setting was fine enough', () => {
    expect(settingFor(secondOrder([0.1, 0.05]), goal)).toBeNull();
  });

  it('is not led astray by a motion that failed before', () => {
    const failed = { setting: 0.1, seconds: 1, endPoint: Number.POSITIVE_INFINITY, energy: 0 };
    expect(settingFor([failed, ...secondOrder([1e-4])], goal)).toBe(1e-4);
  });
});

describe('the exact end', () => {
  it('is that of the catalogue, known to 40 digits', () => {
    const end = exactEnd({ system: 'pendulum', links: 0, until: 10 });
    expect(distance(end, [-0.4468604047763824, -0.8946036992116049])).toBeLessThan(1e-12);
  });

  it('is infinitely far from a state with NaN or of another size', () => {
    expect(distance([Number.NaN, 0], [0, 0])).toBe(Number.POSITIVE_INFINITY);
    expect(distance([0], [0, 0])).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the bars', () => {
  const finish = (contestant: string, ratio: number): Finish => ({
    ...{ contestant, isOurs: false, goal, setting: 1, steps: 1, turns: [1], seconds: 1, ratio },
    ...{ endPoint: 0, energy: 0, drift: { slope: 0, error: 0 }, constraint: 0, memory: 0 },
  });

  it('compare the named programs at the strictest goal', () => {
    const finishes = [finish('odex', 1.2), finish('IDA', 8), finish('another', 0.1)];
    const bars = barsOf([{ workload: races[0], finishes, tried: [] }]);
    expect(bars.map(({ claim, ratio, atLeast }) => [claim, ratio >= atLeast])).toEqual([
      ['odex', true],
      ['IDA', false],
    ]);
  });
});

describe('numbers in tables', () => {
  it('are short', () => {
    expect([0.0913, 2.345, 123.4, 4567.8].map(brief)).toEqual(['0.091', '2.3', '123', '4568']);
    expect(times(2.04)).toBe(' (2×)');
    expect(times(null)).toBe('');
    expect(power(1e-6)).toBe('10⁻⁶');
  });
});
