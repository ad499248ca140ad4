// A molecule as plain data: its particles, its topology, and the parameters of force terms.
//   kinds       U = 4ε ((σ/r)¹² − (σ/r)⁶) between like particles; ε = 0 where there is none
//   angles      U = ½ k (θ − θ₀)², θ the angle i–j–k in radians
//   dihedrals   U = Σₙ Cₙ cosⁿψ, ψ = φ − 180°, zero when i–j–k–l is trans (Ryckaert and Bellemans 1975)
//   bonds       U = ½ k (r − r₀)², or Morse’s; twists: U = k (1 + cos(nφ − φ₀))
// Indices are those of the molecule, from 0. Units: Å, amu, kcal/mol, e (units.ts).

import type { Rod } from '../system.ts';
import type { HarmonicBond, MorseBond } from '../terms/bonds.ts';
import type { PeriodicDihedral } from '../terms/dihedrals.ts';

/** A kind of particle: pair parameters belong to kinds. */
export interface Kind {
  readonly name: string;
  readonly epsilon: number;
  readonly sigma: number;
}

/** A particle of a molecule. */
export interface Site {
  readonly name: string;
  /** Other names of this particle in structure files. */
  readonly synonyms: readonly string[];
  /** Name of its kind. */
  readonly kind: string;
  readonly mass: number;
  readonly charge: number;
}

/** A bond angle of a molecule. */
export interface Angle {
  readonly i: number;
  /** The particle in the middle. */
  readonly j: number;
  readonly k: number;
  readonly stiffness: number;
  readonly theta0: number;
}

/** A torsion of a molecule, Σ Cₙ cosⁿψ. */
export interface Dihedral {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly l: number;
  /** C₀ … C₅. */
  readonly coefficients: SixCoefficients;
}

/** C₀ … C₅ of Σ Cₙ cosⁿψ. */
export type SixCoefficients = readonly [number, number, number, number, number, number];

/** A flexible bond, harmonic or of Morse. */
export type Bond = HarmonicBond | MorseBond;
/** A periodic torsion. */
export type Twist = PeriodicDihedral;

/** A molecule: its sites, rods, flexible terms and names. */
export interface MoleculeModel {
  /** Title for display: TIP3P. */
  readonly title: string;
  /** Residue name in files: SOL. */
  readonly name: string;
  /** Other residue names of this molecule in structure files. */
  readonly synonyms: readonly string[];
  readonly sites: readonly Site[];
  readonly kinds: readonly Kind[];
  readonly rods: readonly Rod[];
  readonly angles: readonly Angle[];
  readonly dihedrals: readonly Dihedral[];
  /** Bonds that stretch; none where left out. */
  readonly bonds?: readonly Bond[];
  /** Periodic dihedrals; none where left out. */
  readonly twists?: readonly Twist[];
  /** Pairs that feel no pair force, each once, i < j. */
  readonly excluded: readonly (readonly [number, number])[];
  /** x, y, z of each particle in a shape that satisfies the rods. */
  readonly shape: readonly number[];
}

export function molarMass({ sites }: MoleculeModel): number {
  return sites.reduce((sum, { mass }) => sum + mass, 0);
}
