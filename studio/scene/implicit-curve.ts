// The curve f(x, y) = 0 in a rectangle as pieces of lines: each square of a grid is cut into two triangles, and the line
// between the two crossed sides of a triangle is kept.

import type { Mesh } from './implicit-surface.ts';

type Node = readonly [x: number, y: number, value: number];

/** Pairs of indices are line pieces; the third coordinate of a vertex is 0. */
export function implicitCurve(
  f: (x: number, y: number) => number,
  low: readonly [number, number],
  high: readonly [number, number],
  cells: number,
): Mesh {
  const vertices: number[] = [];
  const node = (i: number, j: number): Node => {
    const [x, y] = [low[0] + ((high[0] - low[0]) * i) / cells, low[1] + ((high[1] - low[1]) * j) / cells];
    return [x, y, f(x, y)];
  };
  for (let j = 0; j < cells; j++)
    for (let i = 0; i < cells; i++) {
      const [a, b, c, d] = [node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)];
      addPiece(a, b, c, vertices);
      addPiece(a, c, d, vertices);
    }
  return {
    vertices: Float32Array.from(vertices),
    indices: Uint32Array.from({ length: vertices.length / 3 }, (_, k) => k),
  };
}

function addPiece(a: Node, b: Node, c: Node, out: number[]): void {
  const crossings = [crossing(a, b), crossing(b, c), crossing(c, a)].flatMap(point => (point ? [point] : []));
  if (crossings.length === 2) for (const [x, y] of crossings) out.push(x, y, 0);
}

function crossing([ax, ay, a]: Node, [bx, by, b]: Node): readonly [number, number] | null {
  if (!Number.isFinite(a) || !Number.isFinite(b) || a < 0 === b < 0) return null;
  const t = a / (a - b);
  return [ax + t * (bx - ax), ay + t * (by - ay)];
}
