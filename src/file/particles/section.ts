// The `particles:` section of a problem file: molecules by their models, in a box or open space, with their forces.
// Formulas may use the molecular units (particles/units.ts):  temperature: 298*K,  step: 2*fs.

import { Graph } from '../../formula/graph.ts';
import { elaborateNumber } from '../../formula/language/elaborate.ts';
import { once } from '../../formula/once.ts';
import { anneal } from '../../particles/build/anneal.ts';
import type { Assembly, Component } from '../../particles/build/assemble.ts';
import { distanceBetween } from '../../particles/build/closest-pair.ts';
import { maxwellMomenta } from '../../particles/build/maxwell-momenta.ts';
import { matchModels, readStructure } from '../../particles/io/read-structure.ts';
import { StructureError } from '../../particles/io/structure.ts';
import {
  type ForceTerm,
  type IndependentRods,
  type ParticleSystem,
  type RodSettings,
  rodSolverLimits,
} from '../../particles/system.ts';
import { independentRods } from '../../particles/topology/independent-rods.ts';
import { createRodGeometry } from '../../particles/topology/rod-geometry.ts';
import {
  type Dimension,
  dimensionWith,
  isQuantity,
  scaledUnits,
  unitMistake,
} from '../../particles/units.ts';
import { problemFromParticles } from '../../problem/from/particles.ts';
import type { Problem } from '../../problem/problem.ts';
import { atPath, type Path, ProblemError } from '../../problem/problem-error.ts';
import { declareParameters, type Parameters } from '../sections/parameters-section.ts';
import { runDefaults } from '../sections/run-section.ts';
import { forceTerms } from './forces.ts';
import { type NamedComponent, readMolecules } from './molecules.ts';
import { type ParticleSpec, type Section, validateParticleSpec } from './section-schema.ts';
import { selectedParticles } from './selection.ts';
import { createSpecReader, type Formula, type SpecReader } from './spec-reader.ts';
import { builtStart, startFromPositions } from './start.ts';
import { bondedPairs, type Ends, readTopology } from './topology.ts';

interface ParticleOptions {
  readonly name?: string;
  readonly set?: Readonly<Record<string, number>>;
  /** The text of a file that the problem file names, relative to it. */
  readonly readFile?: ReadFile;
}

type ReadFile = (file: string) => string;

const noFiles: ReadFile = file => {
  throw new ProblemError(['particles', 'structure'], `${file} cannot be read here: give readFile to load`);
};

export function particleProblem(data: unknown, options: ParticleOptions): Problem {
  const spec = validateParticleSpec(data);
  const section = spec.particles;
  const units = createFileUnits(spec, options.set ?? {});
  const { parameters } = units;
  const place = createSpecReader(parameters.scope, ['particles']);
  const molecules = readMolecules(section, place);
  const { components, notes } = molecules;
  const checkUnit = usesMolecularUnits(spec, molecules) ? units.check : undefined;
  const run = runDefaults(spec.run ?? {}, parameters.scope, checkUnit);
  if (section.temperature !== undefined)
    checkUnit?.('temperature', section.temperature, ['particles', 'temperature']);
  const forces = (assembly: Assembly) =>
    forceTerms(section.forces ?? {}, {
      assembly,
      components,
      numbers: parameters.numbers,
      place: place.below('forces'),
    });
  const started = startOf(section, components, place, options.readFile ?? noFiles);
  const placed = section.start === 'minimum' ? minimised(started, section, forces(started)) : started;
  const joined = withTopology(placed, section, components, place);
  const { system } = joined.assembly;
  const problem = problemFromParticles({
    name: spec.name ?? options.name ?? 'Unnamed problem',
    system: { ...system, momenta: startMomenta(system, section, place) },
    terms: forces(joined.assembly),
    run,
    temperature:
      section.temperature === undefined ? undefined : place.number(section.temperature, 'temperature'),
    units: checkUnit && { parameters: units.dimensions() },
    constraints: readRodSettings(section, place.below('constraints')),
    checkedRods: joined.rods,
    notes: [...notes, ...joined.notes],
  });
  return { ...problem, parameters: parameters.numbers };
}

function startOf(
  section: Section,
  components: readonly NamedComponent[],
  place: SpecReader,
  readFile: ReadFile,
): Assembly {
  if (section.structure !== undefined) return fromStructure(section, components, readFile);
  if (section.positions !== undefined) return startFromPositions(section, components, place);
  if (section.velocities !== undefined)
    throw place.mistake('velocities belong to positions', 'give both, or a temperature', 'velocities');
  return builtStart(section, components, place);
}

/** A low minimum of the energy, found by seeded annealing; uses the reference terms, so that it is the same on every machine. */
function minimised(assembly: Assembly, section: Section, terms: readonly ForceTerm[]): Assembly {
  const { positions } = anneal(
    assembly.system,
    (x, out) => terms.reduce((sum, term) => sum + term.addGradient(x, out), 0),
    { seed: section.seed ?? 0 },
  );
  return { ...assembly, system: { ...assembly.system, positions } };
}

/** Positions and box from a GRO, PDB or XYZ file beside the problem file. */
function fromStructure(
  section: Section,
  components: readonly NamedComponent[],
  readFile: ReadFile,
): Assembly {
  const file = section.structure ?? '';
  const others = ['start', 'box', 'density', 'positions', 'velocities'] as const;
  const taken = others.find(key => section[key] !== undefined);
  if (taken)
    throw new ProblemError(['particles', taken], `“${taken}” cannot stand beside “structure”`, {
      hint: 'the structure file says where the molecules are, and in which box',
    });
  const assembly = atStructure(() =>
    matchModels(
      readStructure(structureText(file, readFile), file),
      components.map(({ model }) => model),
    ),
  );
  for (const { model, count } of components) {
    const found = assembly.system.moleculeNames.filter(name => name === model.name).length;
    if (found !== count)
      throw new ProblemError(
        ['particles', 'molecules'],
        `${count} molecules of ${model.title} are asked for, and ${file} holds ${found}`,
        { hint: 'correct the number, or the structure' },
      );
  }
  return assembly;
}

function structureText(file: string, readFile: ReadFile): string {
  try {
    return readFile(file);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw error instanceof ProblemError ? error : new ProblemError(['particles', 'structure'], message);
  }
}

function atStructure<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof StructureError || error instanceof RangeError)
      throw new ProblemError(['particles', 'structure'], error.message);
    throw error;
  }
}

function startMomenta(system: ParticleSystem, section: Section, place: SpecReader): Float64Array {
  if (section.temperature === undefined) return system.momenta;
  const temperature = place.number(section.temperature, 'temperature');
  return place.attempt(() => maxwellMomenta(system, temperature, section.seed ?? 0), 'temperature');
}

// particles.constraints: solver of the rods and its tolerance.

/** Keys with counts, and the solver that each applies to. */
const counts = [
  { name: 'lincsOrder', key: 'lincs-order', solver: 'lincs' },
  { name: 'lincsIterations', key: 'lincs-iterations', solver: 'lincs' },
  { name: 'maxSweeps', key: 'max-sweeps', solver: 'sweep' },
] as const;

/** For solvers with linear convergence; Newton’s method reaches round-off at little cost. */
const slowTolerance = 1e-10;

function readRodSettings({ constraints }: Section, place: SpecReader): RodSettings {
  const given = constraints ?? {};
  const settings: { -readonly [K in keyof RodSettings]: RodSettings[K] } = {};
  if (given.solver !== undefined) settings.solver = given.solver;
  if (given.tolerance !== undefined) settings.tolerance = tolerance(given.tolerance, place);
  else if (given.solver === 'sweep' || given.solver === 'lincs') settings.tolerance = slowTolerance;
  for (const { name, key, solver } of counts) {
    const value = given[key];
    if (value === undefined) continue;
    if (given.solver !== solver)
      throw place.mistake(
        `“${key}” is for the solver ${solver}`,
        `write  solver: ${solver}  or leave it out`,
        key,
      );
    settings[name] = count(value, key, rodSolverLimits[name], place);
  }
  return settings;
}

/** Limits of the tolerance: below, round-off decides when an iteration ends; above, rods would not be rigid. */
const [finest, coarsest] = [1e-14, 1e-2];

function tolerance(given: Formula, place: SpecReader): number {
  const value = place.number(given, 'tolerance');
  if (value >= finest && value <= coarsest) return value;
  throw place.mistake(
    `a tolerance of ${value}`,
    `give a relative error from ${finest} to ${coarsest}; 1e-10 is usual`,
    'tolerance',
  );
}

function count(given: Formula, key: string, most: number, place: SpecReader): number {
  const value = place.number(given, key);
  if (!Number.isInteger(value) || value < 0)
    throw place.mistake(`${value} is not a count`, 'give a whole number, 0 or more', key);
  if (value <= most) return value;
  throw place.mistake(`${value} is too many`, `give a whole number, at most ${most}`, key);
}

interface AssemblyWithTopology {
  readonly assembly: Assembly;
  /** Its rods, where they have been checked together. */
  readonly rods?: IndependentRods;
  /** Messages about rods that were left out. */
  readonly notes: readonly string[];
}

/**
 * Adds rods, bonds, angles and dihedrals between particles of any molecule, and anchors particles. The rods of the result are
 * independent, and its start satisfies them.
 */
function withTopology(
  assembly: Assembly,
  section: Section,
  components: readonly NamedComponent[],
  place: SpecReader,
): AssemblyWithTopology {
  if (section.rods === 'all')
    throw place.mistake('“all” is for the rods of a model', 'list the rods: [[0, 5, 2.5]]', 'rods');
  const topology = readTopology(section, endsOf(assembly.system), place);
  const selectable = { system: assembly.system, components };
  const anchored = section.anchored
    ? selectedParticles(section.anchored, selectable, place.below('anchored'))
    : [];
  if (anchored.length === assembly.system.count)
    throw place.mistake('all particles are anchored, so nothing moves', 'leave some out', 'anchored');
  const bonded = {
    bonds: [...assembly.bonds, ...topology.bonds],
    angles: [...assembly.angles, ...topology.angles],
    dihedrals: [...assembly.dihedrals, ...topology.dihedrals],
    twists: [...assembly.twists, ...topology.twists],
  };
  const joined = {
    ...assembly.system,
    anchored,
    momenta: atRest(assembly.system.momenta, anchored),
    rods: [...assembly.system.rods, ...topology.rods],
    excluded: withExcluded(assembly.system, bondedPairs(topology)),
  };
  if (anchored.length === 0 && topology.rods.length === 0)
    return { assembly: { ...assembly, ...bonded, system: joined }, notes: [] };
  const rule = section.constraints?.redundant ?? 'leave out';
  const { rods, positions, checked, leftOut } = place.attempt(
    () => independentRods(joined, rule),
    topology.rods.length > 0 ? 'rods' : 'anchored',
  );
  const system = { ...joined, rods, positions };
  // The momenta of the start are tangent to the previous rods only: project them again.
  createRodGeometry(system).projectMomenta(positions, system.momenta);
  return { assembly: { ...assembly, ...bonded, system }, rods: checked, notes: leftOut };
}

function endsOf({ count, positions }: ParticleSystem): Ends {
  return {
    count,
    find(end, place) {
      if (typeof end === 'number' && Number.isInteger(end) && end >= 0 && end < count) return end;
      throw place.mistake(`there is no particle ${end}`, `particles are numbered from 0 to ${count - 1}`);
    },
    distance: (a, b) => distanceBetween(positions, a, b, null),
  };
}

function atRest(momenta: Float64Array, anchored: readonly number[]): Float64Array {
  const p = momenta.slice();
  for (const i of anchored) p.fill(0, 3 * i, 3 * i + 3);
  return p;
}

function withExcluded({ excluded }: ParticleSystem, pairs: readonly (readonly [number, number])[]) {
  if (pairs.length === 0) return excluded;
  const partners = excluded.map(own => new Set(own));
  for (const [a, b] of pairs) {
    partners[a].add(b);
    partners[b].add(a);
  }
  return partners.map(set => Int32Array.from(set).sort());
}

// Units of a file of particles. It is in molecular units (Å, amu, kcal/mol) as soon as something in it fixes them: a unit in a
// formula, a molecule of the library, or charges under Coulomb's constant in these units. Then a time, a rate or a temperature must
// have its unit. A file without any of them (reduced units, such as those of Lennard-Jones) has bare numbers.

/** Angles are in radians. */
const deg = Math.PI / 180;

interface FileUnits {
  /** Parameters of the file and the units. */
  readonly parameters: Parameters;
  /** Dimensions of the parameters that have a unit. */
  readonly dimensions: () => Readonly<Record<string, Dimension>>;
  /** Throws a ProblemError for a value without the unit that its key expects. */
  check(key: string, value: Formula, path: Path): void;
}

function createFileUnits(
  { parameters: own = {} }: ParticleSpec,
  set: Readonly<Record<string, number>>,
): FileUnits {
  const declared = (scaled: Dimension | null, overrides: Readonly<Record<string, number>>) =>
    declareParameters(new Graph(), { ...scaledUnits(scaled), deg, ...own }, overrides);
  const parameters = declared(null, set);
  const asWritten = once(() => declared(null, {}).numbers);

  /** A number that replaces a parameter has the dimension of that parameter. */
  function scaledParameters(scaled: Dimension): Parameters {
    const numbers = declared(scaled, {}).numbers;
    const grown = Object.entries(set).map(([name, value]) => {
      const factor = numbers[name] / asWritten()[name];
      return [name, Number.isFinite(factor) ? value * factor : value] as const;
    });
    return declared(scaled, Object.fromEntries(grown));
  }
  const scaledScopes: Record<Dimension, () => Parameters> = {
    time: once(() => scaledParameters('time')),
    energy: once(() => scaledParameters('energy')),
    length: once(() => scaledParameters('length')),
  };
  const parametersWith = (scaled: Dimension | null) =>
    scaled === null ? parameters : scaledScopes[scaled]();

  return {
    parameters,
    dimensions: () =>
      Object.fromEntries(
        Object.keys(own).flatMap(name => {
          const dimension = dimensionWith(scaled => parametersWith(scaled).numbers[name]);
          return dimension === null ? [] : [[name, dimension]];
        }),
      ),
    check(key, value, path) {
      if (!isQuantity(key)) return;
      const found = atPath(path, () =>
        unitMistake(key, String(value), scaled =>
          elaborateNumber(String(value), parametersWith(scaled).scope),
        ),
      );
      if (found) throw new ProblemError(path, found.reason, { hint: found.hint });
    },
  };
}

/** Whether the file fixes molecular units. */
function usesMolecularUnits(
  { particles, run, parameters = {} }: ParticleSpec,
  {
    components,
    hasLibraryModels,
  }: { readonly components: readonly Component[]; readonly hasLibraryModels: boolean },
): boolean {
  const units = Object.keys(scaledUnits(null)).filter(name => !Object.hasOwn(parameters, name));
  const unit = new RegExp(`(?<![\\w.])(?:${units.join('|')})(?!\\w)`);
  const names = (data: unknown): boolean =>
    typeof data === 'string'
      ? unit.test(data)
      : typeof data === 'object' && data !== null && Object.values(data).some(names);
  const hasCharges = components.some(({ model }) => model.sites.some(({ charge }) => charge !== 0));
  return (
    hasLibraryModels ||
    (hasCharges && particles.forces?.coulomb?.constant === undefined) ||
    names([formulasOf(particles), run, parameters])
  );
}

/** Keys whose values are names, not formulas: K may be potassium instead of kelvin. */
const namesOnly = ['kinds', 'kind', 'between', 'structure', 'title', 'name', 'synonyms', 'excluded'];

function formulasOf(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(formulasOf);
  if (typeof data !== 'object' || data === null) return data;
  return Object.entries(data).map(([key, value]) =>
    namesOnly.includes(key) && (typeof value === 'string' || Array.isArray(value)) ? null : formulasOf(value),
  );
}
