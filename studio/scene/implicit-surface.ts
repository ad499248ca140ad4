// The surface f(x, y, z) = 0 in a box as triangles. A vertex for each cell that the surface crosses, at the mean of the
// crossings of its edges; a square between the four cells around each edge that is crossed (“surface nets”).
// Reference: Gibson, Constrained elastic surface nets, MICCAI 1998.

export type Corner = readonly [number, number, number];

export interface Mesh {
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
}

/** Corners of a cell, then its edges as pairs of corners. */
const corners: readonly Corner[] = [0, 1, 2, 3, 4, 5, 6, 7].map(c => [c & 1, (c >> 1) & 1, c >> 2]);
const edges = corners.flatMap((_, a) =>
  [1, 2, 4].filter(bit => (a & bit) === 0).map(bit => [a, a | bit] as const),
);

export function implicitSurface(
  f: (x: number, y: number, z: number) => number,
  low: Corner,
  high: Corner,
  cells: number,
): Mesh {
  const size = cells + 1;
  const values = new Float64Array(size ** 3);
  const place = (k: number, i: number) => low[k] + ((high[k] - low[k]) * i) / cells;
  const at = (i: number, j: number, k: number) => (k * size + j) * size + i;
  for (let k = 0; k < size; k++)
    for (let j = 0; j < size; j++)
      for (let i = 0; i < size; i++) values[at(i, j, k)] = f(place(0, i), place(1, j), place(2, k));
  const vertices: number[] = [];
  const vertexOf = new Int32Array(cells ** 3).fill(-1);
  const cellAt = (i: number, j: number, k: number) => (k * cells + j) * cells + i;
  for (let k = 0; k < cells; k++)
    for (let j = 0; j < cells; j++)
      for (let i = 0; i < cells; i++) {
        if (isOnOneSide(values, at(i, j, k), size)) continue;
        const inside = corners.map(([a, b, c]) => values[at(i + a, j + b, k + c)]);
        const vertex = meanCrossing(inside);
        if (!vertex) continue;
        vertexOf[cellAt(i, j, k)] = vertices.length / 3;
        vertices.push(place(0, i + vertex[0]), place(1, j + vertex[1]), place(2, k + vertex[2]));
      }
  return { vertices: Float32Array.from(vertices), indices: squares(values, vertexOf, cells) };
}

/** Most cells are: they are passed over without making anything. */
function isOnOneSide(values: Float64Array, first: number, size: number): boolean {
  const isBelow = values[first] < 0;
  for (let c = 1; c < 8; c++) {
    const corner = first + (c & 1) + ((c >> 1) & 1) * size + (c >> 2) * size * size;
    if (values[corner] < 0 !== isBelow) return false;
  }
  return true;
}

/** Where the edges of a cell are crossed, on average, in units of the cell; null when none is. */
function meanCrossing(inside: readonly number[]): Corner | null {
  const sum = [0, 0, 0];
  let count = 0;
  for (const [a, b] of edges) {
    if (!isCrossed(inside[a], inside[b])) continue;
    const t = inside[a] / (inside[a] - inside[b]);
    for (let k = 0; k < 3; k++) sum[k] += corners[a][k] + t * (corners[b][k] - corners[a][k]);
    count++;
  }
  return count === 0 ? null : [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** Values that are no numbers belong to no surface. */
const isCrossed = (a: number, b: number) => Number.isFinite(a) && Number.isFinite(b) && a < 0 !== b < 0;

/** Two triangles between the four cells around each inner edge that is crossed. */
function squares(values: Float64Array, vertexOf: Int32Array, cells: number): Uint32Array {
  const size = cells + 1;
  const [node, cell] = [
    [1, size, size * size],
    [1, cells, cells * cells],
  ];
  const out: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const p = [0, 0, 0];
    for (p[2] = 0; p[2] < cells; p[2]++)
      for (p[1] = 0; p[1] < cells; p[1]++)
        for (p[0] = 0; p[0] < cells; p[0]++) {
          if (p[u] === 0 || p[v] === 0) continue;
          const from = p[0] * node[0] + p[1] * node[1] + p[2] * node[2];
          if (!isCrossed(values[from], values[from + node[axis]])) continue;
          const here = p[0] * cell[0] + p[1] * cell[1] + p[2] * cell[2];
          const ring = [here, here - cell[u], here - cell[u] - cell[v], here - cell[v]].map(k => vertexOf[k]);
          if (ring.some(k => k < 0)) continue;
          const [a, b, c, d] = values[from] < 0 ? ring : ring.reverse();
          out.push(a, b, c, a, c, d);
        }
  }
  return Uint32Array.from(out);
}
