// An elimination order with little fill for L D Lᵀ of a sparse symmetric matrix: approximate minimum degree on the
// quotient graph. Eliminated nodes become elements that stand for the cliques they leave, so memory never grows.
// The natural order is kept when it fills no more. Condition: a full symmetric pattern.
// Reference: Amestoy, Davis & Duff, SIAM J. Matrix Anal. Appl. 17 (1996), §§3–4.

import { columnsOfRow, type Pattern } from '../pattern.ts';
import { naturalOrder, sparseFill } from './elimination-tree.ts';

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
  /** Plain neighbours of each node, and the elements that it belongs to. */
  private readonly neighbours: number[][];
  private readonly elementsOf: number[][];
  /** Members of each element; empty when it has been absorbed by a later one. */
  private readonly members: number[][];
  private readonly elementWeight: Int32Array;
  /** How many indistinguishable nodes each node stands for; 0 once eliminated or merged into another. */
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

  /** Nodes tied to very many others go last: following them through the graph would cost a square. */
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

  /** The clique that p leaves: its neighbours and all members of its elements, which it absorbs. */
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

  /** p and all that it stands for come next in the order. */
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
    // Elements inside the newest one say nothing new.
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

  /** Nodes with the same elements and neighbours stay equal for ever: one stands for all. */
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

  /** The approximate degree: what lies beyond the newest element, plus the rest of that element. */
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

/** Both lists keep the order in which their entries arose, so equal sets are equal lists. */
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
