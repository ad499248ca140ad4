// What three-site water models share: a rigid isosceles triangle O, H, H with Lennard-Jones on oxygen alone.
// Masses m_O = 15.9994, m_H = 1.008 (amu) as in most programs; the H–H distance is 2 r_OH sin(θ/2).

import type { Kind, MoleculeModel } from './molecule-model.ts';

export interface WaterGeometry {
  readonly title: string;
  readonly oxygen: Kind;
  readonly hydrogenCharge: number;
  readonly lengthOH: number;
  /** H–O–H, radians. */
  readonly angle: number;
}

export function threeSiteWater({
  title,
  oxygen,
  hydrogenCharge,
  lengthOH,
  angle,
}: WaterGeometry): MoleculeModel {
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
