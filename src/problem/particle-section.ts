// The `particles:` section of a problem file: molecules by their models, in a box or open space, with their forces.
// Formulas here know the units of molecules (particles/units.ts):  temperature: 298*K,  step: 2*fs.

import { elaborateNumber } from '../formula/elaborate.ts';
import { Graph } from '../formula/graph.ts';
import { didYouMean } from '../formula/nearest-name.ts';
import type { Scope } from '../formula/scope.ts';
import { anneal } from '../particles/builders/anneal.ts';
import type { Assembly, Component } from '../particles/builders/assemble.ts';
import type { BoxSize } from '../particles/builders/box-size.ts';
import { chainMelt } from '../particles/builders/chain-melt.ts';
import { cluster } from '../particles/builders/cluster.ts';
import { grownMelt } from '../particles/builders/grown-melt.ts';
import { latticeBox } from '../particles/builders/lattice-box.ts';
import { maxwellMomenta } from '../particles/builders/maxwell-momenta.ts';
import type { ForceTerm } from '../particles/force-term.ts';
import type { Angle, Dihedral } from '../particles/models/molecule-model.ts';
import { modelNamed, modelNames } from '../particles/models/named-model.ts';
import type { ParticleSystem } from '../particles/particle-system.ts';
import { matchModels } from '../particles/readers/match-models.ts';
import { readStructure } from '../particles/readers/read-structure.ts';
import { StructureError } from '../particles/readers/structure.ts';
import { angleHarmonic } from '../particles/terms/angle-harmonic.ts';
import { coulomb } from '../particles/terms/coulomb.ts';
import { dihedralRyckaertBellemans } from '../particles/terms/dihedral-ryckaert-bellemans.ts';
import { lennardJones } from '../particles/terms/lennard-jones.ts';
import { molecularUnits } from '../particles/units.ts';
import { problemFromParticles } from './from-particles.ts';
import { declareParameters } from './parameters.ts';
import type { Problem } from './problem.ts';
import { atPath, type Path, ProblemError } from './problem-error.ts';
import { runDefaults } from './run-defaults.ts';
import { type ParticleSpec, validateParticleSpec } from './schema.ts';

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

type Section = ParticleSpec['particles'];
type Formula = string | number;

export function particleProblem(data: unknown, options: ParticleOptions): Problem {
  const spec = validateParticleSpec(data);
  const given = { ...molecularUnits, ...spec.parameters };
  const parameters = declareParameters(new Graph(), given, options.set ?? {});
  const read = createReader(parameters.scope);
  const assembly = build(spec.particles, read, options.readFile ?? noFiles);
  const problem = problemFromParticles({
    name: spec.name ?? options.name ?? 'Unnamed problem',
    system: { ...assembly.system, momenta: startMomenta(assembly.system, spec.particles, read) },
    terms: forceTerms(assembly, spec.particles, read),
    run: runDefaults(spec.run ?? {}, parameters.scope),
  });
  return { ...problem, parameters: parameters.numbers };
}

/** Numbers of the section: a formula of the parameters, at its place. */
type Read = (value: Formula, ...path: Path) => number;

function createReader(scope: Scope): Read {
  return (value, ...path) => atPath(['particles', ...path], () => elaborateNumber(String(value), scope));
}

/** A RangeError of the builders and terms becomes a mistake at this place of the file. */
function at<T>(path: Path, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw new ProblemError(['particles', ...path], error.message);
    throw error;
  }
}

function componentsOf({ molecules }: Section, read: Read): Component[] {
  const components = Object.entries(molecules).map(([name, count]) => {
    const model = at(['molecules', name], () => modelNamed(name));
    if (!model)
      throw new ProblemError(['particles', 'molecules', name], `there is no model “${name}”`, {
        hint: didYouMean(name, modelNames) ?? `there are: ${modelNames.join(', ')}`,
      });
    return { model, count: read(count, 'molecules', name) };
  });
  if (components.every(({ count }) => count === 0))
    throw new ProblemError(['particles', 'molecules'], 'there are no molecules');
  return components;
}

function sizeOf({ box, density }: Section, read: Read): BoxSize | null {
  if (box !== undefined && density !== undefined)
    throw new ProblemError(['particles', 'density'], '“density” cannot stand beside “box”', {
      hint: 'the box follows from the density; leave one of them out',
    });
  if (density !== undefined) return { density: read(density, 'density') };
  if (box === undefined) return null;
  const edges = (Array.isArray(box) ? box : [box, box, box]).map(edge => read(edge, 'box'));
  return { edges: [edges[0], edges[1], edges[2]] };
}

function build(section: Section, read: Read, readFile: ReadFile): Assembly {
  const components = componentsOf(section, read);
  if (section.structure !== undefined) return fromStructure(section, components, readFile);
  const size = sizeOf(section, read);
  const seed = section.seed ?? 0;
  const start = section.start ?? (size ? 'lattice' : 'cluster');
  if (start === 'cluster' || start === 'minimum') {
    if (size)
      throw new ProblemError(['particles', 'start'], 'a cluster stands in open space', {
        hint: 'leave out box and density, or start from a lattice',
      });
    const assembly = at(['molecules'], () => cluster({ components, seed }));
    return start === 'cluster' ? assembly : minimised(assembly, section, read);
  }
  if (!size)
    throw new ProblemError(['particles', 'start'], `a start from a ${start} needs a box`, {
      hint: 'give  box: 30  (edges in Å) or  density: 0.997  (g/cm³)',
    });
  if (start === 'lattice') return at(['box'], () => latticeBox({ components, size, seed }));
  if (components.length !== 1)
    throw new ProblemError(['particles', 'start'], 'a melt is made of one kind of chain');
  const melt = start === 'melt' ? chainMelt : grownMelt;
  return at(['box'], () => melt({ ...components[0], size, seed }));
}

/** A low minimum of the energy, found by annealing with the seed. */
function minimised(assembly: Assembly, section: Section, read: Read): Assembly {
  const terms = forceTerms(assembly, section, read);
  const { positions } = anneal(
    assembly.system,
    (x, out) => terms.reduce((sum, term) => sum + term.addGradient(x, out), 0),
    { seed: section.seed ?? 0 },
  );
  return { ...assembly, system: { ...assembly.system, positions } };
}

/** Positions, and the box, from a GRO, PDB or XYZ file beside the problem file. */
function fromStructure(section: Section, components: readonly Component[], readFile: ReadFile): Assembly {
  const file = section.structure ?? '';
  const taken = (['start', 'box', 'density'] as const).find(key => section[key] !== undefined);
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

function startMomenta(system: ParticleSystem, section: Section, read: Read): Float64Array {
  if (section.temperature === undefined) return system.momenta;
  const temperature = read(section.temperature, 'temperature');
  return at(['temperature'], () => maxwellMomenta(system, temperature, section.seed ?? 0));
}

/** Lennard-Jones and Coulomb unless there is nothing to feel them, then angles and dihedrals of the models. */
function forceTerms(assembly: Assembly, section: Section, read: Read): ForceTerm[] {
  const { system, angles, dihedrals } = assembly;
  const terms: ForceTerm[] = [
    at(['forces', 'lennard-jones'], () => lennardJonesTerm(assembly, section, read)),
  ];
  if (system.charge.some(q => q !== 0))
    terms.push(at(['forces', 'coulomb'], () => coulombTerm(assembly, section, read)));
  if (angles.length > 0) terms.push(angleHarmonic(system, angles.map(angleOf)));
  if (dihedrals.length > 0) terms.push(dihedralRyckaertBellemans(system, dihedrals.map(dihedralOf)));
  return terms;
}

const angleOf = ({ i, j, k, theta0, stiffness }: Angle) => ({ a: i, b: j, c: k, angle: theta0, stiffness });

const dihedralOf = ({ coefficients, ...particles }: Dihedral) => {
  const [C0, C1, C2, C3, C4, C5] = coefficients;
  return { ...particles, coefficients: [C0, C1, C2, C3, C4, C5] as const };
};

/** The given cut-off; in a box without one, the largest that the box allows, at most 9 Å. */
function radiusOf({ system }: Assembly, cutoff: Formula | undefined, read: Read, ...path: Path) {
  if (cutoff !== undefined) return read(cutoff, ...path);
  return system.box ? Math.min(9, 0.45 * Math.min(...system.box.edges)) : undefined;
}

const optional = (name: string, value: Formula | undefined, read: Read, ...path: Path) =>
  value === undefined ? {} : { [name]: read(value, ...path, name) };

function lennardJonesTerm(assembly: Assembly, section: Section, read: Read): ForceTerm {
  const path = ['forces', 'lennard-jones'] as const;
  const given = section.forces?.['lennard-jones'] ?? {};
  const kinds = Object.fromEntries(
    assembly.kinds.map(({ name, sigma, epsilon }) => [name, { sigma, epsilon }]),
  );
  const radius = radiusOf(assembly, given.cutoff, read, ...path, 'cutoff');
  if (radius === undefined) return lennardJones(assembly.system, { kinds });
  const buffer = optional('buffer', given.buffer, read, ...path);
  return lennardJones(assembly.system, {
    kinds,
    cutoff: { radius, ...buffer, ...(given.mode ? { mode: given.mode } : {}) },
  });
}

function coulombTerm(assembly: Assembly, section: Section, read: Read): ForceTerm {
  const path = ['forces', 'coulomb'] as const;
  const given = section.forces?.coulomb ?? {};
  const radius = radiusOf(assembly, given.cutoff, read, ...path, 'cutoff');
  if (radius === undefined) return coulomb(assembly.system);
  const buffer = optional('buffer', given.buffer, read, ...path);
  if (given.mode === 'damped shifted force') {
    const alpha = read(given.alpha ?? 0.2, ...path, 'alpha');
    return coulomb(assembly.system, { cutoff: { mode: given.mode, radius, alpha, ...buffer } });
  }
  const epsilon = optional('epsilon', given.epsilon, read, ...path);
  return coulomb(assembly.system, { cutoff: { mode: 'reaction field', radius, ...epsilon, ...buffer } });
}
