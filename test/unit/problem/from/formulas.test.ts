import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import type { Pattern } from '../../../../src/linalg/pattern.ts';
import { along, columns, distance } from '../../differences.ts';
import { randomVector, seeded } from '../../linalg/seeded.ts';

function dense({ rows, cols, start, index }: Pattern, values: Float64Array): number[] {
  return Array.from({ length: rows }, (_, i) => {
    const row = new Array<number>(cols).fill(0);
    for (let k = start[i]; k < start[i + 1]; k++) row[index[k]] = values[k];
    return row;
  }).flat();
}

const problems = {
  separable: load(`
coordinates: [x, y, u]
mass: { x: 2, y: 3, u: 5 }
potential: sin(x)*y^2 + x*y
constraints: { a: x^2*y = 1, b: sin(x) = u }`),
  'not separable': load(`
coordinates: [x, y]
hamiltonian: p_x^2*(1 + x^2)/2 + exp(y)*p_y^2 + cos(x*y)
constraints: { a: x*p_y - y*p_x = 1, b: "x^2*p_x = p_y" }`),
};

describe.each(Object.entries(problems))('a %s problem', (_, { n, H, g }) => {
  const random = seeded(8);
  const N = 2 * n;
  const [z, u, v] = [1, 2, 3].map(() => randomVector(N, random));
  const w = randomVector(g.m, random);
  const made = (length: number, fill: (out: Float64Array) => void) => {
    const out = new Float64Array(length).fill(7);
    fill(out);
    return out;
  };
  const gradient = (at: Float64Array) => made(N, out => H.gradient(at, out));
  const value = (at: Float64Array) => made(g.m, out => g.value(at, out));
  const transposed = (at: Float64Array) => made(N, out => g.transposedTimes(at, w, out));

  it('has the derivatives of H', () => {
    expect(distance(gradient(z), columns(at => [H.value(at)], z).flat())).toBeLessThan(1e-10);
    expect(
      distance(
        made(N, out => H.hessianTimes(z, v, out)),
        along(gradient, z, v),
      ),
    ).toBeLessThan(1e-10);
    const entries = made(H.hessianPattern.index.length, out => H.hessian(z, out));
    expect(distance(dense(H.hessianPattern, entries), columns(gradient, z).flat())).toBeLessThan(1e-10);
  });

  it('has the third derivative of V where there is a V', () => {
    const { separable } = H;
    if (!separable) return;
    // The direction is one of q: its other half must not matter.
    const a = v.map((entry, i) => (i < n ? entry : 0));
    const bend = (at: Float64Array) => made(N, out => H.hessianTimes(at, a, out));
    const exact = along(bend, z, a).slice(0, n);
    const third = made(n, out => separable.third(z, a, out));
    expect(distance(third, exact)).toBeLessThan(1e-9);
  });

  it('has the derivatives of g', () => {
    const J = columns(value, z);
    const rows = Array.from({ length: g.m }, (_, i) => J.map(column => column[i])).flat();
    const entries = made(g.jacobianPattern.index.length, out => g.jacobian(z, out));
    expect(distance(dense(g.jacobianPattern, entries), rows)).toBeLessThan(1e-10);
    expect(
      distance(
        made(g.m, out => g.jacobianTimes(z, v, out)),
        along(value, z, v),
      ),
    ).toBeLessThan(1e-10);
    const weighted = J.map(column => column.reduce((sum, entry, i) => sum + w[i] * entry, 0));
    expect(distance(transposed(z), weighted)).toBeLessThan(1e-10);
    expect(
      distance(
        made(N, out => g.hessianTimes(z, w, v, out)),
        along(transposed, z, v),
      ),
    ).toBeLessThan(1e-10);
    const curvature = made(g.hessianPattern.index.length, out => g.hessian(z, w, out));
    expect(distance(dense(g.hessianPattern, curvature), columns(transposed, z).flat())).toBeLessThan(1e-10);
    const slope = (at: Float64Array) => along(value, at, u);
    expect(
      distance(
        made(g.m, out => g.second(z, u, v, out)),
        along(slope, z, v),
      ),
    ).toBeLessThan(1e-8);
  });
});
