import { describe, expect, it } from 'vitest';
import { anneal } from '../../../../src/particles/build/anneal.ts';
import type { Assembly } from '../../../../src/particles/build/assemble.ts';
import { cluster } from '../../../../src/particles/build/cluster.ts';
import { descend } from '../../../../src/particles/build/fire-minimiser.ts';
import { movesOnRods, rigidBodyMoves } from '../../../../src/particles/build/minimiser-coordinates.ts';
import { beadRodChain } from '../../../../src/particles/models/chains.ts';
import { argon } from '../../../../src/particles/models/named-models.ts';
import { tip3p } from '../../../../src/particles/models/water.ts';
import { worstRod } from '../../../../src/particles/topology/rod-geometry.ts';
import { between, dot } from '../geometry.ts';

/** Lennard-Jones and Coulomb between all pairs that are not excluded, written out here. */
function pairForces({ system, kinds }: Assembly) {
  return (x: Float64Array, out: Float64Array): number => {
    let U = 0;
    for (let i = 0; i < system.count; i++) {
      for (let j = 0; j < i; j++) {
        if (system.excluded[i].includes(j)) continue;
        const [a, b] = [kinds[system.kind[i]], kinds[system.kind[j]]];
        const d = between(x, j, i);
        const r2 = dot(d, d);
        const epsilon = Math.sqrt(a.epsilon * b.epsilon);
        const s6 = epsilon > 0 ? (((a.sigma + b.sigma) / 2) ** 2 / r2) ** 3 : 0;
        const coulomb = (332.0636 * system.charge[i] * system.charge[j]) / Math.sqrt(r2);
        U += 4 * epsilon * (s6 * s6 - s6) + coulomb;
        const f = -(4 * epsilon * (12 * s6 * s6 - 6 * s6) + coulomb) / r2;
        for (let k = 0; k < 3; k++) {
          out[3 * i + k] += f * d[k];
          out[3 * j + k] -= f * d[k];
        }
      }
    }
    return U;
  };
}

describe('annealing', () => {
  // Energies of the known lowest minima, in ε: Cambridge Cluster Database (Hoare and Pal 1971).
  it.each([
    [4, -6],
    [7, -16.505384],
    [13, -44.326801],
  ])('%i argon atoms reach the known lowest energy', (count, energy) => {
    const start = cluster({ components: [{ model: argon, count }], seed: 2 });
    const { epsilon } = start.kinds[0];
    const found = anneal(start.system, pairForces(start), {
      seed: 1,
      rounds: 2,
      coolingSteps: 2000,
      hot: 0.25 * epsilon,
      cold: 0.02 * epsilon,
    });
    expect(found.outcome).toBe('minimum');
    expect(Math.abs(found.energy / epsilon - energy)).toBeLessThan(1e-6);
  });

  // Jorgensen et al. 1983 report −6.50 kcal/mol and 2.74 Å for the linear dimer of TIP3P; the free minimum is a little lower.
  it('two waters make the dimer of the paper, with rods kept', () => {
    const start = cluster({ components: [{ model: tip3p, count: 2 }], seed: 1 });
    const found = anneal(start.system, pairForces(start), { seed: 1, rounds: 1, coolingSteps: 1500 });
    expect(found.outcome).toBe('minimum');
    expect(found.energy).toBeGreaterThan(-6.6);
    expect(found.energy).toBeLessThan(-6.5);
    expect(Math.abs(Math.hypot(...between(found.positions, 0, 3)) - 2.74)).toBeLessThan(0.02);
    expect(worstRod(start.system.rods, found.positions)).toBeLessThan(1e-13);
    expect(start.system.positions).not.toEqual(found.positions);
  });

  it('gives the same bytes for the same seed', () => {
    const start = cluster({ components: [{ model: tip3p, count: 3 }], seed: 1 });
    const run = (seed: number) =>
      anneal(start.system, pairForces(start), { seed, rounds: 1, coolingSteps: 200 });
    expect(run(5).positions).toEqual(run(5).positions);
    expect(run(5).positions).not.toEqual(run(6).positions);
  });

  it('says when there is no energy, and refuses anchors', () => {
    const start = cluster({ components: [{ model: argon, count: 2 }], seed: 1 });
    expect(anneal(start.system, () => Number.NaN, { seed: 1 }).outcome).toBe('no finite energy');
    expect(() => anneal({ ...start.system, anchored: [0] }, () => 0, { seed: 1 })).toThrow(/anchored/);
  });
});

describe('forces on rigid bodies', () => {
  it('are minus the derivative of the energy along the moves', () => {
    const start = cluster({ components: [{ model: tip3p, count: 3 }], seed: 3 });
    const moves = rigidBodyMoves(start.system);
    const U = pairForces(start);
    const x = start.system.positions;
    const [gradient, force] = [new Float64Array(x.length), new Float64Array(18)];
    U(x, gradient);
    moves.forces(x, gradient, force);
    for (let i = 0; i < 18; i++) {
      const at = (delta: number) => {
        const moved = x.slice();
        moves.move(
          moved,
          Float64Array.from({ length: 18 }, (_, k) => (k === i ? delta : 0)),
        );
        return U(moved, new Float64Array(x.length));
      };
      expect(force[i]).toBeCloseTo(-(at(1e-4) - at(-1e-4)) / 2e-4, 6);
    }
  });
});

describe('descent on rods', () => {
  // The Lennard-Jones chain of seven beads: r = 1 on all rods, and the hexagon with a centre is among its minima in
  // the plane; here any minimum must have forces that are combinations of the rods.
  it('folds a flexible chain to a minimum', () => {
    const chain = beadRodChain({ beads: 7, length: 1, mass: 1, epsilon: 1, sigma: 2 ** (-1 / 6) });
    const start = cluster({ components: [{ model: chain, count: 1 }], seed: 1 });
    const U = pairForces(start);
    const x = start.system.positions.slice();
    const before = U(x, new Float64Array(x.length));
    const options = { step: 0.01, maxSteps: 20000, tolerance: 1e-8, longestMove: 0.1 };
    const found = descend(x, movesOnRods(start.system), U, options);
    expect(found.outcome).toBe('minimum');
    expect(found.energy).toBeLessThan(before - 1);
    expect(worstRod(start.system.rods, x)).toBeLessThan(1e-12);
    // Tangent displacements that keep the rods do not lower the energy to first order.
    const gradient = new Float64Array(x.length);
    U(x, gradient);
    const moved = movesOnRods(start.system);
    const step = Float64Array.from({ length: x.length }, (_, i) => 1e-4 * Math.sin(3 * i));
    const trial = x.slice();
    expect(moved.move(trial, step)).toBe(true);
    expect(U(trial, new Float64Array(x.length))).toBeGreaterThan(found.energy - 1e-12);
  });

  it('says when its steps are used up', () => {
    const start = cluster({ components: [{ model: argon, count: 5 }], seed: 1 });
    const options = { step: 0.02, maxSteps: 3, tolerance: 1e-12, longestMove: 0.1 };
    const found = descend(
      start.system.positions.slice(),
      rigidBodyMoves(start.system),
      pairForces(start),
      options,
    );
    expect([found.outcome, found.steps]).toEqual(['steps used up', 3]);
  });
});
