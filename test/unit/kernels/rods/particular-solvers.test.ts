import { describe, expect, it } from 'vitest';
import { lincs } from '../../../../src/kernels/rods/lincs.ts';
import { singleRods } from '../../../../src/kernels/rods/single-rods.ts';
import { sweepRods } from '../../../../src/kernels/rods/sweep-rods.ts';
import { rodTable } from '../../../../src/kernels/rods/table.ts';
import type { RodSystem } from '../../../../src/particles/system.ts';
import { done } from '../../../../src/solvers/outcome.ts';
import {
  assemble,
  chain,
  copyOf,
  createRodSolver,
  denseMove,
  distance,
  dumbbell,
  freeFlight,
  largest,
  type Piece,
  water,
  worstRate,
  worstRodError,
} from './systems.ts';

const everyRod = (system: RodSystem) =>
  rodTable(
    system,
    system.rods.map((_, k) => k),
  );

/** Equal masses, equal rods, the same angle between each and the next. */
function evenChain(rods: number, angle: number): Piece {
  const points = Array.from({ length: rods + 1 }, (_, i) => [
    i * Math.cos(angle / 2),
    (i % 2) * Math.sin(angle / 2),
    0,
  ]);
  return {
    points,
    masses: points.map(() => 2),
    names: 'C',
    joined: Array.from({ length: rods }, (_, i) => [i, i + 1] as const),
  };
}

/** Largest eigenvalue of the Jacobi matrix of an even chain: off-diagonals ½ cos(angle). */
const jacobiRadius = (rods: number, angle: number) => Math.cos(angle) * Math.cos(Math.PI / (rods + 1));

describe('SETTLE', () => {
  it('agrees with Newton’s method to 1e-13 for waters that turn and stretch a lot', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const system = assemble(water(seed));
      const flight = freeFlight(system, 0.1, 1.2, seed);
      const expected = copyOf(flight);
      denseMove(system, expected);
      const solver = createRodSolver(system, { solver: 'settle' });
      expect(solver.moveOntoRods(flight.x0, flight.h, flight.x, flight.p)).toBe(done);
      expect(distance(flight.x, expected.x)).toBeLessThan(1e-13);
      expect(worstRodError(system, flight.x)).toBeLessThan(2e-15);
    }
  });

  it('loses no more digits far away than positions have there', () => {
    const system = assemble(water(3));
    const far = { ...system, positions: system.positions.map(value => value + 4096) };
    const { x0, h, x, p } = freeFlight(far, 0.1, 0.5);
    expect(createRodSolver(far).moveOntoRods(x0, h, x, p)).toBe(done);
    expect(worstRodError(far, x)).toBeLessThan(4 * 4096 * 2 ** -52);
  });

  it('has no answer for a water that is torn apart', () => {
    const system = assemble(water(3), water(4));
    const { x0, h, x, p } = freeFlight(system, 0.1, 0.5);
    for (let c = 0; c < 3; c++) x[3 * 4 + c] += 9 * (c + 1);
    const outcome = createRodSolver(system).moveOntoRods(x0, h, x, p);
    // H4 was pulled away: from O3 by rod 3, from H5 by rod 5, which is longer.
    expect(outcome).toMatchObject({ ok: false, reason: 'did not converge', equation: 3 });
    if (!outcome.ok) expect(outcome.residual).toBeCloseTo(worstRodError(system, x), 6);
  });
});

describe('single rods', () => {
  const system = assemble(dumbbell);
  const solver = singleRods(everyRod(system));
  const length = system.rods[0].length;
  const along = (x: Float64Array) => [0, 1, 2].map(c => x[3 + c] - x[c]);

  it('take the root that continues the motion, not the one on the far side', () => {
    const { x0, h, x, p } = freeFlight(system, 0.1, 3);
    expect(solver.moveOntoRods(x0, h, x, p)).toBe(done);
    const [before, after] = [along(x0), along(x)];
    expect(before.reduce((sum, value, c) => sum + value * after[c], 0)).toBeGreaterThan(0.5 * length ** 2);
    expect(worstRodError(system, x)).toBeLessThan(1e-15);
  });

  it.each([
    ['is beside its length for every force along it', [0.7, -0.5, 0], 3],
    ['has turned over', [-0.5, -0.7, 0.6], 1],
  ])('fail when a rod %s', (_, direction, factor) => {
    const x = system.positions.slice();
    for (let c = 0; c < 3; c++) x[3 + c] = x[c] + factor * direction[c];
    const outcome = solver.moveOntoRods(system.positions, 0.1, x, new Float64Array(6));
    expect(outcome).toMatchObject({ ok: false, equation: 0 });
  });

  it('give the momentum that the move needs, also backwards in time', () => {
    for (const h of [0.1, -0.1]) {
      const { x0, x, p } = freeFlight(system, h, 1);
      solver.moveOntoRods(x0, h, x, p);
      const moved = x.map((value, i) => (system.mass[Math.floor(i / 3)] * (value - x0[i])) / h);
      expect(distance(moved, p)).toBeLessThan(1e-12);
    }
  });
});

describe('sweeps', () => {
  // Many more sweeps than rods, so that only the slowest part of the error is left.
  it.each([
    [10, 0.6],
    [20, 0.3],
    [6, 0.2],
  ])('converge on a chain of %i rods as Gauss–Seidel does: the square of Jacobi’s radius', (rods, angle) => {
    const system = assemble(evenChain(rods, angle));
    const sweepsFor = (tolerance: number) => {
      const solver = sweepRods(everyRod(system), Int32Array.of(0, rods), { tolerance, maxSweeps: 5000 });
      const { x0, p } = freeFlight(system, 0.1, 1);
      expect(solver.projectMomenta(x0, p)).toBe(done);
      return solver.sweeps;
    };
    const sweeps = sweepsFor(1e-13) - sweepsFor(1e-3);
    const theory = -10 / Math.log10(jacobiRadius(rods, angle) ** 2);
    expect(sweeps / theory).toBeGreaterThan(0.95);
    expect(sweeps / theory).toBeLessThan(1.05);
  });

  it('stop at their limit and say so', () => {
    const system = assemble(chain(15));
    const { x0, h, x, p } = freeFlight(system, 0.05, 1);
    const outcome = createRodSolver(system, { solver: 'sweep', maxSweeps: 3 }).moveOntoRods(x0, h, x, p);
    expect(outcome).toMatchObject({ ok: false, reason: 'did not converge', iterations: 3 });
    if (!outcome.ok) expect(outcome.residual).toBeGreaterThan(1e-10);
  });
});

describe('LINCS', () => {
  const system = assemble(chain(15));
  const make = (order: number, corrections: number, tolerance = 1e-10) =>
    lincs(everyRod(system), 15, { tolerance, order, corrections });

  it('knows the radius of its series', () => {
    for (const [rods, angle] of [
      [10, 0.6],
      [5, 1.1],
    ]) {
      const even = assemble(evenChain(rods, angle));
      const solver = lincs(everyRod(even), rods, { tolerance: 1e-10, order: 4, corrections: 1 });
      expect(solver.spectralRadius(even.positions)).toBeCloseTo(jacobiRadius(rods, angle), 3);
    }
  });

  it('states the error that it leaves', () => {
    const solver = make(8, 20);
    const { x0, h, x, p } = freeFlight(system, 0.05, 1);
    expect(solver.moveOntoRods(x0, h, x, p)).toBe(done);
    expect(solver.reached).toBeLessThanOrEqual(1e-10);
    expect(Math.abs(solver.reached - worstRodError(system, x))).toBeLessThan(1e-14);
  });

  it('fails when that is above the tolerance, less so with higher order or more corrections', () => {
    const left = (order: number, corrections: number) => {
      const { x0, h, x, p } = freeFlight(system, 0.05, 1);
      const outcome = make(order, corrections, 1e-13).moveOntoRods(x0, h, x, p);
      expect(outcome).toMatchObject({ ok: false, reason: 'did not converge', iterations: corrections });
      if (outcome.ok) return 0;
      expect(outcome.detail).toContain('raise lincsOrder');
      return outcome.residual;
    };
    expect(left(4, 2)).toBeLessThan(0.5 * left(2, 2));
    expect(left(4, 4)).toBeLessThan(0.1 * left(4, 2));
    expect(left(4, 0)).toBeGreaterThan(1e-4);
  });

  it('leaves A^(order + 1) of the rates of momenta when it may not correct', () => {
    const bent = assemble(evenChain(2, 0.6));
    const rates = (corrections: number, order: number) => {
      const { x0, p } = freeFlight(bent, 0.05, 1);
      const before = worstRate(bent, x0, p);
      lincs(everyRod(bent), 2, { tolerance: 1e-14, order, corrections }).projectMomenta(x0, p);
      return worstRate(bent, x0, p) / before;
    };
    // Two rods: A² is a multiple of the identity.
    expect(rates(0, 1)).toBeCloseTo(jacobiRadius(2, 0.6) ** 2, 12);
    expect(rates(0, 3)).toBeCloseTo(jacobiRadius(2, 0.6) ** 4, 12);
    expect(rates(1, 1)).toBeCloseTo(jacobiRadius(2, 0.6) ** 4, 12);
  });

  it('fails for momenta that its expansion cannot project', () => {
    const { x0, p } = freeFlight(system, 0.05, 1);
    expect(make(1, 0).projectMomenta(x0, p).ok).toBe(false);
    expect(make(8, 20).projectMomenta(x0, p)).toBe(done);
  });
});

describe('a step of no length', () => {
  it('changes nothing', () => {
    const system = assemble(water(1), dumbbell, chain(3), chain(12));
    const x = system.positions.slice();
    const p = new Float64Array(x.length).fill(1);
    expect(createRodSolver(system).moveOntoRods(system.positions, 0, x, p)).toBe(done);
    expect(largest(p.map(value => value - 1))).toBe(0);
    expect(distance(x, system.positions)).toBeLessThan(1e-12);
  });
});
