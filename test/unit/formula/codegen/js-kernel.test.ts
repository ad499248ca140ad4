import { describe, expect, it } from 'vitest';
import { problem } from '../../../../src/file/build-problem.ts';
import { kernelSource } from '../../../../src/formula/codegen/js-kernel.ts';
import { groupByShape, splitIntoElements } from '../../../../src/formula/elements.ts';
import { Graph } from '../../../../src/formula/graph.ts';
import { evaluate } from '../evaluate.ts';
import { generatedCode } from '../generated-code.ts';
import { chain, compiled, randomSystem, type System, summed } from '../systems.ts';

const elementsOf = ({ graph, outputs }: System) => splitIntoElements(graph, outputs);

describe('elements', () => {
  it('add up to the functions they were split from', () => {
    const system = randomSystem(3, 6, 4, 20);
    const x = [0.4, 0.7, 1.1, 0.9, 1.3, 0.6];
    const sums = system.outputs.map(() => 0);
    for (const { output, expression } of elementsOf(system))
      sums[output] += evaluate(system.graph, expression, x);
    system.outputs.forEach((f, i) => {
      expect(sums[i]).toBeCloseTo(evaluate(system.graph, f, x), 11);
    });
  });

  it('carry the factors and signs in front of sums', () => {
    const G = new Graph();
    const sum = (from: number) => {
      const terms = Array.from({ length: 6 }, (_, i) => G.unary('sin', G.variable(from + i)));
      return terms.reduce((a, b) => G.add(a, b));
    };
    const f = G.sub(G.variable(0), G.mul(G.constant(3), G.sub(sum(0), G.neg(sum(2)))));
    const x = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
    const values = splitIntoElements(G, [f], 1).map(({ expression }) => evaluate(G, expression, x));
    expect(values).toHaveLength(13);
    expect(values.reduce((a, b) => a + b)).toBeCloseTo(evaluate(G, f, x), 13);
  });

  it('stay finite where the factors in front of a sum overflow together', () => {
    const G = new Graph();
    const terms = Array.from({ length: 6 }, (_, i) => G.unary('sin', G.variable(i)));
    const sum = terms.reduce((a, b) => G.add(a, b));
    const f = G.mul(G.constant(1e200), G.mul(G.constant(1e200), sum));
    for (const { expression } of splitIntoElements(G, [f]))
      expect(evaluate(G, expression, [0, 0, 0, 0, 0, 0])).toBe(0);
  });

  it('of one shape form one batch, whatever their variables and constants', () => {
    const G = new Graph();
    const outputs = Array.from({ length: 50 }, (_, i) =>
      G.mul(G.constant(1.5 + i), G.unary('sin', G.variable(i))),
    );
    const [batch, ...others] = groupByShape(G, splitIntoElements(G, outputs));
    expect(others).toEqual([]);
    expect(batch.count).toBe(50);
    expect([...batch.variables]).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect([...batch.constants]).toEqual(Array.from({ length: 50 }, (_, i) => 1.5 + i));
  });

  it.each<[string, (G: Graph) => number[]]>([
    ['exponents differ', G => [2, 3].map(e => G.pow(G.variable(0), G.constant(e)))],
    ['a variable is repeated', G => [1, 2].map(j => G.mul(G.variable(1), G.unary('sin', G.variable(j))))],
    [
      'the order of a difference differs',
      G => [G.sub(G.variable(0), G.constant(2)), G.sub(G.constant(2), G.variable(0))],
    ],
    ['operations differ', G => [G.unary('sin', G.variable(0)), G.unary('cos', G.variable(0))]],
    [
      'a constant is shared',
      G => [2, 3].map(c => G.mul(G.constant(2), G.unary('sin', G.add(G.constant(c), G.variable(0))))),
    ],
  ])('form two batches when %s', (_, make) => {
    const G = new Graph();
    expect(groupByShape(G, splitIntoElements(G, make(G)))).toHaveLength(2);
  });
});

describe('code', () => {
  /** The text of every kernel of a system. */
  function allCode(system: System): string[] {
    const f = compiled(system);
    const x = new Float64Array(system.dimension).fill(0.7);
    const w = new Float64Array(system.outputs.length);
    const out = new Float64Array(Math.max(f.jacobianPattern.index.length, f.hessianPattern.index.length, 1));
    return generatedCode(() => {
      f.value(x, out);
      f.jacobian(x, out);
      f.gradient(x, out);
      f.transposedTimes(x, w, out);
      f.hessian(x, w, out);
      f.hessianTimes(x, w, x, out);
      f.second(x, x, x, out);
      f.third(x, w, x, out);
    });
  }

  it.each<[string, (n: number) => System]>([
    ['constraints', chain],
    ['a potential', n => summed(chain(n))],
  ])('does not grow with the system: %s of a chain', (_, make) => {
    const [short, long] = [make(300), make(3000)];
    const batches = [short, long].map(
      ({ graph, outputs }) => kernelSource(graph, splitIntoElements(graph, outputs)).batches.length,
    );
    expect(batches[1]).toBe(batches[0]);
    const [few, many] = [short, long].map(allCode);
    // Only the number of rounds is written, one digit longer for each batch, and the number of entries once.
    many.forEach((code, i) => {
      expect(code.length - few[i].length).toBeLessThanOrEqual(batches[0] + 1);
      expect(code.length).toBeLessThan(4000);
    });
  });

  it('takes derivatives of templates, not of every element', () => {
    const [short, long] = [800, 2000].map(n => {
      const system = chain(n);
      const before = system.graph.size;
      allCode(system);
      return system.graph.size - before;
    });
    expect(long).toBe(short);
  });

  const known =
    /^(?:use|strict|const|tables|return|function|x|w|u|v|out|fill|length|if|for|let|k|[Tsti]\d+|part\d+|Math|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh|exp|log|sqrt|abs|sign|pow|atan2|min|max|Infinity|NaN|(?:value|jacobian|jacobianTimes|gradient|transposedTimes|hessian|hessianTimes|second|third)Kernel)$/;

  it('contains no word that is not ours', () => {
    const codes = [allCode(randomSystem(1, 4, 2, 4)), allCode(randomSystem(2, 30, 40, 12))].flat();
    const words = codes.flatMap(
      code => code.replaceAll(/\b\d[\d.]*(?:e[+-]?\d+)?/g, '').match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [],
    );
    expect(words.length).toBeGreaterThan(1000);
    expect(words.filter(word => !known.test(word))).toEqual([]);
  });

  it('contains no name and no text of a problem', () => {
    const codes = generatedCode(() => {
      const made = problem({
        name: 'process_exit',
        parameters: { evilparameter: 2.25, globalThis: 3.5 },
        coordinates: ['zebra', 'constructor', 'θbra'],
        potential: 'evilparameter*zebra^4 + globalThis*sin(constructor*θbra)',
        constraints: { alert: 'zebra*constructor + θbra^2 = evilparameter' },
        observables: { eval: 'p_zebra*zebra' },
      });
      const z = new Float64Array(6).fill(0.5);
      const out = new Float64Array(100);
      made.H.gradient(z, out);
      made.H.hessian(z, out);
      made.g.jacobian(z, out);
      made.g.hessian(z, Float64Array.of(1), out);
      made.observables[0].value(z);
    });
    expect(codes).toHaveLength(5);
    for (const word of [
      'process',
      'evil',
      'globalThis',
      'zebra',
      'constructor',
      'θbra',
      'alert',
      'eval',
      'p_',
    ])
      for (const code of codes) expect(code).not.toContain(word);
  });
});
