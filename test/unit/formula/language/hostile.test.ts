// Formulas come from files of strangers: whatever the text is, the answer is a value or a FormulaError, soon.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Graph } from '../../../../src/formula/graph.ts';
import { elaborateEquation } from '../../../../src/formula/language/elaborate.ts';
import { eachBinding } from '../../../../src/formula/language/families.ts';
import { FormulaError } from '../../../../src/formula/language/formula-error.ts';
import { createScope } from '../../../../src/formula/language/scope.ts';
import { parseEquation } from '../../../../src/formula/language/syntax.ts';

function freshScope() {
  return createScope(new Graph(), {
    parameters: [['L', 2]],
    variables: [
      { name: 'x', shape: [], first: 0 },
      { name: 'r', shape: [3, 2], first: 1 },
    ],
  });
}

/** Undefined when the work succeeds; any other error than FormulaError passes through and fails the test. */
function refusal(work: () => unknown): FormulaError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}

describe('strings that want to be code', () => {
  it.each([
    'constructor.constructor("return 1")()',
    'x.__proto__',
    'this["x"]',
    '`$' + '{x}`',
    'x; x',
    "'x'",
    '"x"',
    'x => x',
    '() => 1',
    'x ? 1 : 2',
    'x && 1',
    'x // y',
    'x /* y */',
    '{x}',
    '\\u0078',
    '<script>',
    '$' + '{x}',
    'x\u0000',
    'x\u2028y',
    'ｘ',
    '１',
    'x\ud800',
    '\ufeffx',
    'new Date()',
    'import("fs")',
    'eval(x)',
    'Function(x)',
    'valueOf()',
    '__proto__[0]',
    'x = y => 1',
    'r[constructor]',
    'r["length"]',
    'r[length]',
  ])('%j', text => {
    const error = refusal(() => elaborateEquation(text, freshScope()));
    expect(error).toBeInstanceOf(FormulaError);
    expect(error?.excerpt().split('\n')).toHaveLength(2);
  });
});

describe('size', () => {
  const deep = 100_000;
  const half = deep / 2 - 1;
  it.each([
    ['open brackets', '('.repeat(deep)],
    ['brackets', `${'('.repeat(half)}x${')'.repeat(half)}`],
    ['square brackets', `${'['.repeat(half)}x${']'.repeat(half)}`],
    ['calls', `${'sin('.repeat(19_000)}x${')'.repeat(19_000)}`],
    ['indices in indices', `${'r['.repeat(30_000)}0${']'.repeat(30_000)}`],
    ['signs', `${'-'.repeat(deep - 1)}x`],
    ['exponents', `${'x^'.repeat(half)}x`],
    ['everything', `${'1+2*-x^(sin([r['.repeat(6000)}`],
    ['indices', `r${'[0]'.repeat(33_000)}`],
  ])('refuses deep nesting of %s', (_, text) => {
    const error = refusal(() => parseEquation(text));
    expect(error?.reason).toBe('the formula is nested deeper than 200 levels');
  });

  it('accepts nesting that somebody might want', () => {
    const text = `${'('.repeat(190)}x${')'.repeat(190)}`;
    expect(refusal(() => elaborateEquation(text, freshScope()))).toBeUndefined();
    expect(
      refusal(() => elaborateEquation(`${'abs('.repeat(190)}x${')'.repeat(190)}`, freshScope())),
    ).toBeUndefined();
  });

  it.each(['x'.repeat(1e6), '('.repeat(1e6), 'x+'.repeat(5e5), ' '.repeat(1e6), '$'.repeat(1e6)])(
    'refuses a million characters: %#',
    text => {
      expect(refusal(() => parseEquation(text))?.reason).toBe('the formula is longer than 100000 characters');
    },
  );

  it.each([
    ['terms', 'x+'.repeat(49_999).concat('x')],
    ['factors', 'L/'.repeat(49_999).concat('x')],
    ['differences of brackets', '(x)-'.repeat(24_999).concat('x')],
    ['arguments', `min(${'x,'.repeat(49_000)}x)`],
    ['entries', `sum([${'x,'.repeat(49_000)}x])`],
    ['blanks', ' '.repeat(99_999).concat('x')],
  ])('accepts a hundred thousand characters of %s', (_, text) => {
    const scope = freshScope();
    expect(refusal(() => elaborateEquation(text, scope))?.message).toBeUndefined();
  });

  it.each(['x'.repeat(99_999), '1'.repeat(99_999), '1'.repeat(50_000).concat('e'), 'x '.repeat(49_999)])(
    'refuses long nonsense soon: %#',
    text => {
      const error = refusal(() => elaborateEquation(text, freshScope()));
      expect(error).toBeInstanceOf(FormulaError);
    },
  );
});

describe('random text', () => {
  const scope = freshScope();
  const pieces = fc.constantFrom(
    ...[
      'x',
      'r',
      'L',
      'i',
      'e',
      'pi',
      '0',
      '1',
      '2',
      '.5',
      '1e308',
      '1e-308',
      '0',
      '+',
      '-',
      '*',
      '/',
      '^',
      '(',
      ')',
    ],
    ...[
      '[',
      ']',
      ',',
      '=',
      ' ',
      'sum(i,0,3,',
      'sum(',
      'sin(',
      'log(',
      'pow(',
      'min(',
      'norm(',
      'cross(',
      'dot(',
    ],
    ...['r[0]', 'r[i]', '$', '\n', 'λ'],
  );
  const formulaLike = fc.array(pieces, { maxLength: 25 }).map(parts => parts.join(''));
  /** Well-formed formulas: these reach the elaboration. */
  const { formula } = fc.letrec<{ formula: string }>(tie => ({
    formula: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        'x',
        'L',
        'r',
        'r[1]',
        'r[2][1]',
        '0',
        '1',
        '2',
        '0.5',
        '1e200',
        '1e-200',
        'pi',
        '[x, 1]',
      ),
      fc
        .tuple(tie('formula'), fc.constantFrom(...'+-*/^'), tie('formula'))
        .map(([a, op, b]) => `(${a})${op}(${b})`),
      tie('formula').map(a => `-(${a})`),
      fc
        .tuple(
          fc.constantFrom('sin', 'log', 'sqrt', 'exp', 'abs', 'norm', 'norm2', 'sum', 'asin'),
          tie('formula'),
        )
        .map(([f, a]) => `${f}(${a})`),
      fc
        .tuple(fc.constantFrom('pow', 'min', 'atan2', 'dot', 'cross'), tie('formula'), tie('formula'))
        .map(([f, a, b]) => `${f}(${a}, ${b})`),
      tie('formula').map(a => `sum(i, 0, 2, i*(${a}))`),
      tie('formula').map(a => `(${a})[0]`),
    ),
  }));
  const anything = fc.string({ unit: 'binary', maxLength: 60 });

  it.each([
    ['characters', anything],
    ['pieces of formulas', formulaLike],
    ['well-formed formulas', formula],
  ])('of %s is a formula or a FormulaError', (_, texts) => {
    fc.assert(
      fc.property(texts, text => {
        refusal(() => elaborateEquation(text, scope));
      }),
      { numRuns: 3000 },
    );
  });

  it('is a family or a FormulaError', () => {
    const familyLike = fc
      .array(fc.oneof(pieces, fc.constantFrom('i in ', 'j in ', '..', '0..3', ',')), { maxLength: 15 })
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(anything, familyLike), text => {
        refusal(() => {
          let members = 0;
          for (const _ of eachBinding(text, scope)) if (++members > 1000) break;
        });
      }),
      { numRuns: 2000 },
    );
  });
});
