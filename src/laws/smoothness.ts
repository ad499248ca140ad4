// Whether the forces of a problem are smooth. Those of particles that end at a cut-off are not: they, or a derivative of
// theirs, jump whenever a pair goes in or out, and no integrator has a high order across that.

import type { ForceTerm } from '../particles/force-term.ts';
import type { PairTerm } from '../particles/pair-term.ts';
import type { Problem } from '../problem/problem.ts';
import type { KernelTerm } from '../wasm/fast-terms.ts';

export function hasCutoff({ particles }: Problem): boolean {
  return particles?.terms.some(isCut) ?? false;
}

function isCut(term: Partial<PairTerm & KernelTerm> & ForceTerm): boolean {
  if (term.plain) return term.plain.some(isCut);
  return term.pairs !== undefined && term.pairs.cutoff < Number.POSITIVE_INFINITY;
}
