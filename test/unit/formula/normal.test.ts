import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { Graph } from '../../../src/formula/graph.ts';
import { elaborateNumber, elaborateScalar } from '../../../src/formula/language/elaborate.ts';
import { FormulaError } from '../../../src/formula/language/formula-error.ts';
import { createScope } from '../../../src/formula/language/scope.ts';
import { normal } from '../../../src/random/philox.ts';

const scope = () =>
  createScope(new Graph(), {
    parameters: [
      ['seed', 12],
      ['half', 0.5],
    ],
    variables: [{ name: 'x', shape: [], first: 0 }],
  });

describe('normal(seed, k)', () => {
  it('is a constant of the formula', () => {
    expect(elaborateNumber('0.8 + 0.1*normal(seed, 2 + 1)', scope())).toBe(0.8 + 0.1 * normal(12, 3));
    expect(elaborateNumber('sum(k, 0, 2, normal(seed, k))', scope())).toBeCloseTo(
      normal(12, 0) + normal(12, 1) + normal(12, 2),
      14,
    );
    const here = scope();
    expect(here.graph.isConstant(elaborateScalar('normal(0, 0)', here))).toBe(true);
  });

  it.each([
    [
      '1 + normal(seed, 2*x)',
      '2*x',
      'normal takes constants, and “2*x” changes with the state; normal(seed, k) is one fixed number, for noisy starts',
    ],
    ['normal(half, 0)', 'half', 'normal takes whole numbers, 0 or more, not 0.5'],
    ['normal(seed, -3)', '-3', 'normal takes whole numbers, 0 or more, not -3'],
    ['normal(seed, 1e300)', '1e300', 'normal takes whole numbers, 0 or more, not 1e+300'],
    ['normal(seed, [1, 2])', '[1, 2]', 'normal takes numbers, not a vector of 2 entries'],
    ['normal(seed)', 'normal', 'normal takes 2 arguments, not 1'],
    ['2*normal', 'normal', '“normal” is a function; write normal(…)'],
  ])('%s', (text, place, message) => {
    const attempt = () => elaborateScalar(text, scope());
    expect(attempt).toThrow(FormulaError);
    try {
      attempt();
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      expect([text.slice(error.from, error.to), error.message]).toEqual([place, message]);
    }
  });

  it('makes noisy starts that a seed repeats and another seed changes', () => {
    const text = `
parameters: { N: 5, seed: 3 }
coordinates: { theta: [N] }
initial:
  "theta[k]": { each: "k in 0..N-1", value: "0.8 + 0.1*normal(seed, k)" }
  "p_theta[k]": { each: "k in 0..N-1", value: "normal(seed, N + k)" }
`;
    const exact = Array.from({ length: 10 }, (_, k) => (k < 5 ? 0.8 + 0.1 * normal(3, k) : normal(3, k)));
    expect([...load(text).initial]).toEqual(exact);
    const other = load(text, { set: { seed: 4 } });
    expect(other.initial[0]).toBe(0.8 + 0.1 * normal(4, 0));
  });
});
