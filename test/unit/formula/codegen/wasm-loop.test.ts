import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/formula/codegen/emit.ts';
import { Loop } from '../../../../src/formula/codegen/wasm-loop.ts';
import { Graph, type Node } from '../../../../src/formula/graph.ts';
import { compileLoops, MemoryPlan } from '../../../../src/kernels/loops/program.ts';
import { plainly } from '../../kernels/wasm/plainly.ts';
import { build, randomTree } from '../random-expression.ts';

/** The memory after the loops; they see these values from address 0 on. */
function run(values: readonly number[], ...loops: Loop[]): number[] {
  const plan = new MemoryPlan();
  const at = plan.filled(Float64Array.from(values));
  const program = compileLoops(plan, { all: loops });
  if (!program) throw new Error('nothing was compiled');
  program.run.all();
  return [...program.view(at, values.length)];
}

/** The same formulas as JavaScript. */
function inJavaScript(graph: Graph, roots: readonly Node[], x: readonly number[]): number[] {
  const emitter = new Emitter(graph, i => `x[${i}]`, 'e');
  const codes = emitter.expressions(roots);
  return new Function('x', `${emitter.statements()}\nreturn [${codes.join()}];`)(x) as number[];
}

/** One turn that reads x from address 0 on and stores the roots behind it. */
function evaluated(graph: Graph, roots: readonly Node[], x: readonly number[]): number[] {
  const loop = new Loop(graph, 1);
  for (let i = 0; i < x.length; i++) loop.at(i);
  roots.forEach((root, k) => {
    loop.store(loop.range(x.length + k), root);
  });
  return run([...x, ...roots.map(() => 0)], loop).slice(x.length);
}

const count = 7;
const table = Int32Array.of(3, 0, 6, 6, 1, 4, 2);

describe('one turn', () => {
  it('computes every formula to the same bits as JavaScript', () => {
    const tree = randomTree({
      variables: 3,
      constants: [-3, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3, 64, 1e21, 1e-7],
    });
    const point = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(tree, tree, point, (a, b, x) => {
        const graph = new Graph();
        const roots = [a, b].map(t => build(graph, t));
        expect(evaluated(graph, roots, x)).toEqual(inJavaScript(graph, roots, x));
      }),
      { numRuns: 200 },
    );
  });

  it('computes powers of all kinds', () => {
    const graph = new Graph();
    const x = graph.variable(0);
    const powers = [-64, -13, -2.5, -2, 1.5, 2, 3, 7, 12, 64, 65, 0.3].map(n =>
      graph.pow(x, graph.constant(n)),
    );
    const roots = [...powers, graph.pow(x, graph.variable(1))];
    for (const at of [
      [0.7, 2.5],
      [-1.1, 3],
    ])
      expect(evaluated(graph, roots, at)).toEqual(inJavaScript(graph, roots, at));
  });

  it('is not limited by how deep a formula is', () => {
    const graph = new Graph();
    const terms = Array.from({ length: 1000 }, (_, i) => graph.pow(graph.variable(0), graph.constant(i % 9)));
    const root = terms.reduce((a, b) => graph.sub(graph.unary('cos', a), b));
    expect(evaluated(graph, [root], [0.9])).toEqual(inJavaScript(graph, [root], [0.9]));
  });

  it('reads everything before it stores anything', () => {
    const graph = new Graph();
    const loop = new Loop(graph, 1);
    loop.store(loop.range(0), loop.at(1));
    loop.store(loop.range(1), loop.at(0));
    expect(run([3, 5], loop)).toEqual([5, 3]);
  });
});

describe('many turns', () => {
  it('follow rules up and down, tables, and places that stay', () => {
    const graph = new Graph();
    const loop = new Loop(graph, count);
    const product = graph.mul(loop.at(0), loop.at(3 * count - 2, -2));
    const sum = graph.add(product, graph.mul(loop.load(table), loop.fixed(3 * count)));
    loop.store(loop.range(4 * count), sum);
    const values = Array.from({ length: 5 * count }, (_, i) => (i < 4 * count ? Math.sin(i) : 0));
    const expected = Array.from(
      table,
      (t, k) => values[k] * values[3 * count - 2 - 2 * k] + values[t] * values[3 * count],
    );
    expect(run(values, loop).slice(4 * count)).toEqual(expected);
  });

  it('store where a table says', () => {
    const graph = new Graph();
    const loop = new Loop(graph, 4);
    loop.store(Int32Array.of(7, 4, 6, 5), graph.neg(loop.at(0)));
    expect(run([1, 2, 3, 4, 0, 0, 0, 0], loop)).toEqual([1, 2, 3, 4, -2, -4, -3, -1]);
  });

  it('compute what does not change once', () => {
    const graph = new Graph();
    const loop = new Loop(graph, count);
    const slow = graph.unary('exp', loop.fixed(count));
    loop.store(loop.range(0), graph.mul(slow, loop.at(0)));
    const values = [...Array.from({ length: count }, (_, i) => i), 2];
    const calls: number[] = [];
    const { exp } = Math;
    Math.exp = x => {
      calls.push(x);
      return exp(x);
    };
    expect(run(values, loop)).toEqual(values.map((x, i) => (i < count ? exp(2) * x : 2)));
    Math.exp = exp;
    expect(calls).toEqual([2]);
  });

  it('hand values on, all at once', () => {
    const graph = new Graph();
    const loop = new Loop(graph, 10);
    const [a, b] = [loop.carry(loop.fixed(10), 10), loop.carry(graph.constant(1))];
    loop.pass(a, b);
    loop.pass(b, graph.add(a, b));
    loop.store(loop.range(0), a);
    expect(run(new Array(11).fill(0), loop)).toEqual([0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55]);
  });

  it('may be none: what is handed on stays as it began', () => {
    const graph = new Graph();
    const loop = new Loop(graph, 0);
    const carried = loop.carry(graph.constant(7), 0);
    loop.pass(carried, graph.add(carried, loop.at(1)));
    expect(run([0, 1], loop)).toEqual([7, 1]);
  });

  it('take each other’s results', () => {
    const graph = new Graph();
    const [first, second] = [new Loop(graph, 3), new Loop(graph, 3)];
    first.store(first.range(3), graph.add(first.at(0), graph.constant(1)));
    second.store(second.range(6), graph.mul(second.at(3), second.at(5, -1)));
    expect(run([1, 2, 3, 0, 0, 0, 0, 0, 0], first, second).slice(6)).toEqual([8, 9, 8]);
  });
});

it('is null where there is no WebAssembly', () => {
  expect(plainly(() => compileLoops(new MemoryPlan(), { nothing: [] }))).toBeNull();
});
