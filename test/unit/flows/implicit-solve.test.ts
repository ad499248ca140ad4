import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { gauss, gauss2, midpoint } from '../../../src/flows/gauss.ts';
import {
  createFixedPoint,
  createImplicitSolver,
  createNewton,
  denseLimit,
  type ImplicitEquation,
} from '../../../src/flows/implicit-solve.ts';
import { symplecticEulerP } from '../../../src/flows/symplectic-euler.ts';
import { differences, maxDistance, pushed, returnError, stepped, symplecticDefect } from './measure.ts';
import { chain } from './problems.ts';

/** xᵢ = c cos xᵢ₊₁, a ring: a contraction for |c| < 1. */
function ring(size: number, c: number): ImplicitEquation {
  const next = (i: number) => (i + 1) % size;
  return {
    size,
    block: size,
    residual: (x, out) => {
      for (let i = 0; i < size; i++) out[i] = x[i] - c * Math.cos(x[next(i)]);
    },
    jacobian: (x, out) => {
      out.fill(0);
      for (let i = 0; i < size; i++) {
        out[i * size + i] += 1;
        out[i * size + next(i)] += c * Math.sin(x[next(i)]);
      }
    },
    jacobianTimes: (x, v, out) => {
      for (let i = 0; i < size; i++) out[i] = v[i] + c * Math.sin(x[next(i)]) * v[next(i)];
    },
  };
}

/** The number with x = cos x. */
const dottie = 0.7390851332151607;

describe.each([
  { name: 'Newton', create: createNewton },
  { name: 'fixed point', create: createFixedPoint },
])('$name', ({ create }) => {
  it('solves to round-off', () => {
    const x = Float64Array.of(0.2, 0.9, 0.5);
    expect(create(ring(3, 1)).solve(x).ok).toBe(true);
    expect(maxDistance(x, [dottie, dottie, dottie])).toBeLessThanOrEqual(1e-15);
  });

  it('solves the linear equation at the solution', () => {
    const equation = ring(3, 0.5);
    const solver = create(equation);
    const x = new Float64Array(3);
    solver.solve(x);
    const b = Float64Array.of(1, -2, 3);
    const back = new Float64Array(3);
    expect(solver.solveLinear(x, b).ok).toBe(true);
    equation.jacobianTimes(x, b, back);
    expect(maxDistance(back, [1, -2, 3])).toBeLessThanOrEqual(2e-15);
  });

  it('does not accept what it has not solved', () => {
    // x² + 1 = 0 has no real solution.
    const none: ImplicitEquation = {
      size: 1,
      block: 1,
      residual: (x, out) => {
        out[0] = x[0] ** 2 + 1;
      },
      jacobian: (x, out) => {
        out[0] = 2 * x[0];
      },
      jacobianTimes: (x, v, out) => {
        out[0] = 2 * x[0] * v[0];
      },
    };
    const outcome = create(none).solve(Float64Array.of(0.7));
    expect(outcome).toMatchObject({ ok: false, reason: 'did not converge', equation: 0 });
    if (!outcome.ok) expect(outcome.detail).toMatch(/halve the step/);
  });
});

describe('createImplicitSolver', () => {
  it('a singular matrix is reported as such', () => {
    const flat = { ...ring(2, 1), jacobian: (_: Float64Array, out: Float64Array) => out.fill(0) };
    expect(createNewton(flat as ImplicitEquation).solve(new Float64Array(2))).toMatchObject({
      reason: 'singular matrix',
    });
  });

  it('takes Newton up to the limit and the fixed point beyond', () => {
    // With c = 2 the fixed point does not attract, Newton finds it all the same.
    const small = new Float64Array(1).fill(1.1);
    expect(createImplicitSolver(ring(1, 2)).solve(small).ok).toBe(true);
    const large = new Float64Array(denseLimit + 1).fill(1.1);
    expect(createImplicitSolver(ring(denseLimit + 1, 2)).solve(large).ok).toBe(false);
  });
});

describe('systems beyond the dense limit', () => {
  const n = 130;
  const H = chain(n);
  const z = Float64Array.from({ length: 2 * n }, (_, i) => Math.sin(1 + 3 * i) / 2);

  it.each([
    { name: 'midpoint', flow: midpoint(H), isSymmetric: true },
    { name: 'Gauss, 2 stages', flow: gauss(H, gauss2), isSymmetric: true },
    { name: 'symplectic Euler', flow: symplecticEulerP(H), isSymmetric: false },
  ])('$name is solved, pushed and symplectic', ({ flow, isSymmetric }) => {
    if (isSymmetric) expect(returnError(flow, z, 0.1)).toBeLessThanOrEqual(1e-14);
    stepped(flow, z, 0.1);
    const columns = [3, 4, n + 3, n + 4].map(i =>
      pushed(
        flow,
        Float64Array.from(z, (_, k) => (k === i ? 1 : 0)),
      ),
    );
    const omega = (u: Float64Array, v: Float64Array) =>
      u.subarray(0, n).reduce((sum, x, k) => sum + x * v[n + k] - u[n + k] * v[k], 0);
    expect(Math.abs(omega(columns[0], columns[2]) - 1)).toBeLessThanOrEqual(1e-14);
    expect(Math.abs(omega(columns[1], columns[3]) - 1)).toBeLessThanOrEqual(1e-14);
    expect(Math.abs(omega(columns[0], columns[3]))).toBeLessThanOrEqual(1e-14);
    expect(Math.abs(omega(columns[0], columns[1]))).toBeLessThanOrEqual(1e-14);
  });

  it('a step far too long is not accepted', () => {
    expect(midpoint(H).step(z, 10, new Float64Array(2 * n))).toMatchObject({
      ok: false,
      reason: 'did not converge',
    });
  });

  it('the step of a short chain fulfils the midpoint equation', () => {
    const short = chain(3);
    const start = Float64Array.of(0.3, -0.2, 0.5, 0.1, 0.4, -0.6);
    const flow = midpoint(short);
    const end = stepped(flow, start, 0.1);
    const middle = start.map((x, i) => (x + end[i]) / 2);
    const slope = new Float64Array(6);
    short.gradient(middle, slope);
    for (let i = 0; i < 3; i++) {
      expect(Math.abs(end[i] - start[i] - 0.1 * slope[3 + i])).toBeLessThanOrEqual(1e-16);
      expect(Math.abs(end[3 + i] - start[3 + i] + 0.1 * slope[i])).toBeLessThanOrEqual(2e-16);
    }
    expect(symplecticDefect(differences(flow, start, 0.1))).toBeLessThanOrEqual(1e-9);
  });
});

it('a stiff spring whose momenta are small against the rounding of its force is solved', () => {
  const { H, initial } = load(`
coordinates: { r: [2, 2] }
potential: 0.5*1e10*(norm(r[1] - r[0]) - 1)^2
initial: { r: [[1, 0], [1.8, 0.6]], p_r: [[0, 0], [-0.6e-3, 0.8e-3]] }
`);
  const flow = midpoint(H);
  let z = initial;
  for (let k = 0; k < 200; k++) z = stepped(flow, z, 1e-4);
  // Two unit masses: their centre moves uniformly, and they turn slowly about it.
  expect(Math.abs((z[0] + z[2]) / 2 - 1.4 + 0.3e-3 * 0.02)).toBeLessThanOrEqual(1e-14);
  expect(Math.abs((z[1] + z[3]) / 2 - 0.3 - 0.4e-3 * 0.02)).toBeLessThanOrEqual(1e-14);
  expect(Math.abs(Math.atan2(z[3] - z[1], z[2] - z[0]) - Math.atan2(0.6, 0.8) - 0.02e-3)).toBeLessThanOrEqual(
    1e-12,
  );
});
