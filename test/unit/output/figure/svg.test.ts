import { describe, expect, it } from 'vitest';
import { element, escapeText, px } from '../../../../src/output/figure/svg.ts';
import { text } from '../../../../src/output/figure/text.ts';

describe('svg', () => {
  it('rounds to two decimals, without a negative zero', () => {
    expect([1 / 3, -0.001, 12, -1.005].map(px)).toEqual(['0.33', '0', '12', '-1']);
  });

  it('refuses coordinates that are not finite', () => {
    expect(() => px(Number.NaN)).toThrow('NaN');
    expect(() => element('rect', { x: Number.POSITIVE_INFINITY })).toThrow('Infinity');
  });

  it('escapes text and attributes', () => {
    expect(escapeText('a < b & "c" > d')).toBe('a &lt; b &amp; &quot;c&quot; &gt; d');
    expect(text('<g>', { class: '"' })).toBe('<text class="&quot;">&lt;g&gt;</text>');
  });

  it('leaves out attributes that are undefined', () => {
    expect(element('path', { d: 'M0 0', stroke: undefined })).toBe('<path d="M0 0"/>');
  });
});
