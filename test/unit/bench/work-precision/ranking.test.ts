import { describe, expect, it } from 'vitest';
import { competitiveMethods, ranking } from '../../../../bench/suites/work-precision/ladder.ts';

/** One rung that takes so long and has this error. */
const curve = (label: string, milliseconds: number, error: number) => ({
  label,
  rungs: [{ setting: 1, error, energyError: 0, milliseconds }],
});
const quick = ['a', 'b', 'c', 'd', 'e', 'f'].map((label, k) => curve(label, k + 1, 1e-5));

describe('the ranking at a goal', () => {
  it('is by time, among those that meet it', () => {
    const curves = [curve('slow', 9, 1e-9), curve('rough', 1, 1e-3), curve('quick', 2, 1e-5)];
    expect(ranking(curves, 1e-4)).toEqual(['quick', 'slow']);
    expect(ranking(curves, 1e-12)).toEqual([]);
  });

  it('sends five to the turns, and the method to begin with', () => {
    expect(competitiveMethods(quick, 1e-4)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(competitiveMethods([curve('rattle', 99, 1e-5), ...quick], 1e-4)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'rattle',
    ]);
  });

  it('keeps a finalist out for good once five are cheaper', () => {
    const later = [...quick, curve('g', 0.5, 1e-5)];
    expect(
      competitiveMethods(later, 1e-4).every(
        label => label === 'g' || competitiveMethods(quick, 1e-4).includes(label),
      ),
    ).toBe(true);
  });
});
