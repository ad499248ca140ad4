import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Graph, type Node } from '../../../src/formula/graph.ts';
import { poissonBracket } from './bracket-of.ts';
import { evaluate } from './evaluate.ts';
import { boundedValue, build, randomTree } from './random-expression.ts';

const n = 2;
const polynomial = randomTree({
  variables: 2 * n,
  constants: [-1, 1, 2, 3],
  unary: ['neg', 'sin'],
  binary: ['add', 'sub', 'mul'],
  depth: 3,
});
const point = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2 * n, maxLength: 2 * n });

function expectZero(G: Graph, parts: readonly Node[], x: readonly number[]): void {
  const values = parts.map(part => evaluate(G, part, x));
  const size = values.reduce((sum, value) => sum + Math.abs(value), 1);
  fc.pre(size < 1e6);
  expect(Math.abs(values.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-9 * size);
}

describe('Poisson bracket', () => {
  it('of coordinates and momenta is canonical', () => {
    const G = new Graph();
    for (let i = 0; i < 2 * n; i++)
      for (let j = 0; j < 2 * n; j++) {
        const expected = j === i + n ? 1 : i === j + n ? -1 : 0;
        expect(poissonBracket(G, G.variable(i), G.variable(j), n)).toBe(G.constant(expected));
      }
  });

  it('has the algebra of angular momentum', () => {
    const G = new Graph();
    const z = Array.from({ length: 6 }, (_, i) => G.variable(i));
    const [Lx, Ly, Lz] = [0, 1, 2].map(k => {
      const [a, b] = [(k + 1) % 3, (k + 2) % 3];
      return G.sub(G.mul(z[a], z[b + 3]), G.mul(z[b], z[a + 3]));
    });
    const x = [0.3, -1.2, 0.7, 2.1, 0.4, -0.6];
    for (const [f, g, h] of [
      [Lx, Ly, Lz],
      [Ly, Lz, Lx],
      [Lz, Lx, Ly],
    ])
      expect(evaluate(G, poissonBracket(G, f, g, 3), x)).toBeCloseTo(evaluate(G, h, x), 14);
    const square = [Lx, Ly, Lz].map(L => G.mul(L, L)).reduce((a, b) => G.add(a, b));
    expect(evaluate(G, poissonBracket(G, square, Lx, 3), x)).toBeCloseTo(0, 13);
  });

  it('is antisymmetric, a derivation, and satisfies the Jacobi identity', () => {
    fc.assert(
      fc.property(polynomial, polynomial, polynomial, point, (a, b, c, x) => {
        const G = new Graph();
        const [f, g, h] = [a, b, c].map(tree => build(G, tree));
        fc.pre([a, b, c].every(tree => boundedValue(tree, x).error < 1e-11));
        const bracket = (u: Node, v: Node) => poissonBracket(G, u, v, n);
        expectZero(G, [bracket(f, g), bracket(g, f)], x);
        expectZero(
          G,
          [bracket(f, G.mul(g, h)), G.neg(G.mul(bracket(f, g), h)), G.neg(G.mul(g, bracket(f, h)))],
          x,
        );
        expectZero(G, [bracket(f, bracket(g, h)), bracket(g, bracket(h, f)), bracket(h, bracket(f, g))], x);
      }),
      { numRuns: 500 },
    );
  });
});
