// U(r) between particles, written as a formula of r and parameters; derivatives are those of the formula, exact.
// Condition: U has two derivatives within the cut-off. At r = 0 forces exist only where U'(0) = 0.

import { compileFunctions } from '../../formula/codegen/functions.ts';
import { gradient } from '../../formula/derivative.ts';
import { Graph } from '../../formula/graph.ts';
import { elaborateScalar } from '../../formula/language/elaborate.ts';
import { createScope, type Scope } from '../../formula/language/scope.ts';
import { type Cutoff, checkedMode, pairsWithin, withSwitch } from '../pairs/cutoff.ts';
import type { PairSelection } from '../pairs/list.ts';
import type { PairRow, RadialFunction } from '../pairs/radial.ts';
import { createPairTerm, type PairTerm } from '../pairs/term.ts';
import { finiteNumber, kindNumber, particlesOfKinds } from '../parameter-checks.ts';
import type { ForceTerm, ParticleSystem } from '../system.ts';

export interface PairFormula {
  /** U as a formula of r, for example "D*(1 - exp(-a*(r - r0)))^2". */
  readonly formula: string;
  readonly parameters?: Readonly<Record<string, number>>;
  /** Pairs of kinds that feel it; default all. */
  readonly between?: readonly (readonly [string, string])[];
  /** Without one: all pairs, in open space only. */
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
  return { ...createPairTerm('pair formula', pairs, radial), kind: 'pair-formula' };
}

/** r ↦ (U, U', U''), in an array that the next call overwrites. */
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
      // The limit of U'/r at 0 is U''; b does not matter there, since d = 0.
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

// U = Σ U(x, y, z) over particles, written as a formula that also knows the mass m and the charge q of the particle.
// Positions are not wrapped: in a periodic box write a formula with the period of the box. An external force is no part of
// the pressure: its virial is 0.

interface ExternalFormula {
  /** U as a formula of x, y, z, m and q, for example "m*g*z". */
  readonly formula: string;
  readonly parameters?: Readonly<Record<string, number>>;
  /** Kinds that feel it; default all. */
  readonly kinds?: readonly string[];
}

const variables = ['x', 'y', 'z', 'm', 'q'];
const one = Float64Array.of(1);

export function externalFormula(system: ParticleSystem, given: ExternalFormula): ForceTerm {
  const graph = new Graph();
  const U = elaborateScalar(given.formula, scopeWithParameters(graph, variables, given.parameters ?? {}));
  const compiled = compileFunctions(graph, [U], variables.length);
  const particles = Int32Array.from(particlesOfKinds('the external formula', given.kinds, system));
  const [at, along, slope] = [0, 1, 2].map(() => new Float64Array(variables.length));
  const value = new Float64Array(1);

  /** U of particle i; leaves its variables in `at`. */
  function evaluate(x: Float64Array, i: number): number {
    for (let axis = 0; axis < 3; axis++) at[axis] = x[3 * i + axis];
    at[3] = system.mass[i];
    at[4] = system.charge[i];
    compiled.value(at, value);
    return value[0];
  }
  const addSlope = (i: number, out: Float64Array) => {
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] += slope[axis];
  };
  return {
    kind: 'external-formula',
    name: 'external formula',
    energy(x) {
      let total = 0;
      for (const i of particles) total += evaluate(x, i);
      return total;
    },
    addGradient(x, out) {
      let total = 0;
      for (const i of particles) {
        total += evaluate(x, i);
        compiled.gradient(at, slope);
        addSlope(i, out);
      }
      return total;
    },
    addHessianTimes(x, v, out) {
      for (const i of particles) {
        evaluate(x, i);
        for (let axis = 0; axis < 3; axis++) along[axis] = v[3 * i + axis];
        compiled.hessianTimes(at, one, along, slope);
        addSlope(i, out);
      }
    },
    addVirial: () => {},
  };
}

// The names that formulas of force terms know: their variables and the parameters given with them.

/** Variable k of `variables` is number k of the graph. */
function scopeWithParameters(
  graph: Graph,
  variables: readonly string[],
  parameters: Readonly<Record<string, number>>,
): Scope {
  for (const [name, value] of Object.entries(parameters)) {
    finiteNumber(`the parameter “${name}” of the formula`, value);
    if (variables.includes(name))
      throw new RangeError(
        `the parameter “${name}” = ${value} has the name of a variable of the formula (${variables.join(', ')}); rename it`,
      );
  }
  return createScope(graph, {
    parameters: Object.entries(parameters),
    variables: variables.map((name, first) => ({ name, shape: [], first })),
  });
}
