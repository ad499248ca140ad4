import { describe, expect, it } from 'vitest';
import { createSystemArrays } from '../../../../../src/kernels/wasm/host/system-arrays.ts';
import { createRodClusters } from '../../../../../src/kernels/wasm/rods/cluster-kernel.ts';
import type { RodSystem } from '../../../../../src/particles/system.ts';
import { done } from '../../../../../src/solvers/outcome.ts';
import {
  assemble,
  chain,
  createRodSolver,
  denseProject,
  distance,
  dumbbell,
  type FreeFlight,
  freeFlight,
  hanging,
  largest,
  methane,
  type Piece,
  rigidMethane,
  ring,
  tree,
  water,
  worstRate,
  worstRodError,
} from '../../rods/systems.ts';
import { plainly } from '../plainly.ts';
import { kernels } from '../waters.ts';

const tolerance = 1e-13;
const longChain = (seed: number) => chain(15, seed);
const odd: [string, RodSystem][] = [
  ['chains', assemble(...[1, 2, 3, 4, 5].map(longChain))],
  ['short chains', assemble(chain(2), chain(2, 2), chain(2, 3))],
  ['stars', assemble(methane, methane, methane)],
  ['full clusters', assemble(rigidMethane, rigidMethane, rigidMethane)],
  ['rings', assemble(ring(6), ring(6), ring(6))],
  ['trees', assemble(tree(), tree(), tree())],
  ['waters', assemble(water(1), water(2), water(3))],
  [
    'a mixture',
    assemble(water(1), dumbbell, longChain(2), hanging, tree(), water(3), ring(12), longChain(4)),
  ],
];

describe.each(odd)('rods in WebAssembly: %s, an odd number of them', (_, system) => {
  it('go where the plain solver puts them, and have its momenta', () => {
    const [fast, plain] = [
      createRodSolver(system, { tolerance }),
      plainly(() => createRodSolver(system, { tolerance })),
    ];
    expect(fast.parts.join()).toContain('in WebAssembly');
    expect(plain.parts.join()).not.toContain('in WebAssembly');
    const [a, b] = [freeFlight(system, 0.05, 1), freeFlight(system, 0.05, 1)];
    expect(fast.moveOntoRods(a.x0, a.h, a.x, a.p)).toBe(done);
    expect(plain.moveOntoRods(b.x0, b.h, b.x, b.p)).toBe(done);
    // Both end within the tolerance, at different places there.
    expect(distance(a.x, b.x)).toBeLessThan(2e-12);
    expect(worstRodError(system, a.x)).toBeLessThan(2e-13);
    a.x.set(b.x);
    a.p.set(b.p);
    expect(fast.projectMomenta(a.x, a.p)).toBe(done);
    expect(plain.projectMomenta(b.x, b.p)).toBe(done);
    expect(distance(a.p, b.p) / largest(b.p)).toBeLessThan(1e-14);
    expect(worstRate(system, a.x, a.p)).toBeLessThan(2e-14);
  });
});

/** Copies of a piece in different shapes, as the kernel has them, with what becomes of their flight. */
function flown(pieces: readonly Piece[], speeds: readonly number[]) {
  const system = assemble(...pieces);
  const [n, m] = [system.count / pieces.length, system.rods.length / pieces.length];
  const loaded = kernels();
  const arrays = createSystemArrays(loaded, system.count);
  const kernel = createRodClusters(loaded, arrays, {
    particles: pieces.map((_, c) => Array.from({ length: n }, (_, i) => c * n + i)),
    lengths: pieces.map((_, c) => system.rods.slice(c * m, (c + 1) * m).map(rod => rod.length)),
    ends: pieces[0].joined,
    mass: system.mass,
    // Coarse: an iteration more than needed would show.
    tolerance: 1e-6,
  });
  const view = (address: number) => loaded.memory.stretch(address, 3 * system.count)();
  const go = (flight: FreeFlight) => {
    view(arrays.old).set(flight.x0);
    view(arrays.x).set(flight.x);
    view(arrays.p).set(flight.p);
    return kernel.moveOntoRods(flight.h);
  };
  const flight = freeFlight(system, 0.05, 1);
  speeds.forEach((speed, c) => {
    for (let i = 3 * c * n; i < 3 * (c + 1) * n; i++)
      flight.x[i] = flight.x0[i] + speed * (flight.x[i] - flight.x0[i]);
  });
  const ok = go(flight);
  return { ok, go, system, first: [...view(arrays.x).subarray(0, 3 * n)] };
}

const kinds: [string, Piece, Piece][] = [
  ['chains', longChain(1), longChain(2)],
  ['stars', methane, methane],
];

describe.each(kinds)('two %s in one block', (_, one, other) => {
  it('do not feel each other, bit by bit: neither whether the other is there, nor how far it goes', () => {
    const alone = flown([one], [0.02]);
    const slow = flown([one, other], [0.02, 1e-4]);
    const quick = flown([one, other], [0.02, 4]);
    expect([alone.ok, slow.ok, quick.ok]).toEqual([true, true, true]);
    expect(slow.first).toEqual(alone.first);
    expect(quick.first).toEqual(alone.first);
  });

  it('fail when one is torn or nowhere, and work again afterwards', () => {
    const torn = flown([one, other], [1, 100]);
    expect(torn.ok).toBe(false);
    const good = freeFlight(torn.system, 0.05, 1);
    expect(torn.go(good)).toBe(true);
    for (const which of ['x0', 'x', 'p'] as const)
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const lost = freeFlight(torn.system, 0.05, 1);
        lost[which][3 * one.points.length + 4] = value;
        expect(torn.go(lost)).toBe(false);
        expect(torn.go(good)).toBe(true);
      }
  });

  it('do not turn over', () => {
    const { go, system } = flown([one, other], [1, 1]);
    const { x0, h, x, p } = freeFlight(system, 0.05, 1);
    const { a, b } = system.rods[0];
    // The other side, a little too far off.
    const from = one.joined.filter(ends => ends.includes(b)).length === 1 ? a : b;
    const end = from === a ? b : a;
    for (let c = 0; c < 3; c++)
      x[3 * end + c] = x[3 * from + c] - 1.05 * (x0[3 * end + c] - x0[3 * from + c]);
    expect(go({ x0, h, x, p })).toBe(false);
  });

  it('square their error in each iteration', () => {
    const system = assemble(one);
    const { x0, h, x, p } = freeFlight(system, 0.05, 1);
    // Along the rods nothing moves at first: the error is the square of the angle by which they turn.
    denseProject(system, x0, p);
    for (let i = 0; i < x.length; i++) x[i] = x0[i] + (h * p[i]) / system.mass[Math.floor(i / 3)];
    const error = worstRodError(system, x);
    expect(error).toBeGreaterThan(1e-4);
    expect(createRodSolver(system, { tolerance: 0.9 * error }).moveOntoRods(x0, h, x, p)).toBe(done);
    expect(worstRodError(system, x)).toBeLessThan(2 * error ** 2);
  });
});

describe('where a kernel gives up', () => {
  it('the plain solver names the rod', () => {
    const system = assemble(...[1, 2, 3, 4].map(longChain), water(1));
    const { x0, h, x, p } = freeFlight(system, 0.05, 1);
    for (let i = 3 * 40; i < 3 * 41; i++) x[i] += 3;
    const plain = plainly(() => createRodSolver(system)).moveOntoRods(x0, h, x.slice(), p.slice());
    const outcome = createRodSolver(system).moveOntoRods(x0, h, x, p);
    expect(outcome).toEqual(plain);
    expect(outcome).toMatchObject({ ok: false, reason: 'did not converge' });
    if (!outcome.ok) expect(outcome.detail).toMatch(/rod 3[78] \(C/);
  });

  it('the plain solver makes the step, if it can', () => {
    // A water that is off its shape, where the kernel takes this for granted.
    const system = assemble(water(1), water(2), water(3));
    const { x0, p } = freeFlight(system, 0.05, 1);
    x0[4] += 1e-3;
    expect(createRodSolver(system).projectMomenta(x0, p)).toBe(done);
    expect(worstRate(system, x0, p)).toBeLessThan(1e-14);
  });
});

describe('chains', () => {
  it('are found whatever the order of their rods and ends', () => {
    const system = assemble(longChain(1), longChain(2), longChain(3));
    const turned = {
      ...system,
      rods: [...system.rods]
        .reverse()
        .map(({ a, b, length }, k) => (k % 3 === 0 ? { a, b, length } : { a: b, b: a, length })),
    };
    const [one, other] = [freeFlight(system, 0.05, 1), freeFlight(system, 0.05, 1)];
    expect(createRodSolver(system, { tolerance }).moveOntoRods(one.x0, one.h, one.x, one.p)).toBe(done);
    expect(createRodSolver(turned, { tolerance }).moveOntoRods(other.x0, other.h, other.x, other.p)).toBe(
      done,
    );
    expect(distance(one.x, other.x)).toBeLessThan(1e-13);
  });

  it('may have masses of their own', () => {
    const heavy: Piece = { ...longChain(2), masses: longChain(2).masses.map((mass, i) => mass * (1 + i)) };
    const system = assemble(longChain(1), heavy);
    const [fast, plain] = [
      createRodSolver(system, { tolerance }),
      plainly(() => createRodSolver(system, { tolerance })),
    ];
    const [a, b] = [freeFlight(system, 0.05, 1), freeFlight(system, 0.05, 1)];
    fast.moveOntoRods(a.x0, a.h, a.x, a.p);
    plain.moveOntoRods(b.x0, b.h, b.x, b.p);
    expect(distance(a.x, b.x)).toBeLessThan(2e-12);
    expect(worstRodError(system, a.x)).toBeLessThan(2e-13);
  });
});
