// The connected components of the graph of a symmetric pattern: rows i and j are joined when A_ij may be other than zero.

import { columnsOfRow, type Pattern } from './pattern.ts';

/** Rows of each component, ascending; components by their first row. */
export function connectedComponents(pattern: Pattern): Int32Array[] {
  const seen = new Uint8Array(pattern.rows);
  const components: Int32Array[] = [];
  for (let i = 0; i < pattern.rows; i++) if (seen[i] === 0) components.push(reach(pattern, i, seen));
  return components;
}

function reach(pattern: Pattern, from: number, seen: Uint8Array): Int32Array {
  const found = [from];
  seen[from] = 1;
  for (let k = 0; k < found.length; k++) {
    for (const j of columnsOfRow(pattern, found[k])) {
      if (seen[j] !== 0) continue;
      seen[j] = 1;
      found.push(j);
    }
  }
  return Int32Array.from(found).sort();
}
