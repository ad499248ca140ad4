// TIP3P water: U = A/r¹² − C/r⁶ between oxygens, A = 582·10³ kcal Å¹²/mol, C = 595 kcal Å⁶/mol; charges 0.417 and
// −0.834 e; r_OH = 0.9572 Å, H–O–H 104.52°. Here ε = C²/4A and σ = (A/C)^(1/6).
// Jorgensen, Chandrasekhar, Madura, Impey, Klein, J. Chem. Phys. 79 (1983) 926, Table I.

import { threeSiteWater } from './three-site-water.ts';

const [A, C] = [582e3, 595];

export const tip3p = threeSiteWater({
  title: 'TIP3P',
  oxygen: { name: 'OW', epsilon: (C * C) / (4 * A), sigma: (A / C) ** (1 / 6) },
  hydrogenCharge: 0.417,
  lengthOH: 0.9572,
  angle: (104.52 * Math.PI) / 180,
});
