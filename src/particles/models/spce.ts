// SPC/E water: U = (B/r)¹² − (A/r)⁶ between oxygens, A = 3.7122 Å (kJ/mol)^(1/6), B = 3.428 Å (kJ/mol)^(1/12); charges
// 0.4238 and −0.8476 e; r_OH = 1 Å and the tetrahedral angle, cos θ = −1/3 (109.47°). Here σ = B²/A = 3.1656 Å and
// ε = ¼ (A/B)¹² = 0.6502 kJ/mol; published energies include the model's polarisation correction, 5.22 kJ/mol, or not.
// Berendsen, Grigera, Straatsma, J. Phys. Chem. 91 (1987) 6269.

import { molecularUnits } from '../units.ts';
import { threeSiteWater } from './three-site-water.ts';

const [A, B] = [3.7122, 3.428];

export const spce = threeSiteWater({
  title: 'SPC/E',
  oxygen: { name: 'OW', epsilon: 0.25 * (A / B) ** 12 * molecularUnits.kJ, sigma: (B * B) / A },
  hydrogenCharge: 0.4238,
  lengthOH: 1,
  angle: Math.acos(-1 / 3),
});
