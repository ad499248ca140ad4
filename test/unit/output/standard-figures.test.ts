import { describe, expect, it } from 'vitest';
import {
  energyErrorFigure,
  phasePlaneFigure,
  residualFigure,
  trajectoryFigure,
  workPrecisionFigure,
} from '../../../src/output/standard-figures.ts';

const t = Float64Array.of(0, 1, 2);

describe('energyErrorFigure', () => {
  it('is relative to the size of the first energy, and signed', () => {
    const { panels } = energyErrorFigure({ runs: [{ t, energy: Float64Array.of(-2, -1, -3) }] });
    expect([...Array.from(panels[0].series[0].y)]).toEqual([0, 0.5, -0.5]);
    expect(panels[0].y.label).toContain('relative');
  });

  it('takes absolute values on a log axis', () => {
    const { panels } = energyErrorFigure({ scale: 'log', runs: [{ t, energy: Float64Array.of(4, 5, 3) }] });
    expect([...Array.from(panels[0].series[0].y)]).toEqual([0, 0.25, 0.25]);
    expect(panels[0].y.scale).toBe('log');
  });

  it('is absolute for all runs where one begins at zero', () => {
    const runs = [
      { t, energy: Float64Array.of(0, 1, 2) },
      { t, energy: Float64Array.of(4, 5, 6) },
    ];
    const [panel] = energyErrorFigure({ runs }).panels;
    expect(panel.series.map(series => Array.from(series.y))).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(panel.y.label).toBe('energy error E − E₀');
  });
});

describe('residualFigure', () => {
  it('puts zeros of round-off residuals at the floor, and leaves those of large ones', () => {
    const { panels } = residualFigure({
      t,
      g: Float64Array.of(0, -2e-16, 1e-18),
      hidden: Float64Array.of(0, 1e-3, 0),
    });
    const [g, hidden] = panels[0].series;
    expect(Array.from(g.y)).toEqual([1e-17, 2e-16, 1e-17]);
    expect(Array.from(hidden.y)).toEqual([0, 1e-3, 0]);
  });

  it('shows |g| alone for methods without hidden constraints', () => {
    expect(residualFigure({ t, g: t }).panels[0].series.map(series => series.label)).toEqual(['|g|']);
  });
});

describe('trajectoryFigure and phasePlaneFigure', () => {
  const data = { x: { label: 'q' }, y: { label: 'p' }, paths: [{ x: t, y: t }] };

  it('differ in their aspect', () => {
    expect(trajectoryFigure(data).panels[0].aspect).toBe('equal');
    expect(phasePlaneFigure(data).panels[0].aspect).toBe('free');
  });
});

describe('workPrecisionFigure', () => {
  const method = (label: string, order: number) => ({ label, order, step: t, error: t, seconds: t });

  it('has a panel for steps and one for seconds, with slopes of either sign, each order once', () => {
    const { panels } = workPrecisionFigure({ methods: [method('a', 4), method('b', 2), method('c', 2)] });
    expect(panels.map(panel => panel.slopes?.map(({ slope }) => slope))).toEqual([
      [2, 4],
      [-2, -4],
    ]);
    expect(panels.every(panel => panel.x.scale === 'log' && panel.y.scale === 'log')).toBe(true);
  });

  it('has one legend with the orders instead of slopes for more than three methods', () => {
    const { panels, legend } = workPrecisionFigure({ methods: [1, 2, 3, 4].map(k => method(`m${k}`, k)) });
    expect(legend).toBe('shared');
    for (const { series, slopes } of panels) {
      expect(slopes).toEqual([]);
      expect(series.map(({ label }) => label)).toEqual([1, 2, 3, 4].map(k => `m${k} (slope ${k})`));
    }
  });

  it('leaves the seconds out where a method has none', () => {
    const { seconds, ...untimed } = method('d', 1);
    expect(seconds).toBe(t);
    expect(workPrecisionFigure({ methods: [method('a', 2), untimed] }).panels).toHaveLength(1);
  });
});
