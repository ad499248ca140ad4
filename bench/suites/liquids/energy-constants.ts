// What GROMACS (own field) and the papers (shift) have in the potential energy of a rigid liquid that we have not, in kcal/mol
// per molecule. Neither changes a force.
//
// Own field. The reaction field of a molecule's own charges acts on them too: K q_i q_j (k r² − c) of every excluded pair, and
// −½ K c q_i² of every particle with itself. In a neutral molecule the parts with c cancel, Σ_{i<j} q_i q_j = −½ Σ q_i²;
//   K k Σ_{i<j} q_i q_j r_ij²,   k = 1/(2r_c³) for ε = ∞,   is left.
// Shift. A potential that is cut and not shifted has U(r_c) more for each pair within r_c: about ½ ρ (4π/3) r_c³ U(r_c), ρ the
// number density, where the liquid is even beyond its first shells.
// Reference: Tironi et al., J. Chem. Phys. 102 (1995) 5451; GROMACS manual, “Coulomb interaction with reaction field”.

import type { MoleculeModel } from '../../../src/particles/models/molecule-model.ts';
import { coulombConstant } from '../../../src/particles/units.ts';
import { cutoff } from './liquid.ts';

/** Of a molecule whose pairs are all rods. */
export function ownField({ sites, rods }: MoleculeModel): number {
  const k = 1 / (2 * cutoff ** 3);
  const sum = rods.reduce(
    (all, { a, b, length }) => all + sites[a].charge * sites[b].charge * length ** 2,
    0,
  );
  return coulombConstant * k * sum;
}

/** Of a model whose first kind alone has Lennard-Jones forces, at so many molecules per Å³. */
export function withoutShift({ kinds: [{ sigma, epsilon }] }: MoleculeModel, density: number): number {
  const s6 = (sigma / cutoff) ** 6;
  return 0.5 * density * (4 / 3) * Math.PI * cutoff ** 3 * 4 * epsilon * (s6 * s6 - s6);
}
