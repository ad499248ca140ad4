// Symplectic Euler, order 1, and its adjoint:
//   P (momenta first):     p₁ = p₀ − h H_q(q₀, p₁),   q₁ = q₀ + h H_p(q₀, p₁)
//   Q (coordinates first): q₁ = q₀ + h H_p(q₁, p₀),   p₁ = p₀ − h H_q(q₁, p₀)
// Explicit for separable H; otherwise the first half is solved to round-off.
// Reference: McLachlan, Modin, Verdier, Wilkins 2014, §5.1.3; Hairer, Lubich, Wanner 2006, (VI.3.1).

import { position } from '../linalg/pattern.ts';
import type { Hamiltonian } from '../problem/hamiltonian.ts';
import { done } from '../solvers/outcome.ts';
import type { Flow } from './flow.ts';
import { guardedFlow } from './identity.ts';
import { createImplicitSolver, type ImplicitEquation } from './implicit-solve.ts';
import { splitting } from './splitting.ts';

const reference = 'McLachlan, Modin, Verdier, Wilkins 2014, §5.1.3';
const kickThenDrift = { name: 'symplectic Euler P', order: 1, reference, kicks: [1, 0], drifts: [1] };
const driftThenKick = { name: 'symplectic Euler Q', order: 1, reference, kicks: [0, 1], drifts: [1] };

/**
 * Symplectic Euler, momenta first, order 1: p₁ = p₀ − hH_q(q₀, p₁), q₁ = q₀ + hH_p(q₀, p₁). Explicit for H = T(p) +
 * V(q). Hairer, Lubich, Wanner (2006), (VI.3.1).
 */
export function symplecticEulerP(H: Hamiltonian): Flow {
  return H.separable ? splitting(H, kickThenDrift) : implicitEuler(H, { x: H.n, y: 0, sign: -1 });
}

/**
 * Symplectic Euler, coordinates first, the adjoint of the other: q₁ = q₀ + hH_p(q₁, p₀), p₁ = p₀ − hH_q(q₁, p₀).
 * Hairer, Lubich, Wanner (2006), (VI.3.1).
 */
export function symplecticEulerQ(H: Hamiltonian): Flow {
  return H.separable ? splitting(H, driftThenKick) : implicitEuler(H, { x: 0, y: H.n, sign: 1 });
}

/** Where in z the implicit half x and the explicit half y begin, and the sign σ of x' = σ H_y. */
interface Halves {
  readonly x: number;
  readonly y: number;
  readonly sign: 1 | -1;
}

/** Both variants are one: x₁ = x₀ + σh H_y(x₁, y₀),  y₁ = y₀ − σh H_x(x₁, y₀). */
function implicitEuler(H: Hamiltonian, { x, y, sign }: Halves): Flow {
  const { n } = H;
  const start = new Float64Array(2 * n);
  const point = new Float64Array(2 * n);
  const unknown = new Float64Array(n);
  const direction = new Float64Array(2 * n);
  const image = new Float64Array(2 * n);
  const dx = new Float64Array(n);
  const equation = halfEquation(H, { x, y, sign }, start, point);
  const solver = createImplicitSolver(equation);

  return guardedFlow({
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      start.set(z);
      point.set(z);
      equation.sigmaH = sign * h;
      for (let i = 0; i < n; i++) unknown[i] = z[x + i];
      const solved = solver.solve(unknown);
      if (!solved.ok) return solved;
      for (let i = 0; i < n; i++) point[x + i] = unknown[i];
      H.gradient(point, image);
      out.set(point);
      for (let i = 0; i < n; i++) out[y + i] -= equation.sigmaH * image[x + i];
      return done;
    },
    push(v, out) {
      // (I − σh H_yx) dx₁ = dx₀ + σh H_yy dy₀ at (x₁, y₀), then dy₁ = dy₀ − σh (H_xx dx₁ + H_xy dy₀).
      direction.set(v);
      direction.fill(0, x, x + n);
      H.hessianTimes(point, direction, image);
      for (let i = 0; i < n; i++) dx[i] = v[x + i] + equation.sigmaH * image[y + i];
      const solved = solver.solveLinear(unknown, dx);
      for (let i = 0; i < n; i++) direction[x + i] = solved.ok ? dx[i] : Number.NaN;
      H.hessianTimes(point, direction, image);
      out.set(direction);
      for (let i = 0; i < n; i++) out[y + i] -= equation.sigmaH * image[x + i];
    },
  });
}

interface HalfEquation extends ImplicitEquation {
  /** σh of the step under way. */
  sigmaH: number;
}

/** r(x) = x − x₀ − σh H_y(x, y₀), with y₀ in the point and x₀ in the start. */
function halfEquation(
  H: Hamiltonian,
  { x, y }: Halves,
  start: Float64Array,
  point: Float64Array,
): HalfEquation {
  const { n } = H;
  const gradient = new Float64Array(2 * n);
  const direction = new Float64Array(2 * n);
  const entries = new Float64Array(H.hessianPattern.index.length);
  const places = blockPlaces(H, y, x);
  const moveTo = (unknown: Float64Array) => {
    for (let i = 0; i < n; i++) point[x + i] = unknown[i];
  };
  return {
    size: n,
    block: n,
    sigmaH: 0,
    residual(unknown, out) {
      moveTo(unknown);
      H.gradient(point, gradient);
      for (let i = 0; i < n; i++) out[i] = unknown[i] - start[x + i] - this.sigmaH * gradient[y + i];
    },
    jacobian(unknown, out) {
      moveTo(unknown);
      H.hessian(point, entries);
      for (let at = 0; at < n * n; at++) out[at] = places[at] < 0 ? 0 : -this.sigmaH * entries[places[at]];
      for (let i = 0; i < n; i++) out[i * n + i] += 1;
    },
    jacobianTimes(unknown, v, out) {
      moveTo(unknown);
      for (let i = 0; i < n; i++) direction[x + i] = v[i];
      H.hessianTimes(point, direction, gradient);
      for (let i = 0; i < n; i++) out[i] = v[i] - this.sigmaH * gradient[y + i];
    },
  };
}

/** For each entry of the n × n block of H'' that begins at (row, column): its place among the entries, or −1. */
function blockPlaces(H: Hamiltonian, row: number, column: number): Int32Array {
  const { n, hessianPattern } = H;
  return Int32Array.from({ length: n * n }, (_, at) =>
    position(hessianPattern, row + Math.floor(at / n), column + (at % n)),
  );
}
