// The `particles:` section as data: which keys there are and what they hold. Strict: an unknown key is an error.

import { z } from 'zod';
import { rodSolverNames } from '../../particles/system.ts';
import { type Path, ProblemError } from '../../problem/problem-error.ts';
import { firstMistake } from '../sections/mistakes.ts';
import { entry, problemKeys, runSchema, scalar, wholeNumber } from '../sections/schema.ts';

// What joins particles, as data: rods, bonds, angles, dihedrals. In a model the ends are sites, by name or by number; in
// the section itself they are particles, by number.

const end = z.union([z.string(), z.int('expected a name or a whole number').nonnegative()], {
  error: 'expected the name or the number of a particle',
});

/** One tuple of ends, or several that share the parameters. */
const between = (count: number, example: string) => {
  const words = `expected ${count} particles, such as ${example}`;
  const tuple = z.array(end).length(count, words);
  return z.union([tuple, z.array(tuple)], { error: `${words}, or a list of such` });
};

const bond = z.strictObject({
  between: between(2, '[C, H1]'),
  length: scalar,
  stiffness: scalar.optional(),
  depth: scalar.optional(),
  width: scalar.optional(),
});

const angle = z.strictObject({ between: between(3, '[H1, C, H2]'), angle: scalar, stiffness: scalar });

const dihedral = z.strictObject({
  between: between(4, '[C1, C2, C3, C4]'),
  stiffness: scalar.optional(),
  multiplicity: scalar.optional(),
  phase: scalar.optional(),
  coefficients: z.array(scalar).length(6, 'expected six coefficients, C₀ to C₅').optional(),
});

const rod = z
  .array(z.union([z.string(), z.number()], { error: 'expected the name or the number of a particle' }))
  .min(2, 'expected two particles and perhaps a length, such as [C, H1, 1.09]')
  .max(3, 'expected two particles and perhaps a length, such as [C, H1, 1.09]');

const joinKeys = {
  rods: z
    .union([z.array(rod), z.literal('all')], {
      error: 'expected a list such as [[C, H1, 1.09], [C, H2, 1.09]], or all',
    })
    .optional(),
  bonds: z.array(bond).optional(),
  angles: z.array(angle).optional(),
  dihedrals: z.array(dihedral).optional(),
};

const joins = z.strictObject(joinKeys);
export type JoinSpec = z.infer<typeof joins>;

// A model of the user, as data: sites with masses, charges and cores, what joins them, and where they are.

const core = {
  mass: scalar.optional(),
  charge: scalar.optional(),
  sigma: scalar.optional(),
  epsilon: scalar.optional(),
};

const site = z.strictObject({
  kind: z.string().optional(),
  ...core,
  at: z.array(scalar).length(3, 'expected three numbers, [x, y, z]').optional(),
  synonyms: z.array(z.string()).optional(),
});

const sitePair = z.array(z.union([z.string(), z.int()])).length(2, 'expected two sites, such as [C, H1]');

/** Either sites of one's own, or `model`: one of the library, with its parameters. */
const modelSection = z.strictObject({
  count: scalar.optional(),
  model: z.string().optional(),
  title: z.string().optional(),
  name: z.string().optional(),
  synonyms: z.array(z.string()).optional(),
  kinds: z.record(z.string(), z.strictObject(core)).optional(),
  sites: z
    .record(z.string(), site.nullable(), {
      error: 'expected names with what they are, such as { C: { mass: 12.011 } }',
    })
    .optional(),
  ...joinKeys,
  excluded: z
    .union([z.literal('all'), z.literal('none'), z.array(sitePair)], {
      error: 'expected pairs such as [[C1, C5]], or all, or none',
    })
    .optional(),
  beads: scalar.optional(),
  length: scalar.optional(),
  mass: scalar.optional(),
  sigma: scalar.optional(),
  epsilon: scalar.optional(),
});

export type ModelSpec = z.infer<typeof modelSection>;

const vector = z.array(scalar).length(3, 'expected three numbers, [x, y, z]');

const cutoffKeys = { cutoff: scalar.optional(), buffer: scalar.optional() };
const endKeys = {
  ...cutoffKeys,
  mode: z.enum(['cut', 'shifted', 'switched'], 'expected cut, shifted or switched').optional(),
  'switch-from': scalar.optional(),
};
const kindPair = z.array(z.string()).length(2, 'expected the names of two kinds, such as [OW, C]');

const lennardJonesSection = z.strictObject({
  ...endKeys,
  pairs: z.array(z.strictObject({ between: kindPair, sigma: scalar, epsilon: scalar })).optional(),
});

const coulombSection = z.strictObject({
  ...cutoffKeys,
  mode: z
    .enum(
      ['reaction field', 'zero quadrupole', 'damped shifted force'],
      'expected reaction field, zero quadrupole or damped shifted force',
    )
    .optional(),
  epsilon: scalar.optional(),
  alpha: scalar.optional(),
  constant: scalar.optional(),
});

const pairPotential = z.strictObject({
  potential: scalar,
  between: z.union([kindPair, z.array(kindPair)]).optional(),
  ...endKeys,
});

const kindNames = z.array(z.string()).optional();

const externalPotential = z.strictObject({ potential: scalar, kinds: kindNames });

const externalField = z.strictObject({
  force: vector.optional(),
  acceleration: vector.optional(),
  field: vector.optional(),
  kinds: kindNames,
});

/** Which particles are meant: their numbers, or those of some molecules, some sites, or both at once. */
const selection = z.union(
  [
    z.array(z.int(wholeNumber(0)).nonnegative(wholeNumber(0))),
    z.strictObject({
      molecules: z.array(z.union([z.int().nonnegative(), z.string()])).optional(),
      sites: z.array(z.string()).optional(),
    }),
    z.literal('all'),
  ],
  { error: 'expected numbers of particles such as [0, 5], or { molecules: [0], sites: [O] }, or all' },
);
export type Selection = z.infer<typeof selection>;

const restraint = z.strictObject({ particles: selection, stiffness: scalar, at: vector.optional() });

const named = <T extends z.ZodType>(section: T) =>
  z.record(z.string(), z.union([scalar, section]), {
    error: 'expected names with formulas, such as { trap: k*(x^2 + y^2)/2 }',
  });

const forces = z.strictObject({
  'lennard-jones': lennardJonesSection.nullable().optional(),
  coulomb: coulombSection.nullable().optional(),
  'pair-potentials': named(pairPotential).optional(),
  'external-potentials': named(externalPotential).optional(),
  'external-field': externalField.optional(),
  restraints: z.array(restraint).optional(),
});

const either = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

const constraintSection = z.strictObject({
  solver: z.enum(rodSolverNames, `expected ${either(rodSolverNames)}`).optional(),
  tolerance: scalar.optional(),
  'lincs-order': scalar.optional(),
  'lincs-iterations': scalar.optional(),
  'max-sweeps': scalar.optional(),
  redundant: z.enum(['leave out', 'refuse'], 'expected leave out or refuse').optional(),
});

const starts = ['lattice', 'cluster', 'minimum', 'melt', 'grown'] as const;

const particleSection = z.strictObject({
  molecules: z
    .record(z.string(), z.union([scalar, modelSection], { error: 'expected a number, or a model' }), {
      error: 'expected models with their numbers, such as { tip3p: 216 }',
    })
    .optional(),
  model: z.string().optional(),
  count: scalar.optional(),
  models: z.record(z.string(), modelSection).optional(),
  box: z
    .union([scalar, z.array(scalar).length(3, 'expected one edge length, or three')], {
      error: 'expected one edge length, or three, such as [20, 20, 30]',
    })
    .optional(),
  density: scalar.optional(),
  start: z.enum(starts, `expected ${either(starts)}`).optional(),
  structure: z.string().optional(),
  positions: z.array(vector).optional(),
  velocities: z.array(vector).optional(),
  anchored: selection.optional(),
  ...joinKeys,
  forces: forces.nullable().optional(),
  constraints: constraintSection.nullable().optional(),
  temperature: scalar.optional(),
  seed: z.int(wholeNumber(0)).nonnegative(wholeNumber(0)).optional(),
});

const particleProblemSchema = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  provenance: z.string().optional(),
  tags: z.array(z.string()).optional(),
  reference: z.unknown().optional(),
  parameters: z.record(z.string(), entry).optional(),
  particles: particleSection,
  run: runSchema.nullable().optional(),
});

/** Keys of the section `particles:`. */
export const particleKeys: readonly string[] = Object.keys(particleSection.shape);

type ParticleSpec = z.infer<typeof particleProblemSchema>;
export type Section = ParticleSpec['particles'];
export type ForceSection = NonNullable<Section['forces']>;

/** The data as a specification of particles, or the first mistake in it. */
export function validateParticleSpec(data: unknown): ParticleSpec {
  const foreign = Object.keys(data as object).find(
    key => problemKeys.includes(key) && !(key in particleProblemSchema.shape),
  );
  if (foreign)
    throw new ProblemError([foreign], `“${foreign}” cannot stand beside “particles”`, {
      hint: foreignHints[foreign] ?? 'the models of the molecules bring coordinates, masses, forces and rods',
    });
  refuseHiddenNames(data, []);
  const result = particleProblemSchema.safeParse(data);
  if (result.success) return result.data;
  throw firstMistake(particleProblemSchema, data as object, result.error.issues, 'particles');
}

/** Lists and keys deeper than this are not searched: nothing is nested that deeply. */
const deepest = 12;

/** Validation passes over the key “__proto__” in silence; as a name it would vanish. */
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
