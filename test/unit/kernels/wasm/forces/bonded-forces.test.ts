import { describe, expect, it } from 'vitest';
import { chooseForces } from '../../../../../src/kernels/choose.ts';
import { bondedForces, isBonded } from '../../../../../src/kernels/wasm/forces/bonded-forces.ts';
import type { Box, ForceTerm } from '../../../../../src/particles/system.ts';
import { angleHarmonic, type HarmonicAngle } from '../../../../../src/particles/terms/angle-harmonic.ts';
import {
  dihedralRyckaertBellemans,
  type RyckaertBellemansDihedral,
} from '../../../../../src/particles/terms/dihedrals.ts';
import { systemOf } from '../../../particles/terms-systems.ts';
import { distance, kernels, numbers } from '../waters.ts';

/** A crooked chain through space, some of its particles boxes away. */
function crooked(count: number, box: Box | null): Float64Array {
  const next = numbers(11);
  const x = new Float64Array(3 * count);
  for (let i = 3; i < x.length; i++) x[i] = x[i - 3] + 1.5 * (next() - 0.3);
  return x.map((value, i) => value + (box ? box.edges[i % 3] * Math.floor(3 * next() - 1) : 0));
}

const angles = (count: number): HarmonicAngle[] =>
  Array.from({ length: count }, (_, n) => ({
    a: n,
    b: n + 1,
    c: n + 2,
    angle: 1 + 0.1 * (n % 9),
    stiffness: 60 + n,
  }));
const dihedrals = (count: number): RyckaertBellemansDihedral[] =>
  Array.from({ length: count }, (_, n) => ({
    i: n,
    j: n + 1,
    k: n + 2,
    l: n + 3,
    coefficients: [9.3 + n, 12.2, -13.1, -3.1, 26.2, -31.5],
  }));

const boxed: Box = { edges: [9, 10, 11] };
const places: [string, Box | null][] = [
  ['in open space', null],
  ['in a box', boxed],
];

describe.each(places)('bonded terms in WebAssembly, %s', (_, box) => {
  it.each([
    [1, 0],
    [0, 1],
    [2, 2],
    [7, 6],
    [40, 39],
  ])('are the plain ones: %d angles and %d dihedrals', (bends, twists) => {
    const system = systemOf({ positions: crooked(50, box), box });
    const plain = [
      angleHarmonic(system, angles(bends)),
      dihedralRyckaertBellemans(system, dihedrals(twists)),
    ];
    const fast = bondedForces(kernels(), system, plain);
    // What is there already must stay.
    const before = Float64Array.from(system.positions, (_, i) => Math.cos(i));
    const [out, expected] = [before.slice(), before.slice()];
    const energy = fast.addGradient(system.positions, out);
    const sum = plain.reduce((total, term) => total + term.addGradient(system.positions, expected), 0);
    expect(Math.abs(energy / sum - 1)).toBeLessThan(1e-14);
    expect(distance(out, expected)).toBeLessThan(3e-15);
    expect(fast.energy(system.positions)).toBe(energy);
  });
});

/** U and ∇U of one angle θ, by both. */
function bent(theta: number, angle: number) {
  const positions = [2 * Math.cos(theta), 2 * Math.sin(theta), 0, 0, 0, 0, 1.5, 0, 0];
  const system = systemOf({ positions });
  const plain = angleHarmonic(system, [{ a: 0, b: 1, c: 2, angle, stiffness: 3 }]);
  const [out, expected] = [new Float64Array(9), new Float64Array(9)];
  const fast = bondedForces(kernels(), system, [plain]);
  const energies = [fast.addGradient(system.positions, out), plain.addGradient(system.positions, expected)];
  return { energies, out, expected };
}

describe('an angle in WebAssembly', () => {
  it('is measured to the last digits wherever it is', () => {
    for (let theta = 0.002; theta < Math.PI; theta += 0.0123) {
      const { energies, out, expected } = bent(theta, 1.9);
      // U = ½ · 3 (θ − 1.9)²: the angle itself, from the energy.
      const measured = 1.9 + Math.sign(theta - 1.9) * Math.sqrt(energies[0] / 1.5);
      expect(Math.abs(measured - theta)).toBeLessThan(2e-15);
      expect(distance(out, expected)).toBeLessThan(2e-12);
    }
  });

  it.each([
    ['straight, where it wants to be', Math.PI, Math.PI],
    ['nearly straight', Math.PI - 1e-9, Math.PI],
    ['straight, where it does not want to be', Math.PI, 2],
    ['nearly straight, where it does not want to be', Math.PI - 1e-7, 2],
  ])('is the plain one: %s', (_, theta, angle) => {
    const { energies, out, expected } = bent(theta, angle);
    expect(Math.abs(energies[0] - energies[1])).toBeLessThan(1e-15);
    expect(Math.max(...out.map((value, i) => Math.abs(value - expected[i])))).toBeLessThan(1e-14);
  });

  it('has no force where all three are exactly in line', () => {
    const system = systemOf({ positions: [-1, 0, 0, 0, 0, 0, 1, 0, 0] });
    const plain = angleHarmonic(system, [{ a: 0, b: 1, c: 2, angle: 2, stiffness: 3 }]);
    const out = new Float64Array(9);
    expect(bondedForces(kernels(), system, [plain]).addGradient(system.positions, out)).toBeGreaterThan(0.1);
    expect([...out]).toEqual(new Array(9).fill(0));
  });
});

describe('what is not a number', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY])('stays none: a coordinate %d', value => {
    const system = systemOf({ positions: crooked(12, boxed), box: boxed });
    const terms = [angleHarmonic(system, angles(5)), dihedralRyckaertBellemans(system, dihedrals(5))];
    const x = system.positions.slice();
    x[7] = value;
    for (const term of terms) {
      const fast = bondedForces(kernels(), system, [term]);
      expect(fast.energy(x)).toBeNaN();
      expect(fast.addGradient(x, new Float64Array(36))).toBeNaN();
      expect(Number.isFinite(fast.energy(system.positions))).toBe(true);
    }
  });
});

describe('the terms of a system', () => {
  it('have one kernel for all that are bonded', () => {
    const system = systemOf({ positions: crooked(20, null) });
    const other: ForceTerm = {
      kind: 'custom',
      name: 'other',
      energy: () => 1,
      addGradient: () => 1,
      addHessianTimes: () => {},
      addVirial: () => {},
    };
    const terms = [angleHarmonic(system, angles(9)), other, dihedralRyckaertBellemans(system, dihedrals(9))];
    const fast = chooseForces(kernels(), system, terms).forces?.terms ?? terms;
    expect(terms.map(isBonded)).toEqual([true, false, true]);
    expect(fast.map(({ name }) => name)).toEqual(['other', 'harmonic angle and Ryckaert–Bellemans dihedral']);
    const sum = (list: readonly ForceTerm[]) =>
      list.reduce((total, term) => total + term.energy(system.positions), 0);
    expect(Math.abs(sum(fast) / sum(terms) - 1)).toBeLessThan(1e-14);
  });
});
