import { describe, expect, it } from 'vitest';
import { Graph, GraphTooLarge } from '../../../../src/formula/graph.ts';
import {
  elaborateEquation,
  elaborateInteger,
  elaborateNumber,
  elaborateScalar,
} from '../../../../src/formula/language/elaborate.ts';
import { FormulaError } from '../../../../src/formula/language/formula-error.ts';
import { createScope, type Scope } from '../../../../src/formula/language/scope.ts';

function example(graph = new Graph()): Scope {
  return createScope(graph, {
    parameters: [
      ['length', 2],
      ['u', [1, 2, 3]],
      ['bad', Number.NaN],
      ['worse', [0, Number.POSITIVE_INFINITY]],
    ],
    variables: [
      { name: 'x', shape: [], first: 0 },
      { name: 'p_x', shape: [], first: 1 },
      { name: 'r', shape: [10, 2], first: 2 },
    ],
  });
}

function errorOf(work: () => unknown): FormulaError {
  try {
    work();
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  throw new Error('no error');
}

/** What is written at the place of the error, and the message. */
function complaint(text: string): [string, string] {
  const error = errorOf(() => elaborateEquation(text, example()));
  expect(error.text).toBe(text);
  return [text.slice(error.from, error.to), error.message];
}

describe('names', () => {
  it.each([
    ['1 + lenght', 'lenght', 'unknown name “lenght”; did you mean “length”?'],
    ['px^2', 'px', 'unknown name “px”; did you mean “p_x”?'],
    ['x + p_X', 'p_X', 'unknown name “p_X”; did you mean “p_x”?'],
    ['PI', 'PI', 'unknown name “PI”; did you mean “pi”?'],
    ['q', 'q', 'unknown name “q”'],
    ['2*sin', 'sin', '“sin” is a function; write sin(…)'],
    ['sine(x)', 'sine', 'unknown function “sine”; did you mean “sin”?'],
    ['foo(x)', 'foo', 'unknown function “foo”'],
    ['2 + x(3)', 'x', '“x” is not a function; for a product write x*(…)'],
    ['pi(3)', 'pi', '“pi” is not a function; for a product write pi*(…)'],
    ['x + sum(i, 0, 3, j)', 'j', 'unknown name “j”'],
    ['sum(i, 0, 3, i) + i', 'i', 'unknown name “i”'],
    ['x + bad', 'bad', '“bad” is not a finite number'],
    ['[x, x] - worse', '[x, x] - worse', '“[x, x] - worse” is not a finite number'],
    ['x + worse[1]', 'worse[1]', '“worse[1]” is not a finite number'],
  ])('%s', (text, place, message) => {
    expect(complaint(text)).toEqual([place, message]);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'this'])(
    'does not know %s',
    name => {
      expect(complaint(name)).toEqual([name, `unknown name “${name}”`]);
      expect(complaint(`${name}(1)`)[1]).toContain(`unknown function “${name}”`);
    },
  );
});

describe('arguments and shapes', () => {
  it.each([
    ['1 + sin()', 'sin', 'sin takes 1 argument, not 0'],
    ['sin(1, 2)', 'sin', 'sin takes 1 argument, not 2'],
    ['pow(1)', 'pow', 'pow takes 2 arguments, not 1'],
    ['max(1)', 'max', 'max takes at least 2 arguments, not 1'],
    ['sum(i, 1, 2)', 'sum', 'sum takes 1 or 4 arguments, not 3; write sum(vector) or sum(i, from, to, term)'],
    ['sum(2, 1, 2, 3)', '2', 'the first argument of sum must be a name, such as i'],
    ['sum(x)', 'x', 'sum takes a vector, not a number; or write sum(i, from, to, term)'],
    ['1 + sin(r)', 'r', 'sin takes numbers, not an array of 10 × 2 numbers'],
    ['dot(x, u)', 'x', 'dot takes vectors, not a number'],
    [
      'dot(u, r[0])',
      'dot(u, r[0])',
      'dot takes two vectors of one length, not a vector of 3 entries and a vector of 2 entries',
    ],
    [
      'cross([1,2,3,4], [1,2,3,4])',
      'cross([1,2,3,4], [1,2,3,4])',
      'cross takes vectors of 2 or 3 entries, not a vector of 4 entries',
    ],
    ['norm(r)', 'r', 'norm takes vectors, not an array of 10 × 2 numbers'],
    ['1 + (u + x)', 'u + x', 'a vector of 3 entries and a number cannot be added'],
    ['u - r[0]', 'u - r[0]', 'a vector of 2 entries cannot be subtracted from a vector of 3 entries'],
    [
      'u * u',
      'u * u',
      'a vector of 3 entries and a vector of 3 entries cannot be multiplied with *; write dot(a, b) or cross(a, b)',
    ],
    ['1/u', '1/u', 'a number cannot be divided by a vector of 3 entries'],
    [
      'u^2',
      'u^2',
      'a vector of 3 entries cannot be raised to the power of a number; write norm2(r) for the squared length of r',
    ],
    ['2^u', '2^u', 'a number cannot be raised to the power of a vector of 3 entries'],
    ['[1, [2]]', '[2]', 'the entries of a vector must be alike: here a number, there a vector of 1 entry'],
    [
      'u = x',
      'u = x',
      'the left side is a vector of 3 entries, the right side a number; an expression without “=” is taken to be zero',
    ],
  ])('%s', (text, place, message) => {
    const [actualPlace, actualMessage] = complaint(text);
    expect(actualMessage).toBe(message);
    expect(actualPlace.replace(/^\(|\)$/g, '')).toBe(place.replace(/^\(|\)$/g, ''));
  });

  it('wants a scalar where a scalar is due', () => {
    expect(errorOf(() => elaborateScalar('2*u', example())).message).toBe(
      'a number is needed here, not a vector of 3 entries',
    );
  });
});

describe('indices', () => {
  it.each([
    ['r[10]', '10', 'index 10 is out of range; r has 10 entries: indices 0 … 9'],
    ['r[0][length]', 'length', 'index 2 is out of range; r[0] has 2 entries: indices 0 … 1'],
    ['r[-1]', '-1', 'index -1 is out of range; r has 10 entries: indices 0 … 9'],
    ['[x][1]', '1', 'index 1 is out of range; [x] has 1 entry: index 0'],
    ['r[1/2]', '1/2', 'a whole number is needed here, not 0.5'],
    ['r[x]', 'x', 'a constant is needed here, and this depends on “x”'],
    ['r[u]', 'u', 'a number is needed here, not a vector of 3 entries'],
    ['x[0]', 'x[0]', '“x” is a number and has no entries'],
    ['sum(i, 0, 10, r[i][0])', 'i', 'index 10 is out of range; r has 10 entries: indices 0 … 9'],
  ])('%s', (text, place, message) => {
    expect(complaint(text)).toEqual([place, message]);
  });
});

describe('numbers that are not finite', () => {
  it.each([
    '1/0',
    'x/0',
    '0/0',
    'log(-1)',
    'log(0)',
    'sqrt(-1)',
    'asin(2)',
    'exp(1000)',
    '(-8)^(1/3)',
    '0^-1',
    '10^400',
    '1e308 + 1e308',
    '-1e308 - 1e308',
    '1e200*1e200',
    '1e200/1e-200',
    'x*1e200*1e200',
    '1e200*(1e200*x)',
    '(1e200*x)/1e-200',
    '(1e200*x)*(1e200*p_x)',
    '1e308*x + 1e308*x',
    'norm([1e200, 1])',
    'cosh(1000)',
  ])('%s', text => {
    const [place, message] = complaint(`2 + (${text})`);
    expect(text).toContain(place.replace(/^\(|\)$/g, '').slice(0, 4));
    expect(message).toMatch(/is not a finite number|divides by zero/);
  });

  it('are found again in the same graph', () => {
    const scope = example();
    for (let attempt = 0; attempt < 2; attempt++)
      expect(errorOf(() => elaborateScalar('x + log(-1)', scope))).toMatchObject({ from: 4, to: 11 });
  });

  it('does not confuse them with what is only undefined here and there', () => {
    const scope = example();
    for (const text of ['1/x', 'log(x)', 'sqrt(x)', 'x^-1', '0*x', 'exp(-1000)', '1e308*x', 'x/1e-308'])
      expect(() => elaborateScalar(text, scope)).not.toThrow();
  });
});

describe('constants', () => {
  it('must not contain variables', () => {
    const error = errorOf(() => elaborateNumber('2*length + 3*p_x', example()));
    expect(error).toMatchObject({
      from: 13,
      to: 16,
      reason: 'a constant is needed here, and this depends on “p_x”',
    });
  });
  it('must be whole where whole numbers are due', () => {
    expect(errorOf(() => elaborateInteger('length/4', example())).reason).toBe(
      'a whole number is needed here, not 0.5',
    );
    expect(() => elaborateInteger('1e300', example())).toThrow(FormulaError);
  });
});

describe('size', () => {
  it('limits one sum', () => {
    expect(complaint('1 + sum(i, 1, 1e6 + 1, i)')).toEqual([
      'sum',
      'this sum has 1000001 terms; the limit is 1000000',
    ]);
    expect(complaint('sum(i, -9e15, 9e15, i)')[1]).toContain('the limit is 1000000');
  });

  it.each([
    'sum(i, 0, 1e4, sum(j, 0, 1e4, x*i + j))',
    'sum(i, 0, 1e5, sum(j, 0, 1e5, sum(k, 0, 1e5, 1)))',
    `sum(i, 0, 999999, [${'x,'.repeat(40000)}x][0])`,
    `sum(i, 0, 999999, sum(${'-'.repeat(50)}r)[0])`,
  ])('limits all operations together: %#', text => {
    expect(complaint(text)[1]).toBe('the formula expands to more than 2000000 operations');
  });

  it('reports a full graph as an error of the formula', () => {
    const graph = new Graph();
    const scope = example(graph);
    graph.unary = () => {
      throw new GraphTooLarge();
    };
    const error = errorOf(() => elaborateScalar('x + sin(x)', scope));
    expect(error).toMatchObject({ from: 4, to: 10, reason: new GraphTooLarge().message });
  });
});
