// All forces of the section, as terms: pair forces, what the models bring, and what comes from outside.

import type { Assembly } from '../particles/builders/assemble.ts';
import type { ForceTerm } from '../particles/force-term.ts';
import type { Angle, Dihedral } from '../particles/models/molecule-model.ts';
import { angleHarmonic } from '../particles/terms/angle-harmonic.ts';
import { bondHarmonic } from '../particles/terms/bond-harmonic.ts';
import { bondMorse } from '../particles/terms/bond-morse.ts';
import { dihedralPeriodic } from '../particles/terms/dihedral-periodic.ts';
import { dihedralRyckaertBellemans } from '../particles/terms/dihedral-ryckaert-bellemans.ts';
import { externalField } from '../particles/terms/external-field.ts';
import { externalFormula } from '../particles/terms/external-formula.ts';
import { restraint } from '../particles/terms/restraint.ts';
import { type Numbers, usedParameters } from './particle-formula-parameters.ts';
import type { NamedComponent } from './particle-molecules.ts';
import { coulombTerm, lennardJonesTerm, pairPotentialTerms } from './particle-pair-forces.ts';
import type { Place, Vector } from './particle-place.ts';
import type { ForceSection } from './particle-schema.ts';
import { selectedParticles } from './particle-selection.ts';

export interface ForceContext {
  readonly assembly: Assembly;
  readonly components: readonly NamedComponent[];
  /** The scalar parameters, for formulas. */
  readonly numbers: Numbers;
  /** particles.forces */
  readonly place: Place;
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

function bondedTerms({ system, bonds, angles, dihedrals, twists }: Assembly, place: Place): ForceTerm[] {
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
