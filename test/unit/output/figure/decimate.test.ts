import { describe, expect, it } from 'vitest';
import type { Polyline } from '../../../../src/output/figure/decimate.ts';
import { decimateCells, decimateColumns, decimatePoints } from '../../../../src/output/figure/decimate.ts';

function polyline(points: readonly (readonly [number, number])[]): Polyline {
  return { x: Float64Array.from(points, p => p[0]), y: Float64Array.from(points, p => p[1]) };
}

function pointsOf(line: Polyline): number[][] {
  return Array.from(line.x, (x, i) => [x, line.y[i]]);
}

describe('decimateColumns', () => {
  it('keeps first, lowest, highest and last of a column, in the order of the path', () => {
    const column = polyline([
      [0.1, 5],
      [0.15, 9],
      [0.2, 6],
      [0.25, 1],
      [0.3, 4],
      [0.35, 5],
      [0.7, 2],
    ]);
    expect(pointsOf(decimateColumns(column))).toEqual([
      [0.1, 5],
      [0.15, 9],
      [0.25, 1],
      [0.35, 5],
      [0.7, 2],
    ]);
  });

  it('keeps a single spike among a million points, and few of the others', () => {
    const n = 1_000_000;
    const line = { x: Float64Array.from({ length: n }, (_, i) => (500 * i) / n), y: new Float64Array(n) };
    line.y[654_321] = 77;
    const few = decimateColumns(line);
    expect(few.x.length).toBeLessThanOrEqual(4000);
    expect(Math.max(...few.y)).toBe(77);
    expect(few.x[0]).toBe(0);
    expect(few.x[few.x.length - 1]).toBe(line.x[n - 1]);
  });

  it('keeps breaks', () => {
    const broken = polyline([
      [0.1, 1],
      [Number.NaN, Number.NaN],
      [0.2, 2],
    ]);
    expect(pointsOf(decimateColumns(broken))).toEqual(pointsOf(broken));
  });
});

describe('decimateCells', () => {
  const extent = { width: 100, height: 100 };

  it('draws a circle that is run through a hundred times only once', () => {
    const circle = (turns: number) =>
      polyline(
        Array.from({ length: 360 * turns + 1 }, (_, i) => {
          const angle = (Math.PI * i) / 180;
          return [50 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)] as const;
        }),
      );
    const once = decimateCells(circle(1), extent);
    // Rounding of the angle may touch a few cells anew.
    expect(decimateCells(circle(100), extent).x.length).toBeLessThan(once.x.length + 40);
    expect(once.x.length).toBeGreaterThan(300);
  });

  it('leaves out what is outside, and does not join across the gap', () => {
    const line = polyline([
      [10, 10],
      [20, 10],
      [20, -50],
      [60, -50],
      [60, 20],
      [70, 20],
    ]);
    const kept = pointsOf(decimateCells(line, extent)).filter(([x]) => !Number.isNaN(x));
    expect(kept).toEqual(pointsOf(line));
    const breaks = [...decimateCells(line, extent).x]
      .map((x, i) => (Number.isNaN(x) ? i : -1))
      .filter(i => i >= 0);
    // One at the start, one between (20, −50) and (60, −50).
    expect(breaks).toEqual([0, 4]);
  });
});

describe('decimatePoints', () => {
  it('keeps one point in each square and none outside', () => {
    const points = polyline([
      [1, 1],
      [1.5, 1.5],
      [5, 5],
      [-3, 5],
      [Number.NaN, 5],
      [10, 10],
    ]);
    expect(pointsOf(decimatePoints(points, { width: 10, height: 10 }, 2))).toEqual([
      [1, 1],
      [5, 5],
      [10, 10],
    ]);
  });
});
