import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormulaError } from '../../../../src/formula/language/formula-error.ts';
import { parseEquation, parseFormula, type Syntax } from '../../../../src/formula/language/syntax.ts';
import { parser as grammar } from '../../../../studio/formulas/grammar/parser.ts';

/** The tree with every operation in brackets. */
function bracketed(syntax: Syntax): string {
  switch (syntax.kind) {
    case 'number':
      return String(syntax.value);
    case 'name':
      return syntax.name;
    case 'negate':
      return `(-${bracketed(syntax.operand)})`;
    case 'binary':
      return `(${bracketed(syntax.left)}${syntax.operator}${bracketed(syntax.right)})`;
    case 'call':
      return `${syntax.callee.name}(${syntax.args.map(bracketed).join(',')})`;
    case 'index':
      return `${bracketed(syntax.base)}[${bracketed(syntax.index)}]`;
    case 'vector':
      return `[${syntax.entries.map(bracketed).join(',')}]`;
  }
}

function errorOf(text: string): FormulaError {
  try {
    parseEquation(text);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

describe('parseFormula', () => {
  it.each([
    ['a+b*c', '(a+(b*c))'],
    ['a*b+c', '((a*b)+c)'],
    ['a-b-c', '((a-b)-c)'],
    ['a/b/c', '((a/b)/c)'],
    ['a/b*c', '((a/b)*c)'],
    ['a-b+c', '((a-b)+c)'],
    ['-a^2', '(-(a^2))'],
    ['(-a)^2', '((-a)^2)'],
    ['a^b^c', '(a^(b^c))'],
    ['(a^b)^c', '((a^b)^c)'],
    ['a^-b', '(a^(-b))'],
    ['a^-b^c', '(a^(-(b^c)))'],
    ['a^-b*c', '((a^(-b))*c)'],
    ['2*-a', '(2*(-a))'],
    ['-a*b', '((-a)*b)'],
    ['-a+b', '((-a)+b)'],
    ['a--b', '(a-(-b))'],
    ['--a', '(-(-a))'],
    ['+a', 'a'],
    ['a+ +b', '(a+b)'],
    ['a*b^c', '(a*(b^c))'],
    ['a^b*c', '((a^b)*c)'],
    ['a*(b+c)', '(a*(b+c))'],
    ['f(a+b, -c)^2', '(f((a+b),(-c))^2)'],
    ['f()', 'f()'],
    ['r[i+1][0]^2', '(r[(i+1)][0]^2)'],
    ['(a+b)[0]', '(a+b)[0]'],
    ['cross(a,b)[2]', 'cross(a,b)[2]'],
    ['-r[0]', '(-r[0])'],
    ['[a, b+c, 3]', '[a,(b+c),3]'],
    ['[[1,2],[3,4]]', '[[1,2],[3,4]]'],
    [' a\n+\tb\r\n', '(a+b)'],
    ['λ_1*φ2', '(λ_1*φ2)'],
  ])('%s is %s', (text, expected) => {
    expect(bracketed(parseFormula(text))).toBe(expected);
  });

  it.each([
    ['1', 1],
    ['.5', 0.5],
    ['5.', 5],
    ['1e-3', 0.001],
    ['2.5E+4', 25000],
    ['1.e2', 100],
    ['007', 7],
    ['0.1', 0.1],
  ])('reads the number %s', (text, value) => {
    expect(parseFormula(text)).toMatchObject({ kind: 'number', value });
  });

  it('keeps positions, brackets included', () => {
    expect(parseFormula(' (a + b) * r[ i ][0]')).toMatchObject({
      from: 1,
      to: 20,
      left: { operator: '+', from: 1, to: 8, left: { from: 2, to: 3 }, right: { from: 6, to: 7 } },
      right: {
        from: 11,
        to: 20,
        base: { from: 11, to: 17, index: { from: 14, to: 15 } },
        index: { from: 18 },
      },
    });
    expect(parseFormula('x + f(y)')).toMatchObject({
      right: { from: 4, to: 8, callee: { from: 4, to: 5 }, args: [{ from: 6, to: 7 }] },
    });
  });

  it('agrees with JavaScript on precedence', () => {
    const atom = fc.constantFrom('2', '3', '0.5', '1.25', '(1 - 4)', '(2 * 3)', '(5 / 4)');
    const operator = fc.constantFrom('+', '-', '*', '/', '+ -', '* -', '^', '^ -');
    fc.assert(
      fc.property(atom, fc.array(fc.tuple(operator, atom), { maxLength: 6 }), (first, rest) => {
        const text = [first, ...rest.map(([op, next]) => `${op} ${next}`)].join(' ');
        const expected = inJavaScript(text);
        fc.pre(expected !== undefined);
        expect(inJavaScript(bracketed(parseFormula(text)))).toBe(expected);
      }),
    );
  });
});

/** Undefined for -2 ^ 3, which JavaScript forbids and we read as -(2 ^ 3). */
function inJavaScript(text: string): number | undefined {
  try {
    return new Function(`return ${text.replaceAll('^', '**')}`)() as number;
  } catch {
    return undefined;
  }
}

describe('parseEquation', () => {
  it('has one or two sides', () => {
    expect(parseEquation('x')).toMatchObject({ left: { name: 'x' }, right: null });
    expect(parseEquation('x = y+1')).toMatchObject({
      left: { name: 'x' },
      right: { kind: 'binary', from: 4 },
    });
  });

  it('is not an expression', () => {
    expect(() => parseFormula('x = y')).toThrow('an expression is expected here, not an equation');
  });
});

describe('syntax errors', () => {
  it.each([
    ['', 0, 0, 'the formula is empty'],
    [' \n ', 0, 3, 'the formula is empty'],
    ['a+', 2, 2, 'expected a value after “+”'],
    ['a =', 3, 3, 'expected a value after “=”'],
    ['= a', 0, 1, 'expected a value, found “=”'],
    ['*a', 0, 1, 'expected a value, found “*”'],
    ['a + * b', 4, 5, 'expected a value after “+”, found “*”'],
    ['f(a,)', 4, 5, 'expected a value after “,”, found “)”'],
    ['()', 1, 2, 'expected a value after “(”, found “)”'],
    ['[]', 1, 2, 'expected a value after “[”, found “]”'],
    ['a*(b+c', 2, 3, 'a “)” is missing for the “(” at character 3'],
    ['f(', 1, 2, 'a “)” is missing for the “(” at character 2'],
    ['r[0', 1, 2, 'a “]” is missing for the “[” at character 2'],
    ['(a]', 2, 3, 'expected “)” for the “(” at character 1, found “]”'],
    ['a)', 1, 2, 'there is no opening bracket for this “)”'],
    ['2x', 0, 2, '“2x” needs an operator: write 2*x'],
    ['a + 2 x', 4, 7, '“2 x” needs an operator: write 2*x'],
    ['x y', 0, 3, '“x y” needs an operator: write x*y'],
    ['x 2', 0, 3, '“x 2” needs an operator: write x*2'],
    ['1 2', 0, 3, '1 and 2 need an operator between them'],
    ['1.2.3', 0, 5, '1.2 and .3 need an operator between them'],
    ['2(x)', 0, 2, '“2(” needs an operator: write 2*(…)'],
    ['(a)(b)', 2, 4, '“)(” needs an operator: write (…)*(…)'],
    ['(a)b', 2, 4, '“)b” needs an operator: write (…)*b'],
    ['r[0]x', 3, 5, '“]x” needs an operator: write […]*x'],
    ['1e', 0, 2, '“1e” needs an operator: write 1*e'],
    ['2[0]', 1, 2, 'a number has no entries'],
    ['a**b', 1, 3, '“**” is not an operator'],
    ['a==b', 1, 3, '“==” is not an operator'],
    ['a=b=c', 3, 4, 'an equation has only one “=”'],
    ['(a=b)', 2, 3, '“=” cannot stand inside brackets'],
    ['1,5', 1, 2, 'unexpected “,”'],
    ['(a,b)', 2, 3, 'unexpected “,”'],
    ['r[0,1]', 3, 4, 'unexpected “,” in an index'],
    ['a $ b', 2, 3, 'unexpected character “$”'],
    ['a − b', 2, 3, 'unexpected character “−”'],
    ['a\u0000', 1, 2, 'unexpected character U+0000'],
    ['a\u202eb', 1, 2, 'unexpected character U+202E'],
    ['x😀', 1, 3, 'unexpected character “😀”'],
    ['1e999', 0, 5, 'the number 1e999 is too large'],
  ])('%j at %d to %d: %s', (text, from, to, reason) => {
    expect(errorOf(text)).toMatchObject({ text, from, to, reason });
  });

  it('knows what was probably meant', () => {
    expect(errorOf('a**b').hint).toBe('write ^ for a power');
    expect(errorOf('1,5').hint).toBe('decimals are written with a point');
    expect(errorOf('r[0,1]').hint).toBe('write r[i][j], not r[i, j]');
    expect(errorOf('a − b').hint).toBe('write - for minus');
    expect(errorOf('x²').hint).toBe('write ^2');
  });

  it('are found exactly where the grammar of the studio refuses', () => {
    const token = fc.constantFrom(...'a f( 2 .5 1e-3 + - * / ^ ( ) [ ] , = '.split(' '), ' ', '$');
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), tokens => {
        const text = tokens.join('');
        expect(isAccepted(() => parseEquation(text))).toBe(isAccepted(() => strictGrammar.parse(text)));
      }),
      { numRuns: 5000 },
    );
  });
});

/** Stops at the first error instead of recovering. */
const strictGrammar = grammar.configure({ strict: true });

function isAccepted(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof FormulaError || error instanceof SyntaxError) return false;
    throw error;
  }
}
