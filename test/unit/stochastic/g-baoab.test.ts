import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { verlet } from '../../../src/flows/verlet.ts';
import { constrained } from '../../../src/integrators/constrained.ts';
import { reference } from '../../../src/integrators/reference/reference.ts';
import { freeMotion } from '../../../src/integrators/splitting/geodesic.ts';
import { reversalDefect } from '../../../src/laws/law.ts';
import { symplecticDefect } from '../../../src/laws/symplectic.ts';
import { problemFromFunctions } from '../../../src/problem/from/hand-written-problem.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { createRandom } from '../../../src/random/mulberry.ts';
import { newton } from '../../../src/solvers/newton.ts';
import { blockedMean } from '../../../src/statistics/block-average.ts';
import { gBaoab, kineticDeficit } from '../../../src/stochastic/g-baoab.ts';
import { maxDistance } from '../flows/measure.ts';
import { slope } from '../integrators/problems.ts';
import {
  chain,
  doublePendulum,
  ellipsoid,
  geodesicOf,
  oscillator,
  residuals,
  resumedRun,
  walk,
} from './problems.ts';

const thermostat = { temperature: 0.1, friction: 0.5, seed: 11 };
const cold = { ...thermostat, friction: 0 };
const make = (problem: Problem, heat = thermostat, substeps = 1) =>
  gBaoab(problem, geodesicOf(problem), heat, substeps);

const cases = [
  ['ellipsoid', ellipsoid, 1],
  ['ellipsoid', ellipsoid, 3],
  ['double pendulum', doublePendulum, 2],
  ['oscillator', oscillator, 1],
] as const;

describe('geodesic BAOAB without friction', () => {
  it.each(cases)('has order 2: %s, %#', (_, problem, substeps) => {
    const counts = [25, 50, 100];
    const exact = new Float64Array(2 * problem.n);
    expect(reference(problem).step(problem.initial, 1, exact).ok).toBe(true);
    const errors = counts.map(count => {
      const end = walk(make(problem, cold, substeps), problem.initial, 1 / count, count);
      return maxDistance(end, exact);
    });
    expect(
      Math.abs(
        slope(
          counts.map(count => 1 / count),
          errors,
        ) - 2,
      ),
    ).toBeLessThan(0.2);
  });

  it.each(cases)('is reversible and symplectic: %s, %#', (_, problem, substeps) => {
    const flow = make(problem, cold, substeps);
    const z = walk(flow, problem.initial, 0.05, 10);
    expect(reversalDefect(flow, z, 0.05)).toBeLessThan(1e-13);
    expect(flow.push).toBeDefined();
    expect(symplecticDefect(problem, flow, z, 0.05, createRandom(1))).toBeLessThan(1e-12);
  });

  it('has the derivative of its step, which finite differences confirm', () => {
    const flow = make(doublePendulum, cold, 2);
    const z = walk(flow, doublePendulum.initial, 0.05, 5);
    const v = z.map((_, i) => Math.cos(3 * i));
    const [out, pushed] = [0, 1].map(() => new Float64Array(8));
    flow.step(z, 0.1, out);
    flow.push?.(v, pushed);
    const [ahead, behind] = [1e-5, -1e-5].map(shift => {
      const end = new Float64Array(8);
      // Off the manifold too: kicks and geodesics are maps of their own there.
      flow.step(
        z.map((value, i) => value + shift * v[i]),
        0.1,
        end,
      );
      return end;
    });
    pushed.forEach((value, i) => {
      expect(value).toBeCloseTo((ahead[i] - behind[i]) / 2e-5, 7);
    });
  });

  it('the derivative leaves the run as it was', () => {
    const [plain, pushing] = [make(chain, cold), make(chain, cold)];
    const a = walk(plain, chain.initial, 0.01, 20);
    const out = new Float64Array(chain.n * 2);
    const b = walk(pushing, chain.initial, 0.01, 20, z => pushing.push?.(z.slice(), out));
    expect(b).toEqual(a);
  });
});

describe('geodesic BAOAB', () => {
  it.each([
    ['ellipsoid', ellipsoid],
    ['double pendulum', doublePendulum],
    ['chain', chain],
    ['oscillator', oscillator],
  ])('keeps g = {g,H} = 0 and gives the same bytes after a restart: %s', (_, problem) => {
    const through = walk(make(problem), problem.initial, 0.01, 60, z => {
      const [g, hidden] = residuals(problem, z);
      expect(g).toBeLessThan(2e-13 * problem.n);
      expect(hidden).toBeLessThan(1e-13 * problem.n);
    });
    expect(resumedRun(() => make(problem), problem.initial, 0.01, [35, 25])).toEqual(through);
  });

  it('is BAOAB without constraints: ⟨x²⟩ = kT and ⟨p²⟩ = kT (1 − h²/4) for an oscillator', () => {
    const flow = make(oscillator, { temperature: 0.7, friction: 1, seed: 2 });
    const [x2, p2]: [number[], number[]] = [[], []];
    const deficits: number[] = [];
    walk(flow, oscillator.initial, 1, 200_000, z => {
      const [x, p] = z;
      x2.push(x * x);
      p2.push(p * p);
      deficits.push(kineticDeficit(oscillator, z, 1, 1));
    });
    const deficit = blockedMean(deficits);
    expect(Math.abs(deficit.mean - 0.7 * 0.25)).toBeLessThan(3 * deficit.standardError);
    const [position, momentum] = [blockedMean(x2), blockedMean(p2)];
    expect(Math.abs(position.mean - 0.7)).toBeLessThan(3 * position.standardError);
    expect(Math.abs(momentum.mean - 0.7 * 0.75)).toBeLessThan(3 * momentum.standardError);
    expect(position.standardError).toBeLessThan(0.01);
  });

  it('brakes a free motion by exp(−γh) in each step at temperature 0, exactly on a circle', () => {
    const rim = load(
      '{ coordinates: [x, y], constraints: { rim: x^2 + y^2 = 1 }, initial: { x: 1, p_y: 0.7 } }',
    );
    const flow = make(rim, { ...thermostat, temperature: 0 });
    const z = walk(flow, rim.initial, 0.1, 30);
    expect(Math.hypot(z[2], z[3])).toBeCloseTo(0.7 * Math.exp(-0.5 * 3), 12);
  });

  it('takes any geodesic flow, and problems from functions', () => {
    const sphere = problemFromFunctions({
      coordinates: ['x', 'y', 'z'],
      H: { mass: [1, 1, 1], value: z => z[2], gradient: (_z, out) => out.set([0, 0, 1]) },
      g: {
        names: ['sphere'],
        value: (z, out) => out.set([z[0] ** 2 + z[1] ** 2 + z[2] ** 2 - 1]),
        jacobian: (z, out) => out.set([2 * z[0], 2 * z[1], 2 * z[2], 0, 0, 0]),
      },
      initial: { q: [1, 0, 0] },
    });
    const free = freeMotion(sphere);
    expect(free.H.value(Float64Array.of(1, 2, 3, 0, 3, 4))).toBe(12.5);
    const { rattle } = constrained(free, verlet(free.H), newton);
    const z = walk(gBaoab(sphere, rattle, thermostat), sphere.initial, 0.05, 100);
    expect(Math.hypot(z[0], z[1], z[2])).toBeCloseTo(1, 13);
  });

  it('refuses what cannot be, and fails with a reason', () => {
    for (const substeps of [0, 1.5, Number.NaN])
      expect(() => make(ellipsoid, thermostat, substeps)).toThrow(/substeps/);
    const out = new Float64Array(6);
    expect(make(ellipsoid).step(ellipsoid.initial, -0.1, out)).toMatchObject({ reason: 'not supported' });
    expect(make(ellipsoid).step(ellipsoid.initial, 20, out)).toMatchObject({ ok: false });
    expect(make(ellipsoid).step(new Float64Array(6), 0.1, out)).toMatchObject({ reason: 'singular matrix' });
  });
});
