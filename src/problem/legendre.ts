// The Legendre transform: H(q, p) = p·v − L(q, v) at the velocity v(q, p) with L_v(q, v) = p. Then
//   H_q = −L_q,   H_p = v,   H_pp = L_vv⁻¹,   H_pq = −L_vv⁻¹ L_vq,   H_qq = −L_qq + L_qv L_vv⁻¹ L_vq.
// Conditions: L_vv is invertible. Where it is not, or no v is found, everything is NaN, like a formula outside its
// domain: the check and the flows look for that and fail with a reason.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §VI.1.2.

import { once } from '../formula/once.ts';
import { beginsWith } from '../linalg/begins-with.ts';
import { dot, setUnit } from '../linalg/dense.ts';
import { fullPattern, type Pattern } from '../linalg/pattern.ts';
import { patternTimes } from '../linalg/sparse-products.ts';
import { scalarValue } from './compiled.ts';
import type { Hamiltonian } from './hamiltonian.ts';
import { createMassMatrix, type MassMatrix } from './mass-matrix.ts';
import type { State } from './state.ts';
import { createVelocities, type Lagrangian } from './velocities.ts';

export function legendreTransform(lagrangian: Lagrangian): Hamiltonian {
  const { n, functions: L } = lagrangian;
  const { x, mass, isFoundAt, isCurvedAt } = createPoint(lagrangian);
  const lagrangianValue = scalarValue(L);
  const slope = new Float64Array(2 * n);
  const pattern = once(() => fullPattern(2 * n, 2 * n));
  const fillHessian = once(() => createHessian(n, L.hessianPattern, mass));
  const times = createHessianTimes(n, L.hessianPattern, mass);
  return {
    n,
    separable: null,
    value(z) {
      if (!isFoundAt(z)) return Number.NaN;
      let sum = -lagrangianValue(x);
      for (let i = n; i < 2 * n; i++) sum += z[i] * x[i];
      return sum;
    },
    gradient(z, out) {
      if (!isFoundAt(z)) {
        out.fill(Number.NaN);
        return;
      }
      L.gradient(x, slope);
      for (let i = 0; i < n; i++) {
        out[i] = -slope[i];
        out[n + i] = x[n + i];
      }
    },
    hessianTimes(z, u, out) {
      if (isCurvedAt(z)) times(u, out);
      else out.fill(Number.NaN);
    },
    get hessianPattern() {
      return pattern();
    },
    hessian(z, out) {
      if (isCurvedAt(z)) fillHessian()(out);
      else out.fill(Number.NaN);
    },
  };
}

/** x = (q, v) and L'' at x for the state asked for last, kept for as long as the same one is asked for, bit by bit. */
function createPoint(lagrangian: Lagrangian) {
  const { n, functions } = lagrangian;
  const mass = createMassMatrix(functions, n);
  const fillVelocities = createVelocities(lagrangian, mass);
  const known = new Float64Array(2 * n).fill(Number.NaN);
  const x = new Float64Array(2 * n);
  let [isFound, isCurved] = [false, false];

  function isFoundAt(z: State): boolean {
    if (beginsWith(z, known)) return isFound;
    isFound = fillVelocities(z, x);
    isCurved = false;
    known.set(z);
    return isFound;
  }
  function isCurvedAt(z: State): boolean {
    if (isFoundAt(z) && !isCurved) isCurved = mass.at(x);
    return isCurved;
  }
  return { x, mass, isFoundAt, isCurvedAt };
}

/** out = H'' u: with u = (dq, dp), dv = L_vv⁻¹ (dp − L_vq dq) and dH_q = −L_qq dq − L_qv dv. */
function createHessianTimes(n: number, pattern: Pattern, mass: MassMatrix) {
  const [dx, image] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  const dv = new Float64Array(n);
  return (u: Float64Array, out: Float64Array): void => {
    dx.set(u);
    dx.fill(0, n);
    patternTimes(pattern, mass.entries, dx, image);
    for (let i = 0; i < n; i++) dv[i] = u[n + i] - image[n + i];
    mass.solve(dv);
    dx.set(dv, n);
    patternTimes(pattern, mass.entries, dx, image);
    for (let i = 0; i < n; i++) {
      out[i] = -image[i];
      out[n + i] = dv[i];
    }
  };
}

/** Fills the dense H'' from the L'' that the mass matrix was evaluated with; exactly symmetric. */
function createHessian(n: number, { start, index }: Pattern, mass: MassMatrix): (out: Float64Array) => void {
  const N = 2 * n;
  // The columns of L_vq, and of L_vv⁻¹ L_vq or L_vv⁻¹ under way.
  const mixed = Array.from({ length: n }, () => new Float64Array(n));
  const column = new Float64Array(n);

  function fillLagrangian(out: Float64Array): void {
    out.fill(0);
    for (let j = 0; j < n; j++) mixed[j].fill(0);
    for (let i = 0; i < N; i++)
      for (let k = start[i]; k < start[i + 1] && index[k] < n; k++)
        if (i < n) out[i * N + index[k]] = -mass.entries[k];
        else mixed[index[k]][i - n] = mass.entries[k];
  }
  return out => {
    fillLagrangian(out);
    for (let j = 0; j < n; j++) {
      column.set(mixed[j]);
      mass.solve(column);
      for (let i = 0; i <= j; i++) {
        out[i * N + j] += dot(mixed[i], column);
        out[j * N + i] = out[i * N + j];
      }
      for (let i = 0; i < n; i++) {
        out[(n + i) * N + j] = -column[i];
        out[j * N + n + i] = -column[i];
      }
      setUnit(j, column);
      mass.solve(column);
      for (let i = 0; i <= j; i++) {
        out[(n + i) * N + n + j] = column[i];
        out[(n + j) * N + n + i] = column[i];
      }
    }
  };
}
