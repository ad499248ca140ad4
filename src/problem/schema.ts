// The problem file as data: which keys there are and what they hold. Strict: an unknown key is an error.

import { z } from 'zod';
import { didYouMean } from '../formula/nearest-name.ts';
import { type Path, ProblemError } from './problem-error.ts';

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

export type ProblemSpec = z.infer<typeof problemSchema>;
export type Assignments = z.infer<typeof assignments>;

/** Lists deeper than this are not searched: an alias may put a list into itself. */
const maxNesting = 8;

const beginning = { hint: 'begin with  coordinates: [x, y]  and  potential: 9.81*y' };

/** The data as a specification, or the first mistake in it. */
export function validateSpec(data: unknown): ProblemSpec {
  if (data === null || data === undefined) throw new ProblemError([], 'the problem is empty', beginning);
  if (typeof data !== 'object' || Array.isArray(data))
    throw new ProblemError([], 'this is not a problem: keys with values are expected', beginning);
  refuseHiddenNames(data);
  const result = problemSchema.safeParse(data);
  if (result.success) return result.data;
  throw firstMistake(data, result.error.issues, 'coordinates');
}

/** A problem file describes particles when it has this key. */
export const describesParticles = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.hasOwn(data, 'particles');

/** The data as a specification of particles, or the first mistake in it. */
export function validateParticleSpec(data: unknown): ParticleSpec {
  const foreign = Object.keys(data as object).find(
    key => key in problemSchema.shape && !(key in particleProblemSchema.shape),
  );
  if (foreign)
    throw new ProblemError([foreign], `“${foreign}” cannot stand beside “particles”`, {
      hint: 'the models of the molecules bring coordinates, masses, forces and rods',
    });
  const result = particleProblemSchema.safeParse(data);
  if (result.success) return result.data;
  throw firstMistake(data as object, result.error.issues, 'particles');
}

const lennardJonesSection = z.strictObject({
  cutoff: scalar.optional(),
  buffer: scalar.optional(),
  mode: z.enum(['cut', 'shifted', 'switched'], 'expected cut, shifted or switched').optional(),
});

const coulombSection = z.strictObject({
  cutoff: scalar.optional(),
  buffer: scalar.optional(),
  mode: z
    .enum(['reaction field', 'damped shifted force'], 'expected reaction field or damped shifted force')
    .optional(),
  epsilon: scalar.optional(),
  alpha: scalar.optional(),
});

const particleSection = z.strictObject({
  molecules: z.record(z.string(), scalar, {
    error: 'expected models with their numbers, such as { tip3p: 216 }',
  }),
  box: z.union([scalar, z.array(scalar).length(3, 'expected one edge length, or three')]).optional(),
  density: scalar.optional(),
  start: z
    .enum(
      ['lattice', 'cluster', 'minimum', 'melt', 'grown'],
      'expected lattice, cluster, minimum, melt or grown',
    )
    .optional(),
  structure: z.string().optional(),
  forces: z
    .strictObject({
      'lennard-jones': lennardJonesSection.nullable().optional(),
      coulomb: coulombSection.nullable().optional(),
    })
    .optional(),
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

export type ParticleSpec = z.infer<typeof particleProblemSchema>;

/** Validation passes over the key “__proto__” in silence; as a name it would vanish. */
function refuseHiddenNames(data: object): void {
  for (const [key, section] of Object.entries(data))
    if (typeof section === 'object' && section !== null && Object.hasOwn(section, '__proto__'))
      throw new ProblemError([key, '__proto__'], '“__proto__” cannot be a name here', {
        hint: 'choose another name',
      });
}

/** A key that is not known explains most, also what is missing; a number that is not finite needs its own words. */
function firstMistake(data: object, issues: readonly z.core.$ZodIssue[], needed: string): ProblemError {
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
  if (unknown) return mistakeOf(unknown);
  if (!Object.hasOwn(data, needed))
    return new ProblemError([], `“${needed}” is missing`, { hint: missingHints[needed] });
  const mistake = mistakeOf(issues[0]);
  const path = notFinite(valueAt(data, mistake.path), mistake.path);
  return path ? new ProblemError(path, 'a finite number is needed here') : mistake;
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    data,
  );
}

/** Where the first NaN or infinity stands in a number or in lists of numbers. */
function notFinite(value: unknown, path: Path): Path | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (!Array.isArray(value) || path.length > maxNesting) return undefined;
  for (const [i, inner] of value.entries()) {
    const found = notFinite(inner, [...path, i]);
    if (found) return found;
  }
  return undefined;
}

/** Keys known at a place of the schema, for suggestions. */
function knownKeys(path: Path): string[] {
  if (path.length === 0) return Object.keys(problemSchema.shape);
  if (path[0] === 'run') return Object.keys(runSchema.shape);
  if (path[0] === 'particles') return keysOfParticles(path);
  if (path[0] === 'constraints') return ['each', 'equation'];
  return ['each', 'value'];
}

function keysOfParticles([, section, force]: Path): string[] {
  if (section === undefined) return Object.keys(particleSection.shape);
  if (force === 'lennard-jones') return Object.keys(lennardJonesSection.shape);
  return force === 'coulomb' ? Object.keys(coulombSection.shape) : ['lennard-jones', 'coulomb'];
}

function mistakeOf(issue: z.core.$ZodIssue): ProblemError {
  const path = issue.path.map(key => (typeof key === 'number' ? key : String(key)));
  if (issue.code === 'unrecognized_keys') return unknownKey(path, issue.keys[0]);
  if (issue.code === 'invalid_union') return mistakeInUnion(path, issue);
  const key = path[path.length - 1];
  if (/received undefined/.test(issue.message))
    return new ProblemError(path.slice(0, -1), `“${key}” is missing`, { hint: missingHints[String(key)] });
  return new ProblemError(path, inWords(issue.message), { hint: commaHint(path) });
}

/** `{ a: atan2(x, y) }` is read by YAML as two keys, “a” and “y)”. */
function commaHint(path: Path): string | undefined {
  const isTorn = /[)\]]/.test(String(path[path.length - 1])) && path[0] !== 'initial' && path[0] !== 'mass';
  return isTorn ? 'inside { } put a formula that contains a comma in quotes: "atan2(y, x)"' : undefined;
}

const kinds: Record<string, string> = {
  string: 'text',
  array: 'a list',
  object: 'keys with values',
  record: 'names with values',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
};

function inWords(message: string): string {
  return message.replace(
    /^Invalid input: expected (\w+), received (\w+)$/,
    (_, wanted: string, got: string) => `expected ${kinds[wanted] ?? wanted}, got ${kinds[got] ?? got}`,
  );
}

const missingHints: Record<string, string> = {
  coordinates: 'list the coordinates, for example  coordinates: [x, y]',
  molecules: 'say how many of which, for example  molecules: { tip3p: 216 }',
};

/** Of the alternatives of a union, the one that got furthest tells most. */
function mistakeInUnion(path: Path, issue: z.core.$ZodIssueInvalidUnion): ProblemError {
  const alternatives = issue.errors.flat();
  const unknown = alternatives.find(inner => inner.code === 'unrecognized_keys');
  if (unknown?.code === 'unrecognized_keys') return unknownKey(path, unknown.keys[0]);
  const deepest = alternatives.reduce((a, b) => (b.path.length > a.path.length ? b : a), alternatives[0]);
  if (deepest && deepest.path.length > 0)
    return mistakeOf({ ...deepest, path: [...path, ...deepest.path] } as z.core.$ZodIssue);
  const plain =
    issue.message === 'Invalid input' ? 'expected a number, a formula, or { each, … }' : issue.message;
  return new ProblemError(path, plain, { hint: commaHint(path) });
}

function unknownKey(path: Path, key: string): ProblemError {
  const keys = knownKeys(path);
  const hint = didYouMean(key, keys) ?? `known here: ${keys.join(', ')}`;
  return new ProblemError([...path, key], `unknown key “${key}”`, { hint });
}
