import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import { blockedMean } from '../../../src/statistics/block-average.ts';
import { gla } from '../../../src/stochastic/gla.ts';
import {
  chain,
  doublePendulum,
  ellipsoid,
  oscillator,
  rattleOf,
  residuals,
  resumedRun,
  walk,
} from './problems.ts';

const thermostat = { temperature: 0.1, friction: 0.5, seed: 11 };

describe('the geometric Langevin algorithm', () => {
  it.each([
    ['ellipsoid', ellipsoid],
    ['chain', chain],
  ])('is its inner flow to the last bit at friction 0: %s', (_, problem) => {
    const inner = rattleOf(problem);
    const flow = gla(problem, rattleOf(problem), { ...thermostat, friction: 0 });
    expect(walk(flow, problem.initial, 0.01, 50)).toEqual(walk(inner, problem.initial, 0.01, 50));
    inner.memory.forEach((array, i) => {
      expect(flow.memory[i]).toEqual(array);
    });
    expect(flow.temperature).toBeUndefined();
    const [v, a, b] = [
      problem.initial.map((_, i) => Math.cos(i)),
      ...[0, 1].map(() => new Float64Array(problem.n * 2)),
    ];
    flow.push?.(v, a);
    inner.push?.(v, b);
    expect(a).toEqual(b);
  });

  it.each([
    ['ellipsoid', ellipsoid, 'rattle'],
    ['double pendulum', doublePendulum, 'shake'],
    ['chain', chain, 'rattle'],
  ])('gives the same bytes after a restart: %s with %s inside', (_, problem, inner) => {
    const make = () => gla(problem, createMethod(problem, inner), thermostat);
    const through = walk(make(), problem.initial, 0.01, 60);
    expect(resumedRun(make, problem.initial, 0.01, [35, 25])).toEqual(through);
    const other = gla(problem, createMethod(problem, inner), { ...thermostat, seed: 12 });
    expect(walk(other, problem.initial, 0.01, 60)).not.toEqual(through);
  });

  it.each(['rattle', 'shake'])('stays on g = {g,H} = 0 with %s inside', inner => {
    const flow = gla(doublePendulum, createMethod(doublePendulum, inner), thermostat);
    expect(flow.temperature).toBe(thermostat.temperature);
    walk(flow, doublePendulum.initial, 0.05, 200, z => {
      const [g, hidden] = residuals(doublePendulum, z);
      expect(g).toBeLessThan(1e-13);
      expect(hidden).toBeLessThan(1e-13);
    });
  });

  it('samples the modified energy of Verlet exactly: ⟨p²⟩ = kT, ⟨x²⟩ = kT/(1 − h²/4)', () => {
    const flow = gla(oscillator, createMethod(oscillator, 'verlet'), {
      temperature: 0.7,
      friction: 1,
      seed: 2,
    });
    const [x2, p2]: [number[], number[]] = [[], []];
    walk(flow, oscillator.initial, 1, 200_000, ([x, p]) => {
      x2.push(x * x);
      p2.push(p * p);
    });
    const [position, momentum] = [blockedMean(x2), blockedMean(p2)];
    expect(Math.abs(position.mean - 0.7 / 0.75)).toBeLessThan(3 * position.standardError);
    expect(Math.abs(momentum.mean - 0.7)).toBeLessThan(3 * momentum.standardError);
    // The error of the step is seen: 0.7 is refuted.
    expect(Math.abs(position.mean - 0.7)).toBeGreaterThan(10 * position.standardError);
  });

  it('brakes a free motion by exp(−γh) in each step at temperature 0, exactly on a circle', () => {
    const rim = load(
      '{ coordinates: [x, y], constraints: { rim: x^2 + y^2 = 1 }, initial: { x: 1, p_y: 0.7 } }',
    );
    const flow = gla(rim, rattleOf(rim), { ...thermostat, temperature: 0 });
    const z = walk(flow, rim.initial, 0.1, 30);
    expect(Math.hypot(z[2], z[3])).toBeCloseTo(0.7 * Math.exp(-0.5 * 3), 12);
  });

  it('passes on the failure of its inner step, and cannot go back in time', () => {
    const out = new Float64Array(6);
    const flow = gla(ellipsoid, rattleOf(ellipsoid), thermostat);
    expect(flow.step(ellipsoid.initial, 50, out)).toMatchObject({ ok: false });
    expect(flow.step(ellipsoid.initial, -0.01, out)).toMatchObject({ reason: 'not supported' });
    expect(flow.step(ellipsoid.initial, 0.01, out).ok).toBe(true);
  });
});
