// U(r) between particles, written as a formula of r and parameters; derivatives are those of the formula, exact.
// Condition: U has two derivatives within reach. At r = 0 forces exist only where U'(0) = 0.

import { gradient } from '../../formula/derivative.ts';
import { elaborateScalar } from '../../formula/elaborate.ts';
import { compileFunctions } from '../../formula/functions.ts';
import { Graph } from '../../formula/graph.ts';
import { type Cutoff, checkedMode, pairsWithin, withSwitch } from '../cutoff.ts';
import { scopeWithParameters } from '../formula-scope.ts';
import type { PairSelection } from '../pair-list.ts';
import { createPairTerm, type PairTerm } from '../pair-term.ts';
import { kindNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../particle-system.ts';
import type { PairRow, RadialFunction } from '../radial-function.ts';

export interface PairFormula {
  /** U as a formula of r, for example "D*(1 - exp(-a*(r - r0)))^2". */
  readonly formula: string;
  readonly parameters?: Readonly<Record<string, number>>;
  /** Pairs of kinds that feel it; default all. */
  readonly between?: readonly (readonly [string, string])[];
  /** Without: all pairs, in open space only. */
  readonly cutoff?: Cutoff;
}

export function pairFormula(system: ParticleSystem, given: PairFormula): PairTerm {
  const mode = checkedMode(given.cutoff);
  const U = compileRadial(given);
  const shift = mode === 'shifted' && given.cutoff !== undefined ? U(given.cutoff.radius)[0] : 0;
  if (!Number.isFinite(shift))
    throw new RangeError(
      `the pair formula “${given.formula}” is ${shift} at the cut-off ${given.cutoff?.radius}; choose another cut-off`,
    );
  const radial = withSwitch(createRadial(U, shift), given.cutoff);
  const pairs = pairsWithin(system, selectionOf(system, given.between), given.cutoff);
  return createPairTerm('pair formula', pairs, radial);
}

/** r ↦ (U, U', U''), in an array that is used again. */
function compileRadial({ formula, parameters = {} }: PairFormula): (r: number) => Float64Array {
  const graph = new Graph();
  const U = elaborateScalar(formula, scopeWithParameters(graph, ['r'], parameters));
  const slope = gradient(graph, U).get(0) ?? graph.constant(0);
  const curvature = gradient(graph, slope).get(0) ?? graph.constant(0);
  const compiled = compileFunctions(graph, [U, slope, curvature], 1);
  const at = new Float64Array(1);
  const out = new Float64Array(3);
  return r => {
    at[0] = r;
    compiled.value(at, out);
    return out;
  };
}

function createRadial(U: (r: number) => Float64Array, shift: number): RadialFunction {
  const fill = (_i: number, { length, r2, u, f, b }: PairRow) => {
    for (let k = 0; k < length; k++) {
      const r = Math.sqrt(r2[k]);
      const value = U(r);
      u[k] = value[0] - shift;
      // The limit of U'/r at 0 is U''; d = 0 makes b of no account there.
      const isSmoothCentre = r === 0 && value[1] === 0;
      f[k] = isSmoothCentre ? value[2] : value[1] / r;
      b[k] = isSmoothCentre ? 0 : (value[2] - f[k]) / r2[k];
    }
  };
  return { first: fill, second: fill };
}

function selectionOf(system: ParticleSystem, between: PairFormula['between']): PairSelection {
  const groups = system.kinds.length;
  const interacts = new Uint8Array(groups * groups).fill(between === undefined ? 1 : 0);
  for (const names of between ?? []) {
    const [a, b] = names.map(name => kindNumber('the pair formula', name, system));
    interacts[a * groups + b] = 1;
    interacts[b * groups + a] = 1;
  }
  return { group: system.kind, groups, interacts };
}
