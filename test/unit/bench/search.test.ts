import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../bench/contestants/task.ts';
import { distance, exactPositions } from '../../../bench/measure/problem.ts';
import { moreMotions } from '../../../bench/measure/stepper.ts';
import { brief, plusMinus, power, times } from '../../../bench/report.ts';
import {
  alternatives,
  cannotReachGoal,
  type Point,
  settingFor,
  tolerancesFor,
} from '../../../bench/suites/alternatives/search.ts';
import { type AccuracyFinish, barsOf } from '../../../bench/suites/alternatives/time-to-accuracy.ts';

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

describe('a search', () => {
  it('begins with tolerances not far above an energy that is to be kept', () => {
    const energy = tolerancesFor({ goals: [{ of: 'energy', atMost: 1e-8 }] });
    expect(energy[0]).toBeCloseTo(1e-6, 12);
    expect(tolerancesFor({ goals: [goal] })[0]).toBe(1e-3);
    for (const tolerances of [energy, tolerancesFor({ goals: [goal] })])
      expect((tolerances.at(-1) ?? 0) / 1e-13).toBeCloseTo(1, 6);
  });

  // Error 3 h² meets 1e-6 at h = 5.8e-4, and takes 1 / h = 1700 s for it.
  const points = secondOrder([0.1, 0.05, 0.025]);

  it('is given up when the goal is far beyond the time that is granted, and not before', () => {
    expect(cannotReachGoal(points, [goal], 300)).toBe(true);
    expect(cannotReachGoal(points, [goal], 600)).toBe(false);
  });

  it('goes on for the sake of a looser goal', () => {
    expect(cannotReachGoal(points, [goal, { of: 'end point', atMost: 1e-4 }], 300)).toBe(false);
  });

  it('goes on while errors are large or do not fall', () => {
    const early = points.map(point => ({ ...point, endPoint: 20 * (point.endPoint ?? 0) }));
    const rising = points.map((point, k) => ({ ...point, endPoint: 0.01 + 0.001 * k }));
    expect(cannotReachGoal(early, [goal], 1)).toBe(false);
    expect(cannotReachGoal(rising, [goal], 1)).toBe(false);
    expect(cannotReachGoal(points.slice(1), [goal], 1)).toBe(false);
  });
});

describe('a repeated motion', () => {
  it('fills the time with few looks at the clock, and hardly overshoots', () => {
    const each = 0.0013;
    let [motions, looks] = [0, 0];
    while (motions * each < 0.25) {
      motions += moreMotions(motions, motions * each, 0.25);
      looks++;
    }
    expect(motions).toBe(Math.ceil(0.25 / each));
    expect(looks).toBeLessThan(12);
  });

  it('is made once where the clock has not moved, and again as often', () => {
    expect(moreMotions(0, 0, 0.25)).toBe(1);
    expect(moreMotions(4, 0, 0.25)).toBe(4);
  });
});

describe('the exact end', () => {
  it('is that of the catalogue, known to 40 digits', () => {
    const end = exactPositions(problemOf({ system: 'pendulum', links: 0 }), 10);
    expect(distance(end, [-0.4468604047763824, -0.8946036992116049])).toBeLessThan(1e-12);
  });

  it('is infinitely far from a state with NaN or of another size', () => {
    expect(distance([Number.NaN, 0], [0, 0])).toBe(Number.POSITIVE_INFINITY);
    expect(distance([0], [0, 0])).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the bars', () => {
  const { timeToAccuracy, bars: definitions } = alternatives();
  const { workloads } = timeToAccuracy;
  const finish = (contestant: string, ratio: number): AccuracyFinish => ({
    ...{ contestant, isOurs: false, goal, setting: 1, steps: 1, turns: [1], seconds: 1, ratio },
    ...{ endPoint: 0, energy: 0, drift: { slope: 0, error: 0 }, constraint: 0, memory: 0 },
  });

  it('compare the named programs at the strictest goal', () => {
    const finishes = [finish('odex', 1.2), finish('IDA', 8), finish('another', 0.1)];
    const bars = barsOf([{ workload: workloads[0], finishes, tried: [] }], definitions);
    expect(bars.map(({ claim, ratio, atLeast }) => [claim, ratio >= atLeast])).toEqual([
      ['odex', true],
      ['IDA', false],
    ]);
  });

  it('are asked of the runs to t = 1000, and of no other long one', () => {
    const long = { ...goal, of: 'energy', atMost: 1e-8 } as const;
    const finishes = [{ ...finish('odex', 1.2), goal: long }];
    const bars = barsOf(
      workloads.map(workload => ({ workload, finishes, tried: [] })),
      definitions,
    );
    expect(bars.map(({ workload }) => workload)).toEqual([
      'pendulum to t = 1000',
      'double pendulum to t = 1000',
    ]);
  });
});

describe('numbers in tables', () => {
  it('are short', () => {
    expect([0.0913, 2.345, 123.4, 4567.8].map(brief)).toEqual(['0.091', '2.3', '123', '4568']);
    expect(times(2.04)).toBe(' (2×)');
    expect(times(null)).toBe('');
    expect(power(1e-6)).toBe('10⁻⁶');
    expect(plusMinus(-1.23e-5, 4.4e-7)).toBe('-1e-5 ± 4e-7');
  });
});
