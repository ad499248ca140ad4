// U = Σ U(x, y, z) over particles, written as a formula that also knows the mass m and the charge q of the particle.
// Positions are not wrapped: in a periodic box write a formula with the period of the box. The force comes from outside and
// is no part of the pressure: its virial is 0.

import { elaborateScalar } from '../../formula/elaborate.ts';
import { compileFunctions } from '../../formula/functions.ts';
import { Graph } from '../../formula/graph.ts';
import type { ForceTerm } from '../force-term.ts';
import { scopeWithParameters } from '../formula-scope.ts';
import { particlesOfKinds } from '../parameter-checks.ts';
import type { ParticleSystem } from '../particle-system.ts';

export interface ExternalFormula {
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

  /** U of particle i, whose variables are then in `at`. */
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
