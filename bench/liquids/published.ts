// What others found for these models, for comparison. All numbers are quoted from memory of the papers and are therefore
// held against ours with wide tolerances; ensembles, sizes and cut-offs differ from ours, as each source says. Energies in
// kcal/mol per molecule, lengths in Å.

export interface Published {
  readonly near: number;
  readonly within: number;
  readonly source: string;
}

export interface PublishedLiquid {
  readonly position: Published;
  readonly height: Published;
  readonly energy: Published;
}

/** Position to 0.03 Å, height to 0.15, energy to 3 %. */
const tolerances = { position: 0.03, height: 0.15, energy: 0.03 };

const kJ = 1 / 4.184;

/** 125 molecules at 25 °C and 1 atm by Monte Carlo, cut at 7.5 Å. */
const jorgensen = 'Jorgensen et al., J. Chem. Phys. 79 (1983) 926; from memory';
/** 216 molecules near 300 K, cut at 9 Å; without the polarisation correction of 5.22 kJ/mol: −41.4 − 5.22 = −46.6 kJ/mol. */
const berendsen = 'Berendsen et al., J. Phys. Chem. 91 (1987) 6269; from memory';
/** Several models at 298 K, 1 ns with different treatments of the forces at the end. */
const mark = 'Mark and Nilsson, J. Phys. Chem. A 105 (2001) 9954; from memory';

export const published: Readonly<Record<'tip3p' | 'spce', PublishedLiquid>> = {
  tip3p: {
    position: { near: 2.77, within: tolerances.position, source: jorgensen },
    height: { near: 2.67, within: tolerances.height, source: jorgensen },
    energy: { near: -9.86, within: tolerances.energy * 9.86, source: jorgensen },
  },
  spce: {
    position: { near: 2.75, within: tolerances.position, source: mark },
    height: { near: 3.03, within: tolerances.height, source: mark },
    energy: { near: -46.6 * kJ, within: tolerances.energy * 46.6 * kJ, source: berendsen },
  },
};
