// Directional derivatives of V(q) for the derivative of a step:
//   V'' v from the entries of V'',      V⁽³⁾[a, v] = ¼ (T(a + v) − T(a − v)) with T(a) = V⁽³⁾[a, a], exact as T is quadratic.

import { once } from '../formula/once.ts';
import { maxAbs } from '../linalg/dense.ts';
import { patternTimes } from '../linalg/sparse-products.ts';
import type { Curvature } from '../problem/hamiltonian.ts';
import type { State } from '../problem/state.ts';

/** (z, v, out): out = V''(q) v; only the first n entries of v are read. */
export function createSecondAlong(V: Curvature, n: number) {
  // Made when first asked for: a step does without, and for many particles V'' is full.
  const entries = once(() => new Float64Array(V.hessianPattern.index.length));
  const direction = new Float64Array(n);
  return (z: State, v: Float64Array, out: Float64Array): void => {
    V.hessian(z, entries());
    for (let i = 0; i < n; i++) direction[i] = v[i];
    patternTimes(V.hessianPattern, entries(), direction, out);
  };
}

/** (z, a, v, out): out = V⁽³⁾(q)[a, v]; only the first n entries of a and v are read. */
export function createThirdAlong(V: Curvature, n: number) {
  const [sum, difference, last] = [0, 1, 2].map(() => new Float64Array(n));
  return (z: State, a: Float64Array, v: Float64Array, out: Float64Array): void => {
    for (let i = 0; i < n; i++) last[i] = v[i];
    const [aSize, vSize] = [maxAbs(a), maxAbs(last)];
    if (aSize === 0 || vSize === 0) {
      out.fill(0, 0, n);
      return;
    }
    // Of equal size, so that neither is lost beside the other.
    const scale = aSize / vSize;
    for (let i = 0; i < n; i++) {
      sum[i] = a[i] + scale * last[i];
      difference[i] = a[i] - scale * last[i];
    }
    V.third(z, sum, out);
    V.third(z, difference, last);
    for (let i = 0; i < n; i++) out[i] = (out[i] - last[i]) / (4 * scale);
  };
}
