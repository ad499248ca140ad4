// Cells of at least a given size, and who is in them, at O(N) cost and O(N) memory wherever the particles are: cells are
// kept in a hash table, so that one particle far away in open space costs nothing. Periodic boxes have whole numbers of
// cells along each edge. Two particles within one cell size of each other are in the same or in adjoining cells.
// Teschner et al., Optimized spatial hashing for collision detection of deformable objects, VMV 2003, section 3 (the hash).

import type { Box } from './box.ts';

export interface CellGrid {
  /** Sorts the particles into cells; all coordinates are finite. */
  fill(x: Float64Array): void;
  /** Writes the particles j < i of the cell of i and of those around it into `out`; returns how many. */
  candidates(i: number, out: Int32Array): number;
}

/** Cells are this much larger than asked for, which is more than the rounding errors of finding them. */
const slack = 1 + 1e-6;
/** Cell numbers in open space end here: beyond, all particles share the last cell, which only costs time. */
const farthest = 2 ** 30;

export function createCellGrid(count: number, box: Box | null, size: number): CellGrid {
  const cellsAlong = box?.edges.map(edge => Math.max(1, Math.floor(edge / (size * slack)))) ?? null;
  const buckets = 2 ** Math.ceil(Math.log2(Math.max(2 * count, 2)));
  const start = new Int32Array(buckets + 1);
  const order = new Int32Array(count);
  const bucketOf = new Int32Array(count);
  const cell = new Int32Array(3 * count);
  const around = [new Int32Array(3), new Int32Array(3), new Int32Array(3)];

  function cellAlong(axis: number, coordinate: number): number {
    if (cellsAlong === null || box === null) {
      const c = Math.floor(coordinate / (size * slack));
      return Math.max(-farthest, Math.min(farthest, c));
    }
    const turns = coordinate / box.edges[axis];
    return Math.min(cellsAlong[axis] - 1, Math.floor((turns - Math.floor(turns)) * cellsAlong[axis]));
  }

  /** Fills `around[axis]` with the numbers of the cells beside c and c itself, each once; returns how many. */
  function cellsAround(axis: number, c: number): number {
    const n = cellsAlong?.[axis] ?? Number.POSITIVE_INFINITY;
    const numbers = around[axis];
    if (n <= 3) {
      for (let k = 0; k < n; k++) numbers[k] = k;
      return n;
    }
    numbers[0] = c === 0 && cellsAlong !== null ? n - 1 : c - 1;
    numbers[1] = c;
    numbers[2] = c === n - 1 ? 0 : c + 1;
    return 3;
  }

  const hash = (cx: number, cy: number, cz: number) =>
    (Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663) ^ Math.imul(cz, 83492791)) & (buckets - 1);

  /** Appends the particles j < i of one cell; a bucket may hold other cells too, and holds its particles ascending. */
  function collect(
    i: number,
    cx: number,
    cy: number,
    cz: number,
    to: { out: Int32Array; length: number },
  ): void {
    const bucket = hash(cx, cy, cz);
    const end = start[bucket + 1];
    for (let k = start[bucket]; k < end && order[k] < i; k++) {
      const j = order[k];
      if (cell[3 * j] === cx && cell[3 * j + 1] === cy && cell[3 * j + 2] === cz) to.out[to.length++] = j;
    }
  }

  const collected: { out: Int32Array; length: number } = { out: order, length: 0 };
  return {
    fill(x) {
      start.fill(0);
      for (let i = 0; i < count; i++) {
        for (let axis = 0; axis < 3; axis++) cell[3 * i + axis] = cellAlong(axis, x[3 * i + axis]);
        bucketOf[i] = hash(cell[3 * i], cell[3 * i + 1], cell[3 * i + 2]);
        start[bucketOf[i]]++;
      }
      // Counting sort from the back: afterwards start[b] is where bucket b begins, with its particles ascending.
      for (let b = 1; b <= buckets; b++) start[b] += start[b - 1];
      for (let i = count - 1; i >= 0; i--) order[--start[bucketOf[i]]] = i;
    },
    candidates(i, out) {
      collected.out = out;
      collected.length = 0;
      const nx = cellsAround(0, cell[3 * i]);
      const ny = cellsAround(1, cell[3 * i + 1]);
      const nz = cellsAround(2, cell[3 * i + 2]);
      for (let a = 0; a < nx; a++)
        for (let b = 0; b < ny; b++)
          for (let c = 0; c < nz; c++) collect(i, around[0][a], around[1][b], around[2][c], collected);
      return collected.length;
    },
  };
}
