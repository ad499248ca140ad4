import { describe, expect, it } from 'vitest';
import { midpoint } from '../../../../src/flows/gauss.ts';
import { verlet } from '../../../../src/flows/verlet.ts';
import { constrained } from '../../../../src/integrators/constrained.ts';
import { reference } from '../../../../src/integrators/reference/reference.ts';
import { velocityShake } from '../../../../src/integrators/variants/velocity-shake.ts';
import { createBrackets } from '../../../../src/problem/brackets.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { newton } from '../../../../src/solvers/newton.ts';
import { maxDistance, stepped } from '../../flows/measure.ts';
import {
  chain,
  doublePendulum,
  errorsAt,
  phaseSphere,
  planarPendulum,
  residual,
  run,
  slope,
} from '../problems.ts';

const make = (problem: Problem) => velocityShake(problem, verlet(problem.H), newton);

describe('velocity SHAKE', () => {
  it.each([
    ['double pendulum', doublePendulum],
    ['chain', chain],
  ])('takes the positions of RATTLE, to round-off: %s', (_, problem) => {
    const { rattle } = constrained(problem, verlet(problem.H), newton);
    const { n } = problem;
    for (const steps of [1, 10, 100]) {
      const vs = run(make(problem), problem.initial, 0.02, steps);
      const vr = run(rattle, problem.initial, 0.02, steps);
      expect(maxDistance(vs.subarray(0, n), vr.subarray(0, n))).toBeLessThan(1e-12);
      // Only the momenta differ, by O(h²) along the fibre.
      expect(maxDistance(vs, vr)).toBeGreaterThan(1e-9);
    }
  });

  it('has momenta M (q₊ − q₋)/2h', () => {
    const flow = make(planarPendulum);
    const h = 0.05;
    const z0 = run(flow, planarPendulum.initial, h, 7);
    const z1 = stepped(flow, z0, h);
    const z2 = stepped(flow, z1, h);
    for (let i = 0; i < 2; i++) expect(z1[i + 2]).toBeCloseTo((z2[i] - z0[i]) / (2 * h), 13);
  });

  it('has the mean of RATTLE’s two multipliers', () => {
    const { shake, project } = constrained(doublePendulum, verlet(doublePendulum.H), newton);
    const h = 0.05;
    const [landed, onManifold] = [0, 1].map(() => new Float64Array(8));
    shake.step(doublePendulum.initial, h, landed);
    project.step(landed, h, onManifold);
    const byVelocity = project.memory[0].slice();
    shake.step(onManifold, h, landed);
    const byPosition = shake.memory[0].slice();
    const flow = make(doublePendulum);
    stepped(flow, doublePendulum.initial, h);
    // A slide by hλ/2 in each half of a step makes λ⁽ʳ⁾ = 2·(slide)/h, so the mean is the sum of the two slides over h.
    flow.multipliers.forEach((lambda, i) => {
      expect(lambda).toBeCloseTo(byPosition[i] + byVelocity[i], 12);
    });
    expect(Math.abs(byPosition[0] - byVelocity[0])).toBeGreaterThan(1e-4);
  });

  it.each([
    ['double pendulum', doublePendulum, verlet],
    ['phase-space sphere', phaseSphere, midpoint],
  ])('has order 2 in q and p, where SHAKE has 1 in p: %s', (_, problem, flow) => {
    const counts = [50, 100, 200];
    const hs = counts.map(count => 1 / count);
    const exact = stepped(reference(problem), problem.initial, 1);
    const measure = { time: 1, counts, exact };
    const vs = errorsAt(() => velocityShake(problem, flow(problem.H), newton), problem, measure);
    const shake = errorsAt(() => constrained(problem, flow(problem.H), newton).shake, problem, measure);
    expect(Math.abs(slope(hs, vs) - 2)).toBeLessThan(0.2);
    expect(Math.abs(slope(hs, shake) - 1)).toBeLessThan(0.2);
  });

  it('keeps g = 0 and leaves {g, H} = O(h²)', () => {
    const hidden = new Float64Array(2);
    const sizes = [0.04, 0.02, 0.01].map(h => {
      const z = run(make(doublePendulum), doublePendulum.initial, h, Math.round(1 / h));
      expect(residual(doublePendulum, z)).toBeLessThan(1e-14);
      createBrackets(doublePendulum).hidden(z, hidden);
      return Math.max(...hidden.map(Math.abs));
    });
    expect(Math.abs(slope([0.04, 0.02, 0.01], sizes) - 2)).toBeLessThan(0.2);
  });

  it('is reversible: forth and back ends at the start', () => {
    const flow = make(doublePendulum);
    const z = run(flow, doublePendulum.initial, 0.02, 20);
    expect(maxDistance(stepped(flow, stepped(flow, z, 0.02), -0.02), z)).toBeLessThan(1e-13);
  });

  it('gives the same bytes after a restart from its memory', () => {
    const through = make(chain);
    const z = run(through, chain.initial, 0.02, 5);
    const resumed = make(chain);
    through.memory.forEach((part, i) => {
      resumed.memory[i].set(part);
    });
    expect(run(resumed, z, 0.02, 5)).toEqual(run(through, z, 0.02, 5));
  });

  it('fails with a reason, and works again afterwards', () => {
    const flow = make(planarPendulum);
    const out = new Float64Array(4);
    expect(flow.step(planarPendulum.initial, 5, out).ok).toBe(false);
    expect(
      flow.step(
        planarPendulum.initial.map(() => Number.NaN),
        0.1,
        out,
      ).ok,
    ).toBe(false);
    expect(stepped(flow, planarPendulum.initial, 0)).toEqual(planarPendulum.initial);
    expect(stepped(make(planarPendulum), planarPendulum.initial, 0.01).every(Number.isFinite)).toBe(true);
  });
});
