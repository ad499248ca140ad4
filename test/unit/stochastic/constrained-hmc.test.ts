import { describe, expect, it } from 'vitest';
import { createMethod } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { failed } from '../../../src/solvers/outcome.ts';
import { blockedMean } from '../../../src/statistics/block-average.ts';
import { constrainedHmc, type MonteCarloOptions } from '../../../src/stochastic/constrained-hmc.ts';
import { chain, ellipsoid, oscillator, rattleOf, residuals, resumedRun, walk } from './problems.ts';

const options: MonteCarloOptions = { temperature: 0.5, seed: 8, substeps: 4 };
const make = (problem: Problem, given: Partial<MonteCarloOptions> = {}) =>
  constrainedHmc(problem, rattleOf(problem), { ...options, ...given });
const verletMoves = (h: Partial<MonteCarloOptions>, problem = oscillator) =>
  constrainedHmc(problem, createMethod(problem, 'verlet'), { temperature: 0.7, seed: 3, substeps: 1, ...h });

/** Means of x², p² and x p. */
function moments(flow: ReturnType<typeof make>, h: number) {
  const products: [number[], number[], number[]] = [[], [], []];
  walk(flow, oscillator.initial, h, 100_000, ([x, p]) => {
    for (const [k, value] of [x * x, p * p, x * p].entries()) products[k].push(value);
  });
  return products.map(blockedMean);
}

describe('Monte Carlo moves', () => {
  it('sample exactly at a long step: ⟨x²⟩ = ⟨p²⟩ = kT and ⟨xp⟩ = 0 for an oscillator', () => {
    const flow = verletMoves({});
    const exact = [0.7, 0.7, 0];
    moments(flow, 1.6).forEach(({ mean, standardError }, k) => {
      expect(Math.abs(mean - exact[k])).toBeLessThan(3 * standardError);
      expect(standardError).toBeLessThan(0.01);
    });
    const { proposals, accepted, unsolved, irreversible } = flow.counters();
    expect([proposals, unsolved, irreversible]).toEqual([100_000, 0, 0]);
    expect(accepted / proposals).toBeLessThan(0.9);
  });

  it('would not do so without the test of the energy', () => {
    const blind = { ...oscillator, H: { ...oscillator.H, value: () => 0 } };
    const flow = verletMoves({}, blind);
    const [{ mean, standardError }] = moments(flow, 1.6);
    expect(mean - 0.7).toBeGreaterThan(50 * standardError);
    expect(flow.counters().accepted).toBe(100_000);
  });

  it.each([
    ['ellipsoid', ellipsoid, 1],
    ['chain', chain, 0.05],
  ])('keep g = {g,H} = 0 and give the same bytes after a restart: %s', (_, problem, h) => {
    const through = walk(make(problem), problem.initial, h, 40, z => {
      const [g, hidden] = residuals(problem, z);
      expect(g).toBeLessThan(2e-13 * problem.n);
      expect(hidden).toBeLessThan(1e-13 * problem.n);
    });
    expect(resumedRun(() => make(problem), problem.initial, h, [23, 17])).toEqual(through);
  });

  it('count every proposal, and a restart keeps the counts', () => {
    const first = make(ellipsoid, { substeps: 1 });
    const z = walk(first, ellipsoid.initial, 1, 400);
    const { proposals, accepted, unsolved, irreversible } = first.counters();
    expect(proposals).toBe(400);
    expect(accepted).toBeGreaterThan(0);
    expect(unsolved).toBeGreaterThan(0);
    expect(accepted + unsolved + irreversible).toBeLessThanOrEqual(400);
    const second = make(ellipsoid, { substeps: 1 });
    first.memory.forEach((array, i) => {
      second.memory[i].set(array);
    });
    walk(second, z, 1, 1);
    expect(second.counters().proposals).toBe(401);
  });

  it('leave the place unchanged when a proposal is lost, with momenta turned round', () => {
    const lost = rattleOf(ellipsoid);
    const never = { ...lost, step: () => failed('did not converge', 'never') };
    const flow = constrainedHmc(ellipsoid, never, options);
    const out = new Float64Array(6);
    expect(flow.step(ellipsoid.initial, 1, out).ok).toBe(true);
    expect(out.subarray(0, 3)).toEqual(ellipsoid.initial.subarray(0, 3));
    expect(flow.counters()).toEqual({
      proposals: 1,
      accepted: 0,
      unsolved: 1,
      irreversible: 0,
      'steps by the reference method': 0,
    });
    expect(residuals(ellipsoid, out)[1]).toBeLessThan(1e-14);
  });

  it('start the solver cold: what its memory held does not matter', () => {
    const inner = rattleOf(ellipsoid);
    const flow = constrainedHmc(ellipsoid, inner, options);
    for (const array of inner.memory) array.fill(0.3);
    expect(walk(flow, ellipsoid.initial, 1, 5)).toEqual(walk(make(ellipsoid), ellipsoid.initial, 1, 5));
  });

  it('reject a proposal that does not find its way back', () => {
    const rattle = rattleOf(ellipsoid);
    // Forth as it should be; on the way back, recognised by an odd call, a small mistake.
    let calls = 0;
    const crooked = {
      ...rattle,
      step(z: Float64Array, h: number, out: Float64Array) {
        const outcome = rattle.step(z, h, out);
        if (calls++ % 2 === 1) out[0] += 1e-6;
        return outcome;
      },
    };
    const flow = constrainedHmc(ellipsoid, crooked, { ...options, substeps: 1 });
    walk(flow, ellipsoid.initial, 0.1, 50);
    expect(flow.counters()).toMatchObject({ proposals: 50, accepted: 0, irreversible: 50 });
    calls = 0;
    const lenient = constrainedHmc(ellipsoid, crooked, { ...options, substeps: 1, reversibility: 1e-5 });
    walk(lenient, ellipsoid.initial, 0.1, 50);
    expect(lenient.counters().accepted).toBeGreaterThan(40);
  });
});

describe('Monte Carlo moves that cannot be made', () => {
  it.each([
    [
      'a step too long',
      make(ellipsoid, { substeps: 1 }),
      1e3,
      ellipsoid.initial,
      /could not be solved: shorten/,
    ],
    [
      'a start off g = 0',
      make(ellipsoid),
      0.1,
      Float64Array.of(1.01, 0, 0, 0, 0, 0),
      /way back.*begin on g = 0/,
    ],
  ] as const)('end the run after a thousand in a row: %s', (_, flow, h, start, message) => {
    const out = new Float64Array(6);
    for (let k = 1; k < 1000; k++) expect(flow.step(start, h, out).ok).toBe(true);
    const outcome = flow.step(start, h, out);
    expect(outcome).toMatchObject({ ok: false, reason: 'did not converge' });
    expect(outcome.ok ? '' : outcome.detail).toMatch(message);
  });

  it('are refused', () => {
    const shake = createMethod(ellipsoid, 'shake');
    expect(() => constrainedHmc(ellipsoid, shake, options)).toThrow(/rattle/);
    for (const temperature of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => make(ellipsoid, { temperature })).toThrow(/temperature/);
    expect(() => make(ellipsoid, { substeps: 0 })).toThrow(/substeps/);
    expect(() => make(ellipsoid, { seed: -1 })).toThrow(/seed/);
  });

  it.each([
    [{ inner: 'shake' }, 'shake'],
    [{ inner: 'reference' }, 'reference'],
    [{ flow: 'symplectic-euler' }, 'rattle'],
  ])('are refused to a method that breaks detailed balance: %o', (given, name) => {
    expect(() => createMethod(ellipsoid, 'constrained-hmc', given)).toThrow(
      `“${name}” cannot propose Monte Carlo moves`,
    );
  });

  it('of no length change nothing', () => {
    const out = new Float64Array(6);
    expect(make(ellipsoid).step(ellipsoid.initial, 0, out).ok).toBe(true);
    expect(out).toEqual(ellipsoid.initial);
  });
});
