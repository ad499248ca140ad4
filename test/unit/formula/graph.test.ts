import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Graph, type Node, reachable, substitute, variablesOf } from '../../../src/formula/graph.ts';
import { evaluate } from './evaluate.ts';
import { boundedValue, build, randomTree, sizeOf } from './random-expression.ts';

const point = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 3, maxLength: 3 });
const smallWhole = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 });
const extremes = [0, 1, -1, 2, 0.5, 3, 1e160, -1e200, 1e308, -1e-200, 1e-308, 5e-324, 1023];

describe('simplification', () => {
  it('keeps the values of polynomials exactly', () => {
    const polynomial = randomTree({
      variables: 3,
      constants: [-2, -1, 0, 1, 2, 3],
      unary: ['neg'],
      binary: ['add', 'sub', 'mul'],
    });
    fc.assert(
      fc.property(polynomial, smallWhole, (tree, x) => {
        const graph = new Graph();
        // Below 2⁵³ whole numbers are exact; −0 and 0 are the same here.
        const { value } = boundedValue(tree, x);
        fc.pre(Math.abs(value) < 2 ** 40);
        expect(evaluate(graph, build(graph, tree), x) + 0).toBe(value + 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the values of all operations to rounding', () => {
    const any = randomTree({ variables: 3, constants: [-2, -1, -0.5, 0, 0.5, 1, 2, 3, 1.7] });
    fc.assert(
      fc.property(any, point, (tree, x) => {
        const graph = new Graph();
        const { value, error } = boundedValue(tree, x);
        fc.pre(Number.isFinite(value) && error < 1e-3);
        const built = evaluate(graph, build(graph, tree), x);
        expect(Math.abs(built - value)).toBeLessThanOrEqual(error);
      }),
      { numRuns: 4000 },
    );
  });

  it('ends, and stays small, whatever overflows', () => {
    const wild = randomTree({
      variables: 2,
      constants: extremes,
      unary: ['neg', 'sqrt'],
      binary: ['add', 'sub', 'mul', 'div', 'pow'],
      depth: 8,
    });
    fc.assert(
      fc.property(wild, tree => {
        const graph = new Graph();
        build(graph, tree);
        expect(graph.size).toBeLessThanOrEqual(20 * sizeOf(tree));
      }),
      { numRuns: 3000 },
    );
  });

  it.each<[string, (graph: Graph, x: Node) => Node]>([
    ['products', (G, x) => G.mul(G.constant(1e200), G.mul(G.constant(1e200), x))],
    ['products that vanish', (G, x) => G.mul(G.constant(1e-200), G.mul(G.constant(1e-200), x))],
    ['products that lose digits', (G, x) => G.mul(G.constant(1e-160), G.mul(G.constant(1e-155), x))],
    ['a product and a quotient', (G, x) => G.div(G.mul(G.constant(1e-200), x), G.constant(1e200))],
    ['a quotient by a large number', (G, x) => G.div(x, G.constant(1.5e308))],
  ])('does not gather constants when that would overflow or underflow: %s', (_, make) => {
    for (const x of [1e-180, 1e300, 3]) {
      const graph = new Graph();
      const plain = plainValue(make, x);
      const value = evaluate(graph, make(graph, graph.variable(0)), [x]);
      if (plain !== 0 && Number.isFinite(plain)) expect(value / plain).toBeCloseTo(1, 12);
    }
  });

  /** The same construction without simplification. */
  function plainValue(make: (graph: Graph, x: Node) => Node, x: number): number {
    const values: number[] = [];
    const keep = (value: number) => values.push(value) - 1;
    const plain = {
      constant: keep,
      mul: (a: Node, b: Node) => keep(values[a] * values[b]),
      div: (a: Node, b: Node) => keep(values[a] / values[b]),
    } as unknown as Graph;
    return values[make(plain, keep(x))];
  }

  it('finds equal formulas and writes them once', () => {
    const G = new Graph();
    const [x, y] = [G.variable(0), G.variable(1)];
    expect(G.mul(x, y)).toBe(G.mul(y, x));
    expect(G.add(x, y)).toBe(G.add(y, x));
    expect(G.sub(x, y)).not.toBe(G.sub(y, x));
    expect(G.sub(G.mul(x, y), G.mul(y, x))).toBe(G.constant(0));
    expect(G.add(x, x)).toBe(G.mul(G.constant(2), x));
    expect(G.mul(G.pow(x, G.constant(2)), x)).toBe(G.pow(x, G.constant(3)));
    expect(G.pow(G.unary('sqrt', x), G.constant(4))).toBe(G.pow(x, G.constant(2)));
    expect(G.neg(G.neg(x))).toBe(x);
    expect(G.mul(G.constant(2), G.mul(G.constant(3), x))).toBe(G.mul(G.constant(6), x));
  });

  it('does not merge exponents whose product overflows', () => {
    const G = new Graph();
    const huge = G.constant(1e200);
    expect(evaluate(G, G.pow(G.pow(G.variable(0), huge), huge), [1])).toBe(1);
  });

  it('cancels no pole', () => {
    const G = new Graph();
    const x = G.variable(0);
    expect(evaluate(G, G.mul(x, G.div(G.constant(1), x)), [0])).toBeNaN();
    expect(evaluate(G, G.mul(x, G.pow(x, G.constant(-2))), [0])).toBeNaN();
    expect(evaluate(G, G.div(x, x), [0])).toBeNaN();
  });

  it('folds constants only to finite numbers', () => {
    const G = new Graph();
    expect(G.isConstant(G.div(G.constant(1), G.constant(0)))).toBe(false);
    expect(G.isConstant(G.unary('log', G.constant(-1)))).toBe(false);
    expect(G.isConstant(G.unary('exp', G.constant(1000)))).toBe(false);
    expect(G.datum(G.pow(G.constant(2), G.constant(10)))).toBe(1024);
    expect(G.constant(-0)).toBe(G.constant(0));
  });
});

describe('sweeps', () => {
  it('do not recurse, however deep the formula is', () => {
    const G = new Graph();
    let f = G.variable(0);
    for (let k = 0; k < 200_000; k++) f = G.unary('sin', f);
    expect(reachable(G, [f])).toHaveLength(200_001);
    expect(variablesOf(G, f)).toEqual([0]);
    const image = substitute(G, f, () => G.variable(7));
    expect(variablesOf(G, image)).toEqual([7]);
  });

  it('list children before parents, and each node once', () => {
    fc.assert(
      fc.property(randomTree({ variables: 3, constants: [2, 3] }), tree => {
        const G = new Graph();
        const nodes = reachable(G, [build(G, tree)]);
        const place = new Map(nodes.map((node, i) => [node, i]));
        expect(place.size).toBe(nodes.length);
        for (const node of nodes)
          for (const child of [G.left(node), G.right(node)])
            if (child >= 0) expect(place.get(child)).toBeLessThan(place.get(node) as number);
      }),
    );
  });

  it('substitute leaves for leaves but leave constant exponents alone', () => {
    const G = new Graph();
    const x = G.variable(0);
    const f = G.add(G.mul(G.constant(2), x), G.pow(x, G.constant(2)));
    const image = substitute(G, f, leaf => (G.isConstant(leaf) ? G.constant(5) : G.variable(1)));
    expect(evaluate(G, image, [Number.NaN, 3])).toBe(5 * 3 + 3 ** 2);
  });
});
