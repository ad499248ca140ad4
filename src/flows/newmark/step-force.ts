// Verlet and symplectic Euler with a force F_h(q) that depends on the step:
//   p½ = p₀ + (h/2) F_h(q₀),   q₁ = q₀ + h M⁻¹p½,   p₁ = p½ + (h/2) F_h(q₁)        symmetric, order 2
//   p₁ = p₀ + h F_h(q₀),       q₁ = q₀ + h M⁻¹p₁                                    order 1
// Both are symplectic when F_h is a gradient. The pushforward of Newmark's method and those of Zhang and Skeel are of
// this form: they differ in F_h alone. Tao and Owhadi 2016, eq. 2.10, theorem 2.9 and lemma 2.13.

import { once } from '../../formula/once.ts';
import { maxAbs } from '../../linalg/dense.ts';
import { createLastPoint } from '../../linalg/last-point.ts';
import { patternTimes } from '../../linalg/pattern.ts';
import type { Curvature } from '../../problem/hamiltonian.ts';
import type { State } from '../../problem/state.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import type { Flow } from '../flow.ts';
import { guardedFlow } from '../identity.ts';

/** F_h at the point it was moved to last. */
export interface StepForce {
  /** F_h(q), length n. */
  readonly value: Float64Array;
  moveTo(z: State, h: number): Outcome;
  /** out = F_h'(q) v, length n. */
  push(v: Float64Array, out: Float64Array): void;
}

export function verletWithForce(createForce: () => StepForce, inverseMass: Float64Array): Flow {
  const n = inverseMass.length;
  let start = createCached(createForce(), n);
  let end = createCached(createForce(), n);
  const image = new Float64Array(n);
  let stepSize = 0;
  return guardedFlow({
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      // The force at the end of the step before is the force here.
      if (end.isAt(z, h)) [start, end] = [end, start];
      else {
        const first = start.moveTo(z, h);
        if (!first.ok) return first;
      }
      stepSize = h;
      kickAndDrift(z, start.value, h, inverseMass, out);
      const second = end.moveTo(out, h);
      if (!second.ok) return second;
      kick(end.value, h, out);
      return done;
    },
    push(v, out) {
      start.push(v, image);
      for (let i = 0; i < n; i++) out[n + i] = v[n + i] + 0.5 * stepSize * image[i];
      for (let i = 0; i < n; i++) out[i] = v[i] + stepSize * inverseMass[i] * out[n + i];
      end.push(out, image);
      for (let i = 0; i < n; i++) out[n + i] += 0.5 * stepSize * image[i];
    },
  });
}

// Loops over arrays that are arguments: over captured ones they take twice as long in V8.

/** out = z after half a kick by F and a whole drift. */
function kickAndDrift(z: State, F: Float64Array, h: number, inverseMass: Float64Array, out: State): void {
  const n = F.length;
  for (let i = 0; i < n; i++) {
    const p = z[n + i] + 0.5 * h * F[i];
    out[n + i] = p;
    out[i] = z[i] + h * inverseMass[i] * p;
  }
}

/** The second half of the kick. */
function kick(F: Float64Array, h: number, out: State): void {
  const n = F.length;
  for (let i = 0; i < n; i++) out[n + i] += 0.5 * h * F[i];
}

export function eulerWithForce(force: StepForce, inverseMass: Float64Array): Flow {
  const n = inverseMass.length;
  const image = new Float64Array(n);
  let stepSize = 0;
  return guardedFlow({
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      const moved = force.moveTo(z, h);
      if (!moved.ok) return moved;
      stepSize = h;
      for (let i = 0; i < n; i++) out[n + i] = z[n + i] + h * force.value[i];
      for (let i = 0; i < n; i++) out[i] = z[i] + h * inverseMass[i] * out[n + i];
      return done;
    },
    push(v, out) {
      force.push(v, image);
      for (let i = 0; i < n; i++) out[n + i] = v[n + i] + stepSize * image[i];
      for (let i = 0; i < n; i++) out[i] = v[i] + stepSize * inverseMass[i] * out[n + i];
    },
  });
}

/** A cached force: it is evaluated for another q or h only. */
function createCached(force: StepForce, n: number) {
  const last = createLastPoint(n);
  let knownStep = Number.NaN;
  const isAt = (z: State, h: number) => h === knownStep && last.is(z);
  return {
    value: force.value,
    push: force.push,
    isAt,
    moveTo(z: State, h: number): Outcome {
      if (isAt(z, h)) return done;
      const outcome = force.moveTo(z, h);
      knownStep = outcome.ok ? h : Number.NaN;
      last.set(z);
      return outcome;
    },
  };
}

// Directional derivatives of V(q) for the derivative of a step:
//   V'' v from the entries of V'',      V⁽³⁾[a, v] = ¼ (T(a + v) − T(a − v)) with T(a) = V⁽³⁾[a, a], exact as T is quadratic.

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
