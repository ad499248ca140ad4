// All forces of the section as terms: pair forces, bonded forces of the models, external forces.

import type { Assembly } from '../../particles/build/assemble.ts';
import type { Angle, Dihedral } from '../../particles/models/molecule-model.ts';
import type { Cutoff } from '../../particles/pairs/cutoff.ts';
import type { ForceTerm } from '../../particles/system.ts';
import { angleHarmonic } from '../../particles/terms/angle-harmonic.ts';
import { bondHarmonic, bondMorse } from '../../particles/terms/bonds.ts';
import { coulomb } from '../../particles/terms/coulomb.ts';
import { dihedralPeriodic, dihedralRyckaertBellemans } from '../../particles/terms/dihedrals.ts';
import { externalField, restraint } from '../../particles/terms/external.ts';
import { externalFormula, pairFormula } from '../../particles/terms/from-formulas.ts';
import { lennardJones } from '../../particles/terms/lennard-jones.ts';
import type { NamedComponent } from './molecules.ts';
import type { ForceSection } from './section-schema.ts';
import { selectedParticles } from './selection.ts';
import type { Formula, SpecReader, Vector } from './spec-reader.ts';

interface ForceContext {
  readonly assembly: Assembly;
  readonly components: readonly NamedComponent[];
  /** The scalar parameters, for formulas. */
  readonly numbers: Numbers;
  /** particles.forces */
  readonly place: SpecReader;
}

export function forceTerms(forces: ForceSection, context: ForceContext): ForceTerm[] {
  const { assembly, numbers, place } = context;
  const pairs = [
    lennardJonesTerm(assembly, forces['lennard-jones'] ?? {}, place.below('lennard-jones')),
    coulombTerm(assembly, forces.coulomb ?? {}, place.below('coulomb')),
    ...pairPotentialTerms(assembly, forces['pair-potentials'] ?? {}, numbers, place.below('pair-potentials')),
  ].filter(term => term !== null);
  return [...pairs, ...bondedTerms(assembly, place), ...outsideTerms(forces, context)];
}

function bondedTerms({ system, bonds, angles, dihedrals, twists }: Assembly, place: SpecReader): ForceTerm[] {
  const harmonic = bonds.filter(bond => 'stiffness' in bond);
  const morse = bonds.filter(bond => 'depth' in bond);
  return place.attempt(() => [
    ...(harmonic.length > 0 ? [bondHarmonic(system, harmonic)] : []),
    ...(morse.length > 0 ? [bondMorse(system, morse)] : []),
    ...(angles.length > 0 ? [angleHarmonic(system, angles.map(angleOf))] : []),
    ...(dihedrals.length > 0 ? [dihedralRyckaertBellemans(system, dihedrals.map(dihedralOf))] : []),
    ...(twists.length > 0 ? [dihedralPeriodic(system, twists)] : []),
  ]);
}

const angleOf = ({ i, j, k, theta0, stiffness }: Angle) => ({ a: i, b: j, c: k, angle: theta0, stiffness });

const dihedralOf = ({ coefficients, ...particles }: Dihedral) => {
  const [C0, C1, C2, C3, C4, C5] = coefficients;
  return { ...particles, coefficients: [C0, C1, C2, C3, C4, C5] as const };
};

function outsideTerms(forces: ForceSection, context: ForceContext): ForceTerm[] {
  const terms = externalPotentials(forces['external-potentials'] ?? {}, context);
  if (forces['external-field']) terms.push(fieldTerm(forces['external-field'], context));
  if (forces.restraints && forces.restraints.length > 0)
    terms.push(restraintTerm(forces.restraints, context));
  return terms;
}

function externalPotentials(
  potentials: NonNullable<ForceSection['external-potentials']>,
  { assembly, numbers, place }: ForceContext,
): ForceTerm[] {
  return Object.entries(potentials).map(([name, given]) => {
    const here = place.below('external-potentials', name);
    const spec = typeof given === 'object' ? given : { potential: given };
    const formula = String(spec.potential);
    const kinds = spec.kinds ? { kinds: spec.kinds } : {};
    const parameters = usedParameters(formula, numbers);
    const term = here.attempt(
      () => externalFormula(assembly.system, { formula, parameters, ...kinds }),
      'potential',
    );
    return { ...term, name };
  });
}

function fieldTerm(
  given: NonNullable<ForceSection['external-field']>,
  { assembly, place }: ForceContext,
): ForceTerm {
  const here = place.below('external-field');
  const vectors: Partial<Record<'force' | 'acceleration' | 'field', Vector>> = {};
  for (const key of ['force', 'acceleration', 'field'] as const) {
    const entries = given[key];
    if (entries) vectors[key] = here.vector(entries, key);
  }
  if (Object.keys(vectors).length === 0)
    throw here.mistake(
      'there is no field',
      'give  acceleration: [0, 0, -9.81],  field: […] (on charges)  or  force: […]',
    );
  const kinds = given.kinds ? { kinds: given.kinds } : {};
  return here.attempt(() => externalField(assembly.system, { ...vectors, ...kinds }));
}

function restraintTerm(
  restraints: NonNullable<ForceSection['restraints']>,
  { assembly, components, place }: ForceContext,
): ForceTerm {
  const all = restraints.flatMap(({ particles, stiffness, at }, n) => {
    const here = place.below('restraints', n);
    const value = here.notNegative(stiffness, 'stiffness');
    const point = at ? { point: here.vector(at, 'at') } : {};
    const { system } = assembly;
    return selectedParticles(particles, { system, components }, here.below('particles')).map(particle => ({
      particle,
      stiffness: value,
      ...point,
    }));
  });
  return restraint(assembly.system, all);
}

// Pair forces of the section: Lennard-Jones, Coulomb, and potentials written as formulas of r.

/** Default cut-off: at most this length in Å, and this fraction of the shortest edge. */
const [usualCutoff, shareOfEdge] = [9, 0.45];

interface Reach {
  readonly cutoff?: Formula | undefined;
  readonly buffer?: Formula | undefined;
}

interface Ending extends Reach {
  readonly mode?: Cutoff['mode'] | undefined;
  readonly 'switch-from'?: Formula | undefined;
}

/** The given cut-off; in a box without one, the largest that the box allows, at most 9 Å. */
function radiusOf({ system }: Assembly, { cutoff }: Reach, place: SpecReader): number | undefined {
  if (cutoff !== undefined) return place.number(cutoff, 'cutoff');
  return system.box ? Math.min(usualCutoff, shareOfEdge * Math.min(...system.box.edges)) : undefined;
}

/** { key: number } where a value is given, else {}. */
const optional = (name: string, key: string, value: Formula | undefined, place: SpecReader) =>
  value === undefined ? {} : { [name]: place.number(value, key) };

const bufferOf = ({ buffer }: Reach, place: SpecReader) => optional('buffer', 'buffer', buffer, place);

function endOf(assembly: Assembly, given: Ending, place: SpecReader): { cutoff?: Cutoff } {
  const radius = radiusOf(assembly, given, place);
  if (radius === undefined) {
    const lone = (['mode', 'switch-from', 'buffer'] as const).find(key => given[key] !== undefined);
    if (lone) throw place.mistake(`“${lone}” needs a cut-off`, 'give  cutoff: 9  or leave it out', lone);
    return {};
  }
  const from = optional('switchFrom', 'switch-from', given['switch-from'], place);
  const mode = given.mode ?? (given['switch-from'] === undefined ? undefined : 'switched');
  return { cutoff: { radius, ...bufferOf(given, place), ...from, ...(mode ? { mode } : {}) } };
}

/** null when it acts on no pair. */
function lennardJonesTerm(
  assembly: Assembly,
  given: NonNullable<ForceSection['lennard-jones']>,
  place: SpecReader,
): ForceTerm | null {
  const kinds = Object.fromEntries(
    assembly.kinds.map(({ name, sigma, epsilon }) => [name, { sigma, epsilon }]),
  );
  const pairs = (given.pairs ?? []).map(({ between: [a, b], sigma, epsilon }, n) => ({
    kinds: [a, b] as const,
    sigma: place.notNegative(sigma, 'pairs', n, 'sigma'),
    epsilon: place.notNegative(epsilon, 'pairs', n, 'epsilon'),
  }));
  const ending = endOf(assembly, given, place);
  const isFelt = [...assembly.kinds, ...pairs].some(({ sigma, epsilon }) => sigma > 0 && epsilon > 0);
  const term = place.attempt(() => lennardJones(assembly.system, { kinds, pairs, ...ending }));
  return isFelt ? term : null;
}

function coulombTerm(
  assembly: Assembly,
  given: NonNullable<ForceSection['coulomb']>,
  place: SpecReader,
): ForceTerm | null {
  if (assembly.system.charge.every(q => q === 0)) return null;
  const constant = optional('constant', 'constant', given.constant, place);
  const cutoff = coulombCutoff(assembly, given, place);
  return place.attempt(() => coulomb(assembly.system, { ...constant, ...(cutoff ? { cutoff } : {}) }));
}

function coulombCutoff(assembly: Assembly, given: NonNullable<ForceSection['coulomb']>, place: SpecReader) {
  const radius = radiusOf(assembly, given, place);
  if (radius === undefined) return null;
  const reach = { radius, ...bufferOf(given, place) };
  if (given.mode === 'damped shifted force')
    return { mode: given.mode, ...reach, alpha: place.number(given.alpha ?? 0.2, 'alpha') };
  if (given.alpha !== undefined)
    throw place.mistake(
      '“alpha” is for mode “damped shifted force”',
      'change the mode or leave it out',
      'alpha',
    );
  if (given.mode === 'zero quadrupole' && given.epsilon !== undefined)
    throw place.mistake(
      '“epsilon” is for mode “reaction field”',
      'change the mode or leave it out',
      'epsilon',
    );
  if (given.mode === 'zero quadrupole') return { mode: given.mode, ...reach };
  return {
    mode: 'reaction field' as const,
    ...reach,
    ...optional('epsilon', 'epsilon', given.epsilon, place),
  };
}

function pairPotentialTerms(
  assembly: Assembly,
  potentials: NonNullable<ForceSection['pair-potentials']>,
  numbers: Numbers,
  place: SpecReader,
): ForceTerm[] {
  return Object.entries(potentials).map(([name, given]) => {
    const here = place.below(name);
    const spec = typeof given === 'object' ? given : { potential: given };
    const formula = String(spec.potential);
    const between = spec.between && kindPairs(spec.between);
    const parameters = usedParameters(formula, numbers);
    const ending = endOf(assembly, spec, here);
    const term = here.attempt(
      () => pairFormula(assembly.system, { formula, parameters, ...(between ? { between } : {}), ...ending }),
      'potential',
    );
    return { ...term, name };
  });
}

function kindPairs(between: readonly string[] | readonly (readonly string[])[]): [string, string][] {
  const pairs = between.every(one => Array.isArray(one)) ? between : [between];
  return (pairs as readonly (readonly string[])[]).map(([a, b]) => [a, b]);
}

// The parameters that a formula mentions: a file may have many, and one may have the name of a variable of another formula.

type Numbers = Readonly<Record<string, number>>;

function usedParameters(formula: string, numbers: Numbers): Numbers {
  const names = new Set(formula.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  return Object.fromEntries(Object.entries(numbers).filter(([name]) => names.has(name)));
}
