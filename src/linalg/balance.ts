// Balancing: A ← D⁻¹ A D with a diagonal D of powers of two, chosen so that row i and column i have nearly the same size.
// The change is free of rounding. It undoes a bad choice of units, behind whose large norm a matrix function would lose
// its digits. Parlett, Reinsch, Numer. Math. 13 (1969) 293.

const maxSweeps = 30;
/** A change must shrink row and column together by this factor to be worth making. */
const worthwhile = 0.95;

/** A, row-major n × n with n the length of d, becomes D⁻¹ A D; d the diagonal of D. */
export function balance(A: Float64Array, d: Float64Array): void {
  d.fill(1);
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let isBalanced = true;
    for (let i = 0; i < d.length; i++) if (balanceEntry(A, i, d)) isBalanced = false;
    if (isBalanced) return;
  }
}

function balanceEntry(A: Float64Array, i: number, d: Float64Array): boolean {
  const n = d.length;
  let [row, column] = [0, 0];
  for (let j = 0; j < n; j++) {
    if (j === i) continue;
    row += Math.abs(A[i * n + j]);
    column += Math.abs(A[j * n + i]);
  }
  const factor = bestFactor(row, column);
  if (!(column * factor + row / factor < worthwhile * (column + row))) return false;
  d[i] *= factor;
  for (let j = 0; j < n; j++) {
    A[i * n + j] /= factor;
    A[j * n + i] *= factor;
  }
  return true;
}

/** The power of two nearest to √(row/column). What stands alone can be made as small as one likes: 1 is enough. */
function bestFactor(row: number, column: number): number {
  if (row > 0 && column > 0) return 2 ** Math.round(Math.log2(row / column) / 2);
  if (column > 1) return 2 ** -Math.ceil(Math.log2(column));
  return row > 1 ? 2 ** Math.ceil(Math.log2(row)) : 1;
}
