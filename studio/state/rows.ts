// The rows of one lane for the plots, stored by columns. When there are too many, each two are merged into one; of errors the larger
// one remains, so that no peak is lost.

export interface Rows {
  readonly columns: readonly string[];
  readonly length: number;
  add(row: Float64Array): void;
  /** A view of a column; empty when there is none of that name. */
  column(name: string): Float64Array;
  /** Drops what was at this time or came after it. */
  cut(time: number): void;
}

const most = 8192;

const isError = (name: string) => ['energy_error', 'g', 'hidden'].includes(name);

export function createRows(columns: readonly string[]): Rows {
  const store = columns.map(() => new Float64Array(most));
  const keepsPeaks = columns.map(isError);
  let [length, stride, pending] = [0, 1, 0];

  /** The last row stands for several; its peaks are those of all of them. */
  function put(row: Float64Array, at: number, isMerged: boolean): void {
    store.forEach((column, c) => {
      const isPeak = isMerged && keepsPeaks[c] && Math.abs(column[at]) > Math.abs(row[c]);
      if (!isPeak) column[at] = row[c];
    });
  }
  function thin(): void {
    const half = length >> 1;
    store.forEach((column, c) => {
      for (let k = 0; k < half; k++) {
        const [a, b] = [column[2 * k], column[2 * k + 1]];
        column[k] = keepsPeaks[c] && Math.abs(a) > Math.abs(b) ? a : b;
      }
    });
    length = half;
    stride *= 2;
  }
  return {
    columns,
    get length() {
      return length;
    },
    add(row) {
      if (pending > 0) put(row, length - 1, true);
      else {
        if (length === most) thin();
        put(row, length, false);
        length++;
      }
      pending = (pending + 1) % stride;
    },
    column: name => store[columns.indexOf(name)]?.subarray(0, length) ?? new Float64Array(0),
    cut(time) {
      while (length > 0 && store[0][length - 1] >= time) length--;
      pending = 0;
      if (length === 0) stride = 1;
    },
  };
}
