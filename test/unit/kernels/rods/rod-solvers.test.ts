import { describe, expect, it } from 'vitest';
import type { RodSolverName } from '../../../../src/kernels/rods/choose-solver.ts';
import type { RodSettings, RodSystem } from '../../../../src/particles/system.ts';
import { done } from '../../../../src/solvers/outcome.ts';
import { plainly } from '../wasm/plainly.ts';
import {
  assemble,
  chain,
  copyOf,
  createRodSolver,
  denseMove,
  denseProject,
  distance,
  dumbbell,
  freeFlight,
  hanging,
  largest,
  methane,
  momenta,
  rigidMethane,
  ring,
  tree,
  water,
  worstRate,
  worstRodError,
} from './systems.ts';

const systems: [string, RodSystem][] = [
  ['three waters', assemble(water(1), water(2), water(3))],
  ['three methanes, bonds rigid', assemble(methane, methane, methane)],
  ['methane of nine rods', assemble(rigidMethane)],
  ['chains of 15 rods', assemble(chain(15), chain(15, 2), chain(15, 3))],
  ['a ring of 6 and one of 12', assemble(ring(6), ring(12))],
  ['a tree', assemble(tree())],
  ['single rods', assemble(dumbbell, { ...dumbbell, anchored: [1] }, dumbbell)],
  ['a chain on an anchor', assemble(hanging)],
  ['a mixture', assemble(water(4), chain(15), dumbbell, methane, water(5), ring(6), tree(), hanging)],
];
const noTriangles = systems.filter(([name]) => !/water|nine|mixture/.test(name));
/** In WebAssembly where there are kernels, and plainly. */
type Place = 'in WebAssembly' | 'plainly';
type Subject = [Place, RodSolverName, string, RodSystem, RodSettings];
const subjects = (place: Place, solver: RodSolverName, on = systems, options: RodSettings = {}) =>
  on.map(([name, system]): Subject => [place, solver, name, system, options]);
const all: Subject[] = [
  ...subjects('in WebAssembly', 'auto'),
  ...subjects('in WebAssembly', 'newton'),
  ...subjects('in WebAssembly', 'settle', [systems[0]]),
  ...subjects('plainly', 'auto'),
  ...subjects('plainly', 'newton'),
  ...subjects('plainly', 'settle', [systems[0]]),
  ...subjects('plainly', 'sweep'),
  ...subjects('plainly', 'lincs', noTriangles, { lincsOrder: 16, lincsIterations: 30 }),
];

const fine = { tolerance: 1e-14, maxSweeps: 20000 };
const createIn = (place: Place, system: RodSystem, options: RodSettings) =>
  place === 'plainly' ? plainly(() => createRodSolver(system, options)) : createRodSolver(system, options);
/** How far a typical particle goes in the step: some hundredths of a rod. */
const flightOf = (system: RodSystem) => freeFlight(system, 0.05, 1);

describe.each(all)('rods kept %s by the solver %s: %s', (place, solver, _, system, more) => {
  const options = { solver, ...fine, ...more };
  const create = (given: RodSettings = options) => createIn(place, system, given);

  it('moves positions and momenta where a dense Newton method moves them', () => {
    const flight = flightOf(system);
    const expected = copyOf(flight);
    denseMove(system, expected);
    expect(create().moveOntoRods(flight.x0, flight.h, flight.x, flight.p)).toBe(done);
    expect(distance(flight.x, expected.x)).toBeLessThan(1e-13);
    expect(distance(flight.p, expected.p) / largest(expected.p)).toBeLessThan(1e-12);
    expect(worstRodError(system, flight.x)).toBeLessThan(4e-14);
  });

  it('projects momenta where dense matrices project them', () => {
    const { x0, p } = flightOf(system);
    const expected = p.slice();
    denseProject(system, x0, expected);
    expect(create().projectMomenta(x0, p)).toBe(done);
    expect(distance(p, expected) / largest(expected)).toBeLessThan(1e-13);
    expect(worstRate(system, x0, p)).toBeLessThan(2e-14);
  });

  it('reaches the tolerance that is asked', () => {
    for (const tolerance of [1e-4, 1e-7, 1e-10]) {
      const flight = flightOf(system);
      const solve = create({ ...options, tolerance });
      expect(solve.moveOntoRods(flight.x0, flight.h, flight.x, flight.p)).toBe(done);
      expect(worstRodError(system, flight.x)).toBeLessThanOrEqual(tolerance + 1e-14);
    }
  });

  it('leaves a solved state alone', () => {
    const x = system.positions.slice();
    const p = new Float64Array(x.length);
    const solve = create({ ...options, tolerance: 1e-10 });
    expect(solve.moveOntoRods(system.positions, 0.1, x, p)).toBe(done);
    expect(solve.projectMomenta(x, p)).toBe(done);
    expect(distance(x, system.positions)).toBeLessThan(1e-12);
    expect(distance(p, new Float64Array(x.length))).toBeLessThan(1e-10);
  });

  it('fails by name when particles fly apart, and on what is not a number', () => {
    const wild = freeFlight(system, 5, 5);
    const solve = create({ ...options, maxSweeps: 200 });
    const outcome = solve.moveOntoRods(wild.x0, wild.h, wild.x, wild.p);
    expect(outcome.ok).toBe(false);
    if (outcome.ok) return;
    expect(outcome.residual).toBeGreaterThan(0.01);
    const { a, b } = system.rods[outcome.equation];
    expect(outcome.detail).toContain(`(${system.names[a]}${a}–${system.names[b]}${b})`);
    const lost = flightOf(system);
    lost.x[3 * system.rods[0].a] = Number.NaN;
    expect(solve.moveOntoRods(lost.x0, lost.h, lost.x, lost.p).ok).toBe(false);
    lost.p[3 * system.rods[0].a] = Number.NaN;
    expect(solve.projectMomenta(lost.x0, lost.p).ok).toBe(false);
  });
});

const afloat = all.filter(([, , , system]) => system.anchored.length === 0);
describe.each(afloat)('rods kept %s by the solver %s: %s', (place, solver, _, system, more) => {
  it('keeps linear and angular momentum', () => {
    const options = { solver, ...fine, ...more };
    const { x0, h, x, p } = flightOf(system);
    const solve = createIn(place, system, options);
    const start = momenta(x0, p);
    solve.moveOntoRods(x0, h, x, p);
    const landed = momenta(x0, p);
    expect(distance(landed.linear, start.linear)).toBeLessThan(2e-13);
    expect(distance(landed.angular, start.angular) / largest(start.angular)).toBeLessThan(1e-13);
    const turning = momenta(x, p);
    solve.projectMomenta(x, p);
    const projected = momenta(x, p);
    expect(distance(projected.linear, turning.linear)).toBeLessThan(2e-13);
    expect(distance(projected.angular, turning.angular) / largest(turning.angular)).toBeLessThan(1e-13);
  });
});
