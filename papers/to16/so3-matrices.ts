// The integrators of section 4.5 written down from the paper's formulas, with 3 × 3 matrices row by row:
//   R ← R cay(hΩ),   (1 + h²|Ω|²/4)Ω = (1 + h²|Ω₋|²/4)Ω₋ + hBμ (Rᵀe₃) × e₃,   Ω₋ that of the step before     (4.12)–(4.13)
//   a = −Bμ e₃e₃ᵀ − 2ω²(R RᵀR − R + βh²(a RᵀR + R aᵀR + R Rᵀa − a)),                                    (4.15)
//   f = a − 2ω²β²h⁴(R aᵀa + a Rᵀa + a aᵀR),      printed: a + 2ω²β²h⁴(aᵀaRᵀ + aᵀRaᵀ + Rᵀaaᵀ),
//   p ← p + h f,   R ← R + 2h p.
// Beside ¼|Ṙ|², which is mass ½, their term ½βh²aᵀa has twice the weight of Zhang and Skeel's: β here is 2β there.

import { createDenseLU } from '../../src/linalg/lu.ts';
import { rootOfCubic } from '../helpers/motion.ts';

export type Matrix = readonly number[];

const indices = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const product = (A: Matrix, B: Matrix): Matrix =>
  indices.map(at => {
    const [row, column] = [at - (at % 3), at % 3];
    return A[row] * B[column] + A[row + 1] * B[3 + column] + A[row + 2] * B[6 + column];
  });
const times = (A: Matrix, B: Matrix, C: Matrix) => product(product(A, B), C);
const transposed = (A: Matrix): Matrix => indices.map(at => A[3 * (at % 3) + Math.floor(at / 3)]);
const sum = (...terms: readonly Matrix[]): Matrix =>
  indices.map(at => terms.reduce((total, term) => total + term[at], 0));
const scaled = (factor: number, A: Matrix): Matrix => A.map(entry => factor * entry);

export interface Setting {
  readonly h: number;
  readonly omega: number;
  readonly beta: number;
  readonly field: number;
}

/** a of (4.15): nine linear equations. */
function acceleration(R: Matrix, { h, omega, beta, field }: Setting): Matrix {
  const T = transposed(R);
  const stiffness = 2 * omega * omega;
  const linear = (a: Matrix) =>
    sum(product(a, product(T, R)), times(R, transposed(a), R), times(R, T, a), scaled(-1, a));
  const columns = indices.map(j => {
    const unit = indices.map(i => (i === j ? 1 : 0));
    return sum(unit, scaled(stiffness * beta * h * h, linear(unit)));
  });
  const lu = createDenseLU(9);
  if (!lu.factor(Float64Array.from(indices.flatMap(i => columns.map(column => column[i])))))
    throw new Error('the equations (4.15) are singular');
  const pull = sum(times(R, T, R), scaled(-1, R));
  const a = Float64Array.from(indices, i => (i === 8 ? -field : 0) - stiffness * pull[i]);
  lu.solve(a);
  return [...a];
}

/** Minus the gradient of the reduced discrete potential. */
export function force(R: Matrix, a: Matrix, { h, omega, beta }: Setting): Matrix {
  const [T, A] = [transposed(R), transposed(a)];
  const bend = sum(times(R, A, a), times(a, T, a), times(a, A, R));
  return sum(a, scaled(-2 * omega ** 2 * beta ** 2 * h ** 4, bend));
}

export function printedForce(R: Matrix, a: Matrix, { h, omega, beta }: Setting): Matrix {
  const [T, A] = [transposed(R), transposed(a)];
  const bend = sum(times(A, a, T), times(A, R, A), times(T, a, A));
  return sum(a, scaled(2 * omega ** 2 * beta ** 2 * h ** 4, bend));
}

export interface Body {
  readonly R: Matrix;
  readonly p: Matrix;
}

export function variationalStep({ R, p }: Body, setting: Setting, forceOf: typeof force): Body {
  const kicked = sum(p, scaled(setting.h, forceOf(R, acceleration(R, setting), setting)));
  return { R: sum(R, scaled(2 * setting.h, kicked)), p: kicked };
}

const kick = (R: Matrix, setting: Setting): Matrix =>
  scaled(setting.h / 2, force(R, acceleration(R, setting), setting));

/** The trapezoidal variant: half a kick, R + 2h p_{k+½}, half a kick. */
export function trapezoidalStep({ R, p }: Body, setting: Setting): Body {
  const half = sum(p, kick(R, setting));
  const moved = sum(R, scaled(2 * setting.h, half));
  return { R: moved, p: sum(half, kick(moved, setting)) };
}

/** As printed: R_{k+1} = R_k + 2h p_{k+1}, p_{k+1} = p_k + (h/2) f_{k+1}, by iteration. Half of the kicks is missing. */
export function printedTrapezoidalStep({ R, p }: Body, setting: Setting): Body {
  let after: Body = { R, p };
  for (let k = 0, moved = 1; k < 60 && moved > 1e-12; k++) {
    const next = sum(R, scaled(2 * setting.h, after.p));
    moved = Math.max(...next.map((entry, i) => Math.abs(entry - after.R[i])));
    after = { R: next, p: sum(p, kick(next, setting)) };
  }
  return after;
}

/** The state of (4.12): R_k, and the discrete angular velocity Ω_k of the step that led to it. */
export interface Spinning {
  readonly R: Matrix;
  readonly Omega: readonly number[];
}

/** Variational Euler on SO(3), eq. (4.12) with the torque (4.13); the equation for |Ω| is a cubic. */
export function cayleyStep({ R, Omega }: Spinning, { h, field }: Pick<Setting, 'h' | 'field'>): Spinning {
  const scale = 1 + (h * Math.hypot(...Omega)) ** 2 / 4;
  // (Rᵀe₃) × e₃ with Rᵀe₃ the third row of R.
  const torque = [R[7], -R[6], 0];
  const Pi = Omega.map((value, i) => scale * value + h * field * torque[i]);
  const size = Math.hypot(...Pi);
  const speed = (2 / h) * rootOfCubic((h * size) / 2);
  const next = Pi.map(value => (value * speed) / size);
  const [x, y, z] = next.map(value => (h * value) / 2);
  const hat = [0, -z, y, z, 0, -x, -y, x, 0];
  const unit = indices.map(i => (i % 4 === 0 ? 1 : 0));
  // cay = 1 + (2/(1 + |x|²))(x̂ + x̂²) with x = hΩ/2.
  const turn = sum(unit, scaled(2 / (1 + x * x + y * y + z * z), sum(hat, product(hat, hat))));
  return { R: product(R, turn), Omega: next };
}
