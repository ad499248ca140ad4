import { describe, expect, it } from 'vitest';
import { loadProblem } from '../../../../bench/measure/problem.ts';
import { createMotions } from '../../../../bench/suites/work-precision/candidates.ts';
import { referenceAt } from '../../../../src/integrators/reference/reference.ts';
import { createMethod } from '../../../../src/methods/registry.ts';

const problem = loadProblem({ file: 'double-pendulum', set: {} });
const until = 2;

describe('motions', () => {
  it('are the steps of the method, from the start each time', () => {
    const motion = createMotions({ problem, method: 'rattle', options: {}, until }).at(0.3);
    expect(motion.steps).toBe(7);
    const flow = createMethod(problem, 'rattle');
    let [z, next] = [problem.initial.slice(), problem.initial.slice()];
    for (let k = 0; k < 7; k++) {
      expect(flow.step(z, until / 7, next).ok).toBe(true);
      [z, next] = [next, z];
    }
    for (let k = 0; k < 2; k++) {
      motion.restart();
      expect([...motion.advance(7)]).toEqual([...z]);
    }
  });

  it('are watched on the way: the energy error of RATTLE is of second order and larger than at the end', () => {
    const { at } = createMotions({ problem, method: 'rattle', options: {}, until });
    const [coarse, fine] = [at(0.02).monitor().energyError, at(0.01).monitor().energyError];
    expect(coarse / fine).toBeCloseTo(4, 1);
    const { state, energyError } = at(0.02).monitor();
    expect(energyError).toBeGreaterThanOrEqual(
      Math.abs(problem.H.value(state) - problem.H.value(problem.initial)),
    );
  });

  it('of the reference are set by a tolerance', () => {
    const { isAdaptive, at } = createMotions({ problem, method: 'reference', options: {}, until });
    expect(isAdaptive).toBe(true);
    const exact = referenceAt(problem, [until]);
    if (!exact.ok) throw new Error(exact.detail);
    const errorAt = (tolerance: number) => Math.abs(at(tolerance).monitor().state[0] - exact.states[0][0]);
    expect(errorAt(1e-10)).toBeLessThan(1e-9);
    expect(errorAt(1e-2)).toBeGreaterThan(1e-9);
  });

  it('that fail say why', () => {
    const { at } = createMotions({ problem, method: 'rattle', options: {}, until: 100 });
    expect(() => at(50).monitor()).toThrow(/converge|singular|finite/);
  });
});
