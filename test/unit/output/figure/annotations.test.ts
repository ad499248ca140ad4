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
