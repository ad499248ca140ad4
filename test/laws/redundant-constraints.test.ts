// Redundant constraints against computations that know nothing of them: a set of rods that is independent on the interval, and the
// pseudo-inverse by an eigenvalue decomposition.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { createUnderlyingOde } from '../../src/integrators/reference/underlying-ode.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { createThermometer } from '../../src/observers/temperature.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';

const text = readFileSync(new URL('../designed/bricard.yaml', import.meta.url), 'utf8');
const bricard = load(text);
const withoutOne = load(
  text.replace('ca: { each: "i in 0..1, j in 0..1"', 'ca: { each: "i in 0..1, j in 0..1-i"'),
);

function stateAfter(problem: Problem, method: string, h: number, steps: number): State {
  const flow = createMethod(problem, method);
  const [z, out] = [problem.initial.slice(), problem.initial.slice()];
  for (let k = 0; k < steps; k++) {
    const outcome = flow.step(z, h, out);
    if (!outcome.ok) throw new Error(outcome.detail);
    z.set(out);
  }
  return z;
}
const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));

/** Eigenvalues of a symmetric matrix and its eigenvectors in columns, by Jacobi's rotations. */
function eigen(A: number[][]): { values: number[]; vectors: number[][] } {
  const n = A.length;
  const a = A.map(row => [...row]);
  const v = a.map((_, i) => a.map((__, j) => Number(i === j)));
  for (let sweep = 0; sweep < 30; sweep++)
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        const angle = 0.5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]);
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (const rows of [a, v])
          for (const row of rows) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
        const [top, bottom] = [a[p], a[q]];
        a[p] = top.map((x, k) => c * x - s * bottom[k]);
        a[q] = top.map((x, k) => s * x + c * bottom[k]);
      }
  return { values: a.map((row, i) => row[i]), vectors: v };
}

/** λ = N⁺ g''[v, v] for N = G Gᵀ with unit masses and without forces. */
function multipliersByEigenvalues({ g, n }: Problem, z: State): number[] {
  const velocity = new Float64Array(2 * n);
  velocity.set(z.subarray(n), 0);
  const bend = new Float64Array(g.m);
  g.second(z, velocity, velocity, bend);
  const rows = Array.from({ length: g.m }, (_, i) => {
    const out = new Float64Array(2 * n);
    g.transposedTimes(
      z,
      Float64Array.from({ length: g.m }, (__, j) => Number(i === j)),
      out,
    );
    return [...out.subarray(0, n)];
  });
  const { values, vectors } = eigen(rows.map(a => rows.map(b => a.reduce((sum, x, k) => sum + x * b[k], 0))));
  const largest = Math.max(...values);
  const lambda = new Array<number>(g.m).fill(0);
  values.forEach((value, k) => {
    if (value < 1e-10 * largest) return;
    const along = vectors.reduce((sum, row, i) => sum + row[k] * bend[i], 0) / value;
    for (let i = 0; i < g.m; i++) lambda[i] += along * vectors[i][k];
  });
  return lambda;
}

describe('the octahedron of Bricard with all twelve rods', () => {
  it('moves as with eleven, where these are independent', () => {
    const steps = 100;
    const expected = stateAfter(withoutOne, 'rattle-8', 0.05, steps);
    for (const [method, bound] of [
      ['rattle-8', 1e-11],
      ['reference', 1e-10],
      ['bdf6', 1e-4],
    ] as const)
      expect(largestDifference(stateAfter(bricard, method, 0.05, steps), expected), method).toBeLessThan(
        bound,
      );
    for (const method of ['rattle', 'shake', 'shake-velocity', 'geodesic-two-stage-bcss', 'bdf3'])
      expect(
        largestDifference(
          stateAfter(bricard, method, 0.05, steps),
          stateAfter(withoutOne, method, 0.05, steps),
        ),
        method,
      ).toBeLessThan(1e-11);
  });

  it('has the multipliers of least norm, and the same forces as with eleven', () => {
    for (const z of [bricard.initial, stateAfter(bricard, 'rattle-8', 0.05, 100)]) {
      const lambda = new Float64Array(12);
      expect(createUnderlyingOde(bricard).multipliers(z, lambda)).toEqual({ ok: true });
      expect(largestDifference(lambda, multipliersByEigenvalues(bricard, z))).toBeLessThan(1e-12);
      const few = new Float64Array(11);
      createUnderlyingOde(withoutOne).multipliers(z, few);
      const [force, expected] = [new Float64Array(36), new Float64Array(36)];
      bricard.g.transposedTimes(z, lambda, force);
      withoutOne.g.transposedTimes(z, few, expected);
      expect(largestDifference(force, expected)).toBeLessThan(1e-12);
      // A counterexample: the multipliers of the eleven rods are longer.
      expect(Math.hypot(...few)).toBeGreaterThan(1.01 * Math.hypot(...lambda));
    }
  });

  it('shares its kinetic energy among seven degrees of freedom', () => {
    expect(createThermometer(bricard).freedom).toBe(7);
  });
});
