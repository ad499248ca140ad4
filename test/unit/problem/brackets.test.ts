import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { Graph, type Node } from '../../../src/formula/graph.ts';
import { createBrackets } from '../../../src/problem/brackets.ts';
import { constraintsFromFormulas, hamiltonianFromFormula } from '../../../src/problem/from/formulas.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { applyJ } from '../../../src/problem/state.ts';
import { along, distance } from '../differences.ts';
import { poissonBracket } from '../formula/bracket-of.ts';
import { evaluate } from '../formula/evaluate.ts';
import { build, randomTree } from '../formula/random-expression.ts';

const n = 2;
const formula = randomTree({
  variables: 2 * n,
  constants: [-1, 0.5, 2],
  unary: ['neg', 'sin', 'cos'],
  binary: ['add', 'sub', 'mul'],
  depth: 3,
});
const point = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2 * n, maxLength: 2 * n });

function problemOf(graph: Graph, H: Node, g: readonly Node[]): Problem {
  const equations = g.map((expression, i) => ({ name: `g${i}`, expression }));
  return {
    name: 'random',
    n,
    coordinates: ['x', 'y'],
    H: hamiltonianFromFormula(graph, H, n).H,
    g: constraintsFromFormulas(graph, equations, n),
    initial: new Float64Array(2 * n),
    observables: [],
    parameters: {},
    run: {},
  };
}

describe('brackets at a state', () => {
  it('are the symbolic ones, on random H and g', () => {
    fc.assert(
      fc.property(formula, formula, formula, point, (h, a, b, x) => {
        const G = new Graph();
        const [H, ...g] = [h, a, b].map(tree => build(G, tree));
        const brackets = createBrackets(problemOf(G, H, g));
        const z = Float64Array.from(x);
        const symbolic = (u: Node, v: Node) => poissonBracket(G, u, v, n);
        const hidden = new Float64Array(2);
        brackets.hidden(z, hidden);
        const exact = g.map(gi => evaluate(G, symbolic(gi, H), x));
        expect(distance(hidden, exact)).toBeLessThan(1e-11);
        const N = new Float64Array(4);
        brackets.nondegeneracy(z, N);
        const twice = g.flatMap(gi => g.map(gj => evaluate(G, symbolic(symbolic(H, gi), gj), x)));
        expect(distance(N, twice)).toBeLessThan(1e-10);
      }),
      { numRuns: 300 },
    );
  });

  it('differentiate the hidden constraint', () => {
    fc.assert(
      fc.property(formula, formula, point, point, (h, a, x, v) => {
        const G = new Graph();
        const brackets = createBrackets(problemOf(G, build(G, h), [build(G, a)]));
        const hidden = (z: Float64Array) => {
          const out = new Float64Array(1);
          brackets.hidden(z, out);
          return out;
        };
        const out = new Float64Array(1);
        brackets.hiddenAlong(Float64Array.from(x), Float64Array.from(v), out);
        const expected = along(hidden, Float64Array.from(x), v);
        expect(distance(out, expected)).toBeLessThan(1e-8);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the classical case', () => {
  const problem = load(`
coordinates: [x, y, z]
mass: { x: 2, y: 4, z: 5 }
potential: z + x*y
constraints: { sphere: x^2 + y^2 + z^2 = 1, plane: x + y = z }`);
  const brackets = createBrackets(problem);
  const z = Float64Array.of(0.3, -0.5, 0.8, 1.1, 0.2, -0.4);
  const G = [
    [0.6, -1, 1.6],
    [1, 1, -1],
  ];
  const w = [1 / 2, 1 / 4, 1 / 5];

  it('has X_H = (M⁻¹p, −∇V) and X_g = (0, −Gᵀλ)', () => {
    const out = new Float64Array(6);
    brackets.hamiltonianField(z, out);
    expect(distance(out, [1.1 / 2, 0.2 / 4, -0.4 / 5, 0.5, -0.3, -1])).toBeLessThan(1e-15);
    brackets.constraintField(z, Float64Array.of(2, 3), out);
    expect(distance(out, [0, 0, 0, ...[0, 1, 2].map(j => -2 * G[0][j] - 3 * G[1][j])])).toBeLessThan(1e-15);
  });

  it('has G M⁻¹ p as hidden constraint and G M⁻¹ Gᵀ as nondegeneracy', () => {
    const hidden = new Float64Array(2);
    brackets.hidden(z, hidden);
    const exact = G.map(row => row.reduce((sum, entry, j) => sum + entry * w[j] * z[3 + j], 0));
    expect(distance(hidden, exact)).toBeLessThan(1e-15);
    const N = new Float64Array(4);
    brackets.nondegeneracy(z, N);
    const gram = G.flatMap(a => G.map(b => a.reduce((sum, entry, j) => sum + entry * w[j] * b[j], 0)));
    expect(distance(N, gram)).toBeLessThan(1e-15);
  });

  it('has positive scales as large as the terms, also at the origin', () => {
    const out = new Float64Array(2);
    brackets.constraintScale(z, 0.1, out);
    // Σ |∂g/∂zⱼ| |zⱼ| at least: the terms of 2(x² + y² + z²) and of x + y − z.
    expect(out[0]).toBeGreaterThanOrEqual(2 * (0.09 + 0.25 + 0.64));
    expect(out[1]).toBeGreaterThanOrEqual(1.6);
    expect(out[1]).toBeLessThan(2);
    brackets.hiddenScale(z, out);
    expect(out[1]).toBeGreaterThanOrEqual(1.1 / 2 + 0.2 / 4 + 0.4 / 5);
    const origin = new Float64Array(6);
    for (const scale of [
      brackets.hiddenScale,
      (at: Float64Array, to: Float64Array) => brackets.constraintScale(at, 0, to),
    ]) {
      scale(origin, out);
      expect(out[0]).toBeGreaterThan(0);
      expect(out[1]).toBeGreaterThan(0);
    }
  });

  it('turns vectors by J', () => {
    const v = Float64Array.of(1, 2, 3, 4);
    applyJ(v);
    expect([...v]).toEqual([3, 4, -1, -2]);
  });
});
