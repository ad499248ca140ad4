// Energies and forces of stored configurations equal those of LAMMPS and GROMACS (test/fixtures/molecules). Both print doubles
// in full, positions are stored as they were evaluated, and our constant of Coulomb's law is set to theirs, so what is left is
// the order of sums: 1e-13 for LAMMPS. GROMACS takes inverse square roots to 44 bits: 1e-12. LAMMPS' coul/dsf uses a polynomial
// for erfc that is good to 1.5e-7 (Abramowitz and Stegun 7.1.26): 1e-6; its coul/wolf has the same forces with the true erfc.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Assembly, assemble } from '../../../../src/particles/build/assemble.ts';
import { modelNamed } from '../../../../src/particles/models/named-models.ts';
import type { Cutoff } from '../../../../src/particles/pairs/cutoff.ts';
import type { ForceTerm } from '../../../../src/particles/system.ts';
import { angleHarmonic } from '../../../../src/particles/terms/angle-harmonic.ts';
import {
  type CoulombParameters,
  complementaryErrorFunction,
  coulomb,
} from '../../../../src/particles/terms/coulomb.ts';
import { dihedralRyckaertBellemans } from '../../../../src/particles/terms/dihedrals.ts';
import { lennardJones } from '../../../../src/particles/terms/lennard-jones.ts';

interface Configuration {
  readonly model: string;
  readonly count: number;
  readonly edges: readonly [number, number, number] | null;
  readonly positions: readonly number[];
}

interface Entry {
  readonly configuration: string;
  readonly program: 'LAMMPS' | 'GROMACS';
  readonly term: 'Lennard-Jones' | 'Coulomb' | 'angle' | 'dihedral';
  readonly settings: Readonly<Record<string, number | string>>;
  readonly energy: number;
  /** x, y, z of the first particles. */
  readonly forces: readonly number[];
}

const fixture = new URL('../../../fixtures/molecules/energies.json', import.meta.url);
const { configurations, entries } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  configurations: Record<string, Configuration>;
  entries: Entry[];
};

/** e²/(4πε₀) of the programs in kcal/mol Å: LAMMPS' units “real”; GROMACS from CODATA 2018. */
const [elementaryCharge, epsilon0, avogadro] = [1.602176634e-19, 8.8541878128e-12, 6.02214076e23];
const constants = {
  LAMMPS: 332.06371,
  GROMACS: (1e10 * elementaryCharge ** 2 * avogadro) / (4 * Math.PI * epsilon0 * 4184),
};

function assembled(name: string): Assembly {
  const { model, count, edges, positions } = configurations[name];
  const known = modelNamed(model);
  if (!known) throw new Error(`no model ${model}`);
  return assemble([{ model: known, count }], Float64Array.from(positions), edges && { edges });
}

function termOf({ system, kinds, angles, dihedrals }: Assembly, entry: Entry, constant: number): ForceTerm {
  const { style: _, ...settings } = entry.settings;
  const cutoff = Object.keys(settings).length > 0 ? { cutoff: settings } : {};
  const parameters = Object.fromEntries(kinds.map(({ name, sigma, epsilon }) => [name, { sigma, epsilon }]));
  const make: Record<Entry['term'], () => ForceTerm> = {
    'Lennard-Jones': () => lennardJones(system, { kinds: parameters, ...(cutoff as { cutoff?: Cutoff }) }),
    Coulomb: () => coulomb(system, { constant, ...(cutoff as CoulombParameters) }),
    angle: () =>
      angleHarmonic(
        system,
        angles.map(({ i, j, k, theta0, stiffness }) => ({ a: i, b: j, c: k, angle: theta0, stiffness })),
      ),
    dihedral: () => dihedralRyckaertBellemans(system, dihedrals),
  };
  return make[entry.term]();
}

interface Sum {
  energy: number;
  readonly gradient: Float64Array;
}

function ours(entry: Entry, constant = constants[entry.program]): Sum {
  const assembly = assembled(entry.configuration);
  const gradient = new Float64Array(3 * assembly.system.count);
  const energy = termOf(assembly, entry, constant).addGradient(assembly.system.positions, gradient);
  const sum = { energy, gradient };
  if (entry.settings.mode === 'reaction field') addFieldWithinMolecules(assembly, entry, sum);
  if (entry.settings.style === 'coul/dsf') sum.energy += selfTermsOfDsf(assembly, entry);
  return sum;
}

/**
 * GROMACS lets excluded pairs, and each particle with itself, feel the reaction field:
 *   Σ K q_i q_j (k r² − c) over excluded pairs,  −½ K c Σ q².          GROMACS manual, “Coulomb interaction with reaction field”
 */
function addFieldWithinMolecules({ system }: Assembly, { settings, program }: Entry, sum: Sum): void {
  const { positions: x, charge, excluded } = system;
  const [K, rc, epsilon] = [
    constants[program],
    Number(settings.radius),
    Number(settings.epsilon ?? Infinity),
  ];
  const k = (epsilon === Infinity ? 1 / 2 : (epsilon - 1) / (2 * epsilon + 1)) / rc ** 3;
  const c = 1 / rc + k * rc * rc;
  for (let i = 0; i < system.count; i++) {
    sum.energy -= (K * c * charge[i] ** 2) / 2;
    for (const j of excluded[i]) {
      const d = [0, 1, 2].map(a => x[3 * i + a] - x[3 * j + a]);
      const Kqq = K * charge[i] * charge[j];
      // Each pair comes twice.
      sum.energy += (Kqq * (k * (d[0] ** 2 + d[1] ** 2 + d[2] ** 2) - c)) / 2;
      for (let a = 0; a < 3; a++) sum.gradient[3 * i + a] += 2 * Kqq * k * d[a];
    }
  }
}

/** −K Σ q² (s/2 + α/√π), s = erfc(αr_c)/r_c + r_c |w'(r_c)| of the unshifted w: LAMMPS, pair_style coul/dsf. */
function selfTermsOfDsf({ system }: Assembly, { settings }: Entry): number {
  const [rc, alpha] = [Number(settings.radius), Number(settings.alpha)];
  const end = complementaryErrorFunction(alpha * rc) / rc;
  const slope = end / rc + ((2 * alpha) / Math.sqrt(Math.PI) / rc) * Math.exp(-((alpha * rc) ** 2));
  const squares = system.charge.reduce((total, q) => total + q * q, 0);
  return -constants.LAMMPS * squares * ((end + slope * rc) / 2 + alpha / Math.sqrt(Math.PI));
}

function toleranceOf({ program, settings }: Entry): number {
  if (settings.style === 'coul/dsf') return 1e-6;
  return program === 'GROMACS' ? 1e-12 : 1e-13;
}

/** Largest difference of the stored forces, in units of the largest of them. */
function forceError({ forces }: Entry, gradient: Float64Array): number {
  const largest = Math.max(...forces.map(Math.abs));
  return Math.max(...forces.map((f, i) => Math.abs(f + gradient[i]))) / largest;
}

const energyError = ({ energy }: Entry, sum: Sum) => Math.abs(sum.energy / energy - 1);

const titled = entries.map(entry => {
  const { configuration, program, term, settings } = entry;
  return { entry, title: [configuration, term, ...Object.values(settings), 'by', program].join(' ') };
});

describe('stored configurations', () => {
  it.each(titled)('$title', ({ entry }) => {
    const sum = ours(entry);
    expect(forceError(entry, sum.gradient)).toBeLessThan(toleranceOf(entry));
    // coul/wolf shifts the energy in another way.
    if (entry.settings.style !== 'coul/wolf')
      expect(energyError(entry, sum)).toBeLessThan(toleranceOf(entry));
  });

  it('cover every term', () => {
    expect(new Set(entries.map(({ term }) => term))).toEqual(
      new Set(['Lennard-Jones', 'Coulomb', 'angle', 'dihedral']),
    );
  });
});

describe('the comparison', () => {
  it('sees the difference between the constants of two programs', () => {
    const entry = entries.find(({ term, program }) => term === 'Coulomb' && program === 'LAMMPS');
    if (!entry) throw new Error('no such entry');
    expect(energyError(entry, ours(entry, constants.GROMACS))).toBeGreaterThan(toleranceOf(entry));
  });
});
