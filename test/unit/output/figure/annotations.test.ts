import { describe, expect, it } from 'vitest';
import { figure } from '../../../../src/output/figure/figure.ts';
import type { NoteSpec } from '../../../../src/output/figure/spec.ts';

const drawn = (notes: readonly NoteSpec[]) =>
  figure({
    panels: [
      {
        x: { label: 'x', domain: [0, 2] },
        y: { label: 'y', domain: [0, 2] },
        series: [{ x: [0, 2], y: [0, 2] }],
        notes,
      },
    ],
  });
/** Centre of the text of a note. */
function placeOf(svg: string, note: string): [number, number] {
  const match = new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)"[^>]*>${note}<`).exec(svg);
  return [Number(match?.[1]), Number(match?.[2])];
}

describe('notes', () => {
  it('stand beside their place', () => {
    const sides = ['right', 'left', 'above', 'below'] as const;
    const svg = drawn(sides.map(side => ({ text: side, x: 1, y: 1, side })));
    const [right, left, above, below] = sides.map(side => placeOf(svg, side));
    expect(right[0]).toBeGreaterThan(left[0] + 20);
    expect(right[1]).toBe(left[1]);
    expect(above[1]).toBeLessThan(below[1] - 20);
    expect(above[0]).toBeCloseTo(below[0], 6);
  });

  it('are escaped, and left out where they have no place', () => {
    expect(drawn([{ text: 'a<b', x: 1, y: 1 }])).toContain('a&lt;b');
    for (const x of [Number.NaN, 3, -1])
      expect(drawn([{ text: 'nowhere', x, y: 1 }])).not.toContain('nowhere');
  });
});

describe('reference slopes', () => {
  /** One steep series of two points: the only one that a slope can stand beside. */
  const svgOf = (slopes: readonly number[], series: readonly (readonly number[])[]) =>
    figure({
      panels: [
        {
          x: { label: 'x', scale: 'log' },
          y: { label: 'y', scale: 'log' },
          series: series.map(y => ({ x: [1e-2, 1.2e-2], y })),
          slopes: slopes.map(slope => ({ slope })),
        },
      ],
    });
  const count = (svg: string) => [...svg.matchAll(/>slope /g)].length;

  it('never lie on each other: one that is clear nowhere is left out', () => {
    expect(count(svgOf([2], [[1e-3, 2e-3]]))).toBe(1);
    // Six places beside one segment have room for few of these twelve.
    const many = count(
      svgOf(
        Array.from({ length: 12 }, (_, k) => 2 + k / 10),
        [[1e-3, 2e-3]],
      ),
    );
    expect(many).toBeGreaterThan(0);
    expect(many).toBeLessThan(7);
  });
});

describe('equal units', () => {
  it('leave at least two labelled ticks on the axis of a flat curve', () => {
    const [x, y] = [
      [-1, 0, 1],
      [-2.02, -2.41, -2],
    ];
    const svg = figure({
      panels: [{ x: { label: 'x' }, y: { label: 'y' }, series: [{ x, y }], aspect: 'equal' }],
    });
    const yLabels = [...svg.matchAll(/<text x="-9"[^>]*>([^<]+)</g)].map(([, label]) => label);
    expect(yLabels.length).toBeGreaterThanOrEqual(2);
  });
});
