import { describe, expect, it } from 'vitest';
import { accept, relativeResidual, worstEquation } from '../../../src/solvers/convergence.ts';
import { closedForm, sweep } from '../../../src/solvers/diagonal.ts';
import type { Equations, JacobianModel } from '../../../src/solvers/equations.ts';
import { solverRecords } from '../../../src/solvers/named-solvers.ts';
import { chord, newton, newtonSparse } from '../../../src/solvers/newton.ts';
import { type Failure, failed, type Outcome } from '../../../src/solvers/outcome.ts';
import { equationsOf, type Given, linear, parabolas, scalar } from './equations.ts';

function expectFailure(outcome: Outcome): Failure {
  expect(outcome.ok).toBe(false);
  if (outcome.ok) throw new Error('no failure');
  expect(outcome.detail.length).toBeGreaterThan(20);
  return outcome;
}

/** The exact matrix at a fixed λ, 2 × 2, as a model. */
function model(matrix: () => readonly number[]): JacobianModel {
  let [a, b, c, d] = [0, 0, 0, 0];
  const factor = () => {
    [a, b, c, d] = matrix();
    return a * d !== b * c;
  };
  return {
    factorAtStart: factor,
    factorHere: factor,
    solve(r) {
      const det = a * d - b * c;
      r.set([(d * r[0] - b * r[1]) / det, (a * r[1] - c * r[0]) / det]);
    },
  };
}

describe('every solver', () => {
  const independent: Given = {
    residual: ([a, b]) => [a * a + 4 * a - 5, 3 * b - 6],
    jacobian: ([a]) => [2 * a + 4, 0, 0, 3],
  };
  const withModel = (given: Given): Equations => {
    const at = Float64Array.of(0.1, 0.1);
    const equations = equationsOf(2, given);
    const residual = (lambda: Float64Array, out: Float64Array) => {
      at.set(lambda);
      return equations.residual(lambda, out);
    };
    return { ...equations, residual, model: model(() => given.jacobian(at)) };
  };

  it.each(solverRecords)('$name finds the root near the start', ({ create }) => {
    const lambda = Float64Array.of(0.1, 0.1);
    const solver = create(2);
    expect(solver.solve(withModel(independent), lambda).ok).toBe(true);
    expect(lambda[0]).toBeCloseTo(1, 13);
    expect(lambda[1]).toBeCloseTo(2, 13);
  });

  it.each(solverRecords)('$name refuses a residual that is not a number, in any equation', ({ create }) => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY])
      for (const place of [0, 1]) {
        const given: Given = {
          residual: () => (place === 0 ? [bad, 0] : [0, bad]),
          jacobian: () => [1, 0, 0, 1],
        };
        const outcome = create(2).solve(withModel(given), new Float64Array(2));
        expectFailure(outcome);
      }
  });

  it.each(solverRecords)('$name passes a failed evaluation on', ({ create }) => {
    const reason = failed('too many steps', 'the fibre could not be integrated to the end');
    for (const after of [0, 1, 2]) {
      const given = { ...independent, outcome: (k: number) => (k >= after ? reason : { ok: true as const }) };
      expect(create(2).solve(withModel(given), Float64Array.of(0.1, 0.1))).toBe(reason);
    }
  });
});

describe('newton', () => {
  it('converges quadratically, and at once from the root', () => {
    const lambda = Float64Array.of(1.3, 1.8);
    const equations = equationsOf(2, parabolas);
    const solver = newton(2);
    expect(solver.solve(equations, lambda).ok).toBe(true);
    expect(lambda[0]).toBeCloseTo(1, 15);
    expect(lambda[1]).toBeCloseTo(2, 15);
    expect(solver.iterations).toBeLessThanOrEqual(5);
    equations.history.slice(1, 4).forEach((size, k) => {
      expect(size).toBeLessThan(equations.history[k] ** 2);
    });
    expect(solver.solve(equations, Float64Array.of(1, 2)).ok).toBe(true);
    expect(solver.iterations).toBe(0);
  });

  it.each<[string, Given, number]>([
    [
      'there is no root',
      scalar(
        x => x * x + 1,
        x => 2 * x,
      ),
      3,
    ],
    ['the iteration moves away', scalar(Math.atan, x => 1 / (1 + x * x)), 3],
    [
      'the iteration runs in circles',
      scalar(
        x => Math.cbrt(x),
        x => 1 / (3 * Math.cbrt(x) ** 2),
      ),
      1,
    ],
  ])('says so when %s', (_, given, start) => {
    const failure = expectFailure(newton(1).solve(equationsOf(1, given), Float64Array.of(start)));
    expect(failure.reason).toBe('did not converge');
    expect(failure.equation).toBe(0);
    expect(failure.residual).toBeGreaterThan(0);
  });

  it('says so when the matrix is singular', () => {
    const given = linear([
      [1, 2],
      [2, 4],
    ]);
    const failure = expectFailure(newton(2).solve(equationsOf(2, given), Float64Array.of(4, 0)));
    expect(failure.reason).toBe('singular matrix');
  });

  it('accepts what rounding leaves, and nothing more', () => {
    const noisy = (noise: number) => {
      let sign = 1;
      return scalar(
        x => {
          sign = -sign;
          return x - 1 + sign * noise;
        },
        () => 1,
      );
    };
    const solve = (noise: number) => newton(1).solve(equationsOf(1, noisy(noise)), Float64Array.of(0));
    expect(solve(0.2 * accept).ok).toBe(true);
    expectFailure(solve(100 * accept));
  });

  it('measures each residual by its scale', () => {
    // The second equation has terms of size 1e8; 1e-8 is round-off there.
    const given: Given = {
      residual: ([a]) => [a - 1, 3e-7 * Math.sign(a)],
      jacobian: () => [1, 0, 0, 1e300],
      scale: [1, 1e8],
    };
    expect(newton(2).solve(equationsOf(2, given), new Float64Array(2)).ok).toBe(true);
    expectFailure(newton(2).solve(equationsOf(2, { ...given, scale: [1, 1] }), Float64Array.of(0.5, 0)));
  });

  it('asks for the size of the multipliers before it gives up', () => {
    let sign = 1;
    const noisy = scalar(
      x => {
        sign = -sign;
        return x - 1 + 1e-11 * sign;
      },
      () => 1,
    );
    const equations = equationsOf(1, noisy);
    const counting = { ...equations, countMultipliers: () => equations.scale.fill(1e4) };
    expect(newton(1).solve(counting, Float64Array.of(0)).ok).toBe(true);
  });
});

describe('newton-sparse and chord', () => {
  const at = Float64Array.of(1.3, 1.8);
  const start = { ...equationsOf(2, parabolas), model: model(() => parabolas.jacobian(at)) };

  it('need a model', () => {
    for (const solver of [newtonSparse(2), chord(2)])
      expect(expectFailure(solver.solve(equationsOf(2, parabolas), Float64Array.of(1.3, 1.8))).reason).toBe(
        'singular matrix',
      );
  });

  it('chord converges linearly with the matrix of the start, factored once', () => {
    let factored = 0;
    const inner = start.model;
    const counted = {
      ...start,
      model: {
        ...inner,
        factorAtStart: () => {
          factored += 1;
          return inner.factorAtStart();
        },
        factorHere: () => {
          throw new Error('chord does not renew its matrix');
        },
      },
    };
    const lambda = at.slice();
    const solver = chord(2);
    expect(solver.solve(counted, lambda).ok).toBe(true);
    expect(factored).toBe(1);
    expect(solver.iterations).toBeGreaterThan(5);
    expect(lambda[0]).toBeCloseTo(1, 13);
  });

  it('report a singular model', () => {
    const flat = { ...start, model: model(() => [1, 1, 1, 1]) };
    for (const solver of [newtonSparse(2), chord(2)])
      expect(expectFailure(solver.solve(flat, at.slice())).reason).toBe('singular matrix');
  });
});

describe('sweep', () => {
  it('converges with the rate of Gauss–Seidel', () => {
    // For [[2, 1], [1, 2]] the iteration matrix has the spectral radius ¼.
    const equations = equationsOf(
      2,
      linear([
        [2, 1],
        [1, 2],
      ]),
    );
    const lambda = Float64Array.of(5, -3);
    const solver = sweep(2);
    expect(solver.solve(equations, lambda).ok).toBe(true);
    expect([...lambda]).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14)]);
    const afterSweeps = equations.history.filter((_, k) => k % 2 === 0);
    for (let k = 2; k < 15; k++) expect(afterSweeps[k] / afterSweeps[k - 1]).toBeCloseTo(0.25, 6);
    expect(solver.iterations).toBe(afterSweeps.length - 1);
  });

  it('says so when the coupling is too strong', () => {
    const strong = linear([
      [1, 2],
      [2, 1],
    ]);
    expect(expectFailure(sweep(2).solve(equationsOf(2, strong), new Float64Array(2))).reason).toBe(
      'did not converge',
    );
  });

  it('says so when an equation does not see its multiplier', () => {
    const blind = linear([
      [1, 0.1],
      [0.1, 0],
    ]);
    expect(expectFailure(sweep(2).solve(equationsOf(2, blind), new Float64Array(2))).reason).toBe(
      'singular matrix',
    );
  });
});

describe('closed form', () => {
  it('takes the root nearer to zero, of any size', () => {
    for (const size of [1e-12, 1, 1e9]) {
      // (λ − s)(λ − 7s)/s
      const given = scalar(
        x => ((x - size) * (x - 7 * size)) / size,
        x => (2 * x - 8 * size) / size,
      );
      const lambda = Float64Array.of(0);
      const equations = equationsOf(1, { ...given, scale: [7 * size] });
      expect(closedForm(1).solve(equations, lambda).ok).toBe(true);
      expect(lambda[0] / size).toBeCloseTo(1, 14);
    }
  });

  it('solves linear equations, and starts at the root if it is there', () => {
    const lambda = new Float64Array(2);
    const diagonal = linear([
      [2, 0],
      [0, -5],
    ]);
    expect(closedForm(2).solve(equationsOf(2, diagonal), lambda).ok).toBe(true);
    expect([...lambda]).toEqual([1, 1]);
    const atZero = scalar(
      x => x * x + x,
      x => 2 * x + 1,
    );
    const zero = Float64Array.of(0);
    expect(closedForm(1).solve(equationsOf(1, atZero), zero).ok).toBe(true);
    expect(zero[0]).toBeCloseTo(0, 15);
    // Where all is at rest the terms of the equation vanish too, and probes of their size underflow.
    const atRest = Float64Array.of(0);
    expect(closedForm(1).solve(equationsOf(1, { ...atZero, scale: [1e-300] }), atRest).ok).toBe(true);
    expect(atRest[0]).toBe(0);
  });

  it('says so when there is no real root', () => {
    const given = scalar(
      x => x * x + x + 1,
      x => 2 * x + 1,
    );
    const failure = expectFailure(closedForm(1).solve(equationsOf(1, given), Float64Array.of(0)));
    expect(failure.detail).toContain('no real multiplier');
  });

  it.each<[string, number, Given]>([
    [
      'coupled',
      2,
      linear([
        [2, 0.3],
        [0.1, 2],
      ]),
    ],
    [
      'of the third degree',
      1,
      scalar(
        x => 50 * x ** 3 + x - 40,
        x => 150 * x * x + 1,
      ),
    ],
  ])('refuses equations that are %s', (_, m, given) => {
    const lambda = new Float64Array(m);
    const outcome = closedForm(m).solve(equationsOf(m, given), lambda);
    expect(expectFailure(outcome).detail).toContain('use the solver “newton”');
  });

  it('says so where the slope vanishes', () => {
    const given = scalar(
      x => x * x - 1,
      x => 2 * x,
    );
    expect(expectFailure(closedForm(1).solve(equationsOf(1, given), Float64Array.of(0))).reason).toBe(
      'singular matrix',
    );
  });
});

describe('the size of residuals', () => {
  it('is the largest share of the scale', () => {
    expect(relativeResidual(Float64Array.of(1, -6, 2), Float64Array.of(1, 3, 4))).toBe(2);
    expect(worstEquation(Float64Array.of(1, -6, 2), Float64Array.of(1, 3, 4))).toBe(1);
    expect(relativeResidual(new Float64Array(0), new Float64Array(0))).toBe(0);
  });

  it.each([0, 1, 2])('is NaN when entry %d is, and that entry is the worst', place => {
    const r = Float64Array.of(1, 2, 3);
    r[place] = Number.NaN;
    expect(relativeResidual(r, Float64Array.of(1, 1, 1))).toBeNaN();
    expect(worstEquation(r, Float64Array.of(1, 1, 1))).toBe(place);
  });
});
