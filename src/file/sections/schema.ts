// The problem file as data: its keys and their types. Strict: an unknown key is an error.

import { ProblemError } from '../../problem/problem-error.ts';
import { mistakesIn } from './mistakes.ts';
import {
  anything,
  either,
  type Infer,
  lazy,
  list,
  names,
  number,
  type Schema,
  type Shape,
  strict,
  text,
  whole,
} from './schema-types.ts';

export const scalar = either([number(), text()], 'expected a number or a formula');
type Entry = number | string | Entry[];
export const entry: Schema<Entry> = lazy(() => either([scalar, list(entry)]));

const familyOf = <T extends Shape>(shape: T) => strict({ each: text(), ...shape });

const assignments = names(either([entry, familyOf({ value: entry })]));

export const wholeNumber = (least: number) => `expected a whole number, at least ${least}`;

export const runSchema = strict({
  method: text().optional(),
  flow: text().optional(),
  solver: text().optional(),
  step: scalar.optional(),
  until: scalar.optional(),
  every: whole(wholeNumber(1)).positive(wholeNumber(1)).optional(),
  seed: whole(wholeNumber(0)).nonnegative(wholeNumber(0)).optional(),
  omega: scalar.optional(),
  beta: scalar.optional(),
  temperature: scalar.optional(),
  friction: scalar.optional(),
  substeps: whole(wholeNumber(1)).positive(wholeNumber(1)).optional(),
  inner: text().optional(),
});

const problemSchema = strict({
  name: text().optional(),
  description: text().optional(),
  provenance: text().optional(),
  tags: list(text()).optional(),
  reference: anything().optional(),
  parameters: names(entry).optional(),
  coordinates: either(
    [
      list(text()).length(1, 'there must be at least one coordinate', Number.POSITIVE_INFINITY),
      names(either([scalar, list(scalar)])).refine(
        shapes => Object.keys(shapes).length > 0,
        'there must be at least one coordinate',
      ),
    ],
    'expected a list of names, or names with their shapes such as { r: [10, 2] }',
  ),
  mass: either([scalar, list(entry), assignments]).optional(),
  potential: scalar.optional(),
  stiff: scalar.optional(),
  hamiltonian: scalar.optional(),
  kinetic: scalar.optional(),
  lagrangian: scalar.optional(),
  constraints: names(
    either([scalar, familyOf({ equation: scalar })]),
    'expected names with equations, such as rod: x^2 + y^2 = L^2',
  )
    .nullable()
    .optional(),
  initial: assignments.nullable().optional(),
  observables: names(scalar).nullable().optional(),
  run: runSchema.nullable().optional(),
});

export const problemKeys: readonly string[] = Object.keys(problemSchema.shape);

/**
 * A problem file as plain data: parameters, coordinates, Hamiltonian or mass and potential, constraints, start,
 * observables, run. Its keys are described in docs/formats.md.
 */
export type ProblemSpec = Infer<typeof problemSchema>;
export type Assignments = Infer<typeof assignments>;

const beginning = { hint: 'begin with  coordinates: [x, y]  and  potential: 9.81*y' };

/** The data as a specification, or the mistakes in it. */
export function validateSpec(data: unknown): ProblemSpec {
  if (data === null || data === undefined) throw new ProblemError([], 'the problem is empty', beginning);
  if (typeof data !== 'object' || Array.isArray(data))
    throw new ProblemError([], 'this is not a problem: keys with values are expected', beginning);
  refuseHiddenNames(data);
  const { value, issues } = problemSchema.parse(data);
  if (value) return value;
  throw mistakesIn(problemSchema, data, issues, 'coordinates');
}

/** A problem file describes particles when it has this key. */
export const describesParticles = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.hasOwn(data, 'particles');

/** Validation ignores the key “__proto__”; as a name it would be lost. */
function refuseHiddenNames(data: object): void {
  for (const [key, section] of Object.entries(data))
    if (typeof section === 'object' && section !== null && Object.hasOwn(section, '__proto__'))
      throw new ProblemError([key, '__proto__'], '“__proto__” cannot be a name here', {
        hint: 'choose another name',
      });
}
