import { describe, expect, it } from 'vitest';
import { createPairForces, type PairAtoms } from '../../../../../src/kernels/wasm/forces/pair-forces.ts';
import { distance, kernels, numbers, type PairLaw, plainGradient } from '../waters.ts';

const cutoff = 2.5;
const shift = 4 * (cutoff ** -12 - cutoff ** -6);

/** side³ atoms at the density 0.8, not quite on a lattice, some of them boxes away. */
function liquid(side: number, skin: number): { atoms: PairAtoms; z: Float64Array; edge: number } {
  const next = numbers(3);
  const count = side ** 3;
  const edge = side / Math.cbrt(0.8);
  const z = new Float64Array(6 * count);
  for (let i = 0; i < count; i++)
    [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)].forEach((c, k) => {
      z[3 * i + k] = (edge / side) * (c + 0.15 * next()) + edge * Math.floor(5 * next() - 2);
      z[3 * count + 3 * i + k] = 3 * (next() - 0.5);
    });
  const table = {
    species: 1,
    c12: Float64Array.of(4),
    c6: Float64Array.of(4),
    shift: Float64Array.of(shift),
    charges: null,
  };
  const atoms = {
    ...{ cutoff, skin, table, excluded: [], box: { edges: [edge, edge, edge] as const } },
    members: Int32Array.from({ length: count }, (_, i) => i),
    mass: new Float64Array(count).fill(1),
    species: new Int32Array(count),
  };
  return { atoms, z, edge };
}

const law: PairLaw = (_a, _b, r) =>
  r < cutoff ? { u: 4 * (r ** -12 - r ** -6) - shift, slope: -48 * r ** -14 + 24 * r ** -8 } : null;

describe('atoms that are alike in WebAssembly', () => {
  it.each([5, 7, 10])('have the forces of the plain sum: %i³ atoms', side => {
    const { atoms, z, edge } = liquid(side, 0.3);
    const q = z.subarray(0, z.length / 2);
    const gradient = new Float64Array(q.length);
    const energy = createPairForces(kernels(), atoms).addGradient(q, gradient);
    const plain = plainGradient(q, law, edge);
    expect(Math.abs(energy / plain.energy - 1)).toBeLessThan(1e-12);
    expect(distance(gradient, plain.gradient)).toBeLessThan(1e-12);
  });

  it('go the same way, bit by bit, whenever the list is made and wherever one stops', () => {
    const { atoms, z } = liquid(7, 0.3);
    const [seldom, often, half, rest] = [0, 1, 2, 3].map(() => new Float64Array(z.length));
    createPairForces(kernels(), { ...atoms, skin: 0.5 }).steps(z, 0.005, 200, seldom);
    createPairForces(kernels(), { ...atoms, skin: 0.01 }).steps(z, 0.005, 200, often);
    createPairForces(kernels(), atoms).steps(z, 0.005, 77, half);
    createPairForces(kernels(), atoms).steps(half, 0.005, 123, rest);
    expect(often).toEqual(seldom);
    expect(rest).toEqual(seldom);
  });

  it('never miss a pair while they move', () => {
    const { atoms, z, edge } = liquid(7, 0.3);
    const box = createPairForces(kernels(), atoms);
    const n = z.length / 2;
    let now: Float64Array = z;
    let next: Float64Array = new Float64Array(2 * n);
    for (let k = 0; k < 20; k++) {
      expect(box.steps(now, 0.005, 11, next)).toBe(true);
      [now, next] = [next, now === z ? new Float64Array(2 * n) : now];
      const gradient = new Float64Array(n);
      box.addGradient(now.subarray(0, n), gradient);
      expect(distance(gradient, plainGradient(now.subarray(0, n), law, edge).gradient)).toBeLessThan(1e-12);
    }
  });

  it.each([0.007, 0.011, 0.016, 0.023])('see who comes near, however old the list: by %d at a time', by => {
    const { atoms } = liquid(5, 0.3);
    const pair = { ...atoms, members: Int32Array.of(0, 1), mass: Float64Array.of(1, 1) };
    const aged = createPairForces(kernels(), pair);
    for (let r = cutoff + 0.3001; r > cutoff - 0.3; r -= 2 * by) {
      const q = Float64Array.of(-r / 2, 0, 0, r / 2, 0, 0);
      const [seen, fresh] = [new Float64Array(6), new Float64Array(6)];
      aged.addGradient(q, seen);
      createPairForces(kernels(), pair).addGradient(q, fresh);
      expect(seen).toEqual(fresh);
      expect(fresh[0] !== 0).toBe(r < cutoff);
    }
  });

  it('move as plain velocity Verlet does', () => {
    const { atoms, z, edge } = liquid(5, 0.3);
    const mass = Float64Array.from(atoms.mass, (_, i) => 1 + (i % 3));
    const out = new Float64Array(z.length);
    expect(createPairForces(kernels(), { ...atoms, mass }).steps(z, 0.005, 20, out)).toBe(true);
    expect(distance(out, plainVerlet(z, mass, edge))).toBeLessThan(1e-12);
  });

  it('know their energy where steps ended, though steps do not ask for it', () => {
    const { atoms, z } = liquid(7, 0.3);
    const [out, gradient, fresh] = [z.length, z.length / 2, z.length / 2].map(n => new Float64Array(n));
    const box = createPairForces(kernels(), atoms);
    for (const steps of [1, 40]) {
      expect(box.steps(z, 0.005, steps, out)).toBe(true);
      expect(box.addGradient(out, gradient.fill(0))).toBe(
        createPairForces(kernels(), atoms).addGradient(out, fresh.fill(0)),
      );
      expect(gradient).toEqual(fresh);
    }
    const onTop = z.slice();
    onTop.copyWithin(0, 3, 6);
    expect(box.steps(onTop, 0.005, 1, out)).toBe(false);
  });

  it('say so when one flies off', () => {
    const { atoms, z } = liquid(5, 0.3);
    const out = new Float64Array(z.length);
    const box = createPairForces(kernels(), atoms);
    expect(box.steps(z, 1, 200, out)).toBe(false);
    expect(box.steps(z, 0.005, 1, out)).toBe(true);
  });

  it('crowd together without losing partners: the list makes room', () => {
    const { atoms, z, edge } = liquid(9, 0.3);
    const n = z.length / 2;
    const q = z.subarray(0, n).map(x => 0.3 * (x - edge * Math.floor(x / edge)));
    const gradient = new Float64Array(n);
    createPairForces(kernels(), atoms).addGradient(q, gradient);
    expect(distance(gradient, plainGradient(q, law, edge).gradient)).toBeLessThan(1e-12);
  });
});

/** Twenty steps of 0.005. */
function plainVerlet(z: Float64Array, mass: Float64Array, edge: number): Float64Array {
  const n = z.length / 2;
  const h = 0.005;
  const out = z.slice();
  const [q, p] = [out.subarray(0, n), out.subarray(n)];
  const kick = () => {
    const { gradient } = plainGradient(q, law, edge);
    for (let k = 0; k < n; k++) p[k] -= 0.5 * h * gradient[k];
  };
  for (let step = 0; step < 20; step++) {
    kick();
    for (let k = 0; k < n; k++) q[k] += (h * p[k]) / mass[Math.floor(k / 3)];
    kick();
  }
  return out;
}
