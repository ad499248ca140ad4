import { describe, expect, it } from 'vitest';
import type { Flow } from '../../../src/flows/flow.ts';
import { zhangSkeel, zhangSkeelEuler } from '../../../src/flows/newmark/zhang-skeel.ts';
import { reference } from '../../../src/integrators/reference/reference.ts';
import { penalised } from '../../../src/problem/penalty/penalised.ts';
import { advance } from '../../../src/run/stepper.ts';
import { done } from '../../../src/solvers/outcome.ts';
import { columns, distance } from '../differences.ts';
import { maxDistance, symplecticDefect } from '../flows/measure.ts';
import { slope } from '../integrators/problems.ts';
import { randomVector, seeded } from '../linalg/seeded.ts';
import { catalogue } from './bodies.ts';
import { combine, flat, matrix, product, transpose } from './matrices.ts';
import {
  firstOrderStep,
  type MatrixModel,
  matrixAcceleration,
  matrixForce,
  secondOrderStep,
} from './matrix-zhang-skeel.ts';

const model: MatrixModel = { Bmu: 1, omega: 4, beta: 0.4 };
const stiff = penalised(catalogue('magnetised-rigid-body'), model.omega);

/** The start of the catalogue, moved off the rotations so that the penalty is at work. */
const start = stiff.initial.map((value, i) => value + 0.02 * Math.sin(3 * i + 1));

type Step = (z: Float64Array, h: number, model: MatrixModel) => Float64Array;
const asFlow = (step: Step): Flow => ({
  domain: 'phase space',
  memory: [],
  step(z, h, out) {
    out.set(step(z, h, model));
    return done;
  },
});
const steps: readonly [string, Step, number][] = [
  ['first order', firstOrderStep, 1],
  ['second order', secondOrderStep, 2],
];

describe('the matrix form of the penalised problem', () => {
  it('has the penalty ½ω² tr((RᵀR − 1)²) of the catalogue’s six constraints', () => {
    const z = randomVector(18, seeded(2));
    const R = matrix(z);
    const E = combine(1, product(transpose(R), R), -1, matrix([1, 0, 0, 0, 1, 0, 0, 0, 1]));
    const penalty = 0.5 * model.omega ** 2 * flat(E).reduce((total, e) => total + e * e, 0);
    const kinetic = z.subarray(9).reduce((total, p) => total + p * p, 0);
    expect(stiff.H.value(z)).toBeCloseTo(kinetic + R[2][2] + penalty, 11);
  });

  it('has a force that is a gradient: its derivative is symmetric', () => {
    const h = 0.2;
    const z = start.slice(0, 9);
    const slopes = columns(R => flat(matrixForce(matrix(R), h, model)), z, 0.002);
    const transposed = slopes.map((_, i) => slopes.map(column => column[i]));
    expect(distance(slopes.flat(), transposed.flat())).toBeLessThan(1e-9);
    // The linear part alone, which is not a gradient, fails this.
    const linear = columns(R => flat(matrixAcceleration(matrix(R), h, model)), z, 0.002);
    const turned = linear.map((_, i) => linear.map(column => column[i]));
    expect(distance(linear.flat(), turned.flat())).toBeGreaterThan(1e-4);
  });
});

describe.each(steps)('the step of %s', (_, step, order) => {
  it('converges to the motion of the penalised problem with its order', () => {
    const exact = new Float64Array(18);
    expect(reference(stiff, { tolerance: 1e-13 }).step(start, 0.5, exact).ok).toBe(true);
    const counts = order === 2 ? [50, 100, 200] : [200, 400, 800];
    const errors = counts.map(count => maxDistance(advance(asFlow(step), start, 0.5 / count, count), exact));
    const measured = slope(
      counts.map(count => 0.5 / count),
      errors,
    );
    expect(Math.abs(measured - order), `${errors}`).toBeLessThan(0.1);
  });

  it('is symplectic', () => {
    const derivatives = columns(z => step(z, 0.1, model), start, 0.002).map(column =>
      Float64Array.from(column),
    );
    expect(symplecticDefect(derivatives)).toBeLessThan(1e-9);
  });
});

describe('the general method of Zhang and Skeel with β/2', () => {
  it.each([
    ['first order', firstOrderStep, zhangSkeelEuler],
    ['second order', secondOrderStep, zhangSkeel],
  ] as const)('is the matrix form of %s', (_, step, general) => {
    const h = 0.1;
    const expected = advance(asFlow(step), start, h, 20);
    const found = advance(general(stiff.H, model.beta / 2), start, h, 20);
    expect(maxDistance(found, expected)).toBeLessThan(1e-12);
  });
});
