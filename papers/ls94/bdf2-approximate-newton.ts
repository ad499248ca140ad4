// BDF2 whose equations are solved by an approximate Newton iteration: the second derivatives of V and g are left out of the
// matrix, which is then [ 1  M⁻¹Gᵀ ; G  0 ]. The guess is the parabola through the last three states.
// It contracts while (2h/3)² |M⁻¹(V″ + Σ λg″)| < 1. Leimkuhler and Skeel 1994, eq. 35–37 and section 7.1.

import { createMethod, type Flow, type Problem, type State } from '../../src/index.ts';
import { bdfFormulas, extrapolationWeights } from '../../src/integrators/bdf/bdf.ts';
import { createClassicalBdfSystem } from '../../src/integrators/bdf/classical-dae-system.ts';
import { classicalParts } from '../../src/problem/classical.ts';
import { newton } from '../../src/solvers/newton.ts';
import type { Outcome } from '../../src/solvers/outcome.ts';

const { weights, divisor } = bdfFormulas[1];
const parabola = extrapolationWeights(3);

export function bdf2ApproximateNewton(problem: Problem): Flow {
  const separable = classicalParts(problem);
  if (!separable) throw new Error('the approximate iteration is for H = ½pᵀM⁻¹p + V(q) and g(q)');
  const system = createClassicalBdfSystem(withoutCurvature(problem), separable, weights[0]);
  const solver = newton(system.x.length, 0.9);
  const lambda = new Float64Array(problem.g.m);
  const starter = createMethod(problem, 'reference');
  /** Newest first. */
  let states: State[] = [];

  function begin(z: State, h: number, out: State): Outcome {
    if (states.length === 0) states = [z.slice()];
    return starter.step(z, h, out);
  }
  function advance(h: number, out: State): Outcome {
    const [base, before] = states;
    const guess = base.map((_, j) => parabola.reduce((sum, weight, i) => sum + weight * states[i][j], 0));
    const known = base.map((value, j) => weights[2] * (before[j] - value));
    system.begin({ guess, lambda, base, known, h: divisor * h });
    const outcome = solver.solve(system.equations, system.x);
    if (outcome.ok) system.end(out, lambda);
    return outcome;
  }
  return {
    domain: 'g = 0',
    memory: [],
    step(z, h, out) {
      const outcome = states.length < parabola.length ? begin(z, h, out) : advance(h, out);
      if (outcome.ok) states = [out.slice(), ...states].slice(0, parabola.length);
      return outcome;
    },
  };
}

/** What the Newton matrix is made from, with all second derivatives zero. */
function withoutCurvature(problem: Problem): Problem {
  return {
    ...problem,
    H: { ...problem.H, hessian: (_z, out) => void out.fill(0) },
    g: { ...problem.g, hessian: (_z, _w, out) => void out.fill(0) },
  };
}
