import { describe, expect, it } from 'vitest';
import { check } from '../../../src/analysis/check.ts';
import { metered, WorkExceeded } from '../../../src/analysis/metered-problem.ts';
import { load } from '../../../src/file/load.ts';

const pendulum = load(
  'coordinates: [x, y]\npotential: y\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 1 }',
);

describe('a metered problem', () => {
  it('has the same values, and ends when its budget is spent', () => {
    const problem = metered(pendulum, 'test', 350);
    const [out, expected] = [new Float64Array(4), new Float64Array(4)];
    pendulum.H.gradient(pendulum.initial, expected);
    problem.H.gradient(problem.initial, out);
    expect(out).toEqual(expected);
    expect(problem.H.separable?.inverseMass).toBe(pendulum.H.separable?.inverseMass);
    expect(problem.g.hessianPattern).toEqual(pendulum.g.hessianPattern);
    problem.g.value(problem.initial, out);
    problem.H.separable?.gradient(problem.initial, out);
    expect(() => problem.H.value(problem.initial)).toThrow(WorkExceeded);
    expect(() => problem.H.value(problem.initial)).toThrow('the test was ended after 350 units of work');
  });

  it('leaves a report with the reason when the check is ended', () => {
    const inner = metered(pendulum, 'test', 2000);
    const { findings, verdict } = check(inner);
    expect(verdict).toBe('fail');
    expect(findings.at(-1)).toMatchObject({ id: 'interrupted' });
    expect(findings.at(-1)?.summary).toContain('ended after 2000 units of work');
  });
});
