import { describe, expect, it } from 'vitest';
import { Graph } from '../../../../src/formula/graph.ts';
import {
  createScope,
  shapeName,
  type Value,
  variableValue,
  withBinding,
} from '../../../../src/formula/language/scope.ts';

describe('scope', () => {
  const graph = new Graph();
  const scope = createScope(graph, {
    parameters: [
      ['L', 2],
      [
        'A',
        [
          [1, 2],
          [3, 4],
        ],
      ],
      ['x', 7],
    ],
    variables: [
      { name: 'x', shape: [], first: 3 },
      { name: 'r', shape: [2, 3], first: 4 },
    ],
  });

  it('turns numbers into constants', () => {
    expect(graph.datum(scope.lookup('L') as number)).toBe(2);
    const A = scope.lookup('A') as number[][];
    expect(A.map(row => row.map(node => graph.datum(node)))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('numbers variables row by row', () => {
    const r = scope.lookup('r') as number[][];
    expect(r.map(row => row.map(node => graph.datum(node)))).toEqual([
      [4, 5, 6],
      [7, 8, 9],
    ]);
    expect(r.flat().every(node => graph.op(node) === 'variable')).toBe(true);
    const deep = variableValue(graph, [2, 2, 2], 0) as number[][][];
    expect(graph.datum(deep[1][0][1])).toBe(5);
  });

  it('prefers variables to parameters of the same name', () => {
    expect(graph.op(scope.lookup('x') as number)).toBe('variable');
  });

  it('knows only its own names', () => {
    expect([...scope.names()].sort()).toEqual(['A', 'L', 'r', 'x']);
    for (const name of ['constructor', '__proto__', 'toString', 'y'])
      expect(scope.lookup(name)).toBeUndefined();
  });

  it('is extended without being changed', () => {
    const inner = withBinding(scope, 'L', graph.constant(5));
    expect(graph.datum(inner.lookup('L') as number)).toBe(5);
    expect(graph.datum(scope.lookup('L') as number)).toBe(2);
    expect([...withBinding(scope, 'i', graph.constant(1)).names()]).toContain('i');
    expect(inner.lookup('x')).toBe(scope.lookup('x'));
  });

  it('names shapes', () => {
    const shapes: [Value, string][] = [
      [0, 'a number'],
      [[0, 0, 0], 'a vector of 3 entries'],
      [[0], 'a vector of 1 entry'],
      [
        [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
        'an array of 3 × 2 numbers',
      ],
    ];
    for (const [value, name] of shapes) expect(shapeName(value)).toBe(name);
  });
});
