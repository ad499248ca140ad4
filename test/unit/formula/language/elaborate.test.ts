import { describe, expect, it } from 'vitest';
import { Graph } from '../../../../src/formula/graph.ts';
import {
  elaborateEquation,
  elaborateInteger,
  elaborateNumber,
  elaborateScalar,
} from '../../../../src/formula/language/elaborate.ts';
import { createScope, type Scope } from '../../../../src/formula/language/scope.ts';
import { evaluate, evaluateAll } from '../evaluate.ts';

const [x, y] = [0.3, -1.7];
const r = [
  [1, 2],
  [3, 5],
  [-2, 0.5],
];
const variables = [x, y, ...r.flat()];

function example(): Scope {
  return createScope(new Graph(), {
    parameters: [
      ['m', 2],
      ['g', 9.81],
      ['n', 3],
      ['u', [1, 2, 3]],
      ['v', [-1, 0.5, 4]],
    ],
    variables: [
      { name: 'x', shape: [], first: 0 },
      { name: 'y', shape: [], first: 1 },
      { name: 'r', shape: [3, 2], first: 2 },
    ],
  });
}

function value(text: string) {
  const scope = example();
  return evaluateAll(scope.graph, elaborateEquation(text, scope), variables);
}

describe('scalars', () => {
  const cases: [string, number][] = [
    ['x + 2*y', x + 2 * y],
    ['-x^2', -(x ** 2)],
    ['2^3^2', 512],
    ['x^-2', x ** -2],
    ['m*g*y', 2 * 9.81 * y],
    ['(x - y)/(x + y)', (x - y) / (x + y)],
    ['1/2/4', 0.125],
    ['7 - 2 - 1', 4],
    ['+x', x],
    ['pi', Math.PI],
    ['e', Math.E],
    ['2*e^x', 2 * Math.E ** x],
  ];
  it.each(cases)('%s', (text, expected) => {
    expect(value(text)).toBeCloseTo(expected, 13);
  });

  it('lets the scope redefine pi and e', () => {
    const graph = new Graph();
    const scope = createScope(graph, {
      parameters: [['e', 3]],
      variables: [{ name: 'pi', shape: [], first: 0 }],
    });
    expect(elaborateNumber('e', scope)).toBe(3);
    expect(evaluate(graph, elaborateScalar('pi', scope), [5])).toBe(5);
  });
});

describe('functions', () => {
  const one = [
    'sin',
    'cos',
    'tan',
    'asin',
    'acos',
    'atan',
    'sinh',
    'cosh',
    'tanh',
    'exp',
    'log',
    'sqrt',
    'abs',
  ];
  const math = Math as unknown as Record<string, (...args: number[]) => number>;

  it.each(one)('%s of a constant and of a variable', name => {
    expect(value(`${name}(0.3)`)).toBe(math[name](0.3));
    expect(value(`${name}(x)`)).toBe(math[name](x));
  });
  it('abs of a negative number', () => expect(value('abs(y)')).toBe(-y));
  it.each(['atan2', 'pow'])('%s keeps the order of its arguments', name => {
    expect(value(`${name}(x, y)`)).toBe(math[name](x, y));
    expect(value(`${name}(0.3, 2)`)).toBe(math[name](0.3, 2));
  });
  it.each(['min', 'max'])('%s takes two and more', name => {
    expect(value(`${name}(x, y)`)).toBe(math[name](x, y));
    expect(value(`${name}(x, -9, y, 4, 1)`)).toBe(math[name](x, -9, y, 4, 1));
  });
});

describe('vectors', () => {
  const cases: [string, number | number[] | number[][]][] = [
    ['r[1][0]', 3],
    ['r[n - 1][1]', 0.5],
    ['r[1]', [3, 5]],
    ['r[0] + r[1]', [4, 7]],
    ['r[0] - r[1]', [-2, -3]],
    ['-r[0]', [-1, -2]],
    ['2*r[0]', [2, 4]],
    ['r[0]*2', [2, 4]],
    ['r[1]/2', [1.5, 2.5]],
    ['(r[0] + r[1])[1]', 7],
    ['[x, y]', [x, y]],
    ['[1, 2] + r[0]', [2, 4]],
    ['[[1, 2], [3, 4]][1][0]', 3],
    [
      'r - 2*r',
      [
        [-1, -2],
        [-3, -5],
        [2, -0.5],
      ],
    ],
    ['dot(u, v)', 12],
    ['dot(r[0], r[1])', 13],
    ['cross(u, v)', [2 * 4 - 3 * 0.5, 3 * -1 - 1 * 4, 1 * 0.5 - 2 * -1]],
    ['cross(r[0], r[1])', -1],
    ['cross([1,0,0], [0,1,0])', [0, 0, 1]],
    ['cross(u, v)[2]', 2.5],
    ['norm2(r[1])', 34],
    ['norm(r[1])', Math.sqrt(34)],
    ['norm([3, 4])', 5],
    ['sum(u)', 6],
    ['sum(r)', [2, 7.5]],
  ];
  it.each(cases)('%s', (text, expected) => {
    const actual = [value(text)].flat(3) as number[];
    const wanted = [expected].flat(3) as number[];
    expect(actual.length).toBe(wanted.length);
    actual.forEach((a, i) => {
      expect(a).toBeCloseTo(wanted[i], 13);
    });
  });
});

describe('sums', () => {
  const cases: [string, number][] = [
    ['sum(i, 1, 10, i)', 55],
    ['sum(i, 0, n - 1, r[i][1])', 7.5],
    ['sum(i, 3, 3, i)', 3],
    ['sum(i, 3, 2, i)', 0],
    ['sum(i, -2, 2, i^2)', 10],
    ['sum(i, 0, 2, sum(j, i + 1, 2, norm2(r[i] - r[j])))', 13 + (9 + 2.25) + (25 + 20.25)],
    ['sum(x, 1, 3, x) + 0*y', 6],
    ['sum(i, 1, 2, r[i])[0]', 1],
  ];
  it.each(cases)('%s', (text, expected) => {
    expect(value(text)).toBeCloseTo(expected, 12);
  });

  it('may be long', () => {
    expect(value('sum(i, 1, 300000, i)')).toBe(45000150000);
    const many = Array.from({ length: 9000 }, (_, i) => `${i}*x`).join(' + ');
    expect(value(many)).toBeCloseTo((x * 9000 * 8999) / 2, 4);
  });
});

describe('equations', () => {
  it('are left minus right', () => {
    expect(value('x^2 + y^2 = m')).toBeCloseTo(x * x + y * y - 2, 14);
    expect(value('x^2')).toBeCloseTo(x * x, 14);
  });
  it('are componentwise for vectors', () => {
    expect(value('r[0] = r[1]')).toEqual([-2, -3]);
    expect(value('r[0] = [x, y]')).toEqual([1 - x, 2 - y]);
  });
});

describe('constants', () => {
  it('are numbers', () => {
    expect(elaborateNumber('m*g/2', example())).toBe(9.81);
    expect(elaborateNumber('x - x', example())).toBe(0);
    expect(elaborateInteger('2*n + 1', example())).toBe(7);
    expect(elaborateInteger('-6/2', example())).toBe(-3);
  });
});
