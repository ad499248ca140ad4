import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { reference, referenceAt } from '../../../../src/integrators/reference/reference.ts';
import { createBrackets } from '../../../../src/problem/brackets.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { maxDistance, returnError, stepped } from '../../flows/measure.ts';
import { chain, doublePendulum, phaseSphere, planarPendulum, residual, run } from '../problems.ts';

interface Entry {
  readonly until: number;
  readonly coordinates: Record<string, number>;
  readonly momenta: Record<string, number>;
}
const entries: Record<string, Entry[]> = JSON.parse(
  readFileSync(new URL('../../../fixtures/references.json', import.meta.url), 'utf8'),
);

function fixture(name: string, until: number): number[] {
  const entry = entries[name].find(candidate => candidate.until === until);
  if (!entry) throw new Error(`no reference for ${name} at t = ${until}`);
  return [...Object.values(entry.coordinates), ...Object.values(entry.momenta)];
}

const spherical = load(`
coordinates: [x, y, z]
potential: 9.81*z
constraints: { rod: x^2 + y^2 + z^2 = 4 }
initial: { x: 2, p_y: 1.5 }`);
const torus = load(`
coordinates: [x, y, z]
potential: z
constraints: { surface: (sqrt(x^2 + y^2) - 2)^2 + z^2 = 1 }
initial: { x: 3, p_y: 1, p_z: 2 }`);
const indexOne = load(`
coordinates: [q, alpha]
hamiltonian: (p_q^2 + q^2)/2 + p_alpha^2/2 + p_alpha^4/4 - p_alpha*sin(q + p_q)
constraints: { frozen: alpha = 0 }
initial: { q: 1, p_q: asin(0.625) - 1, p_alpha: 0.5 }`);

describe('reference', () => {
  const known: [string, Problem][] = [
    ['planar-pendulum', planarPendulum],
    ['spherical-pendulum', spherical],
    ['torus', torus],
    ['index-one', indexOne],
    ['harmonic-constraint-b', phaseSphere],
  ];
  it.each(known)('is good to 1e-12 at t = 10: %s', (name, problem) => {
    expect(maxDistance(stepped(reference(problem), problem.initial, 10), fixture(name, 10))).toBeLessThan(
      1e-12,
    );
  });

  it('is as good in many calls as in one', () => {
    const exact = fixture('planar-pendulum', 10);
    expect(
      maxDistance(run(reference(planarPendulum), planarPendulum.initial, 0.01, 1000), exact),
    ).toBeLessThan(1e-11);
  });

  it('has dense output on the manifold', () => {
    const times = [0.003, 0.5, 1, 1.0001, 7.3, 10];
    const samples = referenceAt(spherical, times);
    if (!samples.ok) throw new Error(samples.detail);
    samples.states.forEach((state, k) => {
      expect(maxDistance(state, stepped(reference(spherical), spherical.initial, times[k]))).toBeLessThan(
        2e-12,
      );
      expect(residual(spherical, state) / 4).toBeLessThan(1e-14);
    });
    expect(maxDistance(samples.states[5], fixture('spherical-pendulum', 10))).toBeLessThan(1e-12);
  });

  it('obeys its tolerance', () => {
    const loose = stepped(reference(planarPendulum, { tolerance: 1e-6 }), planarPendulum.initial, 10);
    const error = maxDistance(loose, fixture('planar-pendulum', 10));
    expect(error).toBeLessThan(1e-4);
    expect(error).toBeGreaterThan(1e-10);
  });

  it.each([
    ['chain', chain],
    ['phase-space sphere', phaseSphere],
  ])('ends on g = {g, H} = 0 even when it integrates coarsely: %s', (_, problem) => {
    const drifted = stepped(reference(problem, { tolerance: 1e-5, project: 'never' }), problem.initial, 5);
    const kept = stepped(reference(problem, { tolerance: 1e-5 }), problem.initial, 5);
    const hidden = new Float64Array(problem.g.m);
    createBrackets(problem).hidden(kept, hidden);
    expect(residual(problem, drifted)).toBeGreaterThan(1e-10);
    expect(residual(problem, kept)).toBeLessThan(1e-14);
    expect(Math.max(...hidden.map(Math.abs))).toBeLessThan(1e-13);
  });

  it('conserves energy', () => {
    const z = stepped(reference(chain), chain.initial, 2);
    expect(Math.abs(chain.H.value(z) - chain.H.value(chain.initial))).toBeLessThan(1e-12);
    expect(maxDistance(z, chain.initial)).toBeGreaterThan(0.1);
  });

  it('goes back to where it came from', () => {
    expect(returnError(reference(doublePendulum), doublePendulum.initial, 3)).toBeLessThan(1e-12);
  });

  it('gives the same bytes after a restart from its memory', () => {
    const through = reference(chain);
    const half = run(through, chain.initial, 0.1, 5);
    const resumed = reference(chain);
    through.memory.forEach((part, i) => {
      resumed.memory[i].set(part);
    });
    expect(run(resumed, half, 0.1, 5)).toEqual(run(through, half, 0.1, 5));
  });

  it('is as accurate in small units as in large ones', () => {
    const tiny = load(`
parameters: { L: 1e-10, m: 1e-26, g: 9.81e26 }
coordinates: [x, y]
mass: m
potential: m*g*y
constraints: { rod: x^2 + y^2 = L^2 }
initial: { x: L*sin(1), y: -L*cos(1) }`);
    // Lengths scale with 1e-10 and times with 1e-18, so momenta scale with 1e-26 · 1e8.
    const z = stepped(reference(tiny), tiny.initial, 10 * 1e-18);
    const scaled = z.map((x, i) => (i < 2 ? x * 1e10 : x * 1e18));
    expect(maxDistance(scaled, fixture('planar-pendulum', 10))).toBeLessThan(2e-12);
  });

  it('fails with a reason', () => {
    const crossed = load(`
coordinates: [x, y]
potential: x^2 + y^2
constraints: { a: x = 0, b: p_x + y = 0 }`);
    const out = new Float64Array(4);
    expect(reference(crossed).step(crossed.initial, 0.1, out)).toMatchObject({ reason: 'not supported' });
    const nan = planarPendulum.initial.map(() => Number.NaN);
    expect(reference(planarPendulum).step(nan, 0.1, out)).toMatchObject({ reason: 'not finite' });
    expect(reference(planarPendulum).step(planarPendulum.initial, 1e9, out)).toMatchObject({
      reason: 'too many steps',
    });
    // The unstable branch of the phase-space sphere reaches a degenerate point in finite time.
    const doomed = load(`
coordinates: [x, y]
hamiltonian: (p_x^2 + p_y^2)/2 + y
constraints: { sphere: x^2 + y^2 + p_x^2 + p_y^2 = 1.0099 }
initial: { x: 0.1, y: 0, p_x: sqrt(0.99), p_y: 0.1*sqrt(0.99) }`);
    expect(reference(doomed).step(doomed.initial, 100, out).ok).toBe(false);
  });
});
