// Methods that are wrong on purpose: every law must reject at least one of them.

import { compose, compositionSchemes } from '../../src/flows/compose.ts';
import type { Flow } from '../../src/flows/flow.ts';
import { verlet } from '../../src/flows/verlet.ts';
import { constrained } from '../../src/integrators/constrained.ts';
import { norm2 } from '../../src/linalg/dense.ts';
import type { Method, Properties } from '../../src/methods/method.ts';
import { createMethod, methodNamed } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { applyJ, type State } from '../../src/problem/state.ts';
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

/** A method under claims that it does not keep. */
export interface FalseClaim {
  readonly method: Method;
  /** Laws that must say “does not hold”. */
  readonly refuted: readonly string[];
  /** Laws that must not say “holds”. */
  readonly doubted?: readonly string[];
}

const claims = { order: 2, symplectic: true, symmetric: true };

/** A record with a constructor and claims of its own; the rest is that of RATTLE. */
function claiming(name: string, own: Partial<Properties>, create: (problem: Problem) => Flow): Method {
  return { ...methodNamed('rattle'), name, properties: () => ({ ...claims, ...own }), create };
}

const rattleBy = (flow: string) => (problem: Problem) => createMethod(problem, 'rattle', { flow });

/** The weights of order 8 with the outer ones changed and the middle one so that the sum stays: of order 2, with a small constant. */
const perturbed = (by: number) => (problem: Problem) => {
  const [{ weights }] = compositionSchemes.filter(({ order }) => order === 8);
  const last = weights.length - 1;
  const change = (k: number) => (k === 0 || k === last ? by : k === last / 2 ? -2 * by : 0);
  return compose(
    createMethod(problem, 'rattle'),
    weights.map((weight, k) => weight + change(k)),
  );
};

/** The same with one weight changed and no other: time goes wrong by a part of itself, whatever the step. */
const inconsistent = (by: number) => (problem: Problem) => {
  const [{ weights }] = compositionSchemes.filter(({ order }) => order === 8);
  return compose(createMethod(problem, 'rattle'), [weights[0] + by, ...weights.slice(1)]);
};

/** Suzuki's composition of order 4 with the negative step first: of order 3, and not symmetric. */
function reordered(problem: Problem): Flow {
  const gamma = 1 / (4 - 4 ** (1 / 3));
  return compose(createMethod(problem, 'rattle'), [1 - 4 * gamma, gamma, gamma, gamma, gamma]);
}

/** RATTLE with momenta changed after the step, by a function of those before and after the projection. */
const projectedBy =
  (change: (p: Float64Array, projected: Float64Array) => void) =>
  (problem: Problem): Flow => {
    const { shake, project } = constrained(problem, verlet(problem.H), newton);
    const from = new Float64Array(2 * problem.n);
    return {
      domain: 'g = {g,H} = 0',
      memory: [...shake.memory, ...project.memory],
      step(z, h, out) {
        const outcome = shake.step(z, h, from);
        if (!outcome.ok) return outcome;
        const projected = project.step(from, h, out);
        change(from.subarray(problem.n), out.subarray(problem.n));
        return projected;
      },
    };
  };

/** Goes half the way to {g, H} = 0. */
const halfProjected = projectedBy((p, projected) => {
  for (let i = 0; i < p.length; i++) projected[i] = (p[i] + projected[i]) / 2;
});

/** Reaches {g, H} = 0 off the fibre: the projected momenta are made as large as they were before. */
const offTheFibre = projectedBy((p, projected) => {
  const factor = norm2(p) / norm2(projected);
  for (let i = 0; i < p.length; i++) projected[i] *= factor;
});

/** RATTLE whose momenta lose a part of h afterwards: friction that nobody asked for. */
const damped = (rate: number) => (problem: Problem) => {
  const { push: _, ...flow } = createMethod(problem, 'rattle');
  return {
    ...flow,
    step(z: State, h: number, out: State) {
      const outcome = flow.step(z, h, out);
      for (let i = problem.n; i < out.length; i++) out[i] *= 1 - rate * h;
      return outcome;
    },
  };
};

/** SHAKE under the name of RATTLE: nothing is projected. */
const unprojected = (problem: Problem) => ({
  ...constrained(problem, verlet(problem.H), newton).shake,
  domain: 'g = {g,H} = 0' as const,
});

export const falseClaims: readonly FalseClaim[] = [
  { method: claiming('first-order', {}, rattleBy('symplectic-euler')), refuted: ['order', 'reversible'] },
  { method: claiming('second-order', { order: 4 }, rattleBy('verlet')), refuted: ['order'] },
  { method: claiming('weights-off-1e-3', { order: 8 }, perturbed(1e-3)), refuted: ['order'] },
  { method: claiming('weights-off-1e-6', { order: 8 }, perturbed(1e-6)), refuted: ['order'] },
  { method: claiming('weights-off-1e-8', { order: 8 }, perturbed(1e-8)), refuted: ['order'] },
  { method: claiming('sum-of-weights-off', { order: 8 }, inconsistent(1e-9)), refuted: ['order'] },
  { method: claiming('reordered', { order: 4 }, reordered), refuted: ['order', 'reversible'] },
  { method: claiming('half-projected', {}, halfProjected), refuted: ['order', 'hidden constraints'] },
  {
    method: claiming('off-the-fibre', {}, offTheFibre),
    refuted: ['symplectic', 'reversible'],
    doubted: ['order'],
  },
  { method: claiming('unprojected', {}, unprojected), refuted: ['hidden constraints', 'reversible'] },
  { method: claiming('one-iteration', {}, rattleWithOneIteration), refuted: ['constraints', 'reversible'] },
  {
    method: claiming('explicit-euler', { order: 1 }, rattleWithEuler),
    refuted: ['symplectic', 'reversible', 'energy'],
  },
  { method: claiming('damped', {}, damped(1e-2)), refuted: ['order', 'symplectic', 'energy'] },
  {
    method: claiming('bdf-2', {}, problem => createMethod(problem, 'bdf2')),
    refuted: ['symplectic', 'reversible'],
    doubted: ['energy'],
  },
];
