// The two curve tools of the entries, on curves that are known.

import { describe, expect, it } from 'vitest';
import { fitClosedCurve, type Point } from '../../papers/mmvw14/closed-curve.ts';
import { levelCurves } from '../../papers/mmvw14/level-curves.ts';

describe('level curves', () => {
  const ramp = Array.from({ length: 81 }, (_, k) => -2 + k / 20);
  const grid = (f: (x: number, y: number) => number) => ({
    x: ramp,
    y: ramp,
    value: (i: number, j: number) => f(ramp[i], ramp[j]),
  });
  const pieces = (x: readonly number[]) => x.filter(Number.isNaN).length;

  it('of x² + y² are circles, each closed and in one piece', () => {
    const curves = levelCurves(
      grid((x, y) => x * x + y * y),
      [1, 2.25],
    );
    expect(pieces(curves.x)).toBe(2);
    const end = curves.x.findIndex(Number.isNaN);
    expect([curves.x[end - 1], curves.y[end - 1]]).toEqual([curves.x[0], curves.y[0]]);
    for (let i = 0; i < end; i++) expect(Math.hypot(curves.x[i], curves.y[i])).toBeCloseTo(1, 3);
  });

  it('of a plane are open, from side to side', () => {
    const curves = levelCurves(
      grid((x, y) => x + 0.3 * y),
      [0.017],
    );
    expect(pieces(curves.x)).toBe(1);
    expect(Math.abs(curves.y[0])).toBeCloseTo(2, 10);
    expect(Math.abs(curves.y[curves.y.length - 2])).toBeCloseTo(2, 10);
    curves.x.slice(0, -1).forEach((x, i) => {
      expect(x + 0.3 * curves.y[i]).toBeCloseTo(0.017, 10);
    });
  });
});

describe('the fit of a closed curve', () => {
  const points = (radius: (angle: number, k: number) => number): Point[] =>
    Array.from({ length: 600 }, (_, k) => {
      const angle = 0.61 * k;
      return [3 + radius(angle, k) * Math.cos(angle), radius(angle, k) * Math.sin(angle) - 1];
    });

  it('finds no thickness in an oval, and counts its turns', () => {
    const { thickness, turns } = fitClosedCurve(
      points(angle => 2 + 0.4 * Math.cos(2 * angle)),
      30,
    );
    expect(thickness).toBeLessThan(1e-10);
    expect(turns).toBeCloseTo((0.61 * 599) / (2 * Math.PI), 1);
  });

  it('finds the thickness of a spiral', () => {
    const { thickness } = fitClosedCurve(
      points((_, k) => 2 + 1e-5 * k),
      30,
    );
    expect(thickness).toBeGreaterThan(1e-3);
  });
});
