// The law “kernel agrees”: steps in WebAssembly against the general RATTLE of the registry with the plain forces.

import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import { advance } from '../../../src/run/stepper.ts';
import { distance } from '../differences.ts';
import { plainly } from './wasm/plainly.ts';

const sixes = '{ coulomb: { cutoff: 6 }, lennard-jones: { cutoff: 6 } }';

const cluster = (model: string, count: number, more = '') =>
  load(`particles: { molecules: { ${model}: ${count} }, temperature: 100*K, seed: 2${more} }`);

describe('the kernel for clusters of water', () => {
  it.each([
    ['tip3p', 1],
    ['tip3p', 2],
    ['tip3p', 5],
    ['spce', 4],
  ])('agrees with the general method: %s × %d', (model, count) => {
    const problem = cluster(model, count);
    const fast = createMethod(problem, 'rattle');
    const general = plainly(() => createMethod(cluster(model, count), 'rattle', { solver: 'newton' }));
    const h = 0.5 / 48.888;
    const ends = [fast, general].map(flow => advance(flow, problem.initial, h, 200));
    expect(distance(ends[0], ends[1])).toBeLessThan(1e-10);
  });

  it('agrees with the general method on a liquid', () => {
    const liquid = () =>
      load(`particles: { molecules: { tip3p: 64 }, density: 1, temperature: 300*K, forces: ${sixes} }`);
    const problem = liquid();
    const h = 0.5 / 48.888;
    const ends = [createMethod(problem, 'rattle'), plainly(() => createMethod(liquid(), 'rattle'))].map(
      flow => advance(flow, problem.initial, h, 100),
    );
    expect(distance(ends[0], ends[1])).toBeLessThan(1e-10);
  });

  it('is taken for water and nothing else, and for forces that it knows', () => {
    const parts = (problem: ReturnType<typeof load>) => createMethod(problem, 'rattle').parts?.join() ?? '';
    expect(parts(cluster('tip3p', 3))).toMatch(/all forces/);
    expect(parts(cluster('tip3p', 3, ', forces: { coulomb: { cutoff: 9 } }'))).not.toMatch(/all forces/);
    expect(parts(cluster('tip3p', 20, ', box: 30'))).toMatch(/all forces/);
    const other = ', box: 30, forces: { coulomb: { cutoff: 8 }, lennard-jones: { cutoff: 9 } }';
    expect(parts(cluster('tip3p', 20, other))).not.toMatch(/all forces/);
    expect(parts(load('particles: { molecules: { butane: 2 } }'))).not.toMatch(/all forces/);
    expect(parts(load('particles: { molecules: { tip3p: 2, argon: 1 } }'))).not.toMatch(/all forces/);
  });

  it('goes back where it came from', () => {
    const problem = cluster('tip3p', 7);
    const flow = createMethod(problem, 'rattle');
    const there = advance(flow, problem.initial, 0.02, 300);
    expect(distance(advance(flow, there, -0.02, 300), problem.initial)).toBeLessThan(1e-10);
  });

  it('says what is wrong when waters overlap', () => {
    const problem = cluster('tip3p', 2);
    const z = problem.initial.slice();
    for (let i = 0; i < 9; i++) z[9 + i] = z[i];
    const outcome = createMethod(problem, 'rattle').step(z, 0.01, new Float64Array(36));
    expect(outcome.ok).toBe(false);
  });
});
