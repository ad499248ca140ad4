import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directional, gradient, isZero } from '../../../src/formula/derivative.ts';
import {
  type BinaryOp,
  binaryOps,
  Graph,
  type Node,
  type UnaryOp,
  unaryOps,
} from '../../../src/formula/graph.ts';
import { derivative } from '../differences.ts';
import { evaluate } from './evaluate.ts';
import { boundedValue, build, randomTree } from './random-expression.ts';

/** Points inside the domain, away from kinks. */
const unaryPoints: Record<UnaryOp, number[]> = {
  neg: [-1.3, 0, 0.7],
  sin: [-1.3, 0, 0.7],
  cos: [-1.3, 0, 0.7],
  tan: [-0.7, 0, 0.5],
  asin: [-0.4, 0, 0.3],
  acos: [-0.4, 0, 0.3],
  atan: [-1.3, 0, 0.7],
  sinh: [-1.3, 0, 0.7],
  cosh: [-1.3, 0, 0.7],
  tanh: [-1.3, 0, 0.7],
  exp: [-1.3, 0, 0.7],
  log: [0.8, 1.7],
  sqrt: [0.8, 1.7],
  abs: [-1.3, 0.7],
  sign: [-1.3, 0.7],
};
const somewhere = [
  [-0.8, 0.6],
  [1.3, 0.9],
];
const binaryPoints: Record<BinaryOp, number[][]> = {
  add: somewhere,
  sub: somewhere,
  mul: [...somewhere, [0, 0]],
  div: [...somewhere, [0, 0.7]],
  pow: [
    [0.9, -1.4],
    [1.6, 2.3],
  ],
  atan2: [...somewhere, [0.4, -0.9], [0, 1]],
  min: somewhere,
  max: somewhere,
  less: somewhere,
};

/** ∂f/∂x(variable), an expression again. */
function by(G: Graph, f: Node, variable: number): Node {
  return gradient(G, f).get(variable) ?? G.constant(0);
}

/** Compares the derivatives up to the third of f with differences of the derivative one lower. */
function expectDerivatives(G: Graph, f: Node, x: readonly number[], order = 3): void {
  if (order === 0) return;
  x.forEach((_, j) => {
    const d = by(G, f, j);
    const line = (t: number) =>
      evaluate(
        G,
        f,
        x.map((value, i) => (i === j ? t : value)),
      );
    const exact = evaluate(G, d, x);
    expect(Math.abs(exact - derivative(line, x[j]))).toBeLessThan(1e-9 * (1 + Math.abs(exact)));
    expectDerivatives(G, d, x, order - 1);
  });
}

describe('derivatives up to the third', () => {
  it.each(unaryOps.flatMap(op => unaryPoints[op].map(x => [op, x] as const)))('of %s at %d', (op, x) => {
    const G = new Graph();
    expectDerivatives(G, G.unary(op, G.variable(0)), [x]);
    // Inside another function, so that the chain rule is at work.
    const inner = G.add(G.variable(0), G.mul(G.constant(0.05), G.unary('sin', G.variable(0))));
    expectDerivatives(G, G.unary('sin', G.unary(op, inner)), [x]);
  });

  it.each(binaryOps.flatMap(op => binaryPoints[op].map(x => [op, x] as const)))('of %s at %j', (op, x) => {
    const G = new Graph();
    expectDerivatives(G, G.binary(op, G.variable(0), G.variable(1)), x);
    expectDerivatives(G, G.unary('sin', G.binary(op, G.variable(0), G.variable(1))), x);
    expectDerivatives(G, G.binary(op, G.constant(1.7), G.variable(0)), [x[1]]);
    if (op !== 'pow') expectDerivatives(G, G.binary(op, G.variable(0), G.constant(1.7)), [x[0]]);
  });

  it.each([-3, -2, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3, 5])('of powers with the exponent %d', exponent => {
    const G = new Graph();
    expectDerivatives(G, G.pow(G.variable(0), G.constant(exponent)), [1.3]);
    if (Number.isInteger(exponent)) expectDerivatives(G, G.pow(G.variable(0), G.constant(exponent)), [-1.3]);
  });

  it.each([
    [2, [0, 2]],
    [3, [0, 0]],
    [1, [1, 0]],
  ])('of x^%d at zero', (exponent, [first, second]) => {
    const G = new Graph();
    const f = G.pow(G.variable(0), G.constant(exponent));
    expect(evaluate(G, by(G, f, 0), [0])).toBe(first);
    expect(evaluate(G, by(G, by(G, f, 0), 0), [0])).toBe(second);
  });

  it('of both sides of a kink', () => {
    const G = new Graph();
    const [x, y] = [G.variable(0), G.variable(1)];
    for (const [a, b] of [
      [1, 2],
      [2, 1],
    ]) {
      expect(evaluate(G, by(G, G.binary('min', x, y), 0), [a, b])).toBe(a < b ? 1 : 0);
      expect(evaluate(G, by(G, G.binary('min', x, y), 1), [a, b])).toBe(a < b ? 0 : 1);
      expect(evaluate(G, by(G, G.binary('max', x, y), 0), [a, b])).toBe(a < b ? 0 : 1);
      expect(evaluate(G, by(G, G.binary('max', x, y), 1), [a, b])).toBe(a < b ? 1 : 0);
    }
    expect(evaluate(G, by(G, G.unary('abs', x), 0), [-2])).toBe(-1);
    // Where the two are equal one of them counts, not both and not none.
    expect(evaluate(G, by(G, G.binary('max', x, x), 0), [1])).toBe(1);
  });
});

const smooth = randomTree({
  variables: 3,
  constants: [-2, -0.5, 0.5, 1, 2, 3],
  unary: ['neg', 'sin', 'cos', 'atan', 'tanh', 'sinh', 'exp', 'sqrt'],
  binary: ['add', 'sub', 'mul', 'div', 'pow', 'atan2'],
  depth: 4,
});
const point = fc.array(fc.double({ min: 0.5, max: 1.5, noNaN: true }), { minLength: 3, maxLength: 3 });

/** The largest number anywhere inside the expressions; cancellation of large terms says nothing about formulas. */
function largest(G: Graph, roots: readonly Node[], x: readonly number[]): number {
  let size = 0;
  for (const root of roots) size = Math.max(size, Math.abs(evaluate(G, root, x)));
  return size;
}

describe('gradient and directional derivative', () => {
  it('agree with each other on random formulas', () => {
    fc.assert(
      fc.property(smooth, point, point, (tree, x, v) => {
        const G = new Graph();
        const f = build(G, tree);
        fc.pre(boundedValue(tree, x).error < 1e-10);
        const d = [0, 1, 2].map(j => evaluate(G, by(G, f, j), x));
        const size = largest(G, [f, by(G, f, 0), by(G, f, 1), by(G, f, 2)], x);
        fc.pre(size < 100);
        const expected = d.reduce((sum, dj, j) => sum + dj * v[j], 0);
        const forward = evaluate(
          G,
          directional(G, f, j => G.constant(v[j])),
          x,
        );
        expect(Math.abs(forward - expected)).toBeLessThan(1e-7 * (1 + size));
      }),
      { numRuns: 1000 },
    );
  });

  it('give a symmetric Hessian on random formulas', () => {
    fc.assert(
      fc.property(smooth, point, (tree, x) => {
        const G = new Graph();
        const f = build(G, tree);
        fc.pre(boundedValue(tree, x).error < 1e-12);
        for (const [i, j] of [
          [0, 1],
          [0, 2],
          [1, 2],
        ]) {
          const one = evaluate(G, by(G, by(G, f, i), j), x);
          const other = evaluate(G, by(G, by(G, f, j), i), x);
          if (Number.isFinite(one) && Math.abs(one) < 100)
            expect(Math.abs(one - other)).toBeLessThan(1e-7 * (1 + Math.abs(one)));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('leave out what is absent or cancels', () => {
    const G = new Graph();
    const [x, y] = [G.variable(0), G.variable(5)];
    expect([...gradient(G, G.mul(x, y)).keys()]).toEqual([0, 5]);
    expect(gradient(G, G.sub(G.mul(x, y), G.mul(y, x))).size).toBe(0);
    expect(gradient(G, G.constant(3)).size).toBe(0);
    expect(gradient(G, G.unary('sign', x)).size).toBe(0);
    expect(
      isZero(
        G,
        directional(G, G.mul(x, y), () => undefined),
      ),
    ).toBe(true);
  });

  it('do not recurse', () => {
    const G = new Graph();
    let f = G.variable(0);
    for (let k = 0; k < 30_000; k++) f = G.unary('sin', f);
    expect(gradient(G, f).size).toBe(1);
    expect(evaluate(G, by(G, f, 0), [0])).toBe(1);
    expect(
      evaluate(
        G,
        directional(G, f, () => G.constant(2)),
        [0],
      ),
    ).toBe(2);
  });

  it('cost a small multiple of the formula, for any number of variables', () => {
    const G = new Graph();
    let f = G.constant(1);
    for (let i = 0; i < 2000; i++) f = G.mul(f, G.unary('sin', G.variable(i)));
    const before = G.size;
    expect(gradient(G, f).size).toBe(2000);
    expect(G.size).toBeLessThan(4 * before);
  });
});
