// Hand-derived equations of motion for general ODE solvers: y′ = f(y), without allocation.
// Linkages in angles from the downward vertical, so that the rods have constant length; the six nodes in
// positions, their multipliers eliminated; the top by Euler's equations and a quaternion (Goldstein, Classical Mechanics,
// 1980, (5-39)). For chains, the tensions are the unknowns of a tridiagonal system, and the angles follow from them:
// with dense Cholesky on the mass matrix of the angles a chain of 10 takes 2.5 times as long and one of 100 takes 100
// times, and in positions the same accuracy costs 1.5 times as much (dopri, end-point error 1e-6).

import type { System } from '../task.ts';
import {
  isLinkage,
  type Linkage,
  linkageOf,
  type Numbers,
  type Points,
  pointSystem,
  pointsOfAngles,
  pointsOfTop,
  type Quaternion,
  rotated,
  top,
} from './systems.ts';

export interface Equations {
  readonly start: readonly number[];
  /** f(y). */
  derivative(y: readonly number[], out: number[]): void;
  /** Positions and velocities of the points. */
  points(y: Numbers, out: Points): void;
}

export function equationsOf(system: System, links: number): Equations {
  if (isLinkage(system)) return inAngles(linkageOf(system, links), derivatives[system]);
  return system === 'six-node' ? sixNodes() : eulerTop();
}

const derivatives = { pendulum, 'double-pendulum': doublePendulum, chain };

/** y holds the angles and then their rates. */
function inAngles(linkage: Linkage, derive: (linkage: Linkage) => Equations['derivative']): Equations {
  const { lengths, angles } = linkage;
  const n = lengths.length;
  return {
    start: [...angles, ...angles.map(() => 0)],
    derivative: derive(linkage),
    points(y, out) {
      const all = Array.from(y);
      pointsOfAngles(lengths, { angles: all.slice(0, n), rates: all.slice(n) }, out);
    },
  };
}

/** θ″ = −(γ/L) sin θ */
function pendulum({ lengths: [length], gravity }: Linkage): Equations['derivative'] {
  const stiffness = gravity / length;
  return (y, out) => {
    out[0] = y[1];
    out[1] = -stiffness * Math.sin(y[0]);
  };
}

/** 2 L α₁ + l α₂ cos δ = l ω₂² sin δ − 2 γ sin θ₁,   l α₂ + L α₁ cos δ = −L ω₁² sin δ − γ sin θ₂,   δ = θ₂ − θ₁ */
function doublePendulum({ lengths: [upper, lower], gravity }: Linkage): Equations['derivative'] {
  return (y, out) => {
    const sine = Math.sin(y[1] - y[0]);
    const cosine = Math.cos(y[1] - y[0]);
    const a = lower * y[3] * y[3] * sine - 2 * gravity * Math.sin(y[0]);
    const b = -upper * y[2] * y[2] * sine - gravity * Math.sin(y[1]);
    const first = (a - b * cosine) / (1 + sine * sine);
    out[0] = y[2];
    out[1] = y[3];
    out[2] = first / upper;
    out[3] = (b - first * cosine) / lower;
  };
}

/**
 * Unit rods u_i under tensions T_i: u_i·(a_i − a_{i−1}) = −ω_i² is, with c_i and s_i of δ_i = θ_i − θ_{i−1},
 *   T_0 − c_1 T_1 = ω_0² + γ cos θ_0,   2 T_i − c_i T_{i−1} − c_{i+1} T_{i+1} = ω_i²,
 * and then θ″_0 = s_1 T_1 − γ sin θ_0,   θ″_i = s_{i+1} T_{i+1} − s_i T_{i−1}.
 */
function chain({ lengths: { length: n }, gravity }: Linkage): Equations['derivative'] {
  const [c, s, inverse, T] = [0, 0, 0, 0].map(() => new Float64Array(n + 1));
  return (y, out) => {
    // Elimination from the anchor down.
    let sine = Math.sin(y[0]);
    let cosine = Math.cos(y[0]);
    const pull = gravity * sine;
    let pivot = 1;
    let right = y[n] * y[n] + gravity * cosine;
    inverse[0] = pivot;
    T[0] = right;
    for (let i = 1; i < n; i++) {
      const nextSine = Math.sin(y[i]);
      const nextCosine = Math.cos(y[i]);
      const along = sine * nextSine + cosine * nextCosine;
      c[i] = along;
      s[i] = cosine * nextSine - sine * nextCosine;
      const factor = along * pivot;
      pivot = 1 / (2 - along * factor);
      right = y[n + i] * y[n + i] + factor * right;
      inverse[i] = pivot;
      T[i] = right;
      sine = nextSine;
      cosine = nextCosine;
    }
    // Back from the free end, where c, s and T are 0.
    let below = 0;
    for (let i = n - 1; i >= 0; i--) {
      below = (T[i] + c[i + 1] * below) * inverse[i];
      T[i] = below;
    }
    out[0] = y[n];
    out[n] = s[1] * T[1] - pull;
    for (let i = 1; i < n; i++) {
      out[i] = y[n + i];
      out[n + i] = s[i + 1] * T[i + 1] - s[i] * T[i - 1];
    }
  };
}

/** y holds positions and then velocities. */
function sixNodes(): Equations {
  const { q, v, springs } = pointSystem('six-node', 0);
  const n = q.length;
  const { stiffness } = springs[0];
  const force = new Float64Array(n);
  const hold = createRodForces(n / 2 - 1);
  return {
    start: [...q, ...v],
    derivative(y, out) {
      force.fill(0);
      for (let i = 0; i < n - 4; i++) {
        const f = stiffness * (y[i + 4] - y[i]);
        force[i] += f;
        force[i + 4] -= f;
      }
      hold(y, force);
      for (let i = 0; i < n; i++) {
        out[i] = y[n + i];
        out[n + i] = force[i];
      }
    },
    points(y, out) {
      out.q.set(Array.from(y).slice(0, n));
      out.v.set(Array.from(y).slice(n));
    },
  };
}

/** Adds to the forces f on unit masses those of rods d_i in a row, given by d_i·(a_{i+1} − a_i) = −|d′_i|². */
function createRodForces(rods: number): (y: readonly number[], out: Float64Array) => void {
  const n = 2 * rods + 2;
  const d = new Float64Array(2 * rods);
  const [inverse, lambda, off] = [0, 0, 0].map(() => new Float64Array(rods + 1));
  return (y, out) => {
    let pivot = 0;
    let right = 0;
    for (let i = 0; i < rods; i++) {
      const j = 2 * i;
      const dx = y[j + 2] - y[j];
      const dy = y[j + 3] - y[j + 1];
      const wx = y[n + j + 2] - y[n + j];
      const wy = y[n + j + 3] - y[n + j + 1];
      const along = i > 0 ? dx * d[j - 2] + dy * d[j - 1] : 0;
      const factor = along * pivot;
      pivot = 1 / (2 * (dx * dx + dy * dy) - along * factor);
      right =
        dx * (out[j + 2] - out[j]) + dy * (out[j + 3] - out[j + 1]) + wx * wx + wy * wy + factor * right;
      d[j] = dx;
      d[j + 1] = dy;
      off[i] = along;
      inverse[i] = pivot;
      lambda[i] = right;
    }
    let after = 0;
    for (let i = rods - 1; i >= 0; i--) {
      after = (lambda[i] + off[i + 1] * after) * inverse[i];
      const fx = after * d[2 * i];
      const fy = after * d[2 * i + 1];
      out[2 * i] += fx;
      out[2 * i + 1] += fy;
      out[2 * i + 2] -= fx;
      out[2 * i + 3] -= fy;
    }
  };
}

/** y holds the quaternion and the angular velocity in the body's frame; the masses have A about the tip and C about the axis. */
function eulerTop(): Equations {
  const { radius, height, gravity, spin } = top;
  const A = 3 * (height * height + 0.5 * radius * radius);
  const C = 3 * radius * radius;
  const [coupling, torque] = [(A - C) / A, (3 * gravity * height) / A];
  return {
    start: [...top.rotation, 0, 0, spin],
    derivative(y, out) {
      const s = y[0];
      const a = y[1];
      const b = y[2];
      const c = y[3];
      const o1 = y[4];
      const o2 = y[5];
      const o3 = y[6];
      // ½ (s, u)(0, Ω), and the vertical seen from the body.
      out[0] = -0.5 * (a * o1 + b * o2 + c * o3);
      out[1] = 0.5 * (s * o1 + b * o3 - c * o2);
      out[2] = 0.5 * (s * o2 + c * o1 - a * o3);
      out[3] = 0.5 * (s * o3 + a * o2 - b * o1);
      out[4] = coupling * o2 * o3 + torque * 2 * (b * c + s * a);
      out[5] = -coupling * o1 * o3 - torque * 2 * (a * c - s * b);
      out[6] = 0;
    },
    points(y, out) {
      const size = Math.hypot(y[0], y[1], y[2], y[3]);
      const rotation: Quaternion = [y[0] / size, y[1] / size, y[2] / size, y[3] / size];
      pointsOfTop(rotation, rotated(rotation, [y[4], y[5], y[6]]), out);
    },
  };
}
