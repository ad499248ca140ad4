// A periodic box is the same as copies of it in open space: each particle feels what it feels amid 26 copies of the box.

import { describe, expect, it } from 'vitest';
import type { ParticleSystem } from '../../../../src/particles/system.ts';
import { coulomb } from '../../../../src/particles/terms/coulomb.ts';
import { lennardJones } from '../../../../src/particles/terms/lennard-jones.ts';
import { gradientOf, relativeDistance, shakenLattice, systemOf } from '../terms-systems.ts';

const edges = [3.3, 3.6, 3.9] as const;
const count = 27;
const charge = Array.from({ length: count }, (_, i) => [0.7, -0.4, -0.3][i % 3]);
const positions = shakenLattice([3, 3, 3], [1.1, 1.2, 1.3], 0.15, 6);

/** The box in the middle first, then its copies. */
function copies(): ParticleSystem {
  const shifts = [0, 1, -1].flatMap(a => [0, 1, -1].flatMap(b => [0, 1, -1].map(c => [a, b, c])));
  const all = shifts.flatMap(shift =>
    Array.from(positions, (entry, k) => entry + shift[k % 3] * edges[k % 3]),
  );
  return systemOf({ positions: all, charge: shifts.flatMap(() => charge) });
}

const cutoff = { radius: 1.6 } as const;
const makers = {
  'Lennard-Jones': (s: ParticleSystem) => lennardJones(s, { kinds: { A: { sigma: 1, epsilon: 1 } }, cutoff }),
  'reaction field': (s: ParticleSystem) =>
    coulomb(s, { constant: 1, cutoff: { ...cutoff, mode: 'reaction field' } }),
  'damped shifted force': (s: ParticleSystem) =>
    coulomb(s, { constant: 1, cutoff: { ...cutoff, mode: 'damped shifted force', alpha: 0.5 } }),
};

describe.each(Object.entries(makers))('%s in a box and among copies', (_name, make) => {
  const box = make(systemOf({ positions, box: { edges }, charge }));
  const open = copies();
  const among = make(open);

  it('has the same forces', () => {
    const inside = gradientOf(among, open.positions).subarray(0, 3 * count);
    expect(relativeDistance(gradientOf(box, positions), inside)).toBeLessThan(1e-12);
  });

  it('has half the energy that the particles of one box have with all others', () => {
    // The energy of the copies without the box in the middle is what the middle does not take part in.
    const alone = make(systemOf({ positions, charge }));
    const around = open.positions.slice(3 * count);
    const outside = make(systemOf({ positions: around, charge: Array.from(open.charge.subarray(count)) }));
    const withOthers = among.energy(open.positions) - outside.energy(around) - alone.energy(positions);
    const energy = alone.energy(positions) + withOthers / 2;
    expect(Math.abs(box.energy(positions) / energy - 1)).toBeLessThan(1e-11);
  });
});
