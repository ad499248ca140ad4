// Methods that are wrong on purpose: every law must reject at least one of them.

import type { Flow } from '../../src/flows/flow.ts';
import { verlet } from '../../src/flows/verlet.ts';
import { constrained } from '../../src/integrators/constrained.ts';
import { applyJ } from '../../src/problem/brackets.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { Equations, MultiplierSolver } from '../../src/solvers/equations.ts';
import { newton } from '../../src/solvers/newton.ts';
import { done } from '../../src/solvers/outcome.ts';

/** z + hJ∇H: not symplectic, not symmetric, first order. */
export function explicitEuler({ H, n }: Problem): Flow {
  const field = new Float64Array(2 * n);
  const at = new Float64Array(2 * n);
  let step = 0;
  return {
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      at.set(z);
      step = h;
      H.gradient(z, field);
      applyJ(field);
      for (let i = 0; i < 2 * n; i++) out[i] = z[i] + h * field[i];
      return done;
    },
    push(v, out) {
      H.hessianTimes(at, v, field);
      applyJ(field);
      for (let i = 0; i < 2 * n; i++) out[i] = v[i] + step * field[i];
    },
  };
}

/** RATTLE with explicit Euler inside: it keeps the constraints and nothing else. */
export function rattleWithEuler(problem: Problem): Flow {
  return constrained(problem, explicitEuler(problem), newton).rattle;
}

/** A solver that stops after one Newton iteration and calls that success. */
export function oneIteration(m: number): MultiplierSolver {
  const r = new Float64Array(m);
  const J = new Float64Array(m * m);
  return {
    iterations: 1,
    solve(equations: Equations, lambda: Float64Array) {
      lambda.fill(0);
      equations.residual(lambda, r);
      equations.jacobian(J);
      for (let i = 0; i < m; i++) lambda[i] -= r[i] / J[i * m + i];
      return equations.residual(lambda, r);
    },
  };
}

export function rattleWithOneIteration(problem: Problem): Flow {
  return constrained(problem, verlet(problem.H), oneIteration).rattle;
}

/** Reaches {g, H} = 0 by shrinking all momenta along g_q without the mass: it leaves the fibre. */
export function projectionOffTheFibre(problem: Problem): Flow {
  const { n } = problem;
  return {
    domain: 'g = {g,H} = 0',
    memory: [],
    step(z, _h, out) {
      out.set(z);
      for (let i = 0; i < n; i++) out[n + i] = 0;
      return done;
    },
  };
}
