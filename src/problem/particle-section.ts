// The `particles:` section of a problem file: molecules by their models, in a box or open space, with their forces.
// Formulas here know the units of molecules (particles/units.ts):  temperature: 298*K,  step: 2*fs.

import { Graph } from '../formula/graph.ts';
import { anneal } from '../particles/builders/anneal.ts';
import type { Assembly } from '../particles/builders/assemble.ts';
import { maxwellMomenta } from '../particles/builders/maxwell-momenta.ts';
import type { ForceTerm } from '../particles/force-term.ts';
import type { ParticleSystem } from '../particles/particle-system.ts';
import { matchModels } from '../particles/readers/match-models.ts';
import { readStructure } from '../particles/readers/read-structure.ts';
import { StructureError } from '../particles/readers/structure.ts';
import { molecularUnits } from '../particles/units.ts';
import { fastTerms } from '../wasm/fast-terms.ts';
import { problemFromParticles } from './from-particles.ts';
import { declareParameters } from './parameters.ts';
import { forceTerms } from './particle-forces.ts';
import { joinedAssembly } from './particle-joined-assembly.ts';
import { type NamedComponent, readMolecules } from './particle-molecules.ts';
import { createPlace, type Place } from './particle-place.ts';
import { readRodSettings } from './particle-rod-settings.ts';
import { type Section, validateParticleSpec } from './particle-schema.ts';
import { builtStart, givenStart } from './particle-start.ts';
import type { Problem } from './problem.ts';
import { ProblemError } from './problem-error.ts';
import { runDefaults } from './run-defaults.ts';

export interface ParticleOptions {
  readonly name?: string;
  readonly set?: Readonly<Record<string, number>>;
  /** The text of a file that the problem file names, relative to it. */
  readonly readFile?: ReadFile;
}

type ReadFile = (file: string) => string;

const noFiles: ReadFile = file => {
  throw new ProblemError(['particles', 'structure'], `${file} cannot be read here: give readFile to load`);
};

/** Angles are in radians. */
const units = { ...molecularUnits, deg: Math.PI / 180 };

export function particleProblem(data: unknown, options: ParticleOptions): Problem {
  const spec = validateParticleSpec(data);
  const section = spec.particles;
  const parameters = declareParameters(new Graph(), { ...units, ...spec.parameters }, options.set ?? {});
  const place = createPlace(parameters.scope, ['particles']);
  const { components, notes } = readMolecules(section, place);
  const forces = (assembly: Assembly) =>
    forceTerms(section.forces ?? {}, {
      assembly,
      components,
      numbers: parameters.numbers,
      place: place.below('forces'),
    });
  const started = startOf(section, components, place, options.readFile ?? noFiles);
  const placed = section.start === 'minimum' ? minimised(started, section, forces(started)) : started;
  const joined = joinedAssembly(placed, section, components, place);
  const { system } = joined.assembly;
  const problem = problemFromParticles({
    name: spec.name ?? options.name ?? 'Unnamed problem',
    system: { ...system, momenta: startMomenta(system, section, place) },
    terms: forces(joined.assembly),
    run: runDefaults(spec.run ?? {}, parameters.scope),
    constraints: readRodSettings(section, place.below('constraints')),
    notes: [...notes, ...joined.notes],
  });
  return { ...problem, parameters: parameters.numbers };
}

function startOf(
  section: Section,
  components: readonly NamedComponent[],
  place: Place,
  readFile: ReadFile,
): Assembly {
  if (section.structure !== undefined) return fromStructure(section, components, readFile);
  if (section.positions !== undefined) return givenStart(section, components, place);
  if (section.velocities !== undefined)
    throw place.mistake('velocities belong to positions', 'give both, or a temperature', 'velocities');
  return builtStart(section, components, place);
}

/** A low minimum of the energy, found by annealing with the seed. */
function minimised(assembly: Assembly, section: Section, plain: readonly ForceTerm[]): Assembly {
  const terms = fastTerms(assembly.system, plain);
  const { positions } = anneal(
    assembly.system,
    (x, out) => terms.reduce((sum, term) => sum + term.addGradient(x, out), 0),
    { seed: section.seed ?? 0 },
  );
  return { ...assembly, system: { ...assembly.system, positions } };
}

/** Positions, and the box, from a GRO, PDB or XYZ file beside the problem file. */
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
      readStructure(readFile(file), file),
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

function atStructure<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof StructureError || error instanceof RangeError)
      throw new ProblemError(['particles', 'structure'], error.message);
    throw error;
  }
}

function startMomenta(system: ParticleSystem, section: Section, place: Place): Float64Array {
  if (section.temperature === undefined) return system.momenta;
  const temperature = place.number(section.temperature, 'temperature');
  return place.attempt(() => maxwellMomenta(system, temperature, section.seed ?? 0), 'temperature');
}
