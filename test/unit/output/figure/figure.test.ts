import { describe, expect, it } from 'vitest';
import { figure } from '../../../../src/output/figure/figure.ts';
import type { FigureSpec, PanelSpec, SeriesSpec, SeriesStyle } from '../../../../src/output/figure/spec.ts';

function panel(series: readonly SeriesSpec[], more: Partial<PanelSpec> = {}): PanelSpec {
  return { x: { label: 'x' }, y: { label: 'y' }, series, ...more };
}

function one(series: readonly SeriesSpec[], more: Partial<PanelSpec> = {}): FigureSpec {
  return { panels: [panel(series, more)] };
}

const log = { label: 'e', scale: 'log' } as const;
const ramp = Float64Array.from({ length: 50 }, (_, i) => i);

/** Number in an attribute of the first element that has it. */
function sizeOf(svg: string, attribute: 'width' | 'height'): number {
  return Number(new RegExp(`<svg[^>]* ${attribute}="([\\d.]+)"`).exec(svg)?.[1]);
}

/** Width and height of the frame around the plot. */
function frameOf(svg: string): number[] {
  const match = /<rect x="0" y="0" width="([\d.]+)" height="([\d.]+)"/.exec(svg);
  return [Number(match?.[1]), Number(match?.[2])];
}

describe('figure', () => {
  it('never writes NaN, whatever the data', () => {
    const odd: number[][] = [
      [],
      [3],
      [5, 5, 5],
      [0, 0],
      [Number.NaN, 1, Number.POSITIVE_INFINITY],
      [-1, 0, 1],
      [1e-320, 1e-310],
      [-1.7e308, 1.7e308],
      [1, 1 + 2e-16],
    ];
    for (const y of odd) {
      for (const mark of ['line', 'points', 'line and points'] as const) {
        for (const axis of [{ label: 'y' }, log]) {
          const svg = figure(one([{ x: y.map((_, i) => i), y, mark }], { y: axis }));
          expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        }
      }
    }
  });

  it('says so where there is nothing to draw', () => {
    expect(figure(one([{ x: [], y: [] }]))).toContain('no data');
    expect(figure(one([{ x: [1, 2], y: [0, -1] }], { y: log }))).toContain('no data');
    expect(figure(one([{ x: [1, 2], y: [0, 1] }]))).not.toContain('no data');
  });

  it('is small for a million points', () => {
    const n = 1_000_000;
    const x = Float64Array.from({ length: n }, (_, i) => i);
    const y = x.map(i => Math.sin(1.3 * i));
    expect(figure(one([{ x, y }])).length).toBeLessThan(100_000);
  });

  it('gives the same text for the same data, without ids', () => {
    const spec = one([{ x: ramp, y: ramp, mark: 'line and points' }]);
    expect(figure(spec)).toBe(figure(spec));
    expect(figure(spec)).not.toContain(' id=');
  });

  it('has the default size, and tags only for several panels', () => {
    const series = [{ x: ramp, y: ramp }];
    const single = figure(one(series));
    expect([sizeOf(single, 'width'), sizeOf(single, 'height')]).toEqual([640, 400]);
    expect(single).not.toContain('(a)');
    const three = figure({ panels: [panel(series), panel(series), panel(series)] });
    expect([sizeOf(three, 'width'), sizeOf(three, 'height')]).toEqual([1280, 800]);
    for (const tag of ['(a)', '(b)', '(c)']) expect(three).toContain(tag);
  });

  it('makes units equally long where asked', () => {
    const svg = figure(one([{ x: [0, 4], y: [0, 1] }], { aspect: 'equal' }));
    const [width, height] = frameOf(svg);
    // Data 4 × 1 with air 3 % and 5 % at each end.
    expect(width / height).toBeCloseTo((4 * 1.06) / 1.1, 1);
  });

  it('escapes labels and writes units in brackets', () => {
    const svg = figure(one([{ x: ramp, y: ramp }], { x: { label: 'a<b', unit: 's' } }));
    expect(svg).toContain('a&lt;b (s)');
  });
});

describe('legend', () => {
  const rising = { label: 'rising', x: ramp, y: ramp };

  it('stands inside where a corner is free', () => {
    const svg = figure(one([rising, { ...rising, label: 'same' }]));
    expect(svg).toContain('fill-opacity');
    expect(frameOf(svg)[0]).toBeGreaterThan(500);
  });

  it('moves above where the data fill the plot, and right where a row is too long', () => {
    const x = Float64Array.from({ length: 400 }, (_, i) => i);
    const full = x.map(i => (i % 2 === 0 ? 1 : -1));
    const series = (label: string) => ({ label, x, y: full });
    const above = figure(one([series('a'), series('b')]));
    expect(above).not.toContain('fill-opacity');
    expect(above).toContain('>b</text>');
    const long = ['first', 'second', 'third'].map(word =>
      series(`the ${word} method of this long comparison`),
    );
    expect(frameOf(figure(one(long)))[0]).toBeLessThan(300);
  });

  it('is left out for one series, and where asked', () => {
    expect(figure(one([rising]))).not.toContain('rising');
    expect(figure(one([rising, rising], { legend: 'none' }))).not.toContain('rising');
  });
});

describe('a shared legend', () => {
  const series = (labels: readonly string[]) => labels.map(label => ({ label, x: ramp, y: ramp }));
  const panels = [panel(series(['first', 'second'])), panel(series(['second', 'third']))];

  it('has each label once, above the panels', () => {
    const svg = figure({ panels, legend: 'shared' });
    for (const label of ['first', 'second', 'third'])
      expect(svg.match(new RegExp(`>${label}<`, 'g'))).toHaveLength(1);
    expect(sizeOf(svg, 'height')).toBeGreaterThan(sizeOf(figure({ panels }), 'height'));
  });
});

describe('categories', () => {
  const spec = (which: 'x' | 'y') =>
    one([{ x: [0, 1], y: [1, 0], mark: 'points' }], {
      [which]: { label: '', categories: ['a first name', 'b'] },
    });

  it('stand where the numbers would', () => {
    for (const which of ['x', 'y'] as const) {
      expect(figure(spec(which))).toContain('>a first name<');
      expect(figure(spec(which))).not.toContain('>0.5<');
    }
  });

  it('are wrapped below the plot', () => {
    const categories = ['a name of several words', 'another name of several words', 'c', 'd', 'e', 'f'];
    const svg = figure(one([{ x: [0, 5], y: [1, 0] }], { x: { label: '', categories } }));
    expect(svg).toContain('>several<');
  });
});

describe('equal units', () => {
  it('have the same ticks along x and y', () => {
    const svg = figure(one([{ x: [-1.35, 1.35], y: [-1.35, 1.35] }], { aspect: 'equal' }));
    const labels = [...svg.matchAll(/text-anchor="end">([^<]*)</g)].map(match => match[1]);
    expect(labels.length).toBeGreaterThan(2);
    for (const label of labels) expect(svg.match(new RegExp(`>${label}<`, 'g'))).toHaveLength(2);
  });
});

describe('a style by its parts', () => {
  const strokeOf = (style: number | SeriesStyle) =>
    /<path d="M[^"]*" fill="none" stroke="(#\w+)" stroke-width="[\d.]+"( stroke-dasharray)?/
      .exec(
        figure(one([{ x: [0, 1, 2], y: [0, 2, 1], style }]))
          .split('<svg')
          .at(-1) ?? '',
      )
      ?.slice(1);

  it('has the colour of its number, and a solid line where no dash is given', () => {
    expect(strokeOf({ color: 1 })).toEqual(['#d55e00', undefined]);
    expect(strokeOf({ color: 1, dash: 1 })).toEqual(['#d55e00', ' stroke-dasharray']);
    expect(strokeOf(1)).toEqual(['#d55e00', ' stroke-dasharray']);
  });
});

describe('an axis without a title', () => {
  it('leaves its room to the plot', () => {
    const height = (label: string) => frameOf(figure(one([{ x: ramp, y: ramp }], { x: { label } })))[1];
    expect(height('')).toBeGreaterThan(height('x') + 20);
  });
});

describe('long titles', () => {
  const words = 'a title that goes on and on '.repeat(5).trim();

  it('are wrapped above the plot and below it', () => {
    const lines = (spec: FigureSpec) => figure(spec).match(/>[^<]*title that goes[^<]*</g)?.length;
    expect(lines(one([{ x: ramp, y: ramp }], { title: words }))).toBeGreaterThan(1);
    expect(lines(one([{ x: ramp, y: ramp }], { x: { label: words } }))).toBeGreaterThan(1);
  });
});

describe('reference slopes', () => {
  const h = Float64Array.from({ length: 8 }, (_, i) => 0.1 / 2 ** i);
  const series = [{ x: h, y: h.map(s => s * s), mark: 'line and points' }] as const;

  it('have their slope on the page', () => {
    const svg = figure(
      one(series, {
        x: { ...log, domain: [1e-4, 1] },
        y: { ...log, domain: [1e-8, 1] },
        slopes: [{ slope: 2 }],
      }),
    );
    const d =
      /<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" stroke="#767676"/.exec(svg)?.slice(1).map(Number) ?? [];
    const [width, height] = frameOf(svg);
    // Decades: 4 along x and 8 along y.
    const slope = (((d[1] - d[3]) / height) * 8) / (((d[2] - d[0]) / width) * 4);
    expect(slope).toBeCloseTo(2, 2);
    expect(svg).toContain('slope 2');
  });

  it('write negative slopes with a minus sign, and need log axes', () => {
    expect(figure(one(series, { x: log, y: log, slopes: [{ slope: -2 }] }))).toContain('slope \u22122');
    expect(figure(one(series, { slopes: [{ slope: 2 }] }))).not.toContain('slope 2');
  });
});
