// Splittings of H = ½ pᵀM⁻¹p + V(q) into kicks p ← p − b h ∇V(q) and drifts q ← q + a h M⁻¹p, from a table.
// Explicit, symplectic; symmetric and of order two when the table is a palindrome.
// Reference: McLachlan, SIAM J. Sci. Comput. 16 (1995) 151; see splitting-coefficients.ts.

import type { Hamiltonian, Separable } from '../problem/hamiltonian.ts';
import type { State } from '../problem/state.ts';
import { failed } from '../solvers/outcome.ts';
import { checkStep } from './finite.ts';
import type { Flow } from './flow.ts';
import { createGradientCache } from './gradient-cache.ts';
import type { KickDriftScheme } from './splitting-coefficients.ts';

export function splitting(H: Hamiltonian, scheme: KickDriftScheme): Flow {
  return H.separable ? kickDrift(H, H.separable, scheme) : needsSeparable(scheme.name);
}

function kickDrift(H: Hamiltonian, separable: Separable, { kicks, drifts }: KickDriftScheme): Flow {
  const { n } = H;
  const { inverseMass } = separable;
  const last = drifts.length;
  const cache = createGradientCache(separable, n);
  const between = new Float64Array(n);
  // For push: q at each kick; the p part stays 0, since V''(q) does not look at it.
  const points = kicks.map(() => new Float64Array(2 * n));
  const direction = new Float64Array(2 * n);
  const image = new Float64Array(2 * n);
  let stepSize = 0;

  const gradient = (k: number, z: State) => {
    if (k === 0) return cache.atStart(z);
    if (k === last) return cache.atEnd(z);
    separable.gradient(z, between);
    return between;
  };
  const kick = (k: number, h: number, z: State) => {
    for (let i = 0; i < n; i++) points[k][i] = z[i];
    const dV = gradient(k, z);
    const bh = kicks[k] * h;
    for (let i = 0; i < n; i++) z[n + i] -= bh * dV[i];
  };
  const drift = (k: number, h: number, z: State) => {
    const ah = drifts[k] * h;
    for (let i = 0; i < n; i++) z[i] += ah * inverseMass[i] * z[n + i];
  };
  const pushKick = (k: number, v: Float64Array) => {
    for (let i = 0; i < n; i++) direction[i] = v[i];
    H.hessianTimes(points[k], direction, image);
    const bh = kicks[k] * stepSize;
    for (let i = 0; i < n; i++) v[n + i] -= bh * image[i];
  };

  return {
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      stepSize = h;
      out.set(z);
      for (let k = 0; k <= last; k++) {
        if (kicks[k] !== 0) kick(k, h, out);
        if (k < last) drift(k, h, out);
      }
      return checkStep(z, h, out);
    },
    push(v, out) {
      out.set(v);
      for (let k = 0; k <= last; k++) {
        if (kicks[k] !== 0) pushKick(k, out);
        if (k < last) drift(k, stepSize, out);
      }
    },
  };
}

function needsSeparable(name: string): Flow {
  const failure = failed(
    'not supported',
    `${name} needs H = ½ pᵀM⁻¹p + V(q); for a general H take verlet, midpoint or gauss`,
  );
  return { domain: 'phase space', memory: [], step: () => failure };
}
