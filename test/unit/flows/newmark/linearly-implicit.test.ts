// Newmark's methods and those of Zhang and Skeel against each other, against exact solutions and against their formulas
// written out with dense matrices.

import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import type { Flow } from '../../../../src/flows/flow.ts';
import { newmark, newmarkOneNewton, newmarkPushforward } from '../../../../src/flows/newmark/newmark.ts';
import {
  zhangSkeel,
  zhangSkeelEuler,
  zhangSkeelSimplified,
  zhangSkeelStiff,
} from '../../../../src/flows/newmark/zhang-skeel.ts';
import { slope } from '../../../../src/laws/order.ts';
import { symplecticDefect } from '../../../../src/laws/symplectic.ts';
import { methods } from '../../../../src/methods/registry.ts';
import { penalised } from '../../../../src/problem/penalty/penalised.ts';
import { createRandom } from '../../../../src/random/mulberry.ts';
import { simulate } from '../../../../src/run/simulate.ts';
import { advance } from '../../../../src/run/stepper.ts';
import { distance } from '../../differences.ts';

const methodNames = [
  'newmark',
  'newmark-pushforward',
  'newmark-one-newton',
  'zhang-skeel',
  'zhang-skeel-simplified',
  'zhang-skeel-stiff',
  'zhang-skeel-euler',
  'verlet',
  'variational-euler',
];

const makers = {
  newmark,
  newmarkPushforward,
  newmarkOneNewton,
  zhangSkeel,
  zhangSkeelSimplified,
  zhangSkeelStiff,
  zhangSkeelEuler,
};

/** V = x²y + exp(x)/2 + y⁴/4, masses 2 and 3. */
const bent = load(`
coordinates: [x, y]
mass: { x: 2, y: 3 }
potential: x^2*y + exp(x)/2
stiff: y^4/4
initial: { x: 0.4, y: -0.7, p_x: 0.5, p_y: 0.2 }`);
const M = [2, 3];
const gradient = ([x, y]: number[]) => [2 * x * y + Math.exp(x) / 2, x * x + y ** 3];
const stiffHessian = ([, y]: number[]) => [0, 0, 0, 3 * y * y];
const hessian = ([x, y]: number[]) => [2 * y + Math.exp(x) / 2, 2 * x, 2 * x, 3 * y * y];
const third = ([x, y]: number[], [a, b]: number[]) => [
  (Math.exp(x) / 2) * a * a + 4 * a * b,
  2 * a * a + 6 * y * b * b,
];

/** Solves (M + sA) a = −∇V by Cramer's rule. */
function acceleration(q: number[], s: number, A: number[]): number[] {
  const [k, l, m, n] = [M[0] + s * A[0], s * A[1], s * A[2], M[1] + s * A[3]];
  const [u, v] = gradient(q).map(value => -value);
  return [(u * n - l * v) / (k * n - l * m), (k * v - m * u) / (k * n - l * m)];
}

/** The step (2.10) with M f from the formulas above. */
function verletStep(force: (q: number[]) => number[], h: number): number[] {
  const [x, y, p, r] = bent.initial;
  const first = force([x, y]);
  const half = [p + (h / 2) * first[0], r + (h / 2) * first[1]];
  const q = [x + (h * half[0]) / M[0], y + (h * half[1]) / M[1]];
  const last = force(q);
  return [...q, half[0] + (h / 2) * last[0], half[1] + (h / 2) * last[1]];
}

function step(flow: Flow, h: number, start = bent.initial): Float64Array {
  const out = new Float64Array(start.length);
  expect(flow.step(start, h, out).ok).toBe(true);
  return out;
}

describe('one step is the printed formula', () => {
  const [beta, h] = [0.4, 0.3];
  const s = beta * h * h;

  it('of Z&S, (1.3)', () => {
    const force = (q: number[]) => {
      const a = acceleration(q, s, hessian(q));
      return third(q, a).map((bend, i) => M[i] * a[i] - 0.5 * s * s * bend);
    };
    expect(distance(step(zhangSkeel(bent.H, beta), h), verletStep(force, h))).toBeLessThan(1e-15);
  });

  it('of Z&Ss, (2.7), and for stiff systems, (2.8)', () => {
    const simplified = (q: number[]) => acceleration(q, s, hessian(q)).map((a, i) => M[i] * a);
    const stiff = (q: number[]) => acceleration(q, s, stiffHessian(q)).map((a, i) => M[i] * a);
    expect(distance(step(zhangSkeelSimplified(bent.H, beta), h), verletStep(simplified, h))).toBeLessThan(
      1e-15,
    );
    expect(distance(step(zhangSkeelStiff(bent.H, beta), h), verletStep(stiff, h))).toBeLessThan(1e-15);
  });

  it('of Newmark, (2.1): the residual of its implicit equations vanishes', () => {
    const [x, y, p, r] = bent.initial;
    const end = step(newmark(bent.H, beta), h);
    const before = gradient([x, y]);
    const after = gradient([end[0], end[1]]);
    const residual = [x + (h * p) / M[0] - end[0], y + (h * r) / M[1] - end[1]].map(
      (value, i) => value - ((h * h) / 2 / M[i]) * ((1 - 2 * beta) * before[i] + 2 * beta * after[i]),
    );
    expect(Math.max(...residual.map(Math.abs))).toBeLessThan(1e-16);
    expect(end[2]).toBeCloseTo(p - (h / 2) * (before[0] + after[0]), 15);
    expect(end[3]).toBeCloseTo(r - (h / 2) * (before[1] + after[1]), 15);
  });

  it('of the pushforward: Newmark seen through x = q + βh²M⁻¹∇V(q), (2.2)', () => {
    const forward = (z: Float64Array) =>
      z.map((value, i) => (i < 2 ? value + (s / M[i]) * gradient([z[0], z[1]])[i] : value));
    const through = step(newmarkPushforward(bent.H, beta), h, forward(bent.initial));
    expect(distance(through, forward(step(newmark(bent.H, beta), h)))).toBeLessThan(1e-15);
  });

  it.each(Object.entries(makers))('of Verlet or symplectic Euler for β = 0: %s', (_, make) => {
    const force = (q: number[]) => gradient(q).map(value => -value);
    const [x, y, p, r] = bent.initial;
    const kicked = force([x, y]).map((f, i) => [p, r][i] + h * f);
    const expected =
      make === zhangSkeelEuler
        ? [x + (h * kicked[0]) / M[0], y + (h * kicked[1]) / M[1], ...kicked]
        : verletStep(force, h);
    expect(distance(step(make(bent.H, 0), h), expected)).toBeLessThan(1e-15);
  });
});

describe('the derivative of a step', () => {
  it.each(Object.entries(makers))('agrees with differences: %s', (_, make) => {
    const flow = make(bent.H, 0.4);
    const [h, epsilon] = [0.3, 1e-5];
    const v = Float64Array.of(0.3, -0.8, 0.5, 0.9);
    const ends = [1, -1].map(side =>
      step(
        flow,
        h,
        bent.initial.map((zi, i) => zi + side * epsilon * v[i]),
      ),
    );
    step(flow, h);
    const pushed = new Float64Array(4);
    flow.push?.(v, pushed);
    const difference = ends[0].map((value, i) => (value - ends[1][i]) / (2 * epsilon));
    expect(distance(pushed, difference)).toBeLessThan(1e-9);
  });
});

describe('symplecticity', () => {
  const defect = (make: (typeof makers)[keyof typeof makers]) =>
    symplecticDefect(bent, make(bent.H, 0.4), bent.initial, 0.3, createRandom(3));

  it.each([newmarkPushforward, zhangSkeel, zhangSkeelEuler])('holds for %o', make => {
    expect(defect(make)).toBeLessThan(1e-12);
  });

  it.each([newmark, newmarkOneNewton, zhangSkeelSimplified, zhangSkeelStiff])(
    'visibly fails for %o',
    make => {
      expect(defect(make)).toBeGreaterThan(1e-5);
    },
  );
});

it('Z&S and the pushforward of Newmark differ by O(h⁵) in a step', () => {
  const points = [0.2, 0.1, 0.05].map(h => ({
    h,
    error: distance(step(zhangSkeel(bent.H, 0.4), h), step(newmarkPushforward(bent.H, 0.4), h)),
  }));
  expect(slope(points)).toBeGreaterThan(4.8);
});

describe('linear stability', () => {
  const oscillator = load('coordinates: [x]\npotential: 50*x^2\ninitial: { x: 1 }');
  const largest = (flow: Flow, h: number) => {
    let most = 0;
    advance(flow, oscillator.initial, h, 2000, z => {
      most = Math.max(most, Math.abs(z[0]));
    });
    return most;
  };
  const symmetric = [newmark, newmarkPushforward, zhangSkeel, zhangSkeelSimplified, zhangSkeelStiff];

  it.each(symmetric.flatMap(make => [0.01, 0.3, 5, 100].map(h => [make, h] as const)))(
    'at any step for β = 0.3: %o, h = %d',
    (make, h) => {
      // The conserved quantity of the modified oscillator bounds x by its start, up to the change of variables.
      expect(largest(make(oscillator.H, 0.3), h)).toBeLessThan(1 + 1e-9);
    },
  );

  it.each(symmetric)('not for β = 0.2: %o', make => {
    expect(() => largest(make(oscillator.H, 0.2), 5)).toThrow();
  });
});

describe('a nonlinear problem that goes unstable', () => {
  const pendulum = load(`
coordinates: { r: [2, 2] }
potential: r[0][1] + r[1][1]
constraints: { upper: "norm2(r[0]) = 1", lower: "norm2(r[1] - r[0]) = 2" }
initial: { r: [[0, -1], [1, -2]] }`);

  const withBeta = (method: string, beta: number) =>
    methods.find(({ name }) => name === method)?.parameters.some(({ name }) => name === 'beta')
      ? { method, beta }
      : { method };

  it.each(methodNames)('fails with words and never with NaN: %s', method => {
    const { failure, state } = simulate(penalised(pendulum, 2000), {
      ...withBeta(method, 0.1),
      step: 0.1,
      until: 200,
    });
    expect(failure?.message).toMatch(/halve|smaller step/);
    expect([...state.q, ...state.p].every(Number.isFinite)).toBe(true);
  });

  it.each(methodNames)('is quiet at a step that resolves it: %s', method => {
    expect(
      simulate(penalised(pendulum, 20), { ...withBeta(method, 0.4), step: 0.01, until: 20 }).failure,
    ).toBeNull();
  });
});
