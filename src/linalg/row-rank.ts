// Rank of a matrix G and the names of its dependent rows: row i = Σ_j c_ij row j over independent rows j.
// Rows are scaled to length 1 first, so the tolerance is an angle: a row is dependent when less than that much of
// it lies outside the others. Small matrices by pivoted orthogonalisation, large ones by sparse elimination.
// Conditions: finite values; a row that lies near the tolerance may be judged either way.

import type { Pattern } from './pattern.ts';
import { rowRankByElimination } from './row-rank-by-elimination.ts';
import { rowRankByOrthogonalisation } from './row-rank-by-orthogonalisation.ts';
import type { RowRank } from './scaled-rows.ts';
import { scaledRows } from './scaled-rows.ts';

const largestDense = 400;
const defaultTolerance = 1e-10;

export function rowRank(pattern: Pattern, values: Float64Array, tolerance = defaultTolerance): RowRank {
  const rows = scaledRows(pattern, values);
  return rows.length <= largestDense
    ? rowRankByOrthogonalisation(rows, tolerance)
    : rowRankByElimination(rows, tolerance);
}
