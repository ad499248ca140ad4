// n-Alkanes of united atoms, TraPPE-UA: CH3 ε/k_B = 98 K, σ = 3.75 Å; CH2 46 K, 3.95 Å; bonds 1.54 Å, here rigid;
//   angles    ½ k (θ − 114°)², k/k_B = 62500 K/rad²
//   torsions  c₁(1 + cos φ) + c₂(1 − cos 2φ) + c₃(1 + cos 3φ),  cᵢ/k_B = 355.03, −68.19, 791.32 K
// Pair forces act between particles more than three bonds apart. Martin and Siepmann, J. Phys. Chem. B 102 (1998)
// 2569. Masses 15.035 and 14.027 amu: sums of C 12.011 and H 1.008.

import { molecularUnits } from '../units.ts';
import { beadName, chainExclusions, chainRods, chainShape, wholeNumberOfBeads } from './chain.ts';
import type { Kind, MoleculeModel, Site, SixCoefficients } from './molecule-model.ts';

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
