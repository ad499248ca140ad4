import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { verlet } from '../../../../src/flows/verlet.ts';
import { constrained } from '../../../../src/integrators/constrained.ts';
import { createUnderlyingOde } from '../../../../src/integrators/reference/underlying-ode.ts';
import { positionShake } from '../../../../src/integrators/variants/position-shake.ts';
import { newton } from '../../../../src/solvers/newton.ts';
import { maxDistance, stepped } from '../../flows/measure.ts';
import { chain, doublePendulum, phaseSphere, planarPendulum, residual, run } from '../problems.ts';

const dumbbells = load(`
coordinates: { r: [4, 2] }
mass: 1
potential: 0.5*norm2(r[1] - r[2]) + 0.1*norm2(r[3])^2
constraints:
  a: norm2(r[1] - r[0]) = 1
  b: norm2(r[3] - r[2]) = 1
initial: { r: [[0, 0], [1, 0], [2, 1], [2, 2]], p_r: [[0, 0.2], [0, -0.2], [0.3, 0], [0, 0]] }`);

describe('position SHAKE', () => {
  it.each([
    ['planar pendulum', planarPendulum],
    ['double pendulum', doublePendulum],
    ['rods that do not touch', dumbbells],
    ['chain of six', chain],
  ])('is SHAKE with Verlet, to round-off: %s', (_, problem) => {
    const { shake } = constrained(problem, verlet(problem.H), newton);
    const flow = positionShake(problem);
    for (const steps of [1, 10, 300]) {
      const z = run(flow, problem.initial, 0.01, steps);
      expect(maxDistance(z, run(shake, problem.initial, 0.01, steps))).toBeLessThan(1e-10);
      expect(residual(problem, z)).toBeLessThan(1e-13);
    }
  });

  it('needs fewer iterations from the last λ than from zero', () => {
    const count = (problem: typeof chain, prepare: (lambda: Float64Array) => void) => {
      const flow = positionShake(problem);
      let z = problem.initial;
      let total = 0;
      for (let k = 0; k < 200; k++) {
        prepare(flow.multipliers);
        z = stepped(flow, z, 0.01);
        total += flow.iterations();
      }
      return total;
    };
    for (const problem of [planarPendulum, chain]) {
      const warm = count(problem, () => {});
      const cold = count(problem, lambda => lambda.fill(0));
      expect(warm).toBeLessThan(0.95 * cold);
      expect(warm).toBeGreaterThan(0);
    }
  });

  it('finds the multipliers of the motion', () => {
    const flow = positionShake(doublePendulum);
    const z = run(flow, doublePendulum.initial, 0.001, 100);
    const lambda = new Float64Array(2);
    createUnderlyingOde(doublePendulum).multipliers(z, lambda);
    expect(maxDistance(flow.multipliers, lambda)).toBeLessThan(5e-3);
    expect(Math.abs(lambda[0])).toBeGreaterThan(0.5);
  });

  it('starts again after another step size or another state', () => {
    const used = positionShake(doublePendulum);
    const z = run(used, doublePendulum.initial, 0.02, 10);
    const fresh = positionShake(doublePendulum);
    expect(maxDistance(stepped(used, z, 0.01), stepped(fresh, z, 0.01))).toBeLessThan(1e-12);
    const nudged = z.map((x, i) => (i >= 4 ? x * 1.1 : x));
    run(used, z, 0.02, 1);
    expect(maxDistance(stepped(used, nudged, 0.02), stepped(fresh, nudged, 0.02))).toBeLessThan(1e-12);
  });

  it('gives the same bytes after a restart from its memory', () => {
    const through = positionShake(chain);
    const z = run(through, chain.initial, 0.01, 5);
    const resumed = positionShake(chain);
    through.memory.forEach((part, i) => {
      resumed.memory[i].set(part);
    });
    expect(run(resumed, z, 0.01, 5)).toEqual(run(through, z, 0.01, 5));
  });

  it('fails with a reason, and works again afterwards', () => {
    const flow = positionShake(planarPendulum);
    const out = new Float64Array(4);
    expect(flow.step(planarPendulum.initial, 5, out)).toMatchObject({ ok: false });
    expect(flow.step(planarPendulum.initial, 1e200, out)).toMatchObject({ ok: false });
    expect(flow.step(new Float64Array(4), 0.1, out)).toMatchObject({
      reason: 'degenerate point',
      equation: 0,
    });
    expect(flow.step(planarPendulum.initial, 0.01, out)).toEqual({ ok: true });
    expect(positionShake(phaseSphere).step(phaseSphere.initial, 0.01, out)).toMatchObject({
      reason: 'not supported',
    });
    expect(stepped(flow, planarPendulum.initial, 0)).toEqual(planarPendulum.initial);
  });
});
