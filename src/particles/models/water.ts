// What three-site water models share: a rigid isosceles triangle O, H, H with Lennard-Jones on oxygen alone.
// Masses m_O = 15.9994, m_H = 1.008 (amu) as in most programs; the H–H distance is 2 r_OH sin(θ/2).

import { molecularUnits } from '../units.ts';
import type { Kind, MoleculeModel } from './molecule-model.ts';

interface WaterGeometry {
  readonly title: string;
  readonly oxygen: Kind;
  readonly hydrogenCharge: number;
  readonly lengthOH: number;
  /** H–O–H, radians. */
  readonly angle: number;
}

function threeSiteWater({ title, oxygen, hydrogenCharge, lengthOH, angle }: WaterGeometry): MoleculeModel {
  const hydrogen: Kind = { name: 'HW', epsilon: 0, sigma: 0 };
  const [across, along] = [lengthOH * Math.sin(angle / 2), lengthOH * Math.cos(angle / 2)];
  const O = { kind: oxygen.name, mass: 15.9994, charge: -2 * hydrogenCharge };
  const H = { kind: hydrogen.name, mass: 1.008, charge: hydrogenCharge };
  return {
    title,
    name: 'SOL',
    synonyms: ['HOH', 'WAT', 'H2O', 'TIP3', 'TP3', 'SPC', 'SPCE'],
    sites: [
      { name: 'OW', synonyms: ['O', 'OH2', 'OW1'], ...O },
      { name: 'HW1', synonyms: ['H', 'H1', '1H', '1HW'], ...H },
      { name: 'HW2', synonyms: ['H', 'H2', '2H', '2HW'], ...H },
    ],
    kinds: [oxygen, hydrogen],
    rods: [
      { a: 0, b: 1, length: lengthOH },
      { a: 0, b: 2, length: lengthOH },
      { a: 1, b: 2, length: 2 * across },
    ],
    angles: [],
    dihedrals: [],
    excluded: [
      [0, 1],
      [0, 2],
      [1, 2],
    ],
    shape: [0, 0, 0, across, along, 0, -across, along, 0],
  };
}

// SPC/E water: U = (B/r)¹² − (A/r)⁶ between oxygens, A = 3.7122 Å (kJ/mol)^(1/6), B = 3.428 Å (kJ/mol)^(1/12); charges 0.4238
// and −0.8476 e; r_OH = 1 Å and the tetrahedral angle, cos θ = −1/3 (109.47°). Here σ = B²/A = 3.1656 Å and
// ε = ¼ (A/B)¹² = 0.6502 kJ/mol; some published energies include the model's polarisation correction, 5.22 kJ/mol.
// Berendsen, Grigera, Straatsma, J. Phys. Chem. 91 (1987) 6269.

const [attraction, repulsion] = [3.7122, 3.428];

/** SPC/E water: three sites, rigid. Berendsen, Grigera, Straatsma, J. Phys. Chem. 91 (1987) 6269. */
export const spce = threeSiteWater({
  title: 'SPC/E',
  oxygen: {
    name: 'OW',
    epsilon: 0.25 * (attraction / repulsion) ** 12 * molecularUnits.kJ,
    sigma: (repulsion * repulsion) / attraction,
  },
  hydrogenCharge: 0.4238,
  lengthOH: 1,
  angle: Math.acos(-1 / 3),
});

// TIP3P water: U = A/r¹² − C/r⁶ between oxygens, A = 582·10³ kcal Å¹²/mol, C = 595 kcal Å⁶/mol; charges 0.417 and −0.834 e;
// r_OH = 0.9572 Å, H–O–H 104.52°. Here ε = C²/4A and σ = (A/C)^(1/6).
// Jorgensen, Chandrasekhar, Madura, Impey, Klein, J. Chem. Phys. 79 (1983) 926, Table I.

const [repulsive, attractive] = [582e3, 595];

/** TIP3P water: three sites, rigid. Jorgensen and others, J. Chem. Phys. 79 (1983) 926. */
export const tip3p = threeSiteWater({
  title: 'TIP3P',
  oxygen: {
    name: 'OW',
    epsilon: (attractive * attractive) / (4 * repulsive),
    sigma: (repulsive / attractive) ** (1 / 6),
  },
  hydrogenCharge: 0.417,
  lengthOH: 0.9572,
  angle: (104.52 * Math.PI) / 180,
});
