// The variational linearised integrators on 3 × 3 matrices that are only nearly rotations, for
//   L = ¼ tr(R'ᵀR') − Bμ R₃₃ − ½ω² tr((RᵀR − 1)²),        p = ½R',
// in matrix form, as an oracle for the general method of Zhang and Skeel on the penalised problem:
//   a = −Bμ e₃e₃ᵀ − 2ω²(RRᵀR − R) − 2ω²βh² (aRᵀR + RaᵀR + RRᵀa − a)                    (4.15), nine linear equations
//   f = a − 2ω²β²h⁴ (R aᵀa + a Rᵀa + a aᵀR)          minus the gradient of the discrete potential; printed with other signs
//   first order    p₁ = p + h f,    R₁ = R + 2h p₁
//   second order   p½ = p + (h/2) f(R),   R₁ = R + 2h p½,   p₁ = p½ + (h/2) f(R₁)        printed with p₁ in place of p½
// The term βh²aᵀa/2 of (4.14) stands beside ¼|R'|², mass ½, so that this is the general method with β/2.
// Tao and Owhadi, IMA J. Numer. Anal. 36 (2016), eq. 4.14 and 4.15. States are z = (R, p), row by row.

import { createDenseLU } from '../../../src/linalg/lu.ts';
import { combine, flat, type Matrix, matrix, product, transpose } from './matrices.ts';

export interface MatrixModel {
  readonly Bmu: number;
  readonly omega: number;
  readonly beta: number;
}

const sum = (...terms: Matrix[]): Matrix => terms.reduce((A, B) => combine(1, A, 1, B));
const scaled = (factor: number, A: Matrix): Matrix => A.map(row => row.map(x => factor * x));

/** aRᵀR + RaᵀR + RRᵀa − a, the second derivative of ½ω² tr((RᵀR − 1)²) along a, over 2ω². */
function bend(R: Matrix, a: Matrix): Matrix {
  const [Rt, at] = [transpose(R), transpose(a)];
  return sum(product(a, Rt, R), product(R, at, R), product(R, Rt, a), scaled(-1, a));
}

/** The solution a of (4.15). */
export function matrixAcceleration(R: Matrix, h: number, { Bmu, omega, beta }: MatrixModel): Matrix {
  const weight = 2 * omega ** 2;
  const pull = combine(1, product(R, transpose(R), R), -1, R);
  const a = Float64Array.from(flat(pull), (entry, i) => -weight * entry - (i === 8 ? Bmu : 0));
  // Column j of the matrix is what the left-hand side makes of the j-th unit matrix.
  const columns = Array.from({ length: 9 }, (_, j) => {
    const unit = matrix(Array.from({ length: 9 }, (_, i) => (i === j ? 1 : 0)));
    return flat(combine(1, unit, weight * beta * h * h, bend(R, unit)));
  });
  const lu = createDenseLU(9);
  if (!lu.factor(Float64Array.from({ length: 81 }, (_, at) => columns[at % 9][Math.floor(at / 9)])))
    throw new Error('the nine equations for a are singular');
  lu.solve(a);
  return matrix(a);
}

/** f = a − 2ω²β²h⁴ (R aᵀa + a Rᵀa + a aᵀR). */
export function matrixForce(R: Matrix, h: number, model: MatrixModel): Matrix {
  const a = matrixAcceleration(R, h, model);
  const [Rt, at] = [transpose(R), transpose(a)];
  const cubic = sum(product(R, at, a), product(a, Rt, a), product(a, at, R));
  return combine(1, a, -2 * model.omega ** 2 * model.beta ** 2 * h ** 4, cubic);
}

const joined = (R: Matrix, p: Matrix) => Float64Array.from([...flat(R), ...flat(p)]);

export function firstOrderStep(z: Float64Array, h: number, model: MatrixModel): Float64Array {
  const R = matrix(z);
  const p = combine(1, matrix(z.subarray(9)), h, matrixForce(R, h, model));
  return joined(combine(1, R, 2 * h, p), p);
}

export function secondOrderStep(z: Float64Array, h: number, model: MatrixModel): Float64Array {
  const R = matrix(z);
  const half = combine(1, matrix(z.subarray(9)), h / 2, matrixForce(R, h, model));
  const next = combine(1, R, 2 * h, half);
  return joined(next, combine(1, half, h / 2, matrixForce(next, h, model)));
}
