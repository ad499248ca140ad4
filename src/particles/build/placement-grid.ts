// Particles by cell, so that those near a point are found without looking at the others. Cells are at least `width` wide:
// whatever is nearer than that is in the same cell or in one beside it. A box with fewer than three cells along an axis
// has one there, since the cells on both sides would be the same one.

import type { Box } from '../system.ts';

export interface Grid {
  /** Puts in particle i, at its present position. */
  add(i: number): void;
  /** Takes out particle i, which must not have moved since. */
  remove(i: number): void;
  /** All particles nearer than `width` to this point, and some others. */
  near(x: number, y: number, z: number): number[];
}

/** Cell numbers of open space lie within ±half, so that three of them make one whole number. */
const half = 2 ** 16;

export function createGrid(positions: Float64Array, box: Box | null, width: number): Grid {
  const cells = new Map<number, number[]>();
  const n = [0, 1, 2].map(k => (box ? cellsAlong(box.edges[k], width) : 2 * half));
  const inverse = [0, 1, 2].map(k => (box ? n[k] / box.edges[k] : 1 / width));
  const cellOf = (x: number, k: number) => wrapped(Math.floor(x * inverse[k]), n[k]);
  const key = (a: number, b: number, c: number) => (a * n[1] + b) * n[2] + c;
  const keyOf = (i: number) =>
    key(cellOf(positions[3 * i], 0), cellOf(positions[3 * i + 1], 1), cellOf(positions[3 * i + 2], 2));
  const beside = (cell: number, k: number) =>
    n[k] === 1 ? [0] : [wrapped(cell - 1, n[k]), cell, wrapped(cell + 1, n[k])];
  return {
    add(i) {
      const at = keyOf(i);
      const members = cells.get(at);
      if (members) members.push(i);
      else cells.set(at, [i]);
    },
    remove(i) {
      const members = cells.get(keyOf(i)) ?? [];
      const at = members.indexOf(i);
      if (at >= 0) members.splice(at, 1);
    },
    near(x, y, z) {
      const found: number[] = [];
      const [as, bs, cs] = [beside(cellOf(x, 0), 0), beside(cellOf(y, 1), 1), beside(cellOf(z, 2), 2)];
      for (const a of as)
        for (const b of bs) for (const c of cs) for (const i of cells.get(key(a, b, c)) ?? []) found.push(i);
      return found;
    },
  };
}

function cellsAlong(edge: number, width: number): number {
  const cells = Math.min(half, Math.floor(edge / width));
  return cells >= 3 ? cells : 1;
}

function wrapped(cell: number, n: number): number {
  return ((cell % n) + n) % n;
}
