import { describe, expect, it } from 'vitest';
import type { Flow } from '../../../src/flows/flow.ts';
import { gauss, gauss1, gauss2, gauss3, midpoint } from '../../../src/flows/gauss.ts';
import { splitting, splittingSchemes } from '../../../src/flows/splitting.ts';
import { symplecticEulerP, symplecticEulerQ } from '../../../src/flows/symplectic-euler.ts';
import { verlet } from '../../../src/flows/verlet.ts';
import type { Hamiltonian } from '../../../src/problem/hamiltonian.ts';
import {
  derivative,
  differences,
  maxDistance,
  measuredOrder,
  returnError,
  symplecticDefect,
} from './measure.ts';
import { allProblems, separableProblems, type TestProblem } from './problems.ts';

interface Method {
  readonly name: string;
  readonly order: number;
  readonly isSymmetric: boolean;
  readonly problems: readonly TestProblem[];
  readonly counts: readonly number[];
  create(H: Hamiltonian): Flow;
}

const fine = [80, 160, 320, 640];
/** Above round-off for every order. */
const coarse = [8, 12, 16, 24];
const methods: Method[] = [
  {
    name: 'symplectic Euler P',
    order: 1,
    isSymmetric: false,
    problems: allProblems,
    counts: fine,
    create: symplecticEulerP,
  },
  {
    name: 'symplectic Euler Q',
    order: 1,
    isSymmetric: false,
    problems: allProblems,
    counts: fine,
    create: symplecticEulerQ,
  },
  { name: 'Verlet', order: 2, isSymmetric: true, problems: allProblems, counts: fine, create: verlet },
  { name: 'midpoint', order: 2, isSymmetric: true, problems: allProblems, counts: fine, create: midpoint },
  ...[gauss1, gauss2, gauss3].map(tableau => ({
    name: `collocation: ${tableau.name}`,
    order: tableau.order,
    isSymmetric: true,
    problems: allProblems,
    counts: coarse,
    create: (H: Hamiltonian) => gauss(H, tableau),
  })),
  ...splittingSchemes.map(scheme => ({
    name: `splitting: ${scheme.name}`,
    order: scheme.order,
    isSymmetric: true,
    problems: separableProblems,
    counts: fine,
    create: (H: Hamiltonian) => splitting(H, scheme),
  })),
];

describe.each(methods)('$name', ({ order, isSymmetric, problems, counts, create }) => {
  describe.each(problems)('on $name', problem => {
    const flow = create(problem.H);

    it('has its order', () => {
      expect(Math.abs(measuredOrder(flow, problem, counts) - order)).toBeLessThanOrEqual(0.2);
    });

    it.each([0.1, -0.1])('is symplectic with h = %d', h => {
      expect(symplecticDefect(derivative(flow, problem.initial, h))).toBeLessThanOrEqual(1e-14);
    });

    it.each([0.2, -0.2])('pushes as central differences say with h = %d', h => {
      const exact = derivative(flow, problem.initial, h);
      const measured = differences(flow, problem.initial, h);
      exact.forEach((column, i) => {
        expect(maxDistance(column, measured[i])).toBeLessThanOrEqual(1e-10);
      });
    });

    it(isSymmetric ? 'finds the way back' : 'does not find the way back', () => {
      const error = returnError(flow, problem.initial, 0.1);
      if (isSymmetric) expect(error).toBeLessThanOrEqual(1e-15);
      else expect(error).toBeGreaterThan(1e-4);
    });

    it('leaves its start alone and gives the same bytes again', () => {
      const start = problem.initial.slice();
      const first = new Float64Array(start.length);
      const second = new Float64Array(start.length);
      flow.step(start, 0.1, first);
      create(problem.H).step(start, 0.1, second);
      expect(start).toEqual(problem.initial);
      expect(second).toEqual(first);
    });

    it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses a step of %d', h => {
      const outcome = flow.step(problem.initial, h, new Float64Array(problem.initial.length));
      expect(outcome).toMatchObject({ ok: false, reason: 'not finite' });
    });

    it('refuses NaN in the start and names the entry', () => {
      const start = problem.initial.slice();
      const entry = start.length - 1;
      start[entry] = Number.NaN;
      const outcome = flow.step(start, 0.1, new Float64Array(start.length));
      expect(outcome).toMatchObject({ ok: false, reason: 'not finite', entry });
    });
  });
});

describe('absurd steps', () => {
  const [, henonHeiles, product] = allProblems;

  it.each(methods)('$name does not survive 1e200 on Hénon–Heiles', ({ create }) => {
    const outcome = create(henonHeiles.H).step(henonHeiles.initial, 1e200, new Float64Array(4));
    expect(outcome.ok).toBe(false);
    if (!outcome.ok) expect(outcome.detail).toMatch(/halve the step/);
  });

  it('an implicit equation without solution is reported with residual and iterations', () => {
    // p₁ = p₀ − h q (p₁² + 1) has no real root when 1 + 4hq(p₀ − hq) < 0.
    const outcome = symplecticEulerP(product.H).step(Float64Array.of(3, 0), 1, new Float64Array(2));
    expect(outcome).toMatchObject({ ok: false, reason: 'did not converge' });
    if (!outcome.ok) {
      expect(outcome.iterations).toBeGreaterThan(1);
      expect(outcome.residual).toBeGreaterThan(0);
    }
  });

  it('a splitting refuses an H that is not separable', () => {
    const outcome = splitting(product.H, splittingSchemes[0]).step(product.initial, 0.1, new Float64Array(2));
    expect(outcome).toMatchObject({ ok: false, reason: 'not supported' });
  });
});

describe('points where everything cancels', () => {
  it.each([midpoint, (H: Hamiltonian) => gauss(H, gauss3)])('the upright pendulum stays', create => {
    const out = new Float64Array(2);
    expect(create(allProblems[0].H).step(Float64Array.of(Math.PI, 0), 0.1, out).ok).toBe(true);
    expect(maxDistance(out, [Math.PI, 0])).toBeLessThanOrEqual(1e-15);
  });

  it.each([symplecticEulerP, symplecticEulerQ, verlet])('the origin stays', create => {
    const out = new Float64Array(2);
    expect(create(allProblems[2].H).step(new Float64Array(2), 0.1, out).ok).toBe(true);
    expect(out).toEqual(new Float64Array(2));
  });
});
