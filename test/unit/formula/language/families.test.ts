import { describe, expect, it } from 'vitest';
import { Graph } from '../../../../src/formula/graph.ts';
import { elaborateNumber, elaborateScalar } from '../../../../src/formula/language/elaborate.ts';
import { eachBinding, parseEach } from '../../../../src/formula/language/families.ts';
import { FormulaError } from '../../../../src/formula/language/formula-error.ts';
import { Budget, createScope, withBudget } from '../../../../src/formula/language/scope.ts';

const scope = createScope(new Graph(), {
  parameters: [['n', 3]],
  variables: [
    { name: 'x', shape: [], first: 0 },
    { name: 'r', shape: [5], first: 1 },
  ],
});

function members(text: string): number[][] {
  return [...eachBinding(text, scope)].map(({ values }) => [...values.values()]);
}

function errorOf(text: string): FormulaError {
  try {
    for (const _ of eachBinding(text, scope));
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

describe('eachBinding', () => {
  it.each([
    ['i in 1..4', [[1], [2], [3], [4]]],
    ['i in 2..2', [[2]]],
    ['i in 2..1', []],
    ['i in -1..1', [[-1], [0], [1]]],
    [' i  in  n-1 .. n ', [[2], [3]]],
    [
      'i in 0..1, j in 5..6',
      [
        [0, 5],
        [0, 6],
        [1, 5],
        [1, 6],
      ],
    ],
    [
      'i in 0..2, j in i+1..n',
      [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 2],
        [1, 3],
        [2, 3],
      ],
    ],
    [
      'i in min(1, n)..max(1, 2), j in i..i',
      [
        [1, 1],
        [2, 2],
      ],
    ],
  ])('%s', (text, expected) => {
    expect(members(text)).toEqual(expected);
  });

  it('gives scopes in which the indices are constants', () => {
    const bindings = [...eachBinding('i in 0..1, j in i+1..2', scope)];
    expect(bindings.map(b => elaborateNumber('10*i + j', b.scope))).toEqual([1, 2, 12]);
    const nodes = bindings.map(b => elaborateScalar('r[j]', b.scope));
    expect(nodes.map(node => scope.graph.datum(node))).toEqual([2, 3, 3]);
    expect([...bindings[0].values]).toEqual([
      ['i', 0],
      ['j', 1],
    ]);
  });
});

describe('parseEach', () => {
  it('keeps names and places', () => {
    expect(parseEach('i in 0..3, j in i..4')).toMatchObject([
      { name: 'i', from: 0, to: 9, first: { from: 5, to: 6 }, last: { from: 8, to: 9 } },
      { name: 'j', from: 10, first: { name: 'i', from: 16 }, last: { value: 4, from: 19 } },
    ]);
  });

  it.each([
    ['', 0, 'expected “name in first..last”'],
    ['i', 0, 'expected “name in first..last”'],
    ['i in 3', 5, 'expected “first..last”'],
    ['i in ..3', 5, 'a bound of the range is missing'],
    ['i in 0..', 8, 'a bound of the range is missing'],
    ['i in 0..2x', 8, '“2x” needs an operator: write 2*x'],
    ['i in 0..(1', 8, 'a “)” is missing for the “(” at character 9'],
    ['2 in 0..3', 0, 'an index must be a plain name'],
    ['i; in 0..3', 1, 'unexpected character “;”'],
    ['i in 0..3,', 10, 'expected “name in first..last”'],
    ['i in 0..3, i in 0..3', 10, 'the index “i” is given twice'],
    ['i in 0..k', 8, 'unknown name “k”'],
    ['i in j..3, j in 0..3', 5, 'unknown name “j”'],
    ['i in 0..x', 8, 'a constant is needed here, and this depends on “x”'],
    ['i in 0..1/2', 8, 'a whole number is needed here, not 0.5'],
    ['i in 0..1e6', 0, 'a family has at most 1000000 members'],
    ['i in 0..1e4, j in 0..1e4', 12, 'a family has at most 1000000 members'],
    ['i in 0..1e15', 0, 'a family has at most 1000000 members'],
  ])('%j at %d: %s', (text, from, reason) => {
    expect(errorOf(text)).toMatchObject({ text, from, reason });
  });

  it('limits the work for its ranges', () => {
    expect(errorOf('i in 0..999, j in 1..0*sum(k, 1, 5e5, 1)').reason).toMatch(
      /^the family expands to more than/,
    );
  });

  it('counts the work for its members against the budget of the scope', () => {
    const limited = withBudget(scope, new Budget('file', 1000));
    const work = () => {
      for (const { scope: inner } of eachBinding('i in 0..99', limited))
        elaborateScalar('sum(k, 1, 90, k)', inner);
    };
    expect(work).toThrow('the file expands to more than 1000 operations');
  });

  it('limits the number of indices', () => {
    const text = Array.from({ length: 1000 }, (_, i) => `i${i} in 0..0`).join(', ');
    expect(errorOf(text).reason).toBe('a family has at most 20 indices');
  });
});
