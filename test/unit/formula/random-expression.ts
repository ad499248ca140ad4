// Random formulas as plain trees. Their values are computed with a bound for the rounding error, so that a
// simplified formula can be compared with the tree that it was made from.

import fc from 'fast-check';
import {
  type BinaryOp,
  binaryOps,
  type Graph,
  type Node,
  type UnaryOp,
  unaryOps,
} from '../../../src/formula/graph.ts';

export type Tree =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'variable'; readonly index: number }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly a: Tree }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly a: Tree; readonly b: Tree };

export interface Choice {
  readonly variables: number;
  readonly constants: readonly number[];
  readonly unary?: readonly UnaryOp[];
  readonly binary?: readonly BinaryOp[];
  readonly depth?: number;
}

export function randomTree({
  variables,
  constants,
  unary = unaryOps,
  binary = binaryOps,
  depth = 5,
}: Choice) {
  return fc.letrec<{ tree: Tree }>(tie => ({
    tree: fc.oneof(
      { maxDepth: depth, withCrossShrink: true },
      fc.oneof(
        fc.nat(variables - 1).map((index): Tree => ({ kind: 'variable', index })),
        fc.constantFrom(...constants).map((value): Tree => ({ kind: 'constant', value })),
      ),
      fc
        .record({ op: fc.constantFrom(...binary), a: tie('tree'), b: tie('tree') })
        .map((x): Tree => ({ kind: 'binary', ...x })),
      ...(unary.length > 0
        ? [
            fc
              .record({ op: fc.constantFrom(...unary), a: tie('tree') })
              .map((x): Tree => ({ kind: 'unary', ...x })),
          ]
        : []),
    ),
  })).tree;
}

export function build(graph: Graph, tree: Tree): Node {
  if (tree.kind === 'constant') return graph.constant(tree.value);
  if (tree.kind === 'variable') return graph.variable(tree.index);
  if (tree.kind === 'unary') return graph.unary(tree.op, build(graph, tree.a));
  return graph.binary(tree.op, build(graph, tree.a), build(graph, tree.b));
}

export function sizeOf(tree: Tree): number {
  if (tree.kind === 'unary') return 1 + sizeOf(tree.a);
  return tree.kind === 'binary' ? 1 + sizeOf(tree.a) + sizeOf(tree.b) : 1;
}

const operations: Record<UnaryOp | BinaryOp, (x: number, y: number) => number> = {
  ...(Object.fromEntries(
    unaryOps.map(op => [op, (Math as unknown as Record<string, (x: number) => number>)[op]]),
  ) as Record<UnaryOp, (x: number) => number>),
  neg: x => -x,
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  pow: (x, y) => x ** y,
  atan2: (x, y) => Math.atan2(x, y),
  min: (x, y) => Math.min(x, y),
  max: (x, y) => Math.max(x, y),
  less: (x, y) => (x < y ? 1 : 0),
};

export interface Bounded {
  readonly value: number;
  /** How far a value computed in another order may be from `value`; not finite when nothing can be said. */
  readonly error: number;
}

/** The value of the tree; errors spread as the function does between its arguments ± their errors. */
export function boundedValue(tree: Tree, x: readonly number[]): Bounded {
  if (tree.kind === 'constant') return { value: tree.value, error: 0 };
  if (tree.kind === 'variable') return { value: x[tree.index], error: 0 };
  const a = boundedValue(tree.a, x);
  const b = tree.kind === 'binary' ? boundedValue(tree.b, x) : { value: 0, error: 0 };
  const f = operations[tree.op];
  const value = f(a.value, b.value);
  const own = 32 * 2 ** -52 * (Math.abs(value) + 1e-3 * (Math.abs(a.value) + Math.abs(b.value))) + 1e-300;
  const spread = [-1, 1].flatMap(s =>
    [-1, 1].map(t => Math.abs(f(a.value + s * a.error, b.value + t * b.error) - value)),
  );
  return { value, error: own + spread.reduce((x, y) => x + y, 0) };
}
