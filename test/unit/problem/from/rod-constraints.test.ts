import { describe, expect, it } from 'vitest';
import { Graph, type Node } from '../../../../src/formula/graph.ts';
import type { Rod } from '../../../../src/particles/system.ts';
import type { Constraints } from '../../../../src/problem/constraints.ts';
import { constraintsFromFormulas } from '../../../../src/problem/from/formulas.ts';
import { rodConstraints } from '../../../../src/problem/from/rod-constraints.ts';
import { createRandom } from '../../../../src/random/mulberry.ts';

/** The same equations as a formula graph. */
function asFormulas(rods: readonly Rod[], positions: Float64Array, place: Int32Array, n: number) {
  const graph = new Graph();
  const component = (i: number, k: number): Node =>
    place[i] < 0 ? graph.constant(positions[3 * i + k]) : graph.variable(place[i] + k);
  const equations = rods.map(({ a, b, length }, i) => ({
    name: `rods[${i}]`,
    expression: [0, 1, 2].reduce(
      (sum, k) => {
        const d = graph.add(component(a, k), graph.neg(component(b, k)));
        return graph.add(sum, graph.pow(d, graph.constant(2)));
      },
      graph.constant(-length * length),
    ),
  }));
  return constraintsFromFormulas(graph, equations, n);
}

/** Waters and a chain between them: particles with one to four rods. */
function example(molecules: number, anchored: readonly number[]) {
  const rods: Rod[] = [];
  for (let o = 0; o < 3 * molecules; o += 3) {
    rods.push({ a: o, b: o + 1, length: 1 }, { a: o + 2, b: o, length: 1.1 });
    rods.push({ a: o + 1, b: o + 2, length: 1.6 });
    if (o > 0) rods.push({ a: o - 3, b: o, length: 3 + o / 7 });
  }
  const count = 3 * molecules;
  const moving = Array.from({ length: count }, (_, i) => i).filter(i => !anchored.includes(i));
  const place = new Int32Array(count).fill(-1);
  moving.forEach((i, at) => {
    place[i] = 3 * at;
  });
  return { rods, place, n: 3 * moving.length, count };
}

describe('rods from tables', () => {
  it.each([
    ['a few', 3, []],
    ['many', 60, []],
    ['with anchored ends', 3, [0, 4]],
    ['many with an anchored end', 60, [5]],
  ] as const)(
    'have the values and derivatives of their formulas, bit by bit: %s',
    (_, molecules, anchored) => {
      const { rods, place, n, count } = example(molecules, anchored);
      const random = createRandom(7);
      const numbers = (length: number) => Float64Array.from({ length }, () => 2 * random.symmetric());
      const positions = numbers(3 * count);
      const table = rodConstraints({ rods, positions }, place, n);
      const formulas = asFormulas(rods, positions, place, n);
      expect(table.jacobianPattern).toEqual(formulas.jacobianPattern);
      expect(table.hessianPattern).toEqual(formulas.hessianPattern);
      expect([table.m, table.kind, table.degree]).toEqual([formulas.m, formulas.kind, formulas.degree]);
      expect(table.names).toEqual(formulas.names);
      const [z, u, v, w] = [numbers(2 * n), numbers(2 * n), numbers(2 * n), numbers(table.m)];
      const filled = (length: number, fill: (out: Float64Array) => void) => {
        const out = new Float64Array(length).fill(7);
        fill(out);
        return out;
      };
      const same = (length: number, fill: (g: Constraints, out: Float64Array) => void) =>
        expect(filled(length, out => fill(table, out))).toEqual(filled(length, out => fill(formulas, out)));
      same(table.m, (g, out) => g.value(z, out));
      same(table.jacobianPattern.index.length, (g, out) => g.jacobian(z, out));
      same(table.m, (g, out) => g.jacobianTimes(z, v, out));
      same(2 * n, (g, out) => g.transposedTimes(z, w, out));
      same(2 * n, (g, out) => g.hessianTimes(z, w, v, out));
      same(table.m, (g, out) => g.second(z, u, v, out));
      same(table.hessianPattern.index.length, (g, out) => g.hessian(z, w, out));
    },
  );

  it('have no columns for a rod between anchored particles', () => {
    const positions = Float64Array.of(0, 0, 0, 2, 0, 0);
    const g = rodConstraints({ rods: [{ a: 0, b: 1, length: 1 }], positions }, Int32Array.of(-1, -1), 0);
    expect([g.degree, g.jacobianPattern.index.length]).toEqual([0, 0]);
    const value = new Float64Array(1);
    g.value(new Float64Array(0), value);
    expect(value[0]).toBe(3);
  });

  // As formulas they failed: a graph with so many nodes is more than a Map can hold.
  it('are made for 420,000 particles', () => {
    const count = 420_000;
    const rods = Array.from({ length: count }, (_, k): Rod => {
      const o = k - (k % 3);
      return { a: k % 3 === 2 ? o + 1 : o, b: k % 3 === 0 ? o + 1 : o + 2, length: 1 };
    });
    const place = Int32Array.from({ length: count }, (_, i) => 3 * i);
    const g = rodConstraints({ rods, positions: new Float64Array(3 * count) }, place, 3 * count);
    const z = new Float64Array(6 * count).fill(0.5);
    const values = new Float64Array(count);
    g.value(z, values);
    expect(values.every(value => value === -1)).toBe(true);
    expect(g.jacobianPattern.index.length).toBe(6 * count);
  });
});
