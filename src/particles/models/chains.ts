// What unbranched chains share: bonds between neighbours, all of one length, and a planar zigzag with all angles θ,
//   r_i = (i L sin(θ/2), (−1)^i ½ L cos(θ/2), 0),
// which is the all-trans shape. Pairs at most `reach` bonds apart are excluded from pair forces.

import type { Rod } from '../system.ts';
import { molecularUnits } from '../units.ts';
import type { Kind, MoleculeModel, Site, SixCoefficients } from './molecule-model.ts';

function chainRods(beads: number, length: number): Rod[] {
  return Array.from({ length: beads - 1 }, (_, a) => ({ a, b: a + 1, length }));
}

function chainShape(beads: number, length: number, theta: number): number[] {
  const [along, across] = [length * Math.sin(theta / 2), (length / 2) * Math.cos(theta / 2)];
  return Array.from({ length: beads }, (_, i) => [i * along, i % 2 === 0 ? across : -across, 0]).flat();
}

function chainExclusions(beads: number, reach: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < beads; i++)
    for (let j = i + 1; j <= Math.min(i + reach, beads - 1); j++) pairs.push([i, j]);
  return pairs;
}

/** C1, C2, …, the particles of a chain in files. */
function beadName(letter: string, i: number): string {
  return `${letter}${i + 1}`;
}

/** More is taken for a typing error; it would not fit into memory. */
const mostBeads = 1e6;

function wholeNumberOfBeads(beads: number, least: number, what: string): number {
  if (Number.isSafeInteger(beads) && beads >= least && beads <= mostBeads) return beads;
  if (beads > mostBeads) throw new RangeError(`${what} has at most ${mostBeads} beads, not ${beads}`);
  throw new RangeError(`${what} needs a whole number of at least ${least} beads, not ${beads}`);
}

// Kramers' chain: beads of one mass joined by rigid rods, freely jointed; a Lennard-Jones force between all beads that
// share no rod, ε = 0 for none. Units are the caller's: nothing here depends on them. The starting shape is a planar zigzag
// with angles of 120°. Bird, Curtiss, Armstrong, Hassager, Dynamics of Polymeric Liquids 2 (1987).

/** A chain of beads joined by rigid rods. */
export interface BeadRodChain {
  readonly beads: number;
  readonly length: number;
  readonly mass: number;
  readonly epsilon: number;
  readonly sigma: number;
}

/** The model of a bead–rod chain: equal beads, rods of one length, Lennard-Jones forces between beads. */
export function beadRodChain({ beads, length, mass, epsilon, sigma }: BeadRodChain): MoleculeModel {
  const n = wholeNumberOfBeads(beads, 2, 'a bead–rod chain');
  if (!(length > 0 && mass > 0 && Number.isFinite(length * mass)))
    throw new RangeError(`rods and beads need a positive length and mass, not ${length} and ${mass}`);
  if (!(epsilon >= 0 && sigma >= 0 && Number.isFinite(epsilon * sigma)))
    throw new RangeError(`the pair force of beads needs ε ≥ 0 and σ ≥ 0, not ${epsilon} and ${sigma}`);
  return {
    title: `chain of ${n} beads`,
    name: `B${n}`,
    synonyms: ['CHN'],
    sites: Array.from({ length: n }, (_, i) => ({
      name: beadName('B', i),
      synonyms: ['B'],
      kind: 'B',
      mass,
      charge: 0,
    })),
    kinds: [{ name: 'B', epsilon, sigma }],
    rods: chainRods(n, length),
    angles: [],
    dihedrals: [],
    excluded: chainExclusions(n, 1),
    shape: chainShape(n, length, (2 * Math.PI) / 3),
  };
}

// n-Alkanes of united atoms, TraPPE-UA: CH3 ε/k_B = 98 K, σ = 3.75 Å; CH2 46 K, 3.95 Å; bonds 1.54 Å, here rigid;
//   angles    ½ k (θ − 114°)², k/k_B = 62500 K/rad²
//   torsions  c₁(1 + cos φ) + c₂(1 − cos 2φ) + c₃(1 + cos 3φ),  cᵢ/k_B = 355.03, −68.19, 791.32 K
// Pair forces act between particles more than three bonds apart. Martin and Siepmann, J. Phys. Chem. B 102 (1998)
// 2569. Masses 15.035 and 14.027 amu: sums of C 12.011 and H 1.008.

const { K } = molecularUnits;
const bondLength = 1.54;
const theta0 = (114 * Math.PI) / 180;
const stiffness = 62500 * K;
const kinds: readonly Kind[] = [
  { name: 'CH3', epsilon: 98 * K, sigma: 3.75 },
  { name: 'CH2', epsilon: 46 * K, sigma: 3.95 },
];
const masses = { CH3: 15.035, CH2: 14.027 };

/** The torsion as Σ Cₙ cosⁿψ: cos φ = −cos ψ, cos 2φ = 2cos²ψ − 1, cos 3φ = 3cos ψ − 4cos³ψ. */
function torsion(c1: number, c2: number, c3: number): SixCoefficients {
  return [(c1 + 2 * c2 + c3) * K, (3 * c3 - c1) * K, -2 * c2 * K, -4 * c3 * K, 0, 0];
}

const coefficients = torsion(355.03, -68.19, 791.32);

/** The model of the n-alkane with this number of carbons, 2 or more: 4 for butane, 16 for hexadecane. */
export function nAlkane(carbons: number): MoleculeModel {
  const n = wholeNumberOfBeads(carbons, 2, 'an n-alkane');
  const sites = Array.from({ length: n }, (_, i): Site => {
    const kind = i === 0 || i === n - 1 ? 'CH3' : 'CH2';
    return { name: beadName('C', i), synonyms: ['C', kind], kind, mass: masses[kind], charge: 0 };
  });
  return {
    title: `n-alkane C${n}, TraPPE united atoms`,
    name: `C${n}`,
    synonyms: named[n] ?? [],
    sites,
    kinds: n > 2 ? kinds : kinds.slice(0, 1),
    rods: chainRods(n, bondLength),
    angles: Array.from({ length: Math.max(0, n - 2) }, (_, i) => ({
      i,
      j: i + 1,
      k: i + 2,
      theta0,
      stiffness,
    })),
    dihedrals: Array.from({ length: Math.max(0, n - 3) }, (_, i) => ({
      i,
      j: i + 1,
      k: i + 2,
      l: i + 3,
      coefficients,
    })),
    excluded: chainExclusions(n, 3),
    shape: chainShape(n, bondLength, theta0),
  };
}

/** Residue names in structure files. */
const named: Readonly<Record<number, readonly string[]>> = {
  2: ['ETH'],
  3: ['PRO', 'PRP'],
  4: ['BUT', 'BUTA'],
  6: ['HEX'],
  8: ['OCT'],
  10: ['DEC'],
  12: ['DOD'],
  16: ['HEXD', 'HXD', 'CET'],
};
