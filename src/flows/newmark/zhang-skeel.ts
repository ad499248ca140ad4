// The linearly implicit methods of Zhang and Skeel: Verlet with the force M f of
//   (M + βh²V''(q)) a = −∇V(q),          f = a − ½β²h⁴ M⁻¹ (a·V⁽³⁾(q)·a)          Z&S: −M f is a gradient: symplectic
//   (M + βh²V''(q)) a = −∇V(q),          f = a                                    Z&Ss, symplectic only in special cases
//   (M + βh²V₁''(q)) a = −∇V(q),         f = a                                    Z&Ss for V = V₀ + V₁ with stiff V₁
// One symmetric linear solve per step; stable for every h on linear problems when β ≥ ¼.
// Reference: Zhang and Skeel 1997; Tao and Owhadi 2016, eq. 1.3, 2.7 and 2.8.

import { createDifference } from '../../problem/central-difference.ts';
import type { Curvature, Hamiltonian, Separable } from '../../problem/hamiltonian.ts';
import { done } from '../../solvers/outcome.ts';
import type { Flow } from '../flow.ts';
import { createLinearisedAcceleration, separableOf } from './implicit-acceleration.ts';
import {
  createSecondAlong,
  createThirdAlong,
  eulerWithForce,
  type StepForce,
  verletWithForce,
} from './step-force.ts';

/** Z&S, (1.3). */
export function zhangSkeel(H: Hamiltonian, beta: number): Flow {
  const V = separableOf(H);
  return verletWithForce(() => gradientForce(V, beta), V.inverseMass);
}

/** The first-order variant of Z&S: the same discrete potential with the one-sided quadrature of (4.14). */
export function zhangSkeelEuler(H: Hamiltonian, beta: number): Flow {
  const V = separableOf(H);
  return eulerWithForce(gradientForce(V, beta), V.inverseMass);
}

/** Z&Ss, (2.7). */
export function zhangSkeelSimplified(H: Hamiltonian, beta: number): Flow {
  const V = separableOf(H);
  return verletWithForce(() => linearisedForce(V, V, beta), V.inverseMass);
}

/** Z&Ss for stiff systems, (2.8); a potential without a part known as stiff is stiff as a whole. */
export function zhangSkeelStiff(H: Hamiltonian, beta: number): Flow {
  const V = separableOf(H);
  return verletWithForce(() => linearisedForce(V, V.stiff ?? V, beta), V.inverseMass);
}

interface LinearisedForce extends StepForce {
  /** a itself, and the q where it belongs. */
  readonly a: Float64Array;
  readonly point: Float64Array;
  /** out = the derivative of a along v. */
  pushAcceleration(v: Float64Array, out: Float64Array): void;
}

/** M a with (M + βh²A(q)) a = −∇V(q), where A = V₁'' is the curvature that the matrix takes in. */
function linearisedForce(V: Separable, implicit: Curvature, beta: number): LinearisedForce {
  const n = V.inverseMass.length;
  const mass = V.inverseMass.map(w => 1 / w);
  const { a, point, solve, solveLinear } = createLinearisedAcceleration(V, implicit);
  const [value, bent] = [new Float64Array(n), new Float64Array(n)];
  const second = createSecondAlong(V, n);
  const third = createThirdAlong(implicit, n);
  let s = 0;

  /** (M + βh²A) da = −V'' v − βh² A'[v] a. */
  function pushAcceleration(v: Float64Array, out: Float64Array): void {
    second(point, v, out);
    third(point, a, v, bent);
    for (let i = 0; i < n; i++) out[i] = -out[i] - s * bent[i];
    solveLinear(out);
  }
  return {
    value,
    a,
    point,
    pushAcceleration,
    moveTo(z, h) {
      s = beta * h * h;
      const outcome = solve(z, s);
      for (let i = 0; i < n; i++) value[i] = mass[i] * a[i];
      return outcome;
    },
    push(v, out) {
      pushAcceleration(v, out);
      for (let i = 0; i < n; i++) out[i] *= mass[i];
    },
  };
}

/** −∇U_h(q), U_h the least value over a of ½βh² aᵀMa + V + βh² a·∇V + ½β²h⁴ aᵀV''a: M a − ½β²h⁴ a·V⁽³⁾·a. */
function gradientForce(V: Separable, beta: number): StepForce {
  const n = V.inverseMass.length;
  const linearised = linearisedForce(V, V, beta);
  const { a, point } = linearised;
  const [value, da, bent] = [0, 1, 2].map(() => new Float64Array(n));
  const third = createThirdAlong(V, n);
  const fourth = createDifference((z, out) => V.third(z, a, out), 2 * n, n);
  const direction = new Float64Array(2 * n);
  let s = 0;
  return {
    value,
    moveTo(z, h) {
      s = beta * h * h;
      const outcome = linearised.moveTo(z, h);
      if (!outcome.ok) return outcome;
      V.third(point, a, bent);
      for (let i = 0; i < n; i++) value[i] = linearised.value[i] - 0.5 * s * s * bent[i];
      return done;
    },
    /** M da − β²h⁴ a·V⁽³⁾·da − ½β²h⁴ V⁽⁴⁾[a, a, v]; the last term, tiny, from differences. */
    push(v, out) {
      linearised.pushAcceleration(v, da);
      third(point, a, da, bent);
      for (let i = 0; i < n; i++) out[i] = da[i] / V.inverseMass[i] - s * s * bent[i];
      for (let i = 0; i < n; i++) direction[i] = v[i];
      fourth(point, direction, bent);
      for (let i = 0; i < n; i++) out[i] -= 0.5 * s * s * bent[i];
    },
  };
}
