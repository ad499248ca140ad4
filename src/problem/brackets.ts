// Poisson brackets of H and g at a state, from first and second derivatives. With X_f = (f_p, −f_q):
//   hidden constraint       hᵢ = {gᵢ, H} = ∂gᵢ · X_H
//   its derivative along a  Dhᵢ·a = aᵀ gᵢ'' X_H + ∂gᵢ · J H'' a
//   nondegeneracy           Nᵢⱼ = {{H, gᵢ}, gⱼ} = −Dhᵢ · X_{gⱼ}     (G M⁻¹ Gᵀ in the classical case)
// and the sizes of the terms of g and h, the scale of their residuals (term-sizes.ts). McLachlan, Modin, Verdier, Wilkins 2014, Lemma 3.11.

import { once } from '../formula/once.ts';
import { setUnit } from '../linalg/dense.ts';
import { patternTimes, rowLengths } from '../linalg/pattern.ts';
import { classicalParts } from './classical.ts';
import type { Problem } from './problem.ts';
import { applyJ, type State } from './state.ts';
import { constraintOffsets, createTermSizes } from './term-sizes.ts';

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

export function createBrackets({ n, H, g, initial }: Problem): Brackets {
  const { m, jacobianPattern } = g;
  const inverseMass = classicalParts({ H, g })?.inverseMass;
  const jacobian = new Float64Array(jacobianPattern.index.length);
  const [field, velocity, turned, column] = [0, 1, 2, 3].map(() => new Float64Array(2 * n));
  const fillTermSizes = createTermSizes(g, H);
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
  function constraintScale(z: State, h: number, out: Float64Array): void {
    g.jacobian(z, jacobian);
    hamiltonianField(z, field);
    for (let j = 0; j < 2 * n; j++) column[j] = Math.abs(z[j]) + Math.abs(h * field[j]);
    fillTermSizes(jacobian, column, out);
    const offsets = offsetsAtStart();
    for (let i = 0; i < m; i++) out[i] = Math.max(out[i], offsets[i]);
  }
  function hiddenScale(z: State, out: Float64Array): void {
    g.jacobian(z, jacobian);
    hamiltonianField(z, field);
    for (let j = 0; j < 2 * n; j++) column[j] = Math.abs(field[j]);
    fillTermSizes(jacobian, column, out);
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

// How far constraints are from involution: the largest |{gᵢ, gⱼ}| / (|∇gᵢ| |∇gⱼ|) at a state, {gᵢ, gⱼ} = ∇gᵢ · J ∇gⱼ.
// g(q) and single constraints are in involution by construction.
// McLachlan, Modin, Verdier, Wilkins 2014, Assumption 2 and Remark 3.4.

export interface WorstPair {
  /** |{gᵢ, gⱼ}| / (|∇gᵢ| |∇gⱼ|) */
  readonly size: number;
  readonly i: number;
  readonly j: number;
}

/** A relative bracket below this counts as zero: states off g = 0 by rounding leave 1e-15. */
export const negligibleBracket = 1e-8;

export function isInvolutiveByForm({ g }: Problem): boolean {
  return g.kind === 'holonomic' || g.m < 2;
}

/** The pair with the largest relative bracket at z. */
export function createWorstBracket({ n, g }: Problem): (z: State) => WorstPair {
  const { jacobianPattern } = g;
  const { start, index } = jacobianPattern;
  const G = new Float64Array(index.length);
  const [lengths, brackets] = [0, 1].map(() => new Float64Array(g.m));
  const turned = new Float64Array(2 * n);

  return z => {
    g.jacobian(z, G);
    rowLengths(jacobianPattern, G, lengths);
    let worst: WorstPair = { size: 0, i: 0, j: 0 };
    for (let j = 0; j < g.m; j++) {
      turned.fill(0);
      for (let k = start[j]; k < start[j + 1]; k++) turned[index[k]] = G[k];
      applyJ(turned);
      patternTimes(jacobianPattern, G, turned, brackets);
      for (let i = 0; i < j; i++) {
        const size = Math.abs(brackets[i]) / (lengths[i] * lengths[j]);
        if (size > worst.size) worst = { size, i, j };
      }
    }
    return worst;
  };
}
