import { describe, expect, it } from 'vitest';
import { domainOf } from '../../../../src/output/figure/domain.ts';
import type { PanelSpec } from '../../../../src/output/figure/spec.ts';

function panel(y: readonly number[], scale: 'linear' | 'log' = 'linear'): PanelSpec {
  return { x: { label: 'x' }, y: { label: 'y', scale }, series: [{ x: y.map((_, i) => i), y }] };
}

describe('domainOf', () => {
  it('is the data with air in y, without in time', () => {
    expect(domainOf(panel([0, 10, 5]), 'x')).toEqual([0, 2]);
    expect(domainOf(panel([0, 10, 5]), 'y')).toEqual([-0.5, 10.5]);
  });

  it('has a width for constant and for absent data', () => {
    expect(domainOf(panel([5, 5]), 'y')).toEqual([4.5, 5.5]);
    expect(domainOf(panel([0, 0]), 'y')).toEqual([-1, 1]);
    for (const scale of ['linear', 'log'] as const) {
      const [low, high] = domainOf(panel([], scale), 'y');
      expect(low).toBeLessThan(high);
    }
  });

  it('ignores on a log axis what is not positive, but keeps its time', () => {
    const spec = panel([0, 1e-3, 1e-1, -5, Number.NaN], 'log');
    const [low, high] = domainOf(spec, 'y');
    expect(low).toBeCloseTo(10 ** -3.1, 12);
    expect(high).toBeCloseTo(10 ** -0.9, 12);
    expect(domainOf(spec, 'x')).toEqual([0, 3]);
  });

  it('takes whole decades for narrow log data', () => {
    expect(domainOf(panel([2e-5, 3e-5], 'log'), 'y')).toEqual([1e-5, 1e-4]);
  });

  it('counts only points inside a given x range', () => {
    const spec = { ...panel([0, 1, 2, 1000]), x: { label: 'x', domain: [0, 2] as const } };
    expect(domainOf(spec, 'y')[1]).toBeCloseTo(2.1, 12);
  });

  it('refuses a range that cannot be shown', () => {
    const spec = { ...panel([1, 2], 'log'), y: { label: 'error', scale: 'log', domain: [0, 1] } as const };
    expect(() => domainOf(spec, 'y')).toThrow('"error" cannot show the range 0 to 1 (log)');
  });
});
