import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import type { Pattern } from '../../../../src/linalg/pattern.ts';
import { noConstraints } from '../../../../src/problem/classical.ts';
import { penalised } from '../../../../src/problem/penalty/penalised.ts';
import { simulate } from '../../../../src/run/simulate.ts';
import { along, columns, distance } from '../../differences.ts';
import { randomVector, seeded } from '../../linalg/seeded.ts';
import { curveByHand, curveFromFormulas } from '../curve.ts';

const problems = {
  'holonomic constraints': load(`
coordinates: { r: [3, 2] }
mass: { "r[0]": 2, "r[1]": 3, "r[2]": 0.5 }
potential: sum(i, 0, 2, r[i][1]) + r[0][0]^2*r[2][1]
constraints: { a: "norm2(r[0]) = 1", links: { each: "i in 1..2", equation: "norm2(r[i] - r[i-1]) = 2" } }`),
  'constraints with momenta': load(`
coordinates: [x, y]
hamiltonian: p_x^2/2 + x*p_y^2 + sin(x*y)
constraints: { a: x*p_y - y*p_x = 1, b: "x^2 + p_x^2*p_y = 2" }`),
};
const omega = 3;

function dense({ rows, cols, start, index }: Pattern, values: Float64Array): number[][] {
  return Array.from({ length: rows }, (_, i) => {
    const row = new Array<number>(cols).fill(0);
    for (let k = start[i]; k < start[i + 1]; k++) row[index[k]] = values[k];
    return row;
  });
}

describe.each(Object.entries(problems))('the penalised system of %s', (_, problem) => {
  const stiff = penalised(problem, omega);
  const { H } = stiff;
  const N = 2 * problem.n;
  const random = seeded(4);
  const [z, v] = [randomVector(N, random), randomVector(N, random)];
  const gradient = (at: Float64Array) => {
    const out = new Float64Array(N).fill(9);
    H.gradient(at, out);
    return out;
  };

  it('adds ½ω²gᵀg to H and keeps no constraint', () => {
    const g = new Float64Array(problem.g.m);
    problem.g.value(z, g);
    const penalty = 0.5 * omega ** 2 * g.reduce((sum, gi) => sum + gi * gi, 0);
    expect(H.value(z)).toBeCloseTo(problem.H.value(z) + penalty, 12);
    expect(stiff.g.m).toBe(0);
    expect(stiff.initial).toEqual(problem.initial);
  });

  it('has the gradient and Hessian of that sum', () => {
    const differences = columns(at => [H.value(at)], z).flat();
    expect(distance(gradient(z), differences)).toBeLessThan(1e-9);
    const product = new Float64Array(N).fill(9);
    H.hessianTimes(z, v, product);
    expect(distance(product, along(gradient, z, v))).toBeLessThan(1e-9);
    const entries = new Float64Array(H.hessianPattern.index.length).fill(9);
    H.hessian(z, entries);
    const matrix = dense(H.hessianPattern, entries);
    expect(distance(matrix.flat(), columns(gradient, z).flat())).toBeLessThan(1e-9);
    matrix.forEach((row, i) => {
      row.forEach((entry, j) => {
        expect(entry).toBeCloseTo(matrix[j][i], 12);
      });
    });
  });

  it('stays separable exactly when it was and g contains no momenta', () => {
    if (problem.g.kind !== 'holonomic') {
      expect(H.separable).toBeNull();
      return;
    }
    expect(H.separable?.inverseMass).toEqual(problem.H.separable?.inverseMass);
    const potentialGradient = new Float64Array(N);
    H.separable?.gradient(z, potentialGradient);
    expect([...potentialGradient.subarray(0, problem.n)]).toEqual([...gradient(z).subarray(0, problem.n)]);
    const kinetic = z
      .subarray(problem.n)
      .reduce((sum, p, i) => sum + 0.5 * (H.separable?.inverseMass[i] ?? Number.NaN) * p * p, 0);
    expect(H.separable?.potential(z)).toBeCloseTo(H.value(z) - kinetic, 12);
  });
});

describe('the penalty', () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses ω = %d', bad => {
    expect(() => penalised(problems['holonomic constraints'], bad)).toThrow(
      'omega must be a positive number',
    );
  });

  it('leaves nothing behind where there are no constraints', () => {
    const g = noConstraints(2);
    const out = new Float64Array(4).fill(9);
    g.transposedTimes(new Float64Array(4), new Float64Array(0), out);
    expect([...out]).toEqual([0, 0, 0, 0]);
    expect([g.m, g.jacobianPattern.rows, g.hessianPattern.rows]).toEqual([0, 0, 4]);
  });
});

describe('a penalised problem written by hand', () => {
  // The momentum of the shared start is tangent to the curve only after this change.
  const initial = Float64Array.of(1, 1, 0.5, -1.5);

  it.each(['newmark', 'newmark-one-newton', 'zhang-skeel', 'zhang-skeel-stiff'])(
    'moves like the one from formulas: %s',
    method => {
      const ends = [curveFromFormulas, curveByHand].map(problem => {
        const result = simulate(penalised({ ...problem, initial }, 10), { method, step: 0.02, until: 1 });
        expect(result.failure).toBeNull();
        return [...result.state.q, ...result.state.p];
      });
      // The third derivatives of the second are differences of differences.
      expect(distance(ends[1], ends[0])).toBeLessThan(1e-6);
    },
  );
});
