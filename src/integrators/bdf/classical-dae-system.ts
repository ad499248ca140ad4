// One BDF step where H = ½pᵀM⁻¹p + V(q) and g = g(q): the momenta p = M(α₀(q − q_n) + c_q)/h are
// eliminated, with the known part c = Σ_{i≥2} αᵢ (z_{n+1−i} − z_n), which leaves
//   q − q_n + c_q/α₀ + h M⁻¹(c_p − α₀p_n)/α₀² + (h/α₀)² M⁻¹(∇V(q) + Gᵀλ) = 0,     g(q) = 0,
// n + m equations. λᵢ is measured by the move (h/α₀)² M⁻¹Gᵢᵀλᵢ that it causes and gᵢ by its gradient, so that all
// unknowns are lengths and the Newton matrix [ 1 + O(h²)  M⁻¹Gᵀ ; G  0 ] keeps its size as h becomes small.
// Leimkuhler and Skeel 1994, eq. 35–37.

import { createBrackets } from '../../problem/brackets.ts';
import { constraintRank } from '../../problem/classical.ts';
import type { Separable } from '../../problem/hamiltonian.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import type { Equations } from '../../solvers/equations.ts';
import {
  type AddHessian,
  type BdfSystem,
  type ConstraintUnits,
  checkResidual,
  createConstraintUnits,
  createHessians,
  raiseSmall,
} from './dae-system.ts';

export function createClassicalBdfSystem(problem: Problem, separable: Separable, alpha0: number): BdfSystem {
  const { n, g } = problem;
  const { inverseMass } = separable;
  const brackets = createBrackets(problem);
  const units = createConstraintUnits(g, new Float64Array(n).fill(1), inverseMass);
  const matrix = createMatrix(problem, inverseMass);
  const [z, base, known, force] = Array.from({ length: 4 }, () => new Float64Array(2 * n));
  const [lambda, values] = [0, 1].map(() => new Float64Array(g.m));
  const gradient = new Float64Array(n);
  const x = new Float64Array(n + g.m);
  let step = 1;
  let square = 1;

  function read(from: Float64Array): void {
    for (let j = 0; j < n; j++) z[j] = from[j];
    for (let i = 0; i < g.m; i++) lambda[i] = from[n + i] / (square * units.move[i]);
  }
  /** The part of equation j that does not depend on the unknowns. */
  function constantPart(j: number): number {
    const momentum = known[j + n] - alpha0 * base[j + n];
    return known[j] / alpha0 + (step * inverseMass[j] * momentum) / (alpha0 * alpha0);
  }
  const equations: Equations = {
    m: n + g.m,
    rank: n + constraintRank(problem),
    scale: new Float64Array(n + g.m),
    residual(from, out) {
      read(from);
      separable.gradient(z, gradient);
      g.transposedTimes(z, lambda, force);
      g.value(z, values);
      for (let j = 0; j < n; j++)
        out[j] = from[j] - base[j] + constantPart(j) + square * inverseMass[j] * (gradient[j] + force[j]);
      for (let i = 0; i < g.m; i++) out[n + i] = values[i] / units.value[i];
      return checkResidual(out);
    },
    jacobian: out => matrix({ z, lambda, square, units, out }),
    model: null,
  };
  function fillScale(): void {
    separable.gradient(z, gradient);
    for (let j = 0; j < n; j++)
      equations.scale[j] =
        Math.abs(z[j]) + Math.abs(constantPart(j)) + Math.abs(square * inverseMass[j] * gradient[j]);
    raiseSmall(equations.scale.subarray(0, n));
    brackets.constraintScale(z, 0, values);
    for (let i = 0; i < g.m; i++) equations.scale[n + i] = values[i] / units.value[i];
  }
  return {
    equations,
    x,
    dynamics: n,
    begin({ guess, lambda: guessLambda, base: from, known: c, h }) {
      step = h;
      square = (h / alpha0) ** 2;
      base.set(from);
      known.set(c);
      z.set(guess);
      units.at(guess);
      for (let j = 0; j < n; j++) x[j] = guess[j];
      for (let i = 0; i < g.m; i++) x[n + i] = guessLambda[i] * square * units.move[i];
      fillScale();
    },
    end(out, outLambda) {
      read(x);
      for (let j = 0; j < n; j++) {
        out[j] = x[j];
        out[j + n] = (alpha0 * (x[j] - base[j]) + known[j]) / (step * inverseMass[j]);
      }
      outLambda.set(lambda);
    },
  };
}

interface MatrixPlace {
  readonly z: State;
  readonly lambda: Float64Array;
  readonly square: number;
  readonly units: ConstraintUnits;
  readonly out: Float64Array;
}

/** The derivative [ 1 + (h/α₀)² M⁻¹(V'' + Σλg'')   M⁻¹Gᵀ ;  G   0 ] in the units of the system. */
function createMatrix(problem: Problem, inverseMass: Float64Array) {
  const { n, g } = problem;
  const size = n + g.m;
  const { start, index } = g.jacobianPattern;
  const G = new Float64Array(index.length);
  const hessians = createHessians(problem);

  return ({ z, lambda, square, units, out }: MatrixPlace): void => {
    out.fill(0);
    for (let j = 0; j < n; j++) out[j * size + j] = 1;
    const addRows: AddHessian = (pattern, entries) => {
      for (let j = 0; j < n; j++)
        for (let k = pattern.start[j]; k < pattern.start[j + 1]; k++)
          out[j * size + pattern.index[k]] += square * inverseMass[j] * entries[k];
    };
    hessians(z, lambda, addRows);
    g.jacobian(z, G);
    for (let i = 0; i < g.m; i++)
      for (let k = start[i]; k < start[i + 1]; k++) {
        out[index[k] * size + n + i] = (G[k] * inverseMass[index[k]]) / units.move[i];
        out[(n + i) * size + index[k]] = G[k] / units.value[i];
      }
  };
}
