// One example of every force term in every mode, with positions where it is smooth: what all terms must obey is tried on
// each of these.

import type { Box, ForceTerm, ParticleSystem } from '../../../src/particles/system.ts';
import { angleHarmonic } from '../../../src/particles/terms/angle-harmonic.ts';
import { bondHarmonic, bondMorse } from '../../../src/particles/terms/bonds.ts';
import { type CoulombParameters, coulomb } from '../../../src/particles/terms/coulomb.ts';
import { dihedralPeriodic, dihedralRyckaertBellemans } from '../../../src/particles/terms/dihedrals.ts';
import { externalField, restraint } from '../../../src/particles/terms/external.ts';
import {
  externalFormula,
  type PairFormula,
  pairFormula,
} from '../../../src/particles/terms/from-formulas.ts';
import { type LennardJonesParameters, lennardJones } from '../../../src/particles/terms/lennard-jones.ts';
import { shakenLattice, systemOf } from './terms-systems.ts';

export interface Example {
  readonly title: string;
  /** Forces between particles, which know no place in space. */
  readonly inner: boolean;
  readonly system: ParticleSystem;
  make(system: ParticleSystem): ForceTerm;
}

export const withBox = (system: ParticleSystem, box: Box | null): ParticleSystem => ({ ...system, box });

// Lattices with little disorder leave gaps between the shells of neighbours, and the cut-offs lie in gaps: what is cut or
// merely shifted has no derivative where a pair crosses the cut-off.
const radius = 2.72;
const switchFrom = 2.35;
const box: Box = { edges: [6, 5.8, 6.2] };
const cluster = systemOf({
  positions: shakenLattice([3, 3, 3], [1.45, 1.45, 1.45], 0.04, 1),
  kinds: ['A', 'B', 'ghost'],
  kind: Array.from({ length: 27 }, (_, i) => i % 3),
  charge: Array.from({ length: 27 }, (_, i) => [0.8, -0.5, 0, 0.2][i % 4]),
  mass: Array.from({ length: 27 }, (_, i) => 1 + (i % 5)),
  excluded: [[1, 9], [0, 2], [], [4]],
});
const liquid = systemOf({
  positions: shakenLattice([4, 4, 4], [1.5, 1.45, 1.55], 0.04, 2),
  box,
  kinds: ['A', 'B', 'ghost'],
  kind: Array.from({ length: 64 }, (_, i) => i % 3),
  charge: Array.from({ length: 64 }, (_, i) => [0.8, -0.5, 0, 0.2][i % 4]),
  excluded: [[1, 16], [0, 2], [], [4]],
});

const kinds = {
  A: { sigma: 1.1, epsilon: 0.9 },
  B: { sigma: 0.9, epsilon: 1.3 },
  ghost: { sigma: 0, epsilon: 0 },
};
const lj =
  (parameters: Partial<LennardJonesParameters> = {}) =>
  (system: ParticleSystem) =>
    lennardJones(system, { kinds, ...parameters });
const charges =
  (parameters: CoulombParameters = {}) =>
  (system: ParticleSystem) =>
    coulomb(system, { constant: 3, ...parameters });
const formula =
  (given: Partial<PairFormula> = {}) =>
  (system: ParticleSystem) =>
    pairFormula(system, { formula: 'D*exp(-a*r)/r', parameters: { D: 2, a: 0.7 }, ...given });

const inner = true;
const switched = { radius, mode: 'switched', switchFrom } as const;
const field = { radius, mode: 'reaction field' } as const;
const quadrupole = { radius, mode: 'zero quadrupole' } as const;
const damped = { radius, mode: 'damped shifted force', alpha: 0.4 } as const;
const given = [{ kinds: ['A', 'ghost'], sigma: 1.2, epsilon: 0.4 }] as const;

export const pairExamples: readonly Example[] = [
  { title: 'Lennard-Jones', inner, system: cluster, make: lj() },
  { title: 'Lennard-Jones with a given pair', inner, system: cluster, make: lj({ pairs: given }) },
  { title: 'Lennard-Jones, cut', inner, system: liquid, make: lj({ cutoff: { radius, mode: 'cut' } }) },
  {
    title: 'Lennard-Jones, shifted',
    inner,
    system: liquid,
    make: lj({ cutoff: { radius, mode: 'shifted' } }),
  },
  { title: 'Lennard-Jones, switched', inner, system: liquid, make: lj({ cutoff: switched }) },
  { title: 'Lennard-Jones, switched, open space', inner, system: cluster, make: lj({ cutoff: switched }) },
  { title: 'Coulomb', inner, system: cluster, make: charges() },
  { title: 'Coulomb, conducting reaction field', inner, system: liquid, make: charges({ cutoff: field }) },
  {
    title: 'Coulomb, reaction field',
    inner,
    system: liquid,
    make: charges({ cutoff: { ...field, epsilon: 4 } }),
  },
  { title: 'Coulomb, zero quadrupole', inner, system: liquid, make: charges({ cutoff: quadrupole }) },
  { title: 'Coulomb, damped shifted force', inner, system: liquid, make: charges({ cutoff: damped }) },
  {
    title: 'Coulomb, shifted force',
    inner,
    system: cluster,
    make: charges({ cutoff: { ...damped, alpha: 0 } }),
  },
  {
    title: 'pair formula',
    inner,
    system: cluster,
    make: formula({
      between: [
        ['A', 'B'],
        ['B', 'B'],
      ],
    }),
  },
  { title: 'pair formula, switched', inner, system: liquid, make: formula({ cutoff: switched }) },
  { title: 'pair formula, shifted', inner, system: liquid, make: formula({ cutoff: { radius } }) },
];

const chain = [0, 1, 2, 3, 12, 13, 7];
const fours = [0, 1, 2, 3].map(n => ({ i: chain[n], j: chain[n + 1], k: chain[n + 2], l: chain[n + 3] }));
const butane = [9.28, 12.16, -13.12, -3.06, 26.24, -31.5] as const;

const crumpled = { ...cluster, positions: shakenLattice([3, 3, 3], [1.45, 1.45, 1.45], 0.4, 3) };
const crumpledLiquid = { ...liquid, positions: shakenLattice([4, 4, 4], [1.5, 1.45, 1.55], 0.4, 4) };

export const bondedExamples: readonly Example[] = [crumpled, crumpledLiquid].flatMap((system): Example[] => {
  const place = system.box === null ? 'open space' : 'box';
  const bonds = [0, 1, 2, 3, 4, 5].map(n => ({ a: chain[n], b: chain[n + 1], length: 1 + n / 10 }));
  const bends = [0, 1, 2, 3, 4].map(n => ({
    a: chain[n],
    b: chain[n + 1],
    c: chain[n + 2],
    angle: 1 + n / 4,
  }));
  return [
    {
      title: `harmonic bonds, ${place}`,
      inner,
      system,
      make: s =>
        bondHarmonic(
          s,
          bonds.map(bond => ({ ...bond, stiffness: 30 })),
        ),
    },
    {
      title: `Morse bonds, ${place}`,
      inner,
      system,
      make: s =>
        bondMorse(
          s,
          bonds.map(bond => ({ ...bond, depth: 3, width: 0.8 })),
        ),
    },
    {
      title: `harmonic angles, ${place}`,
      inner,
      system,
      make: s =>
        angleHarmonic(
          s,
          bends.map(bend => ({ ...bend, stiffness: 5 })),
        ),
    },
    {
      title: `Ryckaert–Bellemans dihedrals, ${place}`,
      inner,
      system,
      make: s =>
        dihedralRyckaertBellemans(
          s,
          fours.map(four => ({ ...four, coefficients: butane })),
        ),
    },
    {
      title: `periodic dihedrals, ${place}`,
      inner,
      system,
      make: s =>
        dihedralPeriodic(
          s,
          fours.map((four, n) => ({ ...four, stiffness: 2, multiplicity: n, phase: n / 3 })),
        ),
    },
  ];
});

export const outerExamples: readonly Example[] = [
  {
    title: 'restraints',
    inner: false,
    system: cluster,
    make: s =>
      restraint(s, [
        { particle: 1, stiffness: 4, point: [1, 2, 3] },
        { particle: 5, stiffness: 2, point: [0, 1, 1] },
      ]),
  },
  {
    title: 'external field',
    inner: false,
    system: cluster,
    make: s =>
      externalField(s, {
        force: [1, 2, 3],
        acceleration: [0, 0, -9.81],
        field: [1, 0, 1],
        kinds: ['A', 'B'],
      }),
  },
  {
    title: 'external formula',
    inner: false,
    system: cluster,
    make: s =>
      externalFormula(s, {
        formula: 'm*g*z + q*sin(k*x)*y^2',
        parameters: { g: 9.81, k: 0.5 },
        kinds: ['B'],
      }),
  },
];

export const allExamples = [...pairExamples, ...bondedExamples, ...outerExamples];
