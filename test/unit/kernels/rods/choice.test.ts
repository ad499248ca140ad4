import { describe, expect, it } from 'vitest';
import { findClusters } from '../../../../src/kernels/rods/clusters.ts';
import type { RodSystem } from '../../../../src/particles/system.ts';
import { independentRods } from '../../../../src/particles/topology/independent-rods.ts';
import { rodGroups } from '../../../../src/particles/topology/rod-graph.ts';
import { done } from '../../../../src/solvers/outcome.ts';
import {
  assemble,
  chain,
  createRodSolver,
  dumbbell,
  freeFlight,
  hanging,
  methane,
  overfullMethane,
  type Piece,
  rigidMethane,
  ring,
  tree,
  water,
  worstRodError,
} from './systems.ts';

describe('clusters of rods', () => {
  it('are the connected parts, with their shapes', () => {
    const system = assemble(water(1), dumbbell, methane, chain(15), ring(6));
    expect(findClusters(system).map(({ shape, rods }) => [shape, rods.length])).toEqual([
      ['water', 3],
      ['rod', 1],
      ['small', 4],
      ['large', 15],
      ['small', 6],
    ]);
  });

  it('end at anchored particles and at those of infinite mass', () => {
    const cut = assemble({ ...chain(15), anchored: [5] });
    expect(findClusters(cut).map(({ rods }) => rods.length)).toEqual([5, 10]);
    const heavy = {
      ...cut,
      anchored: [],
      mass: cut.mass.map((m, i) => (i === 5 ? Number.POSITIVE_INFINITY : m)),
    };
    expect(findClusters(heavy).map(({ rods }) => rods.length)).toEqual([5, 10]);
  });

  it('follow a chain whatever the order in which its rods are given', () => {
    const system = assemble(chain(12));
    const order = [7, 2, 11, 0, 5, 9, 1, 10, 3, 8, 6, 4];
    const shuffled = { ...system, rods: order.map(k => system.rods[k]) };
    expect(createRodSolver(shuffled).parts).toEqual([
      '1 × direct Newton (12 rods, tridiagonal), in WebAssembly',
    ]);
  });

  it('know trees, with anchored ends as one place', () => {
    const isTree = (piece: Piece) => rodGroups(assemble(piece)).map(group => group.isTree);
    expect(isTree(chain(4))).toEqual([true]);
    expect(isTree(tree())).toEqual([true]);
    expect(isTree(hanging)).toEqual([true]);
    expect(isTree(ring(5))).toEqual([false]);
    expect(isTree({ ...chain(4), anchored: [0, 4] })).toEqual([false]);
  });

  it('are no water with unequal arms or unequal masses at their ends', () => {
    const heavy = assemble({ ...water(1), masses: [15.9994, 1.008, 2.014] });
    expect(findClusters(heavy)[0].shape).toBe('small');
    const system = assemble(water(1));
    const bent = { ...system, rods: system.rods.map((rod, k) => (k === 0 ? { ...rod, length: 1 } : rod)) };
    expect(findClusters(bent)[0].shape).toBe('small');
  });
});

describe('the choice of solvers', () => {
  const waters = Array.from({ length: 4 }, (_, seed) => water(seed));

  it('is told in one line for each kind', () => {
    const system = assemble(...waters, chain(15), chain(15, 2), dumbbell, methane, methane, ring(12), tree());
    expect(createRodSolver(system).parts).toEqual([
      '4 × SETTLE (rigid water), in WebAssembly',
      '1 × closed form (single rod)',
      '2 × Newton (4 rods), in WebAssembly',
      '2 × direct Newton (15 rods, tridiagonal), in WebAssembly',
      '1 × direct Newton (12 rods, cyclic tridiagonal)',
      '1 × direct Newton (13 rods, banded (half-width 5)), in WebAssembly',
    ]);
  });

  it('has nothing to do without rods', () => {
    const system = { ...assemble(dumbbell), rods: [] };
    const solver = createRodSolver(system);
    expect(solver.parts).toEqual([]);
    expect(solver.moveOntoRods(system.positions, 1, system.positions.slice(), new Float64Array(6))).toBe(
      done,
    );
  });

  it('refuses SETTLE for what is not water, and LINCS for triangles', () => {
    expect(() => createRodSolver(assemble(water(1), chain(3)), { solver: 'settle' })).toThrow(
      /SETTLE cannot keep rod 3 \(C3–C4\)/,
    );
    expect(() => createRodSolver(assemble(rigidMethane), { solver: 'lincs' })).toThrow(
      /LINCS cannot keep rod 0/,
    );
  });

  it('refuses tolerances and counts that mean nothing', () => {
    const system = assemble(dumbbell);
    expect(() => createRodSolver(system, { tolerance: 1e-17 })).toThrow(/tolerance: 1e-17/);
    expect(() => createRodSolver(system, { tolerance: Number.NaN })).toThrow(/tolerance/);
    expect(() => createRodSolver(system, { solver: 'lincs', lincsOrder: 1.5 })).toThrow(/lincsOrder: 1.5/);
  });

  it('refuses rods that cannot be', () => {
    const system = assemble(dumbbell);
    const withRod = (rod: Partial<RodSystem['rods'][number]>): RodSystem => ({
      ...system,
      rods: [{ ...system.rods[0], ...rod }],
    });
    expect(() => createRodSolver(withRod({ b: 0 }))).toThrow(
      /rods\[0\]: rod 0 \(.+\) joins a particle with itself/,
    );
    expect(() => createRodSolver(withRod({ b: 2 }))).toThrow(/there are 2/);
    expect(() => createRodSolver(withRod({ length: 0 }))).toThrow(/rod 0 .*has the length 0/);
    expect(() => createRodSolver({ ...system, mass: Float64Array.of(0, 1) })).toThrow(/no positive mass/);
    expect(() => createRodSolver({ ...system, anchored: [0, 1] })).toThrow(
      /no end that moves, so it holds nothing/,
    );
    const impossible = assemble(water(1));
    const stretched = impossible.rods.map((rod, k) => (k === 2 ? { ...rod, length: 2 } : rod));
    expect(() => createRodSolver({ ...impossible, rods: stretched })).toThrow(
      /rod 2 .* has the length 2, .*no shape has such distances/,
    );
  });
});

/** Four particles, every pair joined. */
const four = (points: readonly (readonly number[])[]): Piece => ({
  points,
  masses: [1, 1, 1, 1],
  names: 'A',
  joined: [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [0, 2],
    [1, 3],
  ],
});

describe('redundant rods', () => {
  it('are refused with their names: methane with all ten distances', () => {
    expect(() => createRodSolver(assemble(overfullMethane))).toThrow(
      /rods\[\d\]: rod \d \([CH]\d–H\d\) is redundant: it follows from rod \d[\s\S]*→ take it out, or/,
    );
    expect(() => createRodSolver(assemble(rigidMethane))).not.toThrow();
  });

  it('are left out on request, and then keep their lengths', () => {
    const system = assemble(overfullMethane, chain(3));
    const { rods, leftOut } = independentRods(system, 'leave out');
    expect(leftOut).toHaveLength(1);
    const solver = createRodSolver({ ...system, rods }, { tolerance: 1e-13 });
    const { x0, h, x, p } = freeFlight(system, 0.02, 1);
    expect(solver.moveOntoRods(x0, h, x, p)).toBe(done);
    // All ten, also the one that nobody solved for.
    expect(worstRodError(system, x)).toBeLessThan(1e-11);
  });

  it('are refused when their lengths contradict the others, with the length that would do', () => {
    const system = assemble(overfullMethane);
    const kept = new Set(independentRods(system, 'leave out').rods);
    const left = system.rods.findIndex(rod => !kept.has(rod));
    const rods = system.rods.map((rod, k) => (k === left ? { ...rod, length: rod.length * 1.001 } : rod));
    const wanted = system.rods[left].length.toPrecision(8);
    expect(() => independentRods({ ...system, rods }, 'leave out')).toThrow(
      expect.objectContaining({
        rod: left,
        message: expect.stringMatching(new RegExp(`the other rods leave it ${wanted.slice(0, 8)}`)),
      }),
    );
  });

  it('a tetrahedron has none; a flat square with both diagonals has one, which may not be left out', () => {
    const solid = four([
      [0, 0, 0],
      [1, 0, 0.1],
      [1, 1, 0.8],
      [0, 1, 0.3],
    ]);
    expect(() => createRodSolver(assemble(solid))).not.toThrow();
    const flat = assemble(
      four([
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [0, 1, 0],
      ]),
    );
    expect(() => createRodSolver(flat)).toThrow(/flat or straight shape/);
    expect(() => independentRods(flat, 'leave out')).toThrow(/and let it bend/);
  });

  it('a particle between two anchors is held twice when all three are in line', () => {
    const between = (z: number): Piece => ({
      points: [
        [0, 0, 0],
        [1, 0, z],
        [2, 0, 0],
      ],
      masses: [1, 1, 1],
      names: 'A',
      joined: [
        [0, 1],
        [1, 2],
      ],
      anchored: [0, 2],
    });
    expect(() => createRodSolver(assemble(between(0)))).toThrow(/flat or straight shape/);
    expect(() => createRodSolver(assemble(between(0.3)))).not.toThrow();
    // Ends of infinite mass do not move either.
    const heavy = (z: number) => ({
      ...assemble(between(z)),
      anchored: [],
      mass: Float64Array.of(Number.POSITIVE_INFINITY, 1, Number.POSITIVE_INFINITY),
    });
    expect(() => createRodSolver(heavy(0))).toThrow(/flat or straight shape/);
    expect(() => createRodSolver(heavy(0.3))).not.toThrow();
  });

  it('the same rod twice is one too many', () => {
    const system = assemble(chain(3));
    const twice = { ...system, rods: [...system.rods, { a: 2, b: 1, length: system.rods[1].length }] };
    expect(() => createRodSolver(twice)).toThrow(/rods\[3\]: rod 3 .* joins the same particles as rod 1/);
    expect(() => independentRods(twice, 'leave out')).toThrow(/rod 3 .* joins the same particles as rod 1/);
  });
});
