import { describe, expect, it } from 'vitest';
import { runsOf, text, textWidth, wrapText } from '../../../../src/output/figure/text.ts';

/** Runs as text, scripts in brackets: z[sub a]. */
const shown = (source: string) =>
  runsOf(source)
    .map(({ text: content, script }) => (script === 'base' ? content : `[${script} ${content}]`))
    .join('');

describe('scripts', () => {
  it.each([
    ['z_a', 'z[sub a]'],
    ['flow φ_h', 'flow φ[sub h]'],
    ['p_{n+½} − p_n', 'p[sub n+½] − p[sub n]'],
    ['z⁻_{k+1}', 'z[super −][sub k+1]'],
    ['h^2 and h^{-2}', 'h[super 2] and h[super −2]'],
    ['×10⁻¹²', '×10[super −12]'],
    ['ω²|g| of ℳᴴ', 'ω[super 2]|g| of ℳ[super H]'],
    ['x₂', 'x[sub 2]'],
  ])('%s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it('leave names of columns and plain text alone', () => {
    for (const plain of ['angular_momentum_x', 'mean_angle', 'r[0][1]', 'to 50 %', 'a _ b', '^ above'])
      expect(shown(plain)).toBe(plain);
  });

  it('are shifted tspans that return to the baseline', () => {
    expect(text('z_a < h²', { 'font-size': 10 })).toBe(
      '<text font-size="10">z<tspan dy="2" font-size="7.2">a</tspan><tspan dy="-2"> &lt; h</tspan>' +
        '<tspan dy="-3.8" font-size="7.2">2</tspan></text>',
    );
  });
});

describe('textWidth', () => {
  it('counts scripts at their size, marks of scripts not at all', () => {
    const [base, script] = [textWidth('z', 10), textWidth('a', 7.2)];
    expect(textWidth('z_a', 10)).toBeCloseTo(base + script, 10);
    expect(textWidth('z_{a}', 10)).toBeCloseTo(base + script, 10);
    expect(textWidth('z^2', 10)).toBeCloseTo(textWidth('z²', 10), 10);
  });
});

describe('wrapText', () => {
  it('breaks at spaces, and leaves longer words whole', () => {
    const lines = wrapText('a title that is far too long for one line', 10, 90);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(' ')).toBe('a title that is far too long for one line');
    for (const line of lines) expect(textWidth(line, 10)).toBeLessThanOrEqual(90);
    expect(wrapText('incomprehensibilities', 10, 20)).toEqual(['incomprehensibilities']);
  });
});
