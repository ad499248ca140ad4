// P A Pᵀ = L D Lᵀ for a sparse symmetric A: ordering and symbolic factorisation once, numerical factorisation often.
// Up-looking: row k of L solves L_{<k} D_{<k} l = a, the part of row k left of the diagonal; d_k = a_kk − lᵀ D l.
// Conditions: no pivoting (see factorisation.ts). Reference: Davis, ACM TOMS 31 (2005), algorithm 849.

import { columnsOfRow, type Pattern, position } from '../pattern.ts';
import {
  type FactorStructure,
  factorStructure,
  inverseOrder,
  naturalOrder,
  sparseFill,
} from './elimination-tree.ts';
import { type SymmetricFactorisation, usable } from './factorisation.ts';

/** Source of the entries of the permuted lower triangle: row k has values[from] in column to. */
interface LowerEntries {
  readonly start: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Position of the diagonal entry; −1 where the pattern has none. */
  readonly diagonal: Int32Array;
}

function lowerEntries(pattern: Pattern, order: Int32Array): LowerEntries {
  const n = order.length;
  const place = inverseOrder(order);
  const start = new Int32Array(n + 1);
  const from: number[] = [];
  const to: number[] = [];
  for (let k = 0; k < n; k++) {
    const i = order[k];
    for (let at = pattern.start[i]; at < pattern.start[i + 1]; at++) {
      const j = pattern.index[at];
      if (place[j] >= k) continue;
      // Always the entry below the diagonal of A: the upper half may be unset.
      from.push(j < i ? at : position(pattern, j, i));
      to.push(place[j]);
    }
    start[k + 1] = from.length;
  }
  const diagonal = Int32Array.from(order, i => position(pattern, i, i));
  return { start, from: Int32Array.from(from), to: Int32Array.from(to), diagonal };
}

class SparseLDLT implements SymmetricFactorisation {
  readonly n: number;
  readonly fill: number;
  readonly structure = 'sparse';
  negativePivots = 0;
  private readonly order: Int32Array;
  private readonly entries: LowerEntries;
  private readonly shape: FactorStructure;
  private readonly L: Float64Array;
  private readonly inverse: Float64Array;
  private readonly work: Float64Array;

  constructor(pattern: Pattern) {
    this.n = pattern.rows;
    this.order = fillReducingOrder(pattern);
    this.entries = lowerEntries(pattern, this.order);
    this.shape = factorStructure(pattern, this.order);
    this.fill = this.shape.columnIndex.length;
    this.L = new Float64Array(this.fill);
    this.inverse = new Float64Array(this.n);
    this.work = new Float64Array(this.n);
  }

  factor(values: Float64Array): boolean {
    const { n, L, inverse, work } = this;
    const { start, from, to, diagonal } = this.entries;
    const { rowStart, rowIndex, inColumn, columnStart, columnIndex } = this.shape;
    // Row k uses columns < k only and clears them in `work`; a failed factorisation leaves entries, so clear all.
    work.fill(0);
    let negative = 0;
    for (let k = 0, entry = 0, t = 0; k < n; k++) {
      for (const end = start[k + 1]; entry < end; entry++) work[to[entry]] = values[from[entry]];
      let d = diagonal[k] < 0 ? 0 : values[diagonal[k]];
      for (const last = rowStart[k + 1]; t < last; t++) {
        const j = rowIndex[t];
        const end = inColumn[t];
        const y = work[j];
        work[j] = 0;
        for (let at = columnStart[j]; at < end; at++) work[columnIndex[at]] -= L[at] * y;
        const l = y * inverse[j];
        L[end] = l;
        d -= l * y;
      }
      const inversePivot = 1 / d;
      if (!usable(inversePivot)) return false;
      if (d < 0) negative++;
      inverse[k] = inversePivot;
    }
    this.negativePivots = negative;
    return true;
  }

  solve(b: Float64Array): void {
    const { n, L, inverse, order, work } = this;
    const { columnStart, columnIndex } = this.shape;
    for (let k = 0; k < n; k++) work[k] = b[order[k]];
    // Columns are stored consecutively: `at` runs through L once forwards and once backwards.
    for (let j = 0, at = 0; j < n; j++) {
      const x = work[j];
      for (const end = columnStart[j + 1]; at < end; at++) work[columnIndex[at]] -= L[at] * x;
    }
    for (let j = n - 1, at = L.length - 1; j >= 0; j--) {
      let x = work[j] * inverse[j];
      for (const first = columnStart[j]; at >= first; at--) x -= L[at] * work[columnIndex[at]];
      work[j] = x;
      b[order[j]] = x;
    }
  }
}

export function createSparseLDLT(pattern: Pattern): SymmetricFactorisation {
  return new SparseLDLT(pattern);
}

// An elimination order with little fill for L D Lᵀ of a sparse symmetric matrix: approximate minimum degree on the
// quotient graph. Eliminated nodes become elements that represent the resulting cliques, so memory never grows.
// The natural order is used when its fill is not larger. Condition: a full symmetric pattern.
// Reference: Amestoy, Davis & Duff, SIAM J. Matrix Anal. Appl. 17 (1996), §§3–4.

/** order[k] = the row that is eliminated k-th. */
export function fillReducingOrder(pattern: Pattern): Int32Array {
  const natural = naturalOrder(pattern.rows);
  const minimum = minimumDegreeOrder(pattern);
  const fill = sparseFill(pattern, minimum, Number.POSITIVE_INFINITY);
  return sparseFill(pattern, natural, fill) <= fill ? natural : minimum;
}

export function minimumDegreeOrder(pattern: Pattern): Int32Array {
  return new QuotientGraph(pattern).eliminateAll();
}

class QuotientGraph {
  private readonly n: number;
  /** Neighbours of each node in the graph, and the elements that it belongs to. */
  private readonly neighbours: number[][];
  private readonly elementsOf: number[][];
  /** Members of each element; empty after absorption by a later one. */
  private readonly members: number[][];
  private readonly elementWeight: Int32Array;
  /** Number of indistinguishable nodes that each node represents; 0 when eliminated or merged into another. */
  private readonly weight: Int32Array;
  private readonly mergedInto: number[][];
  private readonly degree: Int32Array;
  private readonly lists: DegreeLists;
  private readonly dense: number[] = [];
  private readonly order: number[] = [];
  /** mark[i] === stamp: i is in the newest element. */
  private readonly mark: Int32Array;
  private stamp = 0;
  /** Weight of an element outside the newest one, valid where outsideStamp agrees. */
  private readonly outside: Int32Array;
  private readonly outsideStamp: Int32Array;

  constructor(pattern: Pattern) {
    const n = pattern.rows;
    const integers = () => new Int32Array(n);
    this.n = n;
    this.neighbours = Array.from({ length: n }, (_, i) => neighboursOf(pattern, i));
    this.elementsOf = Array.from({ length: n }, () => []);
    this.members = Array.from({ length: n }, () => []);
    this.mergedInto = Array.from({ length: n }, () => []);
    this.elementWeight = integers();
    this.weight = integers().fill(1);
    this.degree = Int32Array.from(this.neighbours, list => list.length);
    this.mark = integers();
    this.outside = integers();
    this.outsideStamp = integers();
    this.lists = new DegreeLists(n);
    this.setDenseAside();
    for (let i = n - 1; i >= 0; i--) if (this.weight[i] > 0) this.lists.insert(i, this.degree[i]);
  }

  eliminateAll(): Int32Array {
    for (let p = this.lists.takeLeast(); p >= 0; p = this.lists.takeLeast()) this.eliminate(p);
    return Int32Array.from([...this.order, ...this.dense]);
  }

  /** Nodes with very many neighbours are ordered last: their updates would take quadratic time. */
  private setDenseAside(): void {
    const limit = Math.max(16, 10 * Math.sqrt(this.n));
    for (let i = 0; i < this.n; i++) {
      if (this.degree[i] <= limit) continue;
      this.weight[i] = 0;
      this.dense.push(i);
    }
  }

  private eliminate(p: number): void {
    const members = this.formElement(p);
    this.emit(p);
    this.measureOutside(members);
    const remaining = members.filter(i => this.updateNode(i, p));
    this.mergeIndistinguishable(remaining);
    const survivors = remaining.filter(i => this.weight[i] > 0);
    this.members[p] = survivors;
    for (const i of survivors) this.relist(i, p);
  }

  /** The clique left by the elimination of p: its neighbours and all members of its elements, which it absorbs. */
  private formElement(p: number): number[] {
    const { weight, mark } = this;
    const stamp = ++this.stamp;
    const members: number[] = [];
    mark[p] = stamp;
    const gather = (list: readonly number[]) => {
      for (const i of list) {
        if (weight[i] === 0 || mark[i] === stamp) continue;
        mark[i] = stamp;
        members.push(i);
        this.lists.remove(i, this.degree[i]);
      }
    };
    gather(this.neighbours[p]);
    for (const e of this.elementsOf[p]) {
      gather(this.members[e]);
      this.members[e] = [];
    }
    this.elementWeight[p] = members.reduce((sum, i) => sum + weight[i], 0);
    this.neighbours[p] = [];
    this.elementsOf[p] = [];
    return members;
  }

  /** Appends p and the nodes that it represents to the order. */
  private emit(p: number): void {
    this.weight[p] = 0;
    const stack = [p];
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      this.order.push(i);
      stack.push(...this.mergedInto[i]);
    }
  }

  /** For every element e that touches the newest one: the weight of e outside it. */
  private measureOutside(members: readonly number[]): void {
    const { outside, outsideStamp, stamp } = this;
    for (const i of members) {
      for (const e of this.elementsOf[i]) {
        if (this.members[e].length === 0) continue;
        if (outsideStamp[e] !== stamp) {
          outsideStamp[e] = stamp;
          outside[e] = this.elementWeight[e];
        }
        outside[e] -= this.weight[i];
      }
    }
  }

  /** Prunes the lists of i and bounds its degree; false when i can be eliminated together with p. */
  private updateNode(i: number, p: number): boolean {
    const { weight, mark, stamp, outside } = this;
    // Elements inside the newest one are redundant.
    const elements = this.elementsOf[i].filter(e => this.members[e].length > 0 && outside[e] > 0);
    const neighbours = this.neighbours[i].filter(j => weight[j] > 0 && mark[j] !== stamp);
    if (elements.length === 0 && neighbours.length === 0) {
      this.elementWeight[p] -= weight[i];
      this.emit(i);
      return false;
    }
    let beyond = 0;
    for (const e of elements) beyond += outside[e];
    for (const j of neighbours) beyond += weight[j];
    this.degree[i] = Math.min(beyond, this.degree[i]);
    elements.push(p);
    this.elementsOf[i] = elements;
    this.neighbours[i] = neighbours;
    return true;
  }

  /** Merges nodes with the same elements and neighbours, which remain equal: one represents all. */
  private mergeIndistinguishable(members: readonly number[]): void {
    const buckets = new Map<number, number[]>();
    for (const i of members) {
      const key = sum(this.elementsOf[i]) + sum(this.neighbours[i]);
      const bucket = buckets.get(key);
      if (bucket === undefined) {
        buckets.set(key, [i]);
        continue;
      }
      const twin = bucket.find(j => this.indistinguishable(i, j));
      if (twin === undefined) bucket.push(i);
      else this.merge(i, twin);
    }
  }

  private indistinguishable(i: number, j: number): boolean {
    return (
      sameList(this.elementsOf[i], this.elementsOf[j]) && sameList(this.neighbours[i], this.neighbours[j])
    );
  }

  private merge(i: number, into: number): void {
    this.weight[into] += this.weight[i];
    this.weight[i] = 0;
    this.mergedInto[into].push(i);
    this.elementsOf[i] = [];
    this.neighbours[i] = [];
  }

  /** Files node i under its approximate degree: the weight outside the newest element plus the rest of that element. */
  private relist(i: number, p: number): void {
    const bound = this.degree[i] + this.elementWeight[p] - this.weight[i];
    this.degree[i] = Math.min(bound, this.n - this.order.length - this.weight[i]);
    this.lists.insert(i, this.degree[i]);
  }
}

function neighboursOf(pattern: Pattern, i: number): number[] {
  return Array.from(columnsOfRow(pattern, i)).filter(j => j !== i);
}

function sum(list: readonly number[]): number {
  return list.reduce((total, value) => total + value, 0);
}

/** Both lists are in the order of creation of their entries, so equal sets are equal lists. */
function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, k) => value === b[k]);
}

// Nodes sorted by degree in doubly linked lists: insertion, removal and the least degree in constant time.

class DegreeLists {
  private readonly head: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private least = 0;

  constructor(n: number) {
    this.head = new Int32Array(n + 1).fill(-1);
    this.next = new Int32Array(n).fill(-1);
    this.previous = new Int32Array(n).fill(-1);
  }

  insert(i: number, degree: number): void {
    const first = this.head[degree];
    this.next[i] = first;
    this.previous[i] = -1;
    if (first >= 0) this.previous[first] = i;
    this.head[degree] = i;
    if (degree < this.least) this.least = degree;
  }

  remove(i: number, degree: number): void {
    const before = this.previous[i];
    const after = this.next[i];
    if (before >= 0) this.next[before] = after;
    else this.head[degree] = after;
    if (after >= 0) this.previous[after] = before;
  }

  /** Removes and returns a node of least degree; −1 when none is left. */
  takeLeast(): number {
    while (this.least < this.head.length && this.head[this.least] < 0) this.least++;
    if (this.least >= this.head.length) {
      this.least = 0;
      return -1;
    }
    const i = this.head[this.least];
    this.remove(i, this.least);
    return i;
  }
}
