// Newmark's method with γ = ½, v = M⁻¹p and a(q) = −M⁻¹∇V(q):
//   q₁ = q₀ + h v₀ + (h²/2) ((1 − 2β) a(q₀) + 2β a(q₁)),      p₁ = p₀ + (h/2) M (a(q₀) + a(q₁))
// Order 2, symmetric, stable for every h on linear problems when β ≥ ¼. It preserves a symplectic form, but not the
// canonical one: the change of variables x = q + βh² M⁻¹∇V(q) makes it
//   x₁ = x₀ + h v₀ + (h²/2) a₀,   v₁ = v₀ + (h/2) (a₀ + a₁),   M aₖ = −∇V(xₖ + βh²aₖ),        the pushforward, symplectic.
// Reference: Newmark 1959; Tao and Owhadi 2016, eq. 2.1–2.3.

import type { Hamiltonian, Separable } from '../../problem/hamiltonian.ts';
import type { State } from '../../problem/state.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import type { Flow } from '../flow.ts';
import { guardedFlow } from '../identity.ts';
import { createGradientCache } from '../splitting.ts';
import {
  createImplicitAcceleration,
  createShiftedMass,
  separableOf,
  singularStep,
} from './implicit-acceleration.ts';
import { createSecondAlong, createThirdAlong, type StepForce, verletWithForce } from './step-force.ts';

/** Newmark in its pushed-forward variables, (2.3). */
export function newmarkPushforward(H: Hamiltonian, beta: number): Flow {
  const V = separableOf(H);
  return verletWithForce(() => implicitForce(V, beta), V.inverseMass);
}

/** M a with M a = −∇V(x + βh²a): the force of the pushforward. */
function implicitForce(V: Separable, beta: number): StepForce {
  const n = V.inverseMass.length;
  const implicit = createImplicitAcceleration(V);
  const second = createSecondAlong(V, n);
  const value = new Float64Array(n);
  return {
    value,
    moveTo(z, h) {
      const outcome = implicit.solve(z, beta * h * h);
      for (let i = 0; i < n; i++) value[i] = implicit.a[i] / V.inverseMass[i];
      return outcome;
    },
    /** (M + βh²V'') da = −V'' v at x + βh²a. */
    push(v, out) {
      second(implicit.point, v, out);
      implicit.solveLinear(out);
      for (let i = 0; i < n; i++) out[i] /= -V.inverseMass[i];
    },
  };
}

/** Newmark with its nonlinear equation solved to round-off, (2.1). */
export function newmark(H: Hamiltonian, beta: number): Flow {
  const V = separableOf(H);
  return newmarkFlow(V, beta, fullSolve(V));
}

/**
 * Newmark with a single Newton iteration from q + hv: order 2, but neither symplectic nor symmetric, so that its energy
 * drifts. It is here for the comparison.
 */
export function newmarkOneNewton(H: Hamiltonian, beta: number): Flow {
  const V = separableOf(H);
  return newmarkFlow(V, beta, oneNewton(V));
}

/** How q₁ is found from M (q₁ − x) + s ∇V(q₁) = 0, where s = βh² and x = q₀ + h v₀ + (½ − β) h² a(q₀). */
interface PositionSolver {
  /** q₁ in its first n entries. */
  readonly q: Float64Array;
  solve(x: State, guess: State, s: number): Outcome;
  /** out = the derivative of q₁ along dx and the change of the guess. */
  push(dx: Float64Array, dguess: Float64Array, out: Float64Array): void;
}

function fullSolve(V: Separable): PositionSolver {
  const n = V.inverseMass.length;
  const implicit = createImplicitAcceleration(V);
  const q = new Float64Array(2 * n);
  return {
    q,
    solve(x, _guess, s) {
      const outcome = implicit.solve(x, s);
      for (let i = 0; i < n; i++) q[i] = x[i] + s * implicit.a[i];
      return outcome;
    },
    /** (M + sV'') dq₁ = M dx. */
    push(dx, _dguess, out) {
      for (let i = 0; i < n; i++) out[i] = dx[i] / V.inverseMass[i];
      implicit.solveLinear(out);
    },
  };
}

function oneNewton(V: Separable): PositionSolver {
  const n = V.inverseMass.length;
  const mass = V.inverseMass.map(w => 1 / w);
  const matrix = createShiftedMass(V, mass);
  const [second, third] = [createSecondAlong(V, n), createThirdAlong(V, n)];
  const [q, point] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  const [delta, bent] = [new Float64Array(n), new Float64Array(n)];
  let shift = 0;
  return {
    q,
    /** (M + sV'') δ = −M (guess − x) − s ∇V at the guess, q₁ = guess + δ. */
    solve(x, guess, s) {
      shift = s;
      point.set(guess);
      if (!matrix.moveTo(point, s)) return singularStep;
      V.gradient(point, delta);
      for (let i = 0; i < n; i++) delta[i] = -mass[i] * (guess[i] - x[i]) - s * delta[i];
      matrix.solve(delta);
      for (let i = 0; i < n; i++) q[i] = guess[i] + delta[i];
      return done;
    },
    push(dx, dguess, out) {
      second(point, dguess, out);
      third(point, delta, dguess, bent);
      for (let i = 0; i < n; i++) out[i] = -mass[i] * (dguess[i] - dx[i]) - shift * (out[i] + bent[i]);
      matrix.solve(out);
      for (let i = 0; i < n; i++) out[i] += dguess[i];
    },
  };
}

function newmarkFlow(V: Separable, beta: number, positions: PositionSolver): Flow {
  const { inverseMass } = V;
  const n = inverseMass.length;
  const cache = createGradientCache(V, n);
  const second = createSecondAlong(V, n);
  const [x, guess, start] = [0, 1, 2].map(() => new Float64Array(2 * n));
  const [dx, dguess, bent] = [0, 1, 2].map(() => new Float64Array(n));
  let stepSize = 0;
  return guardedFlow({
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      start.set(z);
      stepSize = h;
      const before = cache.atStart(z);
      for (let i = 0; i < n; i++) {
        guess[i] = z[i] + h * inverseMass[i] * z[n + i];
        x[i] = guess[i] - (0.5 - beta) * h * h * inverseMass[i] * before[i];
      }
      const solved = positions.solve(x, guess, beta * h * h);
      if (!solved.ok) return solved;
      for (let i = 0; i < n; i++) out[i] = positions.q[i];
      const after = cache.atEnd(out);
      for (let i = 0; i < n; i++) out[n + i] = z[n + i] - 0.5 * h * (before[i] + after[i]);
      return done;
    },
    push(v, out) {
      const h = stepSize;
      second(start, v, bent);
      for (let i = 0; i < n; i++) {
        out[n + i] = v[n + i] - 0.5 * h * bent[i];
        dguess[i] = v[i] + h * inverseMass[i] * v[n + i];
        dx[i] = dguess[i] - (0.5 - beta) * h * h * inverseMass[i] * bent[i];
      }
      positions.push(dx, dguess, out);
      second(positions.q, out, bent);
      for (let i = 0; i < n; i++) out[n + i] -= 0.5 * h * bent[i];
    },
  });
}
