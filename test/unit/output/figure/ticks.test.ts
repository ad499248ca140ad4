import { describe, expect, it } from 'vitest';
import { textWidth } from '../../../../src/output/figure/text.ts';
import { tickStep, xAxis, yAxis } from '../../../../src/output/figure/ticks.ts';

const labels = (axis: ReturnType<typeof xAxis>) => axis.ticks.map(tick => tick.label);

describe('xAxis', () => {
  it('has as many ticks as have room', () => {
    expect(labels(xAxis({ label: 't' }, [0, 100], 500))).toEqual(['0', '20', '40', '60', '80', '100']);
    expect(labels(xAxis({ label: 't' }, [0, 100], 140))).toEqual(['0', '50', '100']);
  });

  it('never lets labels touch', () => {
    for (const width of [140, 200, 333, 550, 900]) {
      for (const top of [1e-9, 0.37, 12345, 999999, 3e15]) {
        const { ticks } = xAxis({ label: 'x' }, [0, top], width);
        expect(ticks.length).toBeGreaterThan(1);
        for (let i = 1; i < ticks.length; i++) {
          const room = (textWidth(ticks[i].label, 14) + textWidth(ticks[i - 1].label, 14)) / 2;
          expect(ticks[i].at - ticks[i - 1].at).toBeGreaterThan(room + 10);
        }
      }
    }
  });
});

describe('axes of categories', () => {
  const spec = { label: '', categories: ['first', 'second', 'third'] };

  it('have a label for each name, along y from top to bottom', () => {
    expect(xAxis(spec, [-0.5, 2.5], 300).ticks).toEqual([
      { at: 50, label: 'first' },
      { at: 150, label: 'second' },
      { at: 250, label: 'third' },
    ]);
    expect(yAxis(spec, [-0.5, 2.5], 300).ticks.map(({ at }) => at)).toEqual([50, 150, 250]);
  });
});

describe('a given tick distance', () => {
  it('has ticks at its multiples', () => {
    expect(labels(xAxis({ label: 'x' }, [-1.35, 1.35], 100, 0.5))).toEqual([
      '\u22121.0',
      '\u22120.5',
      '0',
      '0.5',
      '1.0',
    ]);
    expect(tickStep(xAxis({ label: 'x' }, [0, 1], 500, 0.1))).toBe(0.1);
  });
});

describe('log axes', () => {
  const log = { label: 'e', scale: 'log' } as const;

  it('label decades, with their multiples as small ticks', () => {
    const axis = yAxis(log, [1e-3, 1], 300);
    expect(labels(axis)).toEqual(['10⁻³', '10⁻²', '10⁻¹', '10⁰']);
    expect(axis.minor).toHaveLength(24);
    expect(axis.ticks.map(tick => Math.round(tick.at))).toEqual([300, 200, 100, 0]);
  });

  it('skip decades where they are many', () => {
    const axis = yAxis(log, [1e-16, 1], 300);
    expect(labels(axis)).toEqual(['10⁻¹⁶', '10⁻¹⁴', '10⁻¹²', '10⁻¹⁰', '10⁻⁸', '10⁻⁶', '10⁻⁴', '10⁻²', '10⁰']);
    expect(axis.minor).toHaveLength(8);
  });

  it('label 1, 2, 5 within a decade', () => {
    expect(labels(yAxis(log, [2, 7], 300))).toEqual(['2', '5']);
  });

  it('have no place for zero and below', () => {
    const axis = yAxis(log, [1, 10], 300);
    expect([0, -1, Number.NaN, 2].map(axis.drawable)).toEqual([false, false, false, true]);
  });
});
