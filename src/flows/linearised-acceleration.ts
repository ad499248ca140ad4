// The acceleration of the linearly implicit methods, (M + βh²A(q)) a = −∇V(q): one Newton correction, from rest, of the
// equation in implicit-acceleration.ts, with A = V'' or with that of the stiff part of V alone.
// Reference: Tao and Owhadi 2016, eq. 1.3 and 2.8.

import type { Curvature, Separable } from '../problem/hamiltonian.ts';
import { done } from '../solvers/outcome.ts';
import type { ImplicitAcceleration } from './implicit-acceleration.ts';
import { createShiftedMass, singularStep } from './shifted-mass.ts';

/** `implicit`: the curvature A that the matrix takes in. Its `point` is q itself. */
export function createLinearisedAcceleration(V: Separable, implicit: Curvature): ImplicitAcceleration {
  const n = V.inverseMass.length;
  const mass = V.inverseMass.map(w => 1 / w);
  const matrix = createShiftedMass(implicit, mass);
  const a = new Float64Array(n);
  const point = new Float64Array(2 * n);
  return {
    a,
    point,
    solveLinear: b => matrix.solve(b),
    solve(z, s) {
      for (let i = 0; i < n; i++) point[i] = z[i];
      if (!matrix.moveTo(point, s)) return singularStep;
      V.gradient(point, a);
      for (let i = 0; i < n; i++) a[i] = -a[i];
      matrix.solve(a);
      return done;
    },
  };
}
