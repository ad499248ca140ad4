// What joins particles, as data: rods, bonds, angles, dihedrals. In a model the ends are sites, by name or by number; in
// the section itself they are particles, by number.

import { z } from 'zod';
import { scalar } from './schema.ts';

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

export const joinKeys = {
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
