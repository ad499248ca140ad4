// Euler's free body: the momentum in space is fixed, and the momentum in the body runs through elliptic functions.

import { describe, expect, it } from 'vitest';
import type { Flow } from '../../../src/flows/flow.ts';
import { cayleyVariationalEuler } from '../../../src/groups/cayley-variational-euler.ts';
import { so3Splitting } from '../../../src/groups/so3-splitting.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { advance } from '../../../src/run/stepper.ts';
import { derivative } from '../differences.ts';
import { maxDistance } from '../flows/measure.ts';
import { bodyWith } from './bodies.ts';
import { axis, combine, matrix, product, transpose } from './matrices.ts';

/** sn, cn, dn by the arithmetic–geometric mean (Abramowitz and Stegun 16.4). */
function jacobi(u: number, k: number): [sn: number, cn: number, dn: number] {
  const ratios: number[] = [];
  let [a, b, c] = [1, Math.sqrt(1 - k * k), k];
  while (c > 1e-17) {
    [a, b, c] = [(a + b) / 2, Math.sqrt(a * b), (a - b) / 2];
    ratios.unshift(c / a);
  }
  const phase = 2 ** ratios.length * a * u;
  const phi = ratios.reduce((angle, ratio) => (angle + Math.asin(ratio * Math.sin(angle))) / 2, phase);
  const sn = Math.sin(phi);
  return [sn, Math.cos(phi), Math.sqrt(1 - (k * sn) ** 2)];
}

const [I1, I2, I3] = [1, 2, 2.5];
const J = [(I2 + I3 - I1) / 2, (I3 + I1 - I2) / 2, (I1 + I2 - I3) / 2];
/** Ω(0) = (A, 0, C), with C so large that the body turns round its third axis. */
const [A, C] = [0.6, 1.1];
const twoE = I1 * A ** 2 + I3 * C ** 2;
const square = (I1 * A) ** 2 + (I3 * C) ** 2;

/** IΩ at time t: Landau and Lifshitz, Mechanics (1976), (37.8)–(37.10). */
function exactMomentum(t: number): number[] {
  const rate = Math.sqrt(((I3 - I2) * (square - twoE * I1)) / (I1 * I2 * I3));
  const k = Math.sqrt(((I2 - I1) * (twoE * I3 - square)) / ((I3 - I2) * (square - twoE * I1)));
  const [sn, cn, dn] = jacobi(rate * t, k);
  const B = Math.sqrt((twoE * I3 - square) / (I2 * (I3 - I2)));
  return [I1 * A * cn, I2 * B * sn, I3 * C * dn];
}

const problem = bodyWith('0', J, [A, 0, C]);

/** Π̂ = RᵀP − PᵀR. */
function bodyMomentum(z: Float64Array): number[] {
  const RP = product(transpose(matrix(z)), matrix(z.subarray(9)));
  return axis(combine(1, RP, -1, transpose(RP)));
}

/** The same vector in space: π̂ = P Rᵀ − R Pᵀ. */
function spaceMomentum(z: Float64Array): number[] {
  const RP = product(matrix(z.subarray(9)), transpose(matrix(z)));
  return axis(combine(1, RP, -1, transpose(RP)));
}

const methods: readonly [string, (given: Problem) => Flow][] = [
  ['splitting', so3Splitting],
  ['Cayley variational Euler', cayleyVariationalEuler],
];

describe('the elliptic functions that judge', () => {
  it('solve Euler’s equations', () => {
    const t = 1.7;
    const [x, y, z] = exactMomentum(t);
    const rates = [y * z * (1 / I3 - 1 / I2), z * x * (1 / I1 - 1 / I3), x * y * (1 / I2 - 1 / I1)];
    const slopes = [0, 1, 2].map(i => derivative(s => exactMomentum(s)[i], t));
    expect(maxDistance(slopes, rates)).toBeLessThan(1e-11);
    expect(maxDistance(exactMomentum(0), bodyMomentum(problem.initial))).toBeLessThan(1e-15);
  });
});

describe.each(methods)('the free body by %s', (_, create) => {
  const end = (count: number) => advance(create(problem), problem.initial, 6 / count, count);

  it('follows the elliptic functions to second order', () => {
    // Without a torque variational Euler is symmetric, hence of order 2 as well.
    const errors = [300, 600, 1200].map(count => maxDistance(bodyMomentum(end(count)), exactMomentum(6)));
    expect(errors[2]).toBeLessThan(2e-4);
    expect(Math.abs(Math.log2(errors[0] / errors[1]) - 2)).toBeLessThan(0.05);
    expect(Math.abs(Math.log2(errors[1] / errors[2]) - 2)).toBeLessThan(0.05);
  });

  it('keeps all three components of the momentum in space over 100 000 steps, even long ones', () => {
    const start = spaceMomentum(problem.initial);
    const last = advance(create(problem), problem.initial, 0.3, 100_000);
    expect(maxDistance(spaceMomentum(last), start) / Math.hypot(...start)).toBeLessThan(1e-12);
    expect(maxDistance(bodyMomentum(last), bodyMomentum(problem.initial))).toBeGreaterThan(0.01);
  });

  it('has a bounded energy error', () => {
    const start = problem.H.value(problem.initial);
    let worst = 0;
    advance(create(problem), problem.initial, 0.1, 20_000, z => {
      worst = Math.max(worst, Math.abs(problem.H.value(z) - start));
    });
    expect(worst).toBeLessThan(0.005 * start);
    expect(worst).toBeGreaterThan(1e-6);
  });
});
