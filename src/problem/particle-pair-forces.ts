// Pair forces of the section: Lennard-Jones, Coulomb, and potentials written as formulas of r.

import type { Assembly } from '../particles/builders/assemble.ts';
import type { Cutoff } from '../particles/cutoff.ts';
import type { ForceTerm } from '../particles/force-term.ts';
import { coulomb } from '../particles/terms/coulomb.ts';
import { lennardJones } from '../particles/terms/lennard-jones.ts';
import { pairFormula } from '../particles/terms/pair-formula.ts';
import { type Numbers, usedParameters } from './particle-formula-parameters.ts';
import type { Formula, Place } from './particle-place.ts';
import type { ForceSection } from './particle-schema.ts';

/** The largest cut-off that is taken without being asked for, in Å, and how much of the shortest edge it may use. */
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
function radiusOf({ system }: Assembly, { cutoff }: Reach, place: Place): number | undefined {
  if (cutoff !== undefined) return place.number(cutoff, 'cutoff');
  return system.box ? Math.min(usualCutoff, shareOfEdge * Math.min(...system.box.edges)) : undefined;
}

/** { name: number } where it is given. */
const optional = (name: string, key: string, value: Formula | undefined, place: Place) =>
  value === undefined ? {} : { [name]: place.number(value, key) };

const bufferOf = ({ buffer }: Reach, place: Place) => optional('buffer', 'buffer', buffer, place);

function endOf(assembly: Assembly, given: Ending, place: Place): { cutoff?: Cutoff } {
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

/** null when no two particles feel it. */
export function lennardJonesTerm(
  assembly: Assembly,
  given: NonNullable<ForceSection['lennard-jones']>,
  place: Place,
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

export function coulombTerm(
  assembly: Assembly,
  given: NonNullable<ForceSection['coulomb']>,
  place: Place,
): ForceTerm | null {
  if (assembly.system.charge.every(q => q === 0)) return null;
  const constant = optional('constant', 'constant', given.constant, place);
  const cutoff = coulombCutoff(assembly, given, place);
  return place.attempt(() => coulomb(assembly.system, { ...constant, ...(cutoff ? { cutoff } : {}) }));
}

function coulombCutoff(assembly: Assembly, given: NonNullable<ForceSection['coulomb']>, place: Place) {
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

export function pairPotentialTerms(
  assembly: Assembly,
  potentials: NonNullable<ForceSection['pair-potentials']>,
  numbers: Numbers,
  place: Place,
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
