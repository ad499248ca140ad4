// The parameters of a pair law in the memory of the kernels: see assembly/forces/pair-laws.ts.

import type { FieldConstants } from '../../../particles/pairs/radial.ts';
import type { KernelMemory } from '../host/web-assembly.ts';

/** Of each pair of species, row by row. */
export interface PairTable {
  readonly species: number;
  readonly c12: Float64Array;
  readonly c6: Float64Array;
  readonly shift: Float64Array;
  /** K q q' of each pair, and the polynomial added to 1/r; null: there are no charges. */
  readonly charges: { readonly Kqq: Float64Array; readonly field: FieldConstants } | null;
}

/** The numbers of the laws there. */
const [singleSpecies, mixed, charged] = [0, 1, 2];
/** Bytes of an entry. */
const entryBytes = 32;

export function lawRecord(
  memory: KernelMemory,
  { species, table }: { readonly species: Int32Array; readonly table: PairTable },
): number {
  const { species: n, c12, c6, shift, charges } = table;
  const kind = charges ? charged : n > 1 ? mixed : singleSpecies;
  const entry = (at: number) => [6 * c12[at], 6 * c6[at], 6 * shift[at], charges?.Kqq[at] ?? 0];
  // One more column, of zeros, for the dummy atom used as padding.
  const entries = new Float64Array(4 * n * (n + 1));
  for (let a = 0; a < n; a++)
    for (let b = 0; b < n; b++) entries.set(entry(a * n + b), 4 * (a * (n + 1) + b));
  const columns = [...species, n].map(s => entryBytes * s);
  const { k, k4 } = charges?.field ?? { k: 0, k4: 0 };
  return memory.record(
    [kind, memory.record(columns, []), memory.record([], [...entries]), n + 1],
    [6 * c12[0], 12 * c12[0], 6 * c6[0], kind === singleSpecies ? shift[0] : 0, k, 2 * k, k4, 4 * k4, 1, 6],
  );
}
