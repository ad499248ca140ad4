import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { problemFromFunctions } from '../../../../src/problem/from/hand-written-problem.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { distance } from '../../differences.ts';
import { randomVector, seeded } from '../../linalg/seeded.ts';
import { curveByHand, curveFromFormulas } from '../curve.ts';

/** The same two problems as formulas and by hand. */
const pairs: [string, Problem, Problem][] = [
  ['separable, g(q)', curveFromFormulas, curveByHand],
  [
    'general, with momenta in g',
    load(`
coordinates: [x, y]
hamiltonian: p_x^2*x + p_y^2*y
constraints: { spin: x*p_y - y*p_x = 1 }
initial: { x: 1, y: 1 }`),
    problemFromFunctions({
      coordinates: ['x', 'y'],
      H: {
        value: ([x, y, a, b]) => a * a * x + b * b * y,
        gradient: ([x, y, a, b], out) => out.set([a * a, b * b, 2 * a * x, 2 * b * y]),
      },
      g: {
        names: ['spin'],
        momenta: true,
        value: ([x, y, a, b], out) => {
          out[0] = x * b - y * a - 1;
        },
        jacobian: ([x, y, a, b], out) => out.set([b, -a, -y, x]),
      },
      initial: { q: [1, 1] },
    }),
  ],
];

describe.each(pairs)('functions by hand: %s', (_, formulas, byHand) => {
  const random = seeded(3);
  const N = 2 * formulas.n;
  const [z, u, v] = [1, 2, 3].map(() => randomVector(N, random));
  const w = Float64Array.of(1.7);
  const made = (length: number, fill: (out: Float64Array) => void) => {
    const out = new Float64Array(length).fill(7);
    fill(out);
    return out;
  };

  it('give what formulas give', () => {
    expect(byHand.initial).toEqual(formulas.initial);
    expect(byHand.H.value(z)).toBeCloseTo(formulas.H.value(z), 13);
    expect(byHand.H.separable?.inverseMass).toEqual(formulas.H.separable?.inverseMass);
    const both = (f: (problem: Problem) => Float64Array) => distance(f(byHand), f(formulas));
    expect(both(({ H }) => made(N, out => H.gradient(z, out)))).toBeLessThan(1e-13);
    expect(both(({ H }) => made(N, out => H.hessianTimes(z, v, out)))).toBeLessThan(1e-8);
    expect(both(({ g }) => made(1, out => g.value(z, out)))).toBeLessThan(1e-13);
    expect(both(({ g }) => made(1, out => g.jacobianTimes(z, v, out)))).toBeLessThan(1e-13);
    expect(both(({ g }) => made(N, out => g.transposedTimes(z, w, out)))).toBeLessThan(1e-13);
    expect(both(({ g }) => made(N, out => g.hessianTimes(z, w, v, out)))).toBeLessThan(1e-8);
    expect(both(({ g }) => made(1, out => g.second(z, u, v, out)))).toBeLessThan(1e-8);
  });

  it('never let a holonomic constraint see momenta', () => {
    const width = byHand.g.kind === 'holonomic' ? formulas.n : N;
    expect(byHand.g.jacobianPattern.index.every(column => column < width)).toBe(true);
    expect(byHand.g.jacobianPattern.index).toHaveLength(width);
  });

  it('have a symmetric Hessian in its pattern', () => {
    const H = made(N * N, out => byHand.H.hessian(z, out));
    for (let i = 0; i < N; i++) for (let j = 0; j < N; j++) expect(H[i * N + j]).toBeCloseTo(H[j * N + i], 7);
  });
});
