// Particles as plain data: masses, charges, topology and start. Forces are separate terms (`ForceTerm` below, one file each in
// terms/); problem/from/particles.ts makes a problem of both.

/** |r_a − r_b| = length for all times: a rigid bond, or an angle given as a distance. */
export interface Rod {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/** Particles: masses, charges, kinds, molecules, box, rods, and a start. Plain immutable data. */
export interface ParticleSystem {
  readonly count: number;
  /** Name of each particle, for messages and files: O, H1, C7. */
  readonly names: readonly string[];
  readonly mass: Float64Array;
  readonly charge: Float64Array;
  /** Kind of each particle, an index into `kinds`; pair parameters belong to kinds. */
  readonly kind: Int32Array;
  readonly kinds: readonly string[];
  /** Which molecule each particle belongs to; a molecule is a run of neighbouring particles. */
  readonly molecule: Int32Array;
  /** Name of each molecule: SOL, C16. */
  readonly moleculeNames: readonly string[];
  /** null: open space. */
  readonly box: Box | null;
  /** x, y, z of each particle, 3 · count entries. */
  readonly positions: Float64Array;
  readonly momenta: Float64Array;
  readonly rods: readonly Rod[];
  /** Particles that do not move. */
  readonly anchored: readonly number[];
  /** Pairs that feel no pair force, such as those of one rigid molecule: for each particle, its excluded partners. */
  readonly excluded: readonly Int32Array[];
}

/** The part of a system that rod solvers, and the check before them, use. */
export type RodSystem = Pick<ParticleSystem, 'count' | 'names' | 'mass' | 'positions' | 'rods' | 'anchored'> &
  Partial<Pick<ParticleSystem, 'molecule' | 'moleculeNames'>>;

declare const checked: unique symbol;

/** A system whose rods are valid and independent at its start: the outcome of the check in topology/redundant.ts. */
export interface IndependentRods {
  readonly system: RodSystem;
  readonly [checked]: true;
}

// Space: open, or a periodic box with edges along the axes. Positions are never wrapped, so that molecules stay whole and
// displacements can be measured; only differences of positions use the nearest image.

/** A periodic box with right angles. */
export interface Box {
  /** Edge lengths, all positive. */
  readonly edges: readonly [number, number, number];
}

/** d ← the nearest image of the difference d, for a component along an edge of this length. */
export function nearestImage(d: number, edge: number): number {
  return d - edge * Math.round(d / edge);
}

export function volume({ edges }: Box): number {
  return edges[0] * edges[1] * edges[2];
}

// One part U(x) of the potential energy of particles, with its derivatives. x holds x, y, z of each particle.
// The forces of a system are a list of terms; each term is one file in terms/.

/** 'compiled': terms evaluated together by a kernel. 'custom': a term that this library does not know. */
export type ForceKind =
  | 'lennard-jones'
  | 'coulomb'
  | 'pair-formula'
  | 'harmonic-bonds'
  | 'morse-bonds'
  | 'harmonic-angles'
  | 'periodic-dihedrals'
  | 'ryckaert-bellemans'
  | 'external-field'
  | 'external-formula'
  | 'restraints'
  | 'rod-penalty'
  | 'compiled'
  | 'custom';

/** A term U(x) of the potential energy of particles, with its derivatives and virial. */
export interface ForceTerm {
  /** Discriminant, by which terms/kinds.ts narrows a term. */
  readonly kind: ForceKind;
  /** For messages. */
  readonly name: string;
  energy(x: Float64Array): number;
  /** out += ∇U(x); returns U(x). */
  addGradient(x: Float64Array, out: Float64Array): number;
  /** out += U''(x) v. */
  addHessianTimes(x: Float64Array, v: Float64Array, out: Float64Array): void;
  /** out[k] += −Σ r_k ∂U/∂r_k over the pairs (bonds, …) of the term, k = x, y, z: its part of the virial. */
  addVirial(x: Float64Array, out: Float64Array): void;
}

// Settings of the rod solver; kernels/rods/choose-solver.ts chooses the defaults.

export const rodSolverNames = ['auto', 'settle', 'newton', 'sweep', 'lincs'] as const;

/** How rigid rods are solved. */
export interface RodSettings {
  /** Largest |r² − length²| / (2 length²) that counts as solved. */
  readonly tolerance?: number;
  readonly solver?: (typeof rodSolverNames)[number];
  readonly maxSweeps?: number;
  /** Highest power in the expansion of LINCS. */
  readonly lincsOrder?: number;
  /** Largest number of LINCS iterations, which correct for rotation. */
  readonly lincsIterations?: number;
}

/** Upper limits of the counts above: more terms or sweeps only lengthen a step that fails anyway. */
export const rodSolverLimits = { maxSweeps: 1_000_000, lincsOrder: 1000, lincsIterations: 1000 } as const;
