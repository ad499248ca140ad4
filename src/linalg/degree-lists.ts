// Nodes sorted by degree in doubly linked lists: insertion, removal and the least degree in constant time.

export class DegreeLists {
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
