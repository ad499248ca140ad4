import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/formula/codegen/emit.ts';
import { Graph, type Node } from '../../../../src/formula/graph.ts';
import { evaluate } from '../evaluate.ts';
import { boundedValue, build, randomTree } from '../random-expression.ts';

function emitted(graph: Graph, roots: readonly Node[]) {
  const emitter = new Emitter(graph, i => `x[${i}]`, 'e');
  const codes = emitter.expressions(roots);
  const run = new Function('x', `${emitter.statements()}\nreturn [${codes.join()}];`);
  return { lines: emitter.statements(), run: run as (x: readonly number[]) => number[] };
}

describe('emitted code', () => {
  it('computes the formula', () => {
    const tree = randomTree({
      variables: 3,
      constants: [-3, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3, 64, 1e21, 1e-7],
    });
    const point = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(tree, tree, point, (a, b, x) => {
        const graph = new Graph();
        const roots = [a, b].map(t => build(graph, t));
        const values = emitted(graph, roots).run(x);
        [a, b].forEach((t, i) => {
          const { value, error } = boundedValue(t, x);
          if (Number.isFinite(value) && error < 1e-3)
            expect(Math.abs(values[i] - value)).toBeLessThanOrEqual(2 * error);
        });
      }),
      { numRuns: 2000 },
    );
  });

  it.each([-64, -13, -2.5, -2, -1.5, 1.5, 2, 2.5, 3, 7, 12, 63, 64, 65, 0.3, -0.3, 100.5])(
    'computes powers with the exponent %d',
    exponent => {
      const graph = new Graph();
      const { run } = emitted(graph, [graph.pow(graph.variable(0), graph.constant(exponent))]);
      for (const x of [0.7, 1.1, 1.9]) expect(run([x])[0] / x ** exponent).toBeCloseTo(1, 13);
      if (Number.isInteger(exponent)) expect(run([-1.1])[0] / (-1.1) ** exponent).toBeCloseTo(1, 13);
      else expect(run([-1.1])[0]).toBeNaN();
    },
  );

  it('writes shared work once', () => {
    const graph = new Graph();
    const s = graph.unary('sin', graph.variable(0));
    const { lines, run } = emitted(graph, [graph.add(s, graph.variable(1)), graph.mul(s, graph.variable(1))]);
    expect(lines.match(/Math\.sin/g)).toHaveLength(1);
    expect(run([0.5, 2])).toEqual([Math.sin(0.5) + 2, Math.sin(0.5) * 2]);
  });

  it('shares the squares of high powers', () => {
    const graph = new Graph();
    const x = graph.unary('cos', graph.variable(0));
    const powers = [6, 12].map(n => graph.pow(x, graph.constant(n)));
    const { lines } = emitted(graph, powers);
    // c², c³ = c·c·c, c⁶, c¹²
    expect(lines.split('\n').length).toBeLessThanOrEqual(5);
  });

  it('gives two emitters of one function names of their own', () => {
    const graph = new Graph();
    const s = graph.unary('sin', graph.variable(0));
    const f = graph.add(graph.mul(s, s), s);
    const [one, two] = ['a', 'b'].map(prefix => new Emitter(graph, i => `x[${i}]`, prefix));
    const codes = [one.expressions([f]), two.expressions([f])].flat();
    const text = `${one.statements()}\n${two.statements()}\nreturn [${codes.join()}];`;
    const expected = evaluate(graph, f, [0.5]);
    expect(new Function('x', text)([0.5])).toEqual([expected, expected]);
  });
});
