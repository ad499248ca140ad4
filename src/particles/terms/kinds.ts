// Narrowing of force terms by `ForceTerm.kind`: the type that belongs to each kind.

import type { PairTerm } from '../pairs/term.ts';
import type { ForceTerm, Rod } from '../system.ts';
import type { HarmonicAngles } from './angle-harmonic.ts';
import type { Coulomb } from './coulomb.ts';
import type { RyckaertBellemans } from './dihedrals.ts';
import type { LennardJones } from './lennard-jones.ts';

interface PairFormulaTerm extends PairTerm {
  readonly kind: 'pair-formula';
}

/** Springs so stiff that they replace rods: problem/penalty/rod-curvature.ts. */
export interface RodPenalty extends ForceTerm {
  readonly kind: 'rod-penalty';
  readonly rods: readonly Rod[];
}

/** The terms whose parameters others read. */
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
