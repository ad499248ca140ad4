// Parameters of force terms as data, and narrowing by `ForceTerm.kind`. Kernels and checks need these types only, not the
// functions that create the terms.

import type { FieldConstants } from '../pairs/radial.ts';
import type { PairTerm } from '../pairs/term.ts';
import type { ForceTerm, Rod } from '../system.ts';
import type { HarmonicAngles } from './angle-harmonic.ts';
import type { RyckaertBellemans } from './dihedrals.ts';

/** c₁₂, c₆ and the shift of U, at [kind of i · kinds + kind of j]. */
export interface LennardJonesTable {
  readonly kinds: number;
  readonly c12: Float64Array;
  readonly c6: Float64Array;
  readonly shift: Float64Array;
}

export interface LennardJones extends PairTerm {
  readonly kind: 'lennard-jones';
  readonly table: LennardJonesTable;
  /** Treatment of the cut-off. */
  readonly mode: 'none' | 'cut' | 'shifted' | 'switched';
}

export interface Coulomb extends PairTerm {
  readonly kind: 'coulomb';
  /** K. */
  readonly constant: number;
  /** Of w = 1/r + k r² + k₄ r⁴ − c, all 0 without cut-off; null for the damped shifted force. */
  readonly field: FieldConstants | null;
}

interface PairFormulaTerm extends PairTerm {
  readonly kind: 'pair-formula';
}

/** Springs so stiff that they replace rods: problem/penalty/rod-curvature.ts. */
export interface RodPenalty extends ForceTerm {
  readonly kind: 'rod-penalty';
  readonly rods: readonly Rod[];
}

/** The terms whose parameters kernels and checks read. */
type ReadableTerm =
  | LennardJones
  | Coulomb
  | PairFormulaTerm
  | HarmonicAngles
  | RyckaertBellemans
  | RodPenalty;

/** A type guard for terms of one of these kinds: `terms.find(isKind('lennard-jones'))`. */
export function isKind<K extends ReadableTerm['kind']>(...kinds: readonly K[]) {
  return (term: ForceTerm): term is Extract<ReadableTerm, { readonly kind: K }> =>
    (kinds as readonly string[]).includes(term.kind);
}

/** Sums over pairs of particles within a cut-off. */
export const isPairTerm = isKind('lennard-jones', 'coulomb', 'pair-formula');
