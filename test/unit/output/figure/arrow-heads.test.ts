import { describe, expect, it } from 'vitest';
import { figure } from '../../../../src/output/figure/figure.ts';
import { drawHeads } from '../../../../src/output/figure/marks.ts';

const line = (x: number[], y: number[]) => ({ x: Float64Array.from(x), y: Float64Array.from(y) });
/** Corners of a head: the tip, then the two ends of its base. */
const corners = (head: string) =>
  [...head.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(match => [Number(match[1]), Number(match[2])]);

describe('arrow heads', () => {
  it('have their tip at the end, and point along the line', () => {
    const [head] = drawHeads(line([0, 30], [0, 40]), '#000000').map(corners);
    expect(head[0]).toEqual([30, 40]);
    const base = [0, 1].map(axis => (head[1][axis] + head[2][axis]) / 2);
    // Eleven pixels back along (3, 4)/5.
    expect(base[0]).toBeCloseTo(30 - 6.6, 1);
    expect(base[1]).toBeCloseTo(40 - 8.8, 1);
  });

  it('stand at the end of each piece, and not where there is no length', () => {
    const gap = Number.NaN;
    const heads = drawHeads(line([0, 20, gap, 50, 50, gap, 0, 0], [0, 0, gap, 5, 5, gap, 0, 30]), '#000000');
    expect(heads.map(head => corners(head)[0])).toEqual([
      [20, 0],
      [0, 30],
    ]);
  });

  it('shrink with short arrows', () => {
    const [head] = drawHeads(line([0, 4], [0, 0]), '#000000').map(corners);
    expect(head[1][0]).toBeGreaterThan(0);
  });

  it('belong to the mark “arrow” alone', () => {
    const drawn = (mark: 'line' | 'arrow') =>
      figure({
        panels: [{ x: { label: 'x' }, y: { label: 'y' }, series: [{ x: [0, 1], y: [0, 1], mark }] }],
      });
    expect(drawn('line')).not.toContain('stroke="none"');
    expect(drawn('arrow').match(/stroke="none"/g)).toHaveLength(1);
  });
});
