import { describe, expect, it } from 'vitest';
import {
  parameterRange,
  roundedUp,
  shortNumber,
  startRange,
  stepRange,
  stretchedTo,
  wholeRange,
} from '../../../../../studio/problem/sliders/range.ts';

describe('round numbers', () => {
  it.each([
    [1, 1],
    [1.01, 2],
    [2, 2],
    [3, 5],
    [9.81, 10],
    [10, 10],
    [0.3, 0.5],
    [1 / 1400, 0.001],
    [7e-9, 1e-8],
    [19.62, 20],
  ])('%d → %d', (value, expected) => expect(roundedUp(value)).toBe(expected));
});

describe('the range of a slider', () => {
  it('goes from zero to about twice a parameter', () => {
    expect(parameterRange(9.81)).toEqual({ least: 0, most: 20, step: 0.1 });
    expect(parameterRange(1)).toEqual({ least: 0, most: 2, step: 0.01 });
    expect(parameterRange(-0.4)).toEqual({ least: -1, most: 0, step: 0.005 });
    expect(parameterRange(1 / 1400).most).toBe(0.002);
  });

  it('goes both ways from zero, as far as others go', () => {
    expect(parameterRange(0)).toEqual({ least: -1, most: 1, step: 0.01 });
    expect(parameterRange(0, [0, 30])).toMatchObject({ least: -50, most: 50 });
  });

  it('goes both ways for an entry of the start, never shorter than the largest of its kind', () => {
    expect(startRange(1, [1, 0])).toEqual({ least: -2, most: 2, step: 0.02 });
    expect(startRange(0, [0, -7])).toMatchObject({ least: -10, most: 10 });
    expect(startRange(0, [0, 0])).toMatchObject({ least: -1, most: 1 });
    expect(startRange(0, [Number.NaN, Number.POSITIVE_INFINITY])).toMatchObject({ least: -1, most: 1 });
  });

  it('counts whole numbers', () => {
    expect(wholeRange(100)).toEqual({ least: 1, most: 200, step: 1 });
    expect(wholeRange(0)).toEqual({ least: 0, most: 10, step: 1 });
    expect(wholeRange(3)).toEqual({ least: 1, most: 10, step: 1 });
  });

  it.each([1, 0.3, -2, 9.81, 1e-7, 4e5])('has the value %d inside, and between 60 and 400 steps', value => {
    for (const { least, most, step } of [parameterRange(value), startRange(value, [])]) {
      expect(least).toBeLessThanOrEqual(value);
      expect(most).toBeGreaterThanOrEqual(value);
      expect((most - least) / step).toBeGreaterThanOrEqual(60);
      expect((most - least) / step).toBeLessThanOrEqual(400);
    }
  });

  it('spans three decades of a step size', () => {
    const { least, most } = stepRange(0.01);
    expect([least, most]).toEqual([-4, -1]);
  });

  it('is stretched to a value that was typed', () => {
    expect(stretchedTo({ least: 0, most: 2, step: 0.01 }, 5)).toEqual({ least: 0, most: 5, step: 0.01 });
    expect(stretchedTo({ least: 0, most: 2, step: 0.01 }, -1).least).toBe(-1);
    expect(stretchedTo({ least: 0, most: 2, step: 0.01 }, 1)).toEqual({ least: 0, most: 2, step: 0.01 });
  });

  it('writes short numbers', () => {
    expect(shortNumber(Math.SQRT2)).toBe('1.41421');
    expect(shortNumber(0.1 + 0.2)).toBe('0.3');
    expect(shortNumber(5)).toBe('5');
  });
});
