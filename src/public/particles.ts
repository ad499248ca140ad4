// The namespace `particles`: molecules, boxes and force terms, from which `problemFrom` makes a problem. Lengths in Å, masses
// in g/mol, energies in kcal/mol; `units` has the others. A problem file or `problem({ particles: … })` says the same in
// fewer words; these are the parts that they are read into.

import type { ForceTerm, ParticleSystem } from '../particles/system.ts';
import type { HarmonicBond, MorseBond } from '../particles/terms/bonds.ts';
import * as bonds from '../particles/terms/bonds.ts';
import type { CoulombParameters } from '../particles/terms/coulomb.ts';
import * as charges from '../particles/terms/coulomb.ts';
import type { LennardJonesParameters } from '../particles/terms/lennard-jones.ts';
import * as pairs from '../particles/terms/lennard-jones.ts';

export type { Assembly, Component } from '../particles/build/assemble.ts';
export type { BoxSize } from '../particles/build/box-size.ts';
export { type LatticeBox, latticeBox } from '../particles/build/boxes.ts';
export { type Cluster, cluster } from '../particles/build/cluster.ts';
export { maxwellMomenta } from '../particles/build/maxwell-momenta.ts';
export { type ChainMelt, chainMelt } from '../particles/build/melt.ts';
export { type BeadRodChain, beadRodChain, nAlkane } from '../particles/models/chains.ts';
export type {
  Angle,
  Bond,
  Dihedral,
  Kind,
  MoleculeModel,
  Site,
  SixCoefficients,
  Twist,
} from '../particles/models/molecule-model.ts';
export { argon, modelNamed, modelNames, nitrogen } from '../particles/models/named-models.ts';
export { spce, tip3p } from '../particles/models/water.ts';
export type { Cutoff } from '../particles/pairs/cutoff.ts';
export type { BondEnds, HarmonicBond, MorseBond } from '../particles/terms/bonds.ts';
export type {
  CoulombParameters,
  DampedShiftedForce,
  Reach,
  ReactionField,
  ZeroQuadrupole,
} from '../particles/terms/coulomb.ts';
export type { DihedralParticles, PeriodicDihedral } from '../particles/terms/dihedrals.ts';
export type { LennardJonesParameters, SizeAndDepth } from '../particles/terms/lennard-jones.ts';
export { molecularUnits as units } from '../particles/units.ts';
export { type ParticleProblem, problemFromParticles as problemFrom } from '../problem/from/particles.ts';

/** U = Σ 4ε((σ/r)¹² − (σ/r)⁶) over pairs, cut, shifted or switched at a distance. Allen, Tildesley (2017), section 1.3. */
export const lennardJones = (system: ParticleSystem, parameters: LennardJonesParameters): ForceTerm =>
  pairs.lennardJones(system, parameters);

/** U = Σ C qᵢqⱼ/r over pairs, plain, with a reaction field, or damped and shifted. Allen, Tildesley (2017), chapter 6. */
export const coulomb = (system: ParticleSystem, parameters?: CoulombParameters): ForceTerm =>
  charges.coulomb(system, parameters);

/** U = Σ ½k(r − r₀)² over bonds. Allen, Tildesley (2017), section 1.3. */
export const bondHarmonic = (system: ParticleSystem, list: readonly HarmonicBond[]): ForceTerm =>
  bonds.bondHarmonic(system, list);

/** U = Σ D(1 − exp(−a(r − r₀)))² over bonds. Morse, Phys. Rev. 34 (1929) 57. */
export const bondMorse = (system: ParticleSystem, list: readonly MorseBond[]): ForceTerm =>
  bonds.bondMorse(system, list);
