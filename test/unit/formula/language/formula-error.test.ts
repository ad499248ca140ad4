import { describe, expect, it } from 'vitest';
import { FormulaError, quoted } from '../../../../src/formula/language/formula-error.ts';

/** The characters of the first line that stand above carets. */
function pointedAt(error: FormulaError): string {
  const [line, carets] = error.excerpt().split('\n');
  const characters = [...line];
  return [...carets].map((mark, i) => (mark === '^' ? characters[i] : '')).join('');
}

describe('FormulaError', () => {
  it('joins reason and hint', () => {
    const error = new FormulaError('a + bb', { from: 4, to: 6 }, 'unknown name', 'did you mean “b”?');
    expect(error.message).toBe('unknown name; did you mean “b”?');
    expect(error).toMatchObject({
      name: 'FormulaError',
      text: 'a + bb',
      from: 4,
      to: 6,
      reason: 'unknown name',
    });
    expect(new FormulaError('a', { from: 0, to: 1 }, 'wrong').message).toBe('wrong');
  });

  it('puts carets under the place', () => {
    expect(new FormulaError('a + bb', { from: 4, to: 6 }, 'wrong').excerpt()).toBe('a + bb\n    ^^');
  });

  it('points behind the end when something is missing there', () => {
    expect(new FormulaError('a +', { from: 3, to: 3 }, 'wrong').excerpt()).toBe('a +\n   ^');
  });

  it('clips a long formula around the place', () => {
    for (const before of [0, 5, 60, 400]) {
      const text = `${'x+'.repeat(before)}WRONG${'+y'.repeat(300)}`;
      const error = new FormulaError(text, { from: 2 * before, to: 2 * before + 5 }, 'wrong');
      expect(pointedAt(error)).toBe('WRONG');
      expect(error.excerpt().split('\n')[0].length).toBeLessThanOrEqual(74);
    }
  });

  it('keeps line breaks, control and wide characters from moving the carets', () => {
    expect(pointedAt(new FormulaError('a\n+\tb\u0007 + 𝛼 + WRONG', { from: 14, to: 19 }, 'wrong'))).toBe(
      'WRONG',
    );
    expect(new FormulaError('a\nb', { from: 2, to: 3 }, 'wrong').excerpt()).toBe('a b\n  ^');
  });

  it('keeps positions inside the text', () => {
    expect(new FormulaError('abc', { from: -3, to: 99 }, 'wrong')).toMatchObject({ from: 0, to: 3 });
  });

  it('shortens what it quotes', () => {
    expect(quoted('x')).toBe('“x”');
    expect(quoted('x'.repeat(1000)).length).toBeLessThan(40);
  });
});
