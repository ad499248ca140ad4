import { describe, expect, it } from 'vitest';
import { Graph, type Node } from '../../../../src/formula/graph.ts';
import type { Pattern } from '../../../../src/linalg/pattern.ts';
import { along, distance } from '../../differences.ts';
import { seeded } from '../../linalg/seeded.ts';
import { generatedCode } from '../generated-code.ts';
import { chain, compiled, randomSystem, reference, type System, summed } from '../systems.ts';

const isLoop = (code: string) => code.includes('for (let k');

function dense({ rows, cols, start, index }: Pattern, values: Float64Array): number[][] {
  return Array.from({ length: rows }, (_, i) => {
    const row = new Array<number>(cols).fill(0);
    for (let k = start[i]; k < start[i + 1]; k++) row[index[k]] = values[k];
    return row;
  });
}
const vector = (length: number, seed: number) => {
  const random = seeded(seed);
  return Float64Array.from({ length }, () => random());
};
/** Filled with nonsense first: kernels must not add to what they find. */
const filled = (length: number, fill: (out: Float64Array) => void) => {
  const out = new Float64Array(length).fill(1e3);
  fill(out);
  return out;
};
const times = (matrix: number[][], v: ArrayLike<number>) =>
  matrix.map(row => row.reduce((sum, entry, j) => sum + entry * v[j], 0));

/** All outputs of the compiled functions against the slow reference. */
function expectAgreement(system: System, seed: number): void {
  const f = compiled(system);
  const N = system.dimension;
  const m = system.outputs.length;
  const x = vector(N, seed).map(t => 0.8 + 0.5 * t);
  const [w, u, v] = [vector(m, seed + 1), vector(N, seed + 2), vector(N, seed + 3)];
  const exact = reference(system, [...x]);
  const J = exact.jacobian();
  const H = system.outputs.map((_, i) => exact.hessian(i));
  const weighted = Array.from({ length: N }, (_, i) =>
    Array.from({ length: N }, (_, j) => w.reduce((sum, wk, k) => sum + wk * H[k][i][j], 0)),
  );
  const byWeights = (weights: ArrayLike<number>) =>
    Array.from({ length: N }, (_, j) => J.reduce((sum, row, i) => sum + weights[i] * row[j], 0));

  const second = H.map(Hi => times(Hi, v).reduce((sum, entry, j) => sum + entry * u[j], 0));
  const compare = (length: number, fill: (out: Float64Array) => void, expected: ArrayLike<number>) =>
    expect(distance(filled(length, fill), expected)).toBeLessThan(1e-12);

  compare(m, out => f.value(x, out), exact.value());
  const jacobian = filled(f.jacobianPattern.index.length, out => f.jacobian(x, out));
  expect(distance(dense(f.jacobianPattern, jacobian).flat(), J.flat())).toBeLessThan(1e-12);
  const hessian = filled(f.hessianPattern.index.length, out => f.hessian(x, w, out));
  expect(distance(dense(f.hessianPattern, hessian).flat(), weighted.flat())).toBeLessThan(1e-12);
  compare(N, out => f.transposedTimes(x, w, out), byWeights(w));
  compare(N, out => f.gradient(x, out), byWeights(w.map(() => 1)));
  compare(N, out => f.hessianTimes(x, w, v, out), times(weighted, v));
  compare(m, out => f.jacobianTimes(x, v, out), times(J, v));
  compare(m, out => f.second(x, u, v, out), second);
  // ∇(vᵀf''v) = d/ds f''(x + sv) v
  const third = along(z => filled(N, out => f.hessianTimes(z, w, v, out)), x, v);
  const ours = filled(N, out => f.third(x, w, v, out));
  expect(distance(ours, third)).toBeLessThan(1e-8);
}

describe('compiled functions', () => {
  it.each([1, 2, 3, 4, 5, 6])('agree with the formulas as straight-line code (system %d)', seed => {
    const system = randomSystem(seed, 4, 2, 3);
    const codes = generatedCode(() => expectAgreement(system, seed));
    expect(codes).toHaveLength(9);
    expect(codes.some(isLoop)).toBe(false);
  });

  it.each([11, 12])('agree with the formulas as loops over batches (system %d)', seed => {
    const system = randomSystem(seed, 12, 36, 14);
    const codes = generatedCode(() => expectAgreement(system, seed));
    expect(codes.every(isLoop)).toBe(true);
  });

  it('agree with the formulas on a chain, short and long', () => {
    expectAgreement(chain(3), 1);
    expectAgreement(chain(30), 2);
    expectAgreement(summed(chain(60)), 3);
  });

  it('keep a constant that equals an exponent apart from it', () => {
    const graph = new Graph();
    const x = (i: number) => graph.variable(i);
    // 2 (x + 2)² and 3 (x + 3)²: the constant varies, the exponent does not.
    const outputs = Array.from({ length: 300 }, (_, i) => {
      const c = graph.constant(2 + (i % 3));
      return graph.mul(c, graph.pow(graph.add(x(i), c), graph.constant(2)));
    });
    const f = compiled({ graph, outputs, dimension: 300 });
    const at = vector(300, 5);
    const c = (i: number) => 2 + (i % 3);
    const codes = generatedCode(() => {
      expect(filled(300, out => f.value(at, out))).toEqual(
        at.map((t, i) => c(i) * ((t + c(i)) * (t + c(i)))),
      );
      expect(
        distance(
          filled(300, out => f.jacobian(at, out)),
          at.map((t, i) => 2 * c(i) * (t + c(i))),
        ),
      ).toBeLessThan(1e-15);
      expect(filled(300, out => f.hessian(at, at, out))).toEqual(at.map((t, i) => t * (2 * c(i))));
    });
    expect(codes.some(isLoop)).toBe(true);
  });

  it('serve outputs that are constants, zero, or single variables', () => {
    const graph = new Graph();
    const outputs = [graph.constant(0), graph.constant(4), graph.variable(1), graph.neg(graph.variable(0))];
    expectAgreement({ graph, outputs, dimension: 2 }, 6);
    expectAgreement({ graph, outputs: [graph.constant(0)], dimension: 2 }, 6);
  });

  it('compile a formula of any depth', () => {
    const graph = new Graph();
    let f = graph.variable(0);
    for (let k = 0; k < 5000; k++) f = graph.unary('sin', graph.add(f, graph.constant(k)));
    const functions = compiled({ graph, outputs: [f], dimension: 1 });
    let expected = 0.3;
    let slope = 1;
    for (let k = 0; k < 5000; k++) {
      slope *= Math.cos(expected + k);
      expected = Math.sin(expected + k);
    }
    expect(filled(1, out => functions.value([0.3], out))[0]).toBe(expected);
    expect(filled(1, out => functions.gradient([0.3], out))[0]).toBeCloseTo(slope, 14);
  });

  it('compile nothing before it is asked for', () => {
    expect(generatedCode(() => compiled(chain(4)))).toEqual([]);
  });
});

describe('sparsity', () => {
  const rowsOf = ({ rows, start, index }: Pattern) =>
    Array.from({ length: rows }, (_, i) => [...index.subarray(start[i], start[i + 1])]);

  it.each([3, 500])('of a chain of %d links is that of its blocks', n => {
    const f = compiled(chain(n));
    expect(rowsOf(f.jacobianPattern)).toEqual(
      Array.from({ length: n }, (_, i) => [2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 3]),
    );
    // x only meets x of its neighbours, y only y.
    expect(rowsOf(f.hessianPattern)).toEqual(
      Array.from({ length: 2 * n + 2 }, (_, i) => [i - 2, i, i + 2].filter(j => j >= 0 && j < 2 * n + 2)),
    );
  });

  it('has no entry for what cancels or is absent', () => {
    const graph = new Graph();
    const [x, y, z] = [0, 1, 2].map(i => graph.variable(i));
    const outputs = [
      graph.add(graph.sub(graph.mul(x, y), graph.mul(y, x)), z),
      graph.mul(graph.constant(0), x),
      graph.mul(x, z),
    ];
    const f = compiled({ graph, outputs, dimension: 3 });
    expect(rowsOf(f.jacobianPattern)).toEqual([[2], [], [0, 2]]);
    expect(rowsOf(f.hessianPattern)).toEqual([[2], [], [0]]);
  });

  it.each([21, 22, 23, 24, 25])('of the Hessian is symmetric (system %d)', seed => {
    const { rows, start, index } = compiled(randomSystem(seed, 8, 6, 6)).hessianPattern;
    const entries = new Set<string>();
    for (let i = 0; i < rows; i++)
      for (let k = start[i]; k < start[i + 1]; k++) entries.add(`${i},${index[k]}`);
    for (const entry of entries) expect(entries).toContain(entry.split(',').reverse().join());
  });
});

describe('degree', () => {
  const graph = new Graph();
  const [x, y] = [graph.variable(0), graph.variable(1)];
  const c = (value: number) => graph.constant(value);
  const cases: [string, Node, number][] = [
    ['5', c(5), 0],
    ['x + 2y − 1', graph.sub(graph.add(x, graph.mul(c(2), y)), c(1)), 1],
    ['x y', graph.mul(x, y), 2],
    ['(x + 3y)²', graph.pow(graph.add(x, graph.mul(c(3), y)), c(2)), 2],
    ['x²/2 − y', graph.sub(graph.div(graph.pow(x, c(2)), c(2)), y), 2],
    ['x³', graph.pow(x, c(3)), Number.POSITIVE_INFINITY],
    ['x² y', graph.mul(graph.pow(x, c(2)), y), Number.POSITIVE_INFINITY],
    ['sin x', graph.unary('sin', x), Number.POSITIVE_INFINITY],
    ['|x|', graph.unary('abs', x), Number.POSITIVE_INFINITY],
    ['min(x, y)', graph.binary('min', x, y), Number.POSITIVE_INFINITY],
    ['max(x, 0)²', graph.pow(graph.binary('max', x, c(0)), c(2)), Number.POSITIVE_INFINITY],
    ['x |y|', graph.mul(x, graph.unary('abs', y)), Number.POSITIVE_INFINITY],
    ['1/x', graph.div(c(1), x), Number.POSITIVE_INFINITY],
  ];
  it.each(cases)('of %s', (_, f, degree) => {
    expect(compiled({ graph, outputs: [f], dimension: 2 }).degree).toBe(degree);
  });

  it('is that of the worst output', () => {
    expect(compiled({ graph, outputs: [x, graph.mul(x, y)], dimension: 2 }).degree).toBe(2);
    expect(compiled({ graph, outputs: [], dimension: 2 }).degree).toBe(0);
  });
});
