// The pair kernel against the plain terms: species, exclusions, charges and boxes of all kinds.

import { describe, expect, it } from 'vitest';
import { chooseForces } from '../../../../../src/kernels/choose.ts';
import type { ForceTerm, ParticleSystem } from '../../../../../src/particles/system.ts';
import { coulomb } from '../../../../../src/particles/terms/coulomb.ts';
import { lennardJones } from '../../../../../src/particles/terms/lennard-jones.ts';
import { gradientOf, shakenLattice, systemOf, virialOf } from '../../../particles/terms-systems.ts';
import { distance, kernels, numbers } from '../waters.ts';

const edges = [11, 12.5, 14] as const;

/** Three kinds in a box, the third of which feels only the second; some are boxes away, chains of four are excluded. */
function mixture(): ParticleSystem {
  const next = numbers(5);
  const positions = shakenLattice([7, 8, 9], [11 / 7, 12.5 / 8, 14 / 9], 0.3, 4).map(
    (x, k) => x + edges[k % 3] * Math.floor(3 * next() - 1),
  );
  const count = positions.length / 3;
  const indices = Array.from({ length: count }, (_, i) => i);
  const sameChain = (i: number, j: number) =>
    Math.floor(i / 4) === Math.floor(j / 4) && j >= 0 && j < count && j !== i;
  return systemOf({
    positions,
    box: { edges },
    kinds: ['A', 'B', 'C'],
    kind: indices.map(i => (i * 7 + (i % 5)) % 3),
    charge: indices.map(i => [0, 0.4, -0.4, 0.2, -0.2][(i * 3) % 5]),
    mass: indices.map(i => 1 + (i % 4)),
    // Only one side names a pair, now the earlier and now the later one.
    excluded: indices.map(i =>
      [i - 3, i - 2, i - 1, i + 1, i + 2, i + 3].filter(
        j => sameChain(i, j) && (i + j) % 2 === Number(i < j),
      ),
    ),
  });
}

const sizes = {
  A: { sigma: 1.1, epsilon: 0.5 },
  B: { sigma: 1.3, epsilon: 0.3 },
  C: { sigma: 0, epsilon: 0 },
};
const pairs = [{ kinds: ['B', 'C'] as const, sigma: 1, epsilon: 0.7 }];

const laws = (system: ParticleSystem, radius: number): [string, ForceTerm[]][] => [
  ['cut', [lennardJones(system, { kinds: sizes, pairs, cutoff: { radius, mode: 'cut' } })]],
  ['shifted', [lennardJones(system, { kinds: sizes, pairs, cutoff: { radius } })]],
  ['a reaction field', [coulomb(system, { constant: 3, cutoff: { radius, mode: 'reaction field' } })]],
  [
    'both',
    [
      lennardJones(system, { kinds: sizes, pairs, cutoff: { radius } }),
      coulomb(system, { constant: 3, cutoff: { radius, mode: 'reaction field', epsilon: 20 } }),
    ],
  ],
  ['zero quadrupole', [coulomb(system, { constant: 3, cutoff: { radius, mode: 'zero quadrupole' } })]],
];

/** ∇U, and U and the virial after it. */
function allOf(terms: readonly ForceTerm[], x: Float64Array): Float64Array {
  const sum = (parts: Float64Array[]) => parts.reduce((a, b) => a.map((value, k) => value + b[k]));
  return Float64Array.of(
    ...sum(terms.map(term => gradientOf(term, x))),
    terms.reduce((total, term) => total + term.energy(x), 0),
    ...sum(terms.map(term => virialOf(term, x))),
  );
}

const kernelsOf = (terms: readonly ForceTerm[]) => terms.filter(({ kind }) => kind === 'compiled');

const fastTerms = (system: ParticleSystem, terms: readonly ForceTerm[]) =>
  chooseForces(kernels(), system, terms).forces?.terms ?? terms;

describe('the pair kernel', () => {
  const system = mixture();

  describe.each([3, 5.5])('up to %f', radius => {
    it.each(laws(system, radius))('is the plain law: %s', (_, plain) => {
      const fast = fastTerms(system, plain);
      expect(kernelsOf(fast)).toHaveLength(1);
      expect(fast).toHaveLength(1);
      const [a, b] = [fast, plain].map(terms => allOf(terms, system.positions));
      expect(distance(a, b)).toBeLessThan(1e-12);
      for (const k of [3 * system.count, 3 * system.count + 1])
        expect(Math.abs(a[k] / b[k] - 1)).toBeLessThan(1e-11);
    });
  });

  it('follows particles as they move, and misses no pair', () => {
    const [[, plain]] = laws(system, 4).slice(3);
    const [fast] = fastTerms(system, plain);
    const next = numbers(9);
    const x = system.positions.slice();
    for (let n = 0; n < 12; n++) {
      const far = n % 3 === 2 ? 0.9 : 0.05;
      for (let k = 0; k < x.length; k++) x[k] += far * (next() - 0.5);
      expect(distance(allOf([fast], x), allOf(plain, x))).toBeLessThan(1e-12);
    }
  });

  it.each(laws(system, 4))('gives the same bytes with an old list and with a new one: %s', (_, plain) => {
    const [[old], [young]] = [fastTerms(system, plain), fastTerms(system, plain)];
    const next = numbers(3);
    // Some cross faces of the box, and none goes further than half of the skin.
    const moved = system.positions.map(x => x + 0.25 * (next() - 0.5));
    old.energy(system.positions);
    expect(allOf([old], moved)).toEqual(allOf([young], moved));
  });

  it('has two of them where cut-offs differ, and leaves alone what it does not know', () => {
    const known = lennardJones(system, { kinds: sizes, cutoff: { radius: 4 } });
    const field = coulomb(system, { cutoff: { radius: 5, mode: 'reaction field' } });
    const damped = coulomb(system, { cutoff: { radius: 4, mode: 'damped shifted force', alpha: 0.2 } });
    const switched = lennardJones(system, { kinds: sizes, cutoff: { radius: 4, mode: 'switched' } });
    expect(kernelsOf(fastTerms(system, [known, field]))).toHaveLength(2);
    expect(fastTerms(system, [damped, switched])).toEqual([damped, switched]);
    const some = fastTerms(system, [damped, known]);
    expect(some[0]).toBe(damped);
    expect(kernelsOf(some)).toHaveLength(1);
    const nobody = lennardJones(system, {
      kinds: { A: sizes.C, B: sizes.C, C: sizes.C },
      cutoff: { radius: 4 },
    });
    expect(fastTerms(system, [nobody])).toEqual([nobody]);
  });

  it('steps free particles that all take part, and no others', () => {
    const steps = (other: Partial<ParticleSystem>, law: number) => {
      const changed = { ...system, ...other };
      return Boolean(chooseForces(kernels(), changed, laws(changed, 4)[law][1]).forces?.steps);
    };
    expect(steps({}, 0)).toBe(true);
    expect(steps({}, 3)).toBe(true);
    expect(steps({}, 2)).toBe(false);
    expect(steps({ anchored: [3] }, 0)).toBe(false);
    expect(steps({ rods: [{ a: 0, b: 1, length: 1 }] }, 0)).toBe(false);
  });

  it('takes no position that is not a number for a place', () => {
    const [fast] = fastTerms(system, laws(system, 4)[0][1]);
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const x = system.positions.slice();
      x[17] = wrong;
      expect(fast.energy(x)).toBeNaN();
      expect([...gradientOf(fast, x), ...virialOf(fast, x)].every(Number.isNaN)).toBe(true);
      expect(Number.isFinite(fast.energy(system.positions))).toBe(true);
    }
  });

  it('does without a second particle, and with a box full of one', () => {
    const alone = systemOf({ positions: [1, 2, 3], box: { edges } });
    const term = lennardJones(alone, { kinds: { A: sizes.A }, cutoff: { radius: 5 } });
    expect(allOf(fastTerms(alone, [term]), alone.positions)).toEqual(new Float64Array(7));
    const pair = systemOf({ positions: [0.1, 0, 0, 10.8, 0, 0], box: { edges } });
    const law = [lennardJones(pair, { kinds: { A: sizes.A }, cutoff: { radius: 5.5 } })];
    expect(allOf(law, pair.positions)[6]).not.toBe(0);
    expect(distance(allOf(fastTerms(pair, law), pair.positions), allOf(law, pair.positions))).toBeLessThan(
      1e-12,
    );
  });
});
