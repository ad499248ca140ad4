// Same bytes: what pair forces give depends on positions alone, to the last bit, and not on when a list was built.

import { describe, expect, it } from 'vitest';
import type { NeighbourList } from '../../../../src/particles/pairs/neighbour-list.ts';
import type { ForceTerm } from '../../../../src/particles/system.ts';
import { coulomb } from '../../../../src/particles/terms/coulomb.ts';
import { lennardJones } from '../../../../src/particles/terms/lennard-jones.ts';
import { createNormalSource } from '../../../../src/random/philox.ts';
import { gradientOf, randomVector, shakenLattice, systemOf } from '../terms-systems.ts';

const system = systemOf({
  positions: shakenLattice([6, 6, 6], [1.1, 1.1, 1.1], 0.05, 1),
  box: { edges: [6.6, 6.6, 6.6] },
  charge: Array.from({ length: 216 }, (_, i) => (i % 2 === 0 ? 0.3 : -0.3)),
});

const makers = {
  'Lennard-Jones': (buffer: number) =>
    lennardJones(system, { kinds: { A: { sigma: 1, epsilon: 1 } }, cutoff: { radius: 2.5, buffer } }),
  Coulomb: (buffer: number) =>
    coulomb(system, { constant: 1, cutoff: { radius: 2.5, buffer, mode: 'reaction field' } }),
};

/** Verlet's method from positions x and momenta p, in place, unit masses. */
function run(term: ForceTerm, x: Float64Array, p: Float64Array, steps: number): void {
  const h = 0.004;
  for (let step = 0; step < steps; step++) {
    for (let k = 0; k < x.length; k++) x[k] += 0.5 * h * p[k];
    const g = gradientOf(term, x);
    for (let k = 0; k < x.length; k++) p[k] -= h * g[k];
    for (let k = 0; k < x.length; k++) x[k] += 0.5 * h * p[k];
  }
}

const start = () => ({
  x: system.positions.slice(),
  p: randomVector(system.positions.length, createNormalSource(4)).map(entry => 3 * entry),
});

describe.each(Object.entries(makers))('%s', (_name, make) => {
  it('goes on after a restart with the same bytes', () => {
    const whole = start();
    const uninterrupted = make(0.4);
    run(uninterrupted, whole.x, whole.p, 100);
    const parts = start();
    let builds = 0;
    for (const steps of [17, 1, 32, 27, 23]) {
      const fresh = make(0.4);
      run(fresh, parts.x, parts.p, steps);
      builds += (fresh.pairs as NeighbourList).builds;
    }
    expect(parts.x).toEqual(whole.x);
    expect(parts.p).toEqual(whole.p);
    // The lists really were built at other times.
    expect((uninterrupted.pairs as NeighbourList).builds).toBeGreaterThan(3);
    expect(builds).not.toBe((uninterrupted.pairs as NeighbourList).builds);
  });

  it('does not depend on the buffer, to the last bit', () => {
    const { x, p } = start();
    const terms = [0, 0.1, 0.7].map(buffer => make(buffer));
    for (let round = 0; round < 4; round++) {
      run(terms[1], x, p, 8);
      const energies = terms.map(term => term.energy(x));
      const gradients = terms.map(term => gradientOf(term, x));
      expect(new Set(energies).size).toBe(1);
      expect(gradients[0]).toEqual(gradients[1]);
      expect(gradients[0]).toEqual(gradients[2]);
    }
  });

  it('would not repeat if the order of pairs were that of another numbering', () => {
    // The same sum over pairs in another order differs in the last digits: the test above can fail.
    const { x, p } = start();
    const term = make(0.4);
    run(term, x, p, 20);
    const count = x.length / 3;
    const reversed = new Float64Array(x.length);
    for (let i = 0; i < count; i++)
      for (let axis = 0; axis < 3; axis++) reversed[3 * i + axis] = x[3 * (count - 1 - i) + axis];
    const [forwards, backwards] = [gradientOf(term, x), gradientOf(term, reversed)];
    const turned = backwards.map((_, k) => backwards[3 * (count - 1 - Math.floor(k / 3)) + (k % 3)]);
    expect(turned).not.toEqual(forwards);
    expect(Math.max(...turned.map((entry, k) => Math.abs(entry - forwards[k])))).toBeLessThan(1e-10);
  });
});
