// Cell lists: particles sorted into cells of at least a given size, with O(N) time and memory for any positions, since cells
// are found by a hash: one particle far away in open space costs nothing. Periodic boxes have a whole number of cells along
// each edge. Two particles within one cell size of each other are in the same or in adjoining cells. CellGrid sorts all
// particles at once into arrays; GrowingGrid has a list for each cell, to which particles are added one by one.
// Teschner et al., Optimized spatial hashing for collision detection of deformable objects, VMV 2003, section 3 (the hash).

import type { Box } from '../system.ts';

export interface CellGrid {
  /** Sorts the particles into cells; all coordinates are finite. */
  fill(x: Float64Array): void;
  /** Writes the particles j < i within the cell size of i into `out`; returns their number. */
  earlierWithin(i: number, out: Int32Array): number;
  /** Number of candidates compared in the searches since the last fill. */
  readonly searched: number;
}

export function createCellGrid(count: number, box: Box | null, size: number): CellGrid {
  const axes = axesOf(box, size);
  const edges = axes.map(axis => axis.edge);
  const sorted = createSortedCells(count, axes);
  const { cell, start, order, rank, places } = sorted;
  let searched = 0;

  /** Appends to `out` the particles of one cell that come before i and are close to it; returns the new length. */
  function collect(i: number, wanted: number, length: number, out: Int32Array): number {
    const [ex, ey, ez] = edges;
    const own = 3 * rank[i];
    const x = places[own];
    const y = places[own + 1];
    const z = places[own + 2];
    const end = start[wanted + 1];
    const limit = size * size;
    let found = length;
    let k = start[wanted];
    for (; k < end && order[k] < i; k++) {
      let dx = Math.abs(x - places[3 * k]);
      let dy = Math.abs(y - places[3 * k + 1]);
      let dz = Math.abs(z - places[3 * k + 2]);
      // Wrapped positions differ by less than the edge: the nearest image is this one or one edge away.
      if (dx > 0.5 * ex) dx = ex - dx;
      if (dy > 0.5 * ey) dy = ey - dy;
      if (dz > 0.5 * ez) dz = ez - dz;
      if (dx * dx + dy * dy + dz * dz <= limit) out[found++] = order[k];
    }
    searched += k - start[wanted];
    return found;
  }

  return {
    get searched() {
      return searched;
    },
    fill(x) {
      sorted.sort(x);
      searched = 0;
    },
    earlierWithin(i, out) {
      const nx = axes[0].beside(cell[3 * i]);
      const ny = axes[1].beside(cell[3 * i + 1]);
      const nz = axes[2].beside(cell[3 * i + 2]);
      let length = 0;
      for (let a = 0; a < nx; a++)
        for (let b = 0; b < ny; b++)
          for (let c = 0; c < nz; c++) {
            const wanted = sorted.slotOf(axes[0].cells[a], axes[1].cells[b], axes[2].cells[c]);
            length = collect(i, wanted, length, out);
          }
      return length;
    },
  };
}

/** The same cells for particles that are added and removed one by one. */
export interface GrowingGrid {
  /** Adds particle i at its present position. */
  add(i: number): void;
  /** Removes particle i, which must not have moved since it was added. */
  remove(i: number): void;
  /** A superset of the particles within the cell size of this point. */
  near(x: number, y: number, z: number): number[];
}

/** Cell numbers are taken modulo this, so that three of them fit into one exact integer; distant cells may share a list. */
const span = 2 ** 17;

export function createGrowingGrid(positions: Float64Array, box: Box | null, size: number): GrowingGrid {
  const axes = axesOf(box, size);
  const lists = new Map<number, number[]>();
  const key = (a: number, b: number, c: number) =>
    ((a & (span - 1)) * span + (b & (span - 1))) * span + (c & (span - 1));
  const keyOf = (i: number) => {
    const [a, b, c] = axes.map((axis, k) => axis.cellOf(positions[3 * i + k]));
    return key(a, b, c);
  };
  return {
    add(i) {
      const at = keyOf(i);
      const list = lists.get(at);
      if (list) list.push(i);
      else lists.set(at, [i]);
    },
    remove(i) {
      const list = lists.get(keyOf(i)) ?? [];
      const at = list.indexOf(i);
      if (at >= 0) list.splice(at, 1);
    },
    near(x, y, z) {
      const [as, bs, cs] = [x, y, z].map((value, k) => {
        const { beside, cellOf, cells } = axes[k];
        return cells.subarray(0, beside(cellOf(value)));
      });
      const found: number[] = [];
      for (const a of as)
        for (const b of bs) for (const c of cs) for (const i of lists.get(key(a, b, c)) ?? []) found.push(i);
      return found;
    },
  };
}

/** Particles cell by cell: those of slot s are order[start[s]] … order[start[s + 1] − 1], ascending. */
function createSortedCells(count: number, axes: readonly ReturnType<typeof createAxis>[]) {
  const table = createCellTable(count);
  const slot = new Int32Array(count);
  const cell = new Int32Array(3 * count);
  const start = new Int32Array(table.slots + 1);
  const order = new Int32Array(count);
  /** Index of each particle in `order`. */
  const rank = new Int32Array(count);
  /** Coordinates in the order of `order`, wrapped into the box. */
  const places = new Float64Array(3 * count);

  function findCells(x: Float64Array): void {
    table.clear();
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) cell[3 * i + k] = axes[k].cellOf(x[3 * i + k]);
      slot[i] = table.slotOf(cell[3 * i], cell[3 * i + 1], cell[3 * i + 2]);
      table.occupy(slot[i], cell[3 * i], cell[3 * i + 1], cell[3 * i + 2]);
    }
  }
  return {
    cell,
    start,
    order,
    rank,
    places,
    slotOf: table.slotOf,
    sort(x: Float64Array): void {
      findCells(x);
      // Counting sort from the end, so that the particles of a cell are ascending.
      start.fill(0);
      for (let i = 0; i < count; i++) start[slot[i]]++;
      for (let s = 1; s < start.length; s++) start[s] += start[s - 1];
      for (let i = count - 1; i >= 0; i--) order[--start[slot[i]]] = i;
      for (let at = 0; at < count; at++) {
        rank[order[at]] = at;
        for (let k = 0; k < 3; k++) places[3 * at + k] = axes[k].inBox(x[3 * order[at] + k]);
      }
    },
  };
}

/** Cells are enlarged by this factor, more than the round-off of computing cell numbers. */
const slack = 1 + 1e-6;
/** Largest cell number in open space: particles beyond share the last cell, which only costs time. */
const farthest = 2 ** 30;

const axesOf = (box: Box | null, size: number) =>
  [0, 1, 2].map(k => createAxis(box?.edges[k] ?? Number.POSITIVE_INFINITY, size));

/** The cells along one axis; an infinite edge is open space. */
function createAxis(edge: number, size: number) {
  const width = size * slack;
  const isOpen = edge === Number.POSITIVE_INFINITY;
  const count = isOpen ? edge : Math.max(1, Math.floor(edge / width));
  const cells = new Int32Array(3);
  return {
    edge,
    cells,
    inBox: (x: number) => (isOpen ? x : x - edge * Math.floor(x / edge)),
    cellOf(x: number): number {
      if (isOpen) return Math.max(-farthest, Math.min(farthest, Math.floor(x / width)));
      const turns = x / edge;
      return Math.min(count - 1, Math.floor((turns - Math.floor(turns)) * count));
    },
    /** Fills `cells` with c and its neighbours, each once; returns their number. */
    beside(c: number): number {
      if (count <= 3) {
        for (let k = 0; k < count; k++) cells[k] = k;
        return count;
      }
      cells[0] = c === 0 && !isOpen ? count - 1 : c - 1;
      cells[1] = c;
      cells[2] = c === count - 1 ? 0 : c + 1;
      return 3;
    },
  };
}

/** Hash table of the occupied cells, with open addressing. */
function createCellTable(count: number) {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(2 * count, 2)));
  const keys = new Int32Array(3 * slots);
  const isTaken = new Uint8Array(slots);
  return {
    slots,
    clear: () => isTaken.fill(0),
    /** The slot of this cell, or a free one when the cell is empty. A free one exists: at most half the slots are in use. */
    slotOf(cx: number, cy: number, cz: number): number {
      const hash = Math.imul(cx, 73856093) ^ Math.imul(cy, 19349663) ^ Math.imul(cz, 83492791);
      let s = hash & (slots - 1);
      while (isTaken[s] === 1 && !(keys[3 * s] === cx && keys[3 * s + 1] === cy && keys[3 * s + 2] === cz))
        s = (s + 1) & (slots - 1);
      return s;
    },
    occupy(s: number, cx: number, cy: number, cz: number): void {
      isTaken[s] = 1;
      keys[3 * s] = cx;
      keys[3 * s + 1] = cy;
      keys[3 * s + 2] = cz;
    },
  };
}
