import { describe, expect, it } from 'vitest';
import { loadProblem } from '../../../../bench/measure/problem.ts';
import { candidatesOf, labelOf, workPrecision } from '../../../../bench/suites/work-precision/candidates.ts';
import { methods } from '../../../../src/methods/registry.ts';

const { goals, workloads } = workPrecision();

const labels = (id: string) => {
  const workload = workloads.find(one => one.id === id);
  if (!workload) throw new Error(id);
  const candidates = candidatesOf(loadProblem(workload), workload);
  return candidates.flatMap(candidate => candidate.omegas.map(omega => labelOf(candidate, omega)));
};

describe('who takes part', () => {
  it('is every method on some problem, but for the random ones', () => {
    const seen = new Set(workloads.flatMap(({ id }) => labels(id)).map(label => label.split(' ')[0]));
    const missing = methods.filter(({ name }) => !seen.has(name)).map(({ family }) => family);
    expect(new Set(missing)).toEqual(new Set(['random']));
  });

  it('is nobody twice', () => {
    for (const { id } of workloads) expect(new Set(labels(id)).size).toBe(labels(id).length);
  });

  it('has group methods for the top, penalties for the double pendulum, the other flow inside RATTLE', () => {
    expect(labels('top')).toContain('so3-splitting');
    expect(labels('double-pendulum')).toContain('zhang-skeel --omega 20');
    expect(labels('double-pendulum')).toContain('rattle-8 --flow midpoint');
    expect(labels('momenta')).toContain('rattle --flow verlet');
    expect(labels('momenta')).not.toContain('geodesic-two-stage-verlet');
  });
});

describe('the workloads', () => {
  it('have goals from rough to fine, and motions that end', () => {
    expect(goals).toEqual([...goals].sort((a, b) => b - a));
    for (const { until, fewestSteps } of workloads) expect(until / fewestSteps).toBeGreaterThan(0);
  });
});
