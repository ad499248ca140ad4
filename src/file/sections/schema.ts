// The problem file as data: which keys there are and what they hold. Strict: an unknown key is an error.

import { z } from 'zod';
import { ProblemError } from '../../problem/problem-error.ts';
import { firstMistake } from './mistakes.ts';

export const scalar = z.union([z.number(), z.string()], { error: 'expected a number or a formula' });
type Entry = number | string | Entry[];
export const entry: z.ZodType<Entry> = z.lazy(() => z.union([scalar, z.array(entry)]));

const familyOf = <T extends z.ZodRawShape>(shape: T) => z.strictObject({ each: z.string(), ...shape });

const assignments = z.record(z.string(), z.union([entry, familyOf({ value: entry })]));

export const wholeNumber = (least: number) => `expected a whole number, at least ${least}`;

export const runSchema = z.strictObject({
  method: z.string().optional(),
  flow: z.string().optional(),
  solver: z.string().optional(),
  step: scalar.optional(),
  until: scalar.optional(),
  every: z.int(wholeNumber(1)).positive(wholeNumber(1)).optional(),
  seed: z.int(wholeNumber(0)).nonnegative(wholeNumber(0)).optional(),
  omega: scalar.optional(),
  beta: scalar.optional(),
  temperature: scalar.optional(),
  friction: scalar.optional(),
  substeps: z.int(wholeNumber(1)).positive(wholeNumber(1)).optional(),
  inner: z.string().optional(),
});

const problemSchema = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  provenance: z.string().optional(),
  tags: z.array(z.string()).optional(),
  reference: z.unknown().optional(),
  parameters: z.record(z.string(), entry).optional(),
  coordinates: z.union(
    [
      z.array(z.string()).min(1, 'there must be at least one coordinate'),
      z
        .record(z.string(), z.union([scalar, z.array(scalar)]))
        .refine(shapes => Object.keys(shapes).length > 0, 'there must be at least one coordinate'),
    ],
    {
      error: 'expected a list of names, or names with their shapes such as { r: [10, 2] }',
    },
  ),
  mass: z.union([scalar, z.array(entry), assignments]).optional(),
  potential: scalar.optional(),
  stiff: scalar.optional(),
  hamiltonian: scalar.optional(),
  kinetic: scalar.optional(),
  lagrangian: scalar.optional(),
  constraints: z
    .record(z.string(), z.union([scalar, familyOf({ equation: scalar })]), {
      error: 'expected names with equations, such as rod: x^2 + y^2 = L^2',
    })
    .nullable()
    .optional(),
  initial: assignments.nullable().optional(),
  observables: z.record(z.string(), scalar).nullable().optional(),
  run: runSchema.nullable().optional(),
});

export const problemKeys: readonly string[] = Object.keys(problemSchema.shape);

export type ProblemSpec = z.infer<typeof problemSchema>;
export type Assignments = z.infer<typeof assignments>;

const beginning = { hint: 'begin with  coordinates: [x, y]  and  potential: 9.81*y' };

/** The data as a specification, or the first mistake in it. */
export function validateSpec(data: unknown): ProblemSpec {
  if (data === null || data === undefined) throw new ProblemError([], 'the problem is empty', beginning);
  if (typeof data !== 'object' || Array.isArray(data))
    throw new ProblemError([], 'this is not a problem: keys with values are expected', beginning);
  refuseHiddenNames(data);
  const result = problemSchema.safeParse(data);
  if (result.success) return result.data;
  throw firstMistake(problemSchema, data, result.error.issues, 'coordinates');
}

/** A problem file describes particles when it has this key. */
export const describesParticles = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.hasOwn(data, 'particles');

/** Validation passes over the key “__proto__” in silence; as a name it would vanish. */
function refuseHiddenNames(data: object): void {
  for (const [key, section] of Object.entries(data))
    if (typeof section === 'object' && section !== null && Object.hasOwn(section, '__proto__'))
      throw new ProblemError([key, '__proto__'], '“__proto__” cannot be a name here', {
        hint: 'choose another name',
      });
}
