// The `particles:` section as data: its keys and their types. Strict: an unknown key is an error.

import { rodSolverNames } from '../../particles/system.ts';
import { type Path, ProblemError } from '../../problem/problem-error.ts';
import { mistakesIn } from '../sections/mistakes.ts';
import { entry, problemKeys, runSchema, scalar, wholeNumber } from '../sections/schema.ts';
import {
  anything,
  choice,
  either,
  type Infer,
  list,
  names,
  number,
  type Schema,
  strict,
  text,
  whole,
} from '../sections/schema-types.ts';

// Topology as data: rods, bonds, angles, dihedrals. In a model the ends are sites, by name or by number; in
// the section itself they are particles, by number.

const end = either(
  [text(), whole('expected a name or a whole number').nonnegative()],
  'expected the name or the number of a particle',
);

/** One tuple of ends, or several that share the parameters. */
const between = (count: number, example: string) => {
  const words = `expected ${count} particles, such as ${example}`;
  const tuple = list(end).length(count, words);
  return either([tuple, list(tuple)], `${words}, or a list of such`);
};

const bond = strict({
  between: between(2, '[C, H1]'),
  length: scalar,
  stiffness: scalar.optional(),
  depth: scalar.optional(),
  width: scalar.optional(),
});

const angle = strict({ between: between(3, '[H1, C, H2]'), angle: scalar, stiffness: scalar });

const dihedral = strict({
  between: between(4, '[C1, C2, C3, C4]'),
  stiffness: scalar.optional(),
  multiplicity: scalar.optional(),
  phase: scalar.optional(),
  coefficients: list(scalar).length(6, 'expected six coefficients, C₀ to C₅').optional(),
});

const rod = list(either([text(), number()], 'expected the name or the number of a particle')).length(
  2,
  'expected two particles and perhaps a length, such as [C, H1, 1.09]',
  3,
);

const topologyKeys = {
  rods: either(
    [list(rod), choice(['all'])],
    'expected a list such as [[C, H1, 1.09], [C, H2, 1.09]], or all',
  ).optional(),
  bonds: list(bond).optional(),
  angles: list(angle).optional(),
  dihedrals: list(dihedral).optional(),
};

const topology = strict(topologyKeys);
export type TopologySpec = Infer<typeof topology>;

// Custom model as data: sites with masses, charges and cores, their topology and positions.

const core = {
  mass: scalar.optional(),
  charge: scalar.optional(),
  sigma: scalar.optional(),
  epsilon: scalar.optional(),
};

const site = strict({
  kind: text().optional(),
  ...core,
  at: list(scalar).length(3, 'expected three numbers, [x, y, z]').optional(),
  synonyms: list(text()).optional(),
});

const sitePair = list(either([text(), whole()])).length(2, 'expected two sites, such as [C, H1]');

/** Either `sites`, or `model`: one of the library, with its parameters. */
const modelSection = strict({
  count: scalar.optional(),
  model: text().optional(),
  title: text().optional(),
  name: text().optional(),
  synonyms: list(text()).optional(),
  kinds: names(strict(core)).optional(),
  sites: names(
    site.nullable(),
    'expected names with what they are, such as { C: { mass: 12.011 } }',
  ).optional(),
  ...topologyKeys,
  excluded: either(
    [choice(['all']), choice(['none']), list(sitePair)],
    'expected pairs such as [[C1, C5]], or all, or none',
  ).optional(),
  beads: scalar.optional(),
  length: scalar.optional(),
  mass: scalar.optional(),
  sigma: scalar.optional(),
  epsilon: scalar.optional(),
});

export type ModelSpec = Infer<typeof modelSection>;

const vector = list(scalar).length(3, 'expected three numbers, [x, y, z]');

const cutoffKeys = { cutoff: scalar.optional(), buffer: scalar.optional() };
const endKeys = {
  ...cutoffKeys,
  mode: choice(['cut', 'shifted', 'switched'], 'expected cut, shifted or switched').optional(),
  'switch-from': scalar.optional(),
};
const kindPair = list(text()).length(2, 'expected the names of two kinds, such as [OW, C]');

const lennardJonesSection = strict({
  ...endKeys,
  pairs: list(strict({ between: kindPair, sigma: scalar, epsilon: scalar })).optional(),
});

const coulombSection = strict({
  ...cutoffKeys,
  mode: choice(
    ['reaction field', 'zero quadrupole', 'damped shifted force'],
    'expected reaction field, zero quadrupole or damped shifted force',
  ).optional(),
  epsilon: scalar.optional(),
  alpha: scalar.optional(),
  constant: scalar.optional(),
});

const pairPotential = strict({
  potential: scalar,
  between: either([kindPair, list(kindPair)]).optional(),
  ...endKeys,
});

const kindNames = list(text()).optional();

const externalPotential = strict({ potential: scalar, kinds: kindNames });

const externalField = strict({
  force: vector.optional(),
  acceleration: vector.optional(),
  field: vector.optional(),
  kinds: kindNames,
});

/** A selection of particles: numbers, molecules, sites, or molecules and sites. */
const selection = either(
  [
    list(whole(wholeNumber(0)).nonnegative(wholeNumber(0))),
    strict({
      molecules: list(either([whole().nonnegative(), text()])).optional(),
      sites: list(text()).optional(),
    }),
    choice(['all']),
  ],
  'expected numbers of particles such as [0, 5], or { molecules: [0], sites: [O] }, or all',
);
export type Selection = Infer<typeof selection>;

const restraint = strict({ particles: selection, stiffness: scalar, at: vector.optional() });

const named = <T extends Schema<unknown>>(section: T) =>
  names(either([scalar, section]), 'expected names with formulas, such as { trap: k*(x^2 + y^2)/2 }');

const forces = strict({
  'lennard-jones': lennardJonesSection.nullable().optional(),
  coulomb: coulombSection.nullable().optional(),
  'pair-potentials': named(pairPotential).optional(),
  'external-potentials': named(externalPotential).optional(),
  'external-field': externalField.optional(),
  restraints: list(restraint).optional(),
});

const inWords = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

const constraintSection = strict({
  solver: choice(rodSolverNames, `expected ${inWords(rodSolverNames)}`).optional(),
  tolerance: scalar.optional(),
  'lincs-order': scalar.optional(),
  'lincs-iterations': scalar.optional(),
  'max-sweeps': scalar.optional(),
  redundant: choice(['leave out', 'refuse'], 'expected leave out or refuse').optional(),
});

const starts = ['lattice', 'cluster', 'minimum', 'melt', 'grown'] as const;

const particleSection = strict({
  molecules: names(
    either([scalar, modelSection], 'expected a number, or a model'),
    'expected models with their numbers, such as { tip3p: 216 }',
  ).optional(),
  model: text().optional(),
  count: scalar.optional(),
  models: names(modelSection).optional(),
  box: either(
    [scalar, list(scalar).length(3, 'expected one edge length, or three')],
    'expected one edge length, or three, such as [20, 20, 30]',
  ).optional(),
  density: scalar.optional(),
  start: choice(starts, `expected ${inWords(starts)}`).optional(),
  structure: text().optional(),
  positions: list(vector).optional(),
  velocities: list(vector).optional(),
  anchored: selection.optional(),
  ...topologyKeys,
  forces: forces.nullable().optional(),
  constraints: constraintSection.nullable().optional(),
  temperature: scalar.optional(),
  seed: whole(wholeNumber(0)).nonnegative(wholeNumber(0)).optional(),
});

const particleProblemSchema = strict({
  name: text().optional(),
  description: text().optional(),
  provenance: text().optional(),
  tags: list(text()).optional(),
  reference: anything().optional(),
  parameters: names(entry).optional(),
  particles: particleSection,
  run: runSchema.nullable().optional(),
});

/** Keys of the section `particles:`. */
export const particleKeys: readonly string[] = Object.keys(particleSection.shape);

export type ParticleSpec = Infer<typeof particleProblemSchema>;
export type Section = ParticleSpec['particles'];
export type ForceSection = NonNullable<Section['forces']>;

/** The data as a specification of particles, or the mistakes in it. */
export function validateParticleSpec(data: unknown): ParticleSpec {
  const foreign = Object.keys(data as object).find(
    key => problemKeys.includes(key) && !(key in particleProblemSchema.shape),
  );
  if (foreign)
    throw new ProblemError([foreign], `“${foreign}” cannot stand beside “particles”`, {
      hint: foreignHints[foreign] ?? 'the models of the molecules bring coordinates, masses, forces and rods',
    });
  refuseHiddenNames(data, []);
  const { value, issues } = particleProblemSchema.parse(data);
  if (value) return value;
  throw mistakesIn(particleProblemSchema, data as object, issues, 'particles');
}

/** Lists and keys deeper than this are not searched: no valid file nests so deeply. */
const deepest = 12;

/** Validation ignores the key “__proto__”; as a name it would be lost. */
function refuseHiddenNames(data: unknown, path: Path): void {
  if (typeof data !== 'object' || data === null || path.length > deepest) return;
  if (Object.hasOwn(data, '__proto__'))
    throw new ProblemError([...path, '__proto__'], '“__proto__” cannot be a name here', {
      hint: 'choose another name',
    });
  for (const [key, value] of Object.entries(data)) refuseHiddenNames(value, [...path, key]);
}

const foreignHints: Readonly<Record<string, string>> = {
  constraints: 'rods belong to models; particles.constraints chooses their solver',
  potential: 'formulas go to particles.forces, as pair-potentials or external-potentials',
};
