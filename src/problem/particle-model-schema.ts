// A model of the user, as data: sites with masses, charges and cores, what joins them, and where they are.

import { z } from 'zod';
import { joinKeys } from './particle-join-schema.ts';
import { scalar } from './schema.ts';

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
export const modelSection = z.strictObject({
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
