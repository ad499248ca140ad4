// Problem file as data for the page: names and texts of formulas. Lenient: unreadable parts are skipped, since errors are
// reported by the engine.

import { parseDocument } from 'yaml';

export interface NamedFormula {
  readonly name: string;
  readonly text: string;
  /** The indices of a family, “i in 1..9”; null for a single formula. */
  readonly each: string | null;
}

export interface NamedShape {
  readonly name: string;
  /** Lengths, as they are written; none for a number. */
  readonly shape: readonly string[];
}

export interface ProblemFile {
  readonly description: string;
  readonly parameters: readonly NamedFormula[];
  readonly coordinates: readonly NamedShape[];
  /** One for all, or by coordinate; null when masses are not given in one of these ways. */
  readonly mass: string | readonly NamedFormula[] | null;
  /** hamiltonian, lagrangian, kinetic, potential and stiff, those that are there. */
  readonly energies: Readonly<Record<string, string>>;
  readonly constraints: readonly NamedFormula[];
  readonly initial: readonly NamedFormula[];
  readonly observables: readonly NamedFormula[];
  /** Formulas of the forces between particles, and on them; null when the problem has none. */
  readonly particles: readonly NamedFormula[] | null;
}

/** Longer files are data rather than something to read. */
const longest = 200_000;

/** null when it is no mapping of keys, or not yet. */
export function readProblemFile(text: string): ProblemFile | null {
  if (text.length > longest) return null;
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) return null;
  const data = dataOf(() => document.toJS({ maxAliasCount: 100 }));
  return isMapping(data) ? fileOf(data) : null;
}

function dataOf(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}

type Mapping = Readonly<Record<string, unknown>>;

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const energyKeys = ['hamiltonian', 'lagrangian', 'kinetic', 'potential', 'stiff'];

function fileOf(data: Mapping): ProblemFile {
  const { mass, particles } = data;
  const energies = energyKeys.flatMap(key => {
    const text = formulaText(data[key]);
    return text === null ? [] : [[key, text] as const];
  });
  return {
    description: formulaText(data.description) ?? '',
    parameters: namedFormulas(data.parameters, 'value'),
    coordinates: shapesOf(data.coordinates),
    mass:
      mass === undefined
        ? '1'
        : (formulaText(mass) ?? (isMapping(mass) ? namedFormulas(mass, 'value') : null)),
    energies: Object.fromEntries(energies),
    constraints: namedFormulas(data.constraints, 'equation'),
    initial: namedFormulas(data.initial, 'value'),
    observables: namedFormulas(data.observables, 'value'),
    particles: isMapping(particles) ? forcesOf(particles) : null,
  };
}

function formulaText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Formulas by name, and families of them, whose formula stands under `key`. */
function namedFormulas(section: unknown, key: string): NamedFormula[] {
  if (!isMapping(section)) return [];
  return Object.entries(section).flatMap(([name, value]) => {
    const isFamily = isMapping(value);
    const text = isFamily ? formulaText(value[key]) : listText(value);
    return text === null ? [] : [{ name, text, each: isFamily ? formulaText(value.each) : null }];
  });
}

/** [[1, 0], [0, 1]] as a formula. */
function listText(value: unknown): string | null {
  if (!Array.isArray(value)) return formulaText(value);
  return `[${value.map(entry => listText(entry) ?? '').join(', ')}]`;
}

function shapesOf(coordinates: unknown): NamedShape[] {
  if (Array.isArray(coordinates))
    return coordinates.flatMap(name => (typeof name === 'string' ? [{ name, shape: [] }] : []));
  if (!isMapping(coordinates)) return [];
  return Object.entries(coordinates).map(([name, lengths]) => ({
    name,
    shape: (Array.isArray(lengths) ? lengths : [lengths]).flatMap(length => formulaText(length) ?? []),
  }));
}

function forcesOf({ forces }: Mapping): NamedFormula[] {
  if (!isMapping(forces)) return [];
  return ['pair-potentials', 'external-potentials'].flatMap(key => namedFormulas(forces[key], 'potential'));
}

type Settings = Readonly<Record<string, number>>;

/**
 * The slider settings that stay valid after an edit. A setting overrides the file until its parameter is changed in the file
 * or removed from it.
 */
export function unchangedSettings(before: ProblemFile | null, after: ProblemFile, set: Settings): Settings {
  const textIn = (file: ProblemFile | null, name: string) =>
    file?.parameters.find(parameter => parameter.name === name)?.text;
  const unchanged = Object.entries(set).filter(([name]) => {
    const text = textIn(after, name);
    return text !== undefined && (before === null || textIn(before, name) === text);
  });
  return Object.fromEntries(unchanged);
}
