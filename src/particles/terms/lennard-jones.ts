// U(r) = 4ε ((σ/r)¹² − (σ/r)⁶) = c₁₂/r¹² − c₆/r⁶ between particles of given kinds, with its lowest value −ε at 2^(1/6) σ.
// Unlike kinds: σ = (σ_a + σ_b)/2, ε = √(ε_a ε_b) (Lorentz and Berthelot), or as given for the pair of kinds.
// Condition: r > 0; at r = 0 the energy is not finite. Allen and Tildesley, Computer Simulation of Liquids (2017), section 1.3.

import { type Cutoff, checkedMode, pairsWithin, withSwitch } from '../pairs/cutoff.ts';
import type { PairSelection } from '../pairs/list.ts';
import type { RadialFunction } from '../pairs/radial.ts';
import { createPairTerm } from '../pairs/term.ts';
import { kindNumber, nonNegativeNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../system.ts';
import type { LennardJones, LennardJonesTable } from './kinds.ts';

/** σ and ε of a Lennard-Jones pair. */
export interface SizeAndDepth {
  readonly sigma: number;
  readonly epsilon: number;
}

/** Sizes and depths of the pair potential, mixing and cut-off. */
export interface LennardJonesParameters {
  /** σ and ε of every kind; ε = 0 or σ = 0: no force on this kind, except through `pairs`. */
  readonly kinds: Readonly<Record<string, SizeAndDepth>>;
  /** Pairs of kinds that do not follow the mixing rule. */
  readonly pairs?: readonly (SizeAndDepth & { readonly kinds: readonly [string, string] })[];
  /** Without one: all pairs, in open space only. */
  readonly cutoff?: Cutoff;
}

/** σ and ε of A/r¹² − C/r⁶. */
export function sizeAndDepth(A: number, C: number): SizeAndDepth {
  return { sigma: (A / C) ** (1 / 6), epsilon: (C * C) / (4 * A) };
}

export function lennardJones(system: ParticleSystem, parameters: LennardJonesParameters): LennardJones {
  const mode = checkedMode(parameters.cutoff);
  const table = createTable(system, parameters, mode === 'shifted' ? parameters.cutoff?.radius : undefined);
  const selection: PairSelection = {
    group: system.kind,
    groups: table.kinds,
    interacts: Uint8Array.from(table.c12, c12 => (c12 > 0 ? 1 : 0)),
  };
  const pairs = pairsWithin(system, selection, parameters.cutoff);
  const radial = withSwitch(createRadial(system.kind, table), parameters.cutoff);
  return { ...createPairTerm('Lennard-Jones', pairs, radial), kind: 'lennard-jones', table, mode };
}

function createTable(
  system: ParticleSystem,
  { kinds, pairs = [] }: LennardJonesParameters,
  shiftAt: number | undefined,
): LennardJonesTable {
  for (const kind of Object.keys(kinds)) kindNumber('Lennard-Jones', kind, system);
  const own = system.kinds.map(kind => checkedKind(kind, kinds));
  const n = own.length;
  const table = {
    kinds: n,
    c12: new Float64Array(n * n),
    c6: new Float64Array(n * n),
    shift: new Float64Array(n * n),
  };
  const set = (a: number, b: number, { sigma, epsilon }: SizeAndDepth) => {
    const s6 = sigma ** 6;
    for (const at of [a * n + b, b * n + a]) {
      table.c12[at] = 4 * epsilon * s6 * s6;
      table.c6[at] = 4 * epsilon * s6;
      const inverse = shiftAt === undefined ? 0 : shiftAt ** -6;
      table.shift[at] = (table.c12[at] * inverse - table.c6[at]) * inverse;
    }
  };
  own.forEach((first, a) => {
    own.slice(0, a + 1).forEach((second, b) => {
      set(a, b, mixed(first, second));
    });
  });
  for (const { kinds: names, ...given } of pairs) {
    const [a, b] = names.map(name => kindNumber('a pair of Lennard-Jones', name, system));
    set(a, b, checked(`of the pair ${names.join('–')}`, given));
  }
  return table;
}

function checkedKind(kind: string, kinds: LennardJonesParameters['kinds']): SizeAndDepth {
  if (Object.hasOwn(kinds, kind)) return checked(`of kind “${kind}”`, kinds[kind]);
  throw new RangeError(
    `Lennard-Jones knows no sigma and epsilon of kind “${kind}”; give them, with epsilon 0 if it feels nothing`,
  );
}

function checked(what: string, { sigma, epsilon }: SizeAndDepth): SizeAndDepth {
  nonNegativeNumber(`sigma ${what}`, sigma);
  nonNegativeNumber(`epsilon ${what}`, epsilon, 'a well is as deep as epsilon; give 0 for no force');
  return { sigma, epsilon };
}

function mixed(a: SizeAndDepth, b: SizeAndDepth): SizeAndDepth {
  return { sigma: (a.sigma + b.sigma) / 2, epsilon: Math.sqrt(a.epsilon * b.epsilon) };
}

function createRadial(kind: Int32Array, { kinds, c12, c6, shift }: LennardJonesTable): RadialFunction {
  return {
    first(i, { length, partner, r2, u, f }) {
      const base = kind[i] * kinds;
      for (let k = 0; k < length; k++) {
        const at = base + kind[partner[k]];
        const inverse = 1 / r2[k];
        const i6 = inverse * inverse * inverse;
        const repulsion = c12[at] * i6 * i6;
        const attraction = c6[at] * i6;
        u[k] = repulsion - attraction - shift[at];
        f[k] = (6 * attraction - 12 * repulsion) * inverse;
      }
    },
    second(i, { length, partner, r2, u, f, b }) {
      const base = kind[i] * kinds;
      for (let k = 0; k < length; k++) {
        const at = base + kind[partner[k]];
        const inverse = 1 / r2[k];
        const i6 = inverse * inverse * inverse;
        const repulsion = c12[at] * i6 * i6;
        const attraction = c6[at] * i6;
        u[k] = repulsion - attraction - shift[at];
        f[k] = (6 * attraction - 12 * repulsion) * inverse;
        b[k] = (168 * repulsion - 48 * attraction) * inverse * inverse;
      }
    },
  };
}
