// Poisson brackets of H and g at a state, from first and second derivatives. With X_f = (f_p, −f_q):
//   hidden constraint       hᵢ = {gᵢ, H} = ∂gᵢ · X_H
//   its derivative along a  Dhᵢ·a = aᵀ gᵢ'' X_H + ∂gᵢ · J H'' a
//   nondegeneracy           Nᵢⱼ = {{H, gᵢ}, gⱼ} = −Dhᵢ · X_{gⱼ}     (G M⁻¹ Gᵀ in the classical case)
// and the sizes of the terms of g and h, which residuals are judged by. McLachlan, Modin, Verdier, Wilkins 2014, Lemma 3.11.

import { once } from '../formula/once.ts';
import { setUnit } from '../linalg/dense.ts';
import { classicalParts } from './classical.ts';
import type { Constraints } from './constraints.ts';
import type { Problem } from './problem.ts';
import { createRoundingFloors } from './rounding-floors.ts';
import type { State } from './state.ts';

export interface Brackets {
  /** out = X_H(z) = (H_p, −H_q). */
  hamiltonianField(z: State, out: Float64Array): void;
  /** out = Σ wᵢ X_{gᵢ}(z). */
  constraintField(z: State, w: Float64Array, out: Float64Array): void;
  /** out = {g, H}(z), length m. */
  hidden(z: State, out: Float64Array): void;
  /** out = D{g, H}(z)·a, length m. */
  hiddenAlong(z: State, a: Float64Array, out: Float64Array): void;
  /** out = the matrix {{H, gᵢ}, gⱼ}(z), m × m, row by row. */
  nondegeneracy(z: State, out: Float64Array): void;
  /** outᵢ = the size of the terms that gᵢ(z), or gᵢ after a step h, is the difference of. */
  constraintScale(z: State, h: number, out: Float64Array): void;
  /** outᵢ = the size of the terms that {gᵢ, H}(z) is the difference of. */
  hiddenScale(z: State, out: Float64Array): void;
}

/** out ← J out with J(a, b) = (b, −a). */
export function applyJ(v: Float64Array): void {
  const n = v.length / 2;
  for (let i = 0; i < n; i++) {
    const a = v[i];
    v[i] = v[i + n];
    v[i + n] = -a;
  }
}

/** Signs in general position: each vector meets every constraint at another angle. */
const probes = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

/**
 * The size of the constants in g, seen from its shape alone: (∇g·u)² / |uᵀg''u|, for a circle its squared radius. Where a
 * constraint passes through the origin, (x − 1)² + y² = 1, the coordinates do not tell what its terms round to.
 */
function constraintOffsets(g: Constraints, z: State): Float64Array {
  const { m } = g;
  const [slope, bend, offsets] = [0, 1, 2].map(() => new Float64Array(m));
  for (const probe of probes) {
    const u = Float64Array.from(z, (_, j) => ((Math.imul(j + 1, probe) >>> 16) & 1 ? 1 : -1));
    g.jacobianTimes(z, u, slope);
    g.second(z, u, u, bend);
    for (let i = 0; i < m; i++) {
      const size = slope[i] ** 2 / Math.abs(bend[i]);
      // A straight constraint has no size of this kind.
      if (Number.isFinite(size)) offsets[i] = Math.max(offsets[i], size);
    }
  }
  return offsets;
}

export function createBrackets({ n, H, g, initial }: Problem): Brackets {
  const { m, jacobianPattern } = g;
  const inverseMass = classicalParts({ H, g })?.inverseMass;
  const jacobian = new Float64Array(jacobianPattern.index.length);
  const [field, velocity, turned, column, floors] = [0, 1, 2, 3, 4].map(() => new Float64Array(2 * n));
  const fillFloors = createRoundingFloors(H);
  const offsetsAtStart = once(() => constraintOffsets(g, initial));
  const [unit, bend, derivative] = Array.from({ length: 3 }, () => new Float64Array(m));

  function hamiltonianField(z: State, out: Float64Array): void {
    H.gradient(z, out);
    applyJ(out);
  }
  function constraintField(z: State, w: Float64Array, out: Float64Array): void {
    g.transposedTimes(z, w, out);
    applyJ(out);
  }
  /** For g(q) only H_p counts, and forces need not be known. */
  function hidden(z: State, out: Float64Array): void {
    if (inverseMass) for (let i = 0; i < n; i++) velocity[i] = inverseMass[i] * z[n + i];
    else hamiltonianField(z, velocity);
    g.jacobianTimes(z, velocity, out);
  }
  function hiddenAlong(z: State, a: Float64Array, out: Float64Array): void {
    hamiltonianField(z, field);
    g.second(z, a, field, bend);
    H.hessianTimes(z, a, turned);
    applyJ(turned);
    g.jacobianTimes(z, turned, out);
    for (let i = 0; i < m; i++) out[i] += bend[i];
  }
  function nondegeneracy(z: State, out: Float64Array): void {
    for (let j = 0; j < m; j++) {
      setUnit(j, unit);
      constraintField(z, unit, column);
      hiddenAlong(z, column, derivative);
      for (let i = 0; i < m; i++) out[i * m + j] = -derivative[i];
    }
  }
  /** outᵢ = Σⱼ |∂gᵢ/∂zⱼ| (sizeⱼ + floorⱼ). */
  function weighted(size: Float64Array, out: Float64Array): void {
    fillFloors(size, floors);
    for (let i = 0; i < m; i++) {
      let sum = Number.MIN_VALUE * 2 ** 60;
      for (let k = jacobianPattern.start[i]; k < jacobianPattern.start[i + 1]; k++) {
        const j = jacobianPattern.index[k];
        sum += Math.abs(jacobian[k]) * (size[j] + floors[j]);
      }
      out[i] = sum;
    }
  }
  function constraintScale(z: State, h: number, out: Float64Array): void {
    g.jacobian(z, jacobian);
    hamiltonianField(z, field);
    for (let j = 0; j < 2 * n; j++) column[j] = Math.abs(z[j]) + Math.abs(h * field[j]);
    weighted(column, out);
    const offsets = offsetsAtStart();
    for (let i = 0; i < m; i++) out[i] = Math.max(out[i], offsets[i]);
  }
  function hiddenScale(z: State, out: Float64Array): void {
    g.jacobian(z, jacobian);
    hamiltonianField(z, field);
    for (let j = 0; j < 2 * n; j++) column[j] = Math.abs(field[j]);
    weighted(column, out);
  }
  return {
    hamiltonianField,
    constraintField,
    hidden,
    hiddenAlong,
    nondegeneracy,
    constraintScale,
    hiddenScale,
  };
}
