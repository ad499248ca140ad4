// A x = r for a tridiagonal A that need not be symmetric, eliminated from both ends towards the middle row (see
// linalg/ldlt/tridiagonal.ts), as loops. From the top, and likewise from the bottom with left and right exchanged:
//   d_i = a_i − left_i c_{i−1},  c_i = right_i / d_i,  y_i = (r_i − left_i y_{i−1}) / d_i;  then x_i = y_i − c_i x_{i+1}.
// No pivoting: A is close to a positive definite matrix, and `least` tells whether all d_i are positive. What is needed for
// another right side is left in the place of A: 1/d_i and left_i/d_i, with which y_i = r_i/d_i − (left_i/d_i) y_{i−1}.

import { Loop } from '../../formula/codegen/wasm-loop.ts';
import type { Graph, Node } from '../../formula/graph.ts';
import type { MemoryPlan } from './program.ts';

/** Addresses: A_ii, A_{i,i−1}, A_{i,i+1}, the right side (which becomes y), c, and the least pivot. Elimination writes over A. */
export interface Tridiagonal {
  readonly rows: number;
  readonly diagonal: number;
  readonly left: number;
  readonly right: number;
  readonly r: number;
  readonly c: number;
  readonly least: number;
}

/** An even number of rows gets a last row of its own, x = 0; before and after each array there is a zero. */
export function planTridiagonal(plan: MemoryPlan, m: number): Tridiagonal {
  const rows = m % 2 === 0 ? m + 1 : m;
  const [left, right, r, c] = [0, 1, 2, 3].map(() => plan.room(rows + 2) + 1);
  const diagonal = plan.filled(new Float64Array(rows + 2).fill(1)) + 1;
  return { rows, diagonal, left, right, r, c, least: plan.room(1) };
}

export function forward(graph: Graph, A: Tridiagonal): Loop[] {
  const middle = (A.rows - 1) / 2;
  const zero = graph.constant(0);
  const loop = new Loop(graph, middle);
  const least = loop.carry(graph.constant(Number.POSITIVE_INFINITY), A.least);
  /** One row, with the place of the last one, the way from row to row, and the sides as seen on that way. */
  const eliminate = (row: number, way: number, [behind, ahead]: readonly [number, number]) => {
    const [c, y] = [loop.carry(zero), loop.carry(zero)];
    const side = loop.at(behind + row, way);
    const pivot = graph.sub(loop.at(A.diagonal + row, way), graph.mul(side, c));
    const inverse = graph.div(graph.constant(1), pivot);
    const nextC = graph.mul(loop.at(ahead + row, way), inverse);
    const nextY = graph.mul(graph.sub(loop.at(A.r + row, way), graph.mul(side, y)), inverse);
    loop.pass(c, nextC);
    loop.pass(y, nextY);
    loop.store(loop.range(A.c + row, way), nextC);
    loop.store(loop.range(A.r + row, way), nextY);
    loop.store(loop.range(A.diagonal + row, way), inverse);
    loop.store(loop.range(behind + row, way), graph.mul(side, inverse));
    return pivot;
  };
  const pivots = [eliminate(0, 1, [A.left, A.right]), eliminate(A.rows - 1, -1, [A.right, A.left])];
  loop.pass(
    least,
    pivots.reduce((a, b) => graph.binary('min', a, b), least),
  );
  return [loop, meet(graph, A, middle)];
}

/** The middle row, which both sides meet. */
function meet(graph: Graph, A: Tridiagonal, middle: number): Loop {
  const loop = new Loop(graph, 1);
  const pivot = graph.sub(loop.at(A.diagonal + middle), bothSides(loop, A, A.c));
  const inverse = graph.div(graph.constant(1), pivot);
  const r = graph.sub(loop.at(A.r + middle), bothSides(loop, A, A.r));
  loop.store(loop.range(A.r + middle), graph.mul(r, inverse));
  loop.store(loop.range(A.diagonal + middle), inverse);
  loop.store(loop.range(A.least), graph.binary('min', loop.at(A.least), pivot));
  return loop;
}

/** What an array on both sides of the middle row contributes to it. */
function bothSides(loop: Loop, { rows, left, right }: Tridiagonal, array: number): Node {
  const { graph } = loop;
  const middle = (rows - 1) / 2;
  const product = (side: number, step: number) =>
    graph.mul(loop.at(side + middle), loop.at(array + middle + step));
  return graph.add(product(left, -1), product(right, 1));
}

/** `forward` for another right side, after one with the same A. */
export function forwardWithSameMatrix(graph: Graph, A: Tridiagonal): Loop[] {
  const middle = (A.rows - 1) / 2;
  const loop = new Loop(graph, middle);
  const follow = (row: number, way: number, behind: number) => {
    const y = loop.carry(graph.constant(0));
    const own = graph.mul(loop.at(A.r + row, way), loop.at(A.diagonal + row, way));
    const next = graph.sub(own, graph.mul(loop.at(behind + row, way), y));
    loop.pass(y, next);
    loop.store(loop.range(A.r + row, way), next);
  };
  follow(0, 1, A.left);
  follow(A.rows - 1, -1, A.right);
  const centre = new Loop(graph, 1);
  const r = graph.sub(centre.at(A.r + middle), bothSides(centre, A, A.r));
  centre.store(centre.range(A.r + middle), graph.mul(r, centre.at(A.diagonal + middle)));
  return [loop, centre];
}

/** What becomes of out_i when x_i is known. */
type Use = (loop: Loop, x: Node, out: Node) => Node;

export function backward(graph: Graph, A: Tridiagonal, out: number, use: Use): Loop[] {
  const middle = (A.rows - 1) / 2;
  const keep = (loop: Loop, x: Node, row: number, way: number) =>
    loop.store(loop.range(out + row, way), use(loop, x, loop.at(out + row, way)));
  const centre = new Loop(graph, 1);
  keep(centre, centre.at(A.r + middle), middle, 1);
  const loop = new Loop(graph, middle);
  for (const way of [-1, 1]) {
    const row = middle + way;
    const x = loop.carry(loop.fixed(A.r + middle));
    const next = graph.sub(loop.at(A.r + row, way), graph.mul(loop.at(A.c + row, way), x));
    loop.pass(x, next);
    keep(loop, next, row, way);
  }
  return [centre, loop];
}
