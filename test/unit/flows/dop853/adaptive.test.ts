import { describe, expect, it } from 'vitest';
import { type AcceptedStep, createDormandPrince8 } from '../../../../src/flows/dop853/adaptive.ts';
import { a, b, c, error3, error5, interpolant } from '../../../../src/flows/dop853/coefficients.ts';
import { createDormandPrince8Step, type RightHandSide } from '../../../../src/flows/dop853/stages.ts';
import { done, failed } from '../../../../src/solvers/outcome.ts';
import { maxDistance } from '../measure.ts';
import { allProblems, type TestProblem } from '../problems.ts';

const sum = (x: readonly number[]) => x.reduce((s, y) => s + y, 0);

function hamiltonianField({ H }: TestProblem): RightHandSide {
  const gradient = new Float64Array(2 * H.n);
  return (y, out) => {
    H.gradient(y, gradient);
    for (let i = 0; i < H.n; i++) {
      out[i] = gradient[H.n + i];
      out[H.n + i] = -gradient[i];
    }
  };
}

const kepler: RightHandSide = (y, out) => {
  const r3 = Math.hypot(y[0], y[1]) ** 3;
  out[0] = y[2];
  out[1] = y[3];
  out[2] = -y[0] / r3;
  out[3] = -y[1] / r3;
};
const keplerStart = Float64Array.of(0.7, 0, 0, 1.3);
/** At time 5, from reference-solutions.py. */
const keplerEnd = [0.6997063095429117, 0.0220528177226444, -0.0346171501690021, 1.2994546167394305];

function solver(f: RightHandSide, dimension: number, tolerance = 1e-13, maxSteps = 10000) {
  return createDormandPrince8({
    dimension,
    f,
    relativeTolerance: tolerance,
    absoluteTolerance: tolerance / 10,
    maxSteps,
  });
}

describe('the coefficients of DOP853', () => {
  it('rows sum to their times', () => {
    a.forEach((row, i) => {
      expect(row.length).toBe(i);
      expect(Math.abs(sum(row) - c[i])).toBeLessThanOrEqual(1e-14);
    });
  });

  it('the weights meet the quadrature conditions up to order 8', () => {
    for (let k = 0; k < 8; k++) {
      expect(Math.abs(sum(b.map((w, i) => w * c[i] ** k)) - 1 / (k + 1))).toBeLessThanOrEqual(1e-14);
    }
  });

  it('the weights meet the conditions Σ bᵢ cᵢᵏ aᵢⱼ cⱼˡ up to order 8', () => {
    for (let k = 0; k < 6; k++)
      for (let l = 1; k + l + 2 <= 8; l++) {
        const inner = b.map((w, i) => w * c[i] ** k * sum(a[i].map((x, j) => x * c[j] ** l)));
        expect(Math.abs(sum(inner) - 1 / ((l + 1) * (k + l + 2)))).toBeLessThanOrEqual(1e-14);
      }
  });

  it.each([
    { name: 'of order 5', weights: error5, order: 5 },
    { name: 'of order 3', weights: error3, order: 3 },
  ])('the estimator $name vanishes to its order and not beyond', ({ weights, order }) => {
    const moment = (k: number) => Math.abs(sum(weights.map((w, i) => w * c[i] ** k)));
    for (let k = 0; k < order; k++) expect(moment(k)).toBeLessThanOrEqual(1e-14);
    expect(moment(order)).toBeGreaterThan(1e-6);
  });

  it('the last row of the step is the weights', () => {
    expect(a[12]).toEqual(b);
    for (const row of interpolant) expect(row.length).toBe(16);
  });
});

describe('one step', () => {
  /** Error at the end of fixed steps. */
  function fixedSteps(problem: TestProblem, steps: number): number {
    const dimension = problem.initial.length;
    const step = createDormandPrince8Step({ dimension, f: hamiltonianField(problem) });
    const y = problem.initial.slice();
    step.begin(y);
    for (let k = 0; k < steps; k++) {
      step.advance(problem.time / steps, y);
      step.close(y);
      step.moveOn();
    }
    return maxDistance(y, problem.final);
  }
  const slope = (e1: number, e2: number, ratio: number) => Math.log(e1 / e2) / Math.log(ratio);

  it.each(allProblems)('has order 8 on $name', problem => {
    const [e1, e2, e3] = [10, 12, 14].map(steps => fixedSteps(problem, steps));
    expect(e3).toBeGreaterThan(1e-13);
    expect(Math.abs(slope(e1, e2, 12 / 10) - 8)).toBeLessThanOrEqual(0.2);
    expect(Math.abs(slope(e2, e3, 14 / 12) - 8)).toBeLessThanOrEqual(0.2);
  });

  it('interpolates with local order 8 and estimates its error with local order 8', () => {
    // y' = −y², y = 1/(1 + t).
    const step = createDormandPrince8Step({
      dimension: 1,
      f: (y, out) => {
        out[0] = -(y[0] ** 2);
      },
    });
    const at = (h: number) => {
      const [y, middle] = [Float64Array.of(1), new Float64Array(1)];
      step.begin(y);
      step.advance(h, y);
      step.close(y);
      step.interpolate(0.4, middle);
      return {
        interpolant: Math.abs(middle[0] - 1 / (1 + 0.4 * h)),
        end: Math.abs(y[0] - 1 / (1 + h)),
        estimate: step.error(y, { relative: 0, absolute: 1 }),
      };
    };
    const [coarse, fine] = [at(0.2), at(0.1)];
    expect(slope(coarse.interpolant, fine.interpolant, 2)).toBeGreaterThan(7.2);
    expect(slope(coarse.estimate, fine.estimate, 2)).toBeGreaterThan(7);
    expect(slope(coarse.estimate, fine.estimate, 2)).toBeLessThan(10);
    // Pessimistic, as the estimator is of lower order than the method, yet not by more than a thousand.
    expect(coarse.estimate).toBeGreaterThan(coarse.end / 2);
    expect(coarse.estimate).toBeLessThan(1000 * coarse.end);
  });

  it('the interpolant meets both ends', () => {
    const step = createDormandPrince8Step({ dimension: 4, f: kepler });
    const y = keplerStart.slice();
    const out = new Float64Array(4);
    step.begin(y);
    step.advance(0.1, y);
    step.close(y);
    step.interpolate(0, out);
    expect(out).toEqual(keplerStart);
    step.interpolate(1, out);
    expect(maxDistance(out, y)).toBeLessThanOrEqual(1e-16);
  });
});

describe('adaptive integration', () => {
  it.each(allProblems)('reaches 1e-12 on $name', problem => {
    const out = new Float64Array(problem.initial.length);
    const outcome = solver(hamiltonianField(problem), out.length).integrate(
      problem.initial,
      0,
      problem.time,
      out,
    );
    expect(outcome.ok).toBe(true);
    expect(maxDistance(out, problem.final)).toBeLessThanOrEqual(
      1e-12 * Math.max(...problem.final.map(Math.abs)),
    );
  });

  it('reaches 1e-12 on Kepler, forwards and back', () => {
    const out = new Float64Array(4);
    const back = new Float64Array(4);
    const s = solver(kepler, 4);
    expect(s.integrate(keplerStart, 0, 5, out).ok).toBe(true);
    expect(maxDistance(out, keplerEnd)).toBeLessThanOrEqual(1e-12);
    expect(s.integrate(out, 5, 0, back).ok).toBe(true);
    expect(maxDistance(back, keplerStart)).toBeLessThanOrEqual(1e-12);
  });

  it('takes fewer steps for a looser tolerance, and the error follows the tolerance', () => {
    const run = (tolerance: number) => {
      let steps = 0;
      const out = new Float64Array(4);
      solver(kepler, 4, tolerance).integrate(keplerStart, 0, 5, out, () => steps++);
      return { steps, error: maxDistance(out, keplerEnd) };
    };
    const [loose, tight] = [run(1e-5), run(1e-11)];
    expect(loose.steps * 2).toBeLessThan(tight.steps);
    expect(loose.error).toBeLessThan(1e-3);
    expect(loose.error).toBeGreaterThan(1e-9);
    expect(tight.error).toBeLessThan(1e-9);
  });

  it('steps join without gaps and end on time', () => {
    const seen: [number, number][] = [];
    const note = ({ start, end }: AcceptedStep) => seen.push([start, end]);
    solver(kepler, 4).integrate(keplerStart, 0, 1, new Float64Array(4), note);
    expect(seen[0][0]).toBe(0);
    expect(seen[seen.length - 1][1]).toBe(1);
    for (let k = 1; k < seen.length; k++) expect(seen[k][0]).toBe(seen[k - 1][1]);
  });

  it('remembers its step size, also past a short last step', () => {
    const s = solver(kepler, 4);
    const [h] = s.memory;
    const out = new Float64Array(4);
    expect(h[0]).toBe(0);
    s.integrate(keplerStart, 0, 1, out);
    const remembered = h[0];
    expect(remembered).toBeGreaterThan(1e-3);
    s.integrate(out, 1, 1 + 1e-6, out);
    expect(h[0]).toBeGreaterThanOrEqual(remembered);
    // One try is enough when the size is known.
    let steps = 0;
    s.integrate(out, 1, 1 + remembered / 2, new Float64Array(4), () => steps++);
    expect(steps).toBe(1);
  });

  it.each([
    { name: 'forwards', times: [0, 0.1, 0.7, 2.5, 2.5001, 5] },
    { name: 'backwards', times: [0, -0.5, -3, -5] },
  ])('samples $name agree with separate integrations', ({ times }) => {
    const samples = new Float64Array(4 * times.length);
    expect(solver(kepler, 4).sample(keplerStart, times, samples).ok).toBe(true);
    times.forEach((t, k) => {
      const out = new Float64Array(4);
      solver(kepler, 4).integrate(keplerStart, 0, t, out);
      expect(maxDistance(samples.subarray(4 * k, 4 * k + 4), out)).toBeLessThanOrEqual(1e-11);
    });
  });

  it('knows the state at the start of its samples', () => {
    const samples = new Float64Array(12);
    expect(solver(kepler, 4).sample(keplerStart, [0, 0, 0], samples).ok).toBe(true);
    for (const k of [0, 4, 8]) expect(samples.subarray(k, k + 4)).toEqual(keplerStart);
  });

  it('settles so often, and at the end', () => {
    const places: number[] = [];
    const [y, out] = [Float64Array.of(0), new Float64Array(1)];
    let steps = 0;
    const s = createDormandPrince8({
      dimension: 1,
      f: (_, slope) => slope.fill(1) && undefined,
      relativeTolerance: 1e-10,
      absoluteTolerance: 1e-10,
      maxSteps: 1000,
      settle: {
        everySteps: 3,
        to(drifted, settled) {
          places.push(drifted[0]);
          settled[0] = drifted[0] + 100;
          return done;
        },
      },
    });
    s.memory[0][0] = 1 / 16;
    expect(s.integrate(y, 0, 300, out, () => steps++).ok).toBe(true);
    expect(places.length).toBe(Math.ceil(steps / 3));
    expect(out[0]).toBeCloseTo(300 + 100 * places.length, 9);
  });

  it('takes a state that cannot be settled for a step that is too long', () => {
    const s = createDormandPrince8({
      dimension: 1,
      f: (_, slope) => slope.fill(1) && undefined,
      relativeTolerance: 1e-10,
      absoluteTolerance: 1e-10,
      maxSteps: 1000,
      settle: { everySteps: 1, to: () => failed('did not converge', 'no way back', { equation: 2 }) },
    });
    expect(s.integrate(Float64Array.of(0), 0, 1, new Float64Array(1))).toMatchObject({
      reason: 'did not converge',
      equation: 2,
    });
  });

  it('measures every entry in units of its size', () => {
    // The same circle, its second entry in units of a thousandth: the same steps to the bit.
    const steps = (unit: number, sizes?: Float64Array) => {
      const times: number[] = [];
      const s = createDormandPrince8({
        dimension: 2,
        f: (y, out) => {
          out[0] = y[1] / unit;
          out[1] = -unit * y[0];
        },
        relativeTolerance: 1e-9,
        absoluteTolerance: 1e-9,
        maxSteps: 1000,
        sizes,
      });
      s.integrate(Float64Array.of(1, 0), 0, 5, new Float64Array(2), ({ end }) => times.push(end));
      return times;
    };
    expect(steps(1024, Float64Array.of(1, 1024))).toEqual(steps(1));
    expect(steps(1024)).not.toEqual(steps(1));
  });

  it('is exact about an entry that stays 0 when the absolute tolerance is 0', () => {
    const s = createDormandPrince8({
      dimension: 2,
      f: (y, out) => {
        out[0] = -y[0];
        out[1] = 0;
      },
      relativeTolerance: 1e-12,
      absoluteTolerance: 0,
      maxSteps: 1000,
    });
    const out = new Float64Array(2);
    expect(s.integrate(Float64Array.of(1, 0), 0, 1, out).ok).toBe(true);
    expect(out[0]).toBeCloseTo(Math.exp(-1), 12);
    expect(out[1]).toBe(0);
  });
});

describe('failures', () => {
  const out = new Float64Array(1);

  it('a start that is not finite', () => {
    const s = solver((_, slope) => slope.fill(1) && undefined, 1);
    expect(s.integrate(Float64Array.of(Number.NaN), 0, 1, out)).toMatchObject({
      reason: 'not finite',
      equation: 0,
    });
    expect(s.integrate(Float64Array.of(0), 0, Number.NaN, out)).toMatchObject({ reason: 'not finite' });
  });

  it('a singularity: y = tan t cannot pass π/2', () => {
    const s = solver((y, slope) => {
      slope[0] = 1 + y[0] ** 2;
    }, 1);
    const outcome = s.integrate(Float64Array.of(0), 0, 2, out);
    expect(outcome.ok).toBe(false);
    if (!outcome.ok) expect(outcome.detail).toMatch(/1\.570796/);
  });

  it('an edge of the domain: the square root of what becomes negative', () => {
    const s = solver((y, slope) => {
      slope[0] = -1 / Math.sqrt(y[0]);
    }, 1);
    expect(s.integrate(Float64Array.of(1), 0, 2, out).ok).toBe(false);
  });

  it('what f reports itself is handed up', () => {
    const s = solver((y, slope) => {
      if (y[0] > 0.5) return failed('degenerate point', 'rank lost', { equation: 3 });
      slope[0] = 1;
      return undefined;
    }, 1);
    expect(s.integrate(Float64Array.of(0), 0, 2, out)).toMatchObject({
      reason: 'degenerate point',
      equation: 3,
    });
  });

  it('too many steps', () => {
    const outcome = solver(kepler, 4, 1e-13, 5).integrate(keplerStart, 0, 5, new Float64Array(4));
    expect(outcome).toMatchObject({ reason: 'too many steps', iterations: 5 });
  });

  it('too many steps to come, told in good time', () => {
    const impatient = createDormandPrince8({
      dimension: 4,
      f: kepler,
      relativeTolerance: 1e-13,
      absoluteTolerance: 1e-14,
      maxSteps: 10_000,
      patience: 100,
    });
    const out = new Float64Array(4);
    expect(impatient.integrate(keplerStart, 0, 1e6, out)).toMatchObject({
      reason: 'too many steps',
      iterations: 100,
    });
    expect(impatient.integrate(keplerStart, 0, 50, out).ok).toBe(true);
  });
});
