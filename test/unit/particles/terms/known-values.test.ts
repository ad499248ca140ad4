// Numbers that are known without this program: minima, limits, published energies, formulas written out anew.

import { describe, expect, it } from 'vitest';
import { angleHarmonic } from '../../../../src/particles/terms/angle-harmonic.ts';
import { bondHarmonic, bondMorse } from '../../../../src/particles/terms/bonds.ts';
import {
  type CoulombParameters,
  complementaryErrorFunction,
  coulomb,
} from '../../../../src/particles/terms/coulomb.ts';
import { dihedralPeriodic, dihedralRyckaertBellemans } from '../../../../src/particles/terms/dihedrals.ts';
import { externalField, restraint } from '../../../../src/particles/terms/external.ts';
import { externalFormula, pairFormula } from '../../../../src/particles/terms/from-formulas.ts';
import {
  type LennardJonesParameters,
  lennardJones,
  sizeAndDepth,
} from '../../../../src/particles/terms/lennard-jones.ts';
import { derivative } from '../../differences.ts';
import { gradientOf, hessianTimesOf, relativeDistance, shakenLattice, systemOf } from '../terms-systems.ts';

const pairAt = (r: number) =>
  Float64Array.of(0.3, -0.2, 0.5, 0.3 + (2 * r) / 3, -0.2 - r / 3, 0.5 + (2 * r) / 3);
const argon = { kinds: { A: { sigma: 3.4, epsilon: 0.24 } } };

describe('Lennard-Jones', () => {
  const pair = systemOf({ positions: pairAt(4) });
  const at = (r: number, parameters: Partial<LennardJonesParameters> = {}) =>
    lennardJones(pair, { ...argon, ...parameters }).energy(pairAt(r));

  it('is 0 at σ and −ε at 2^(1/6) σ, without force there', () => {
    expect(Math.abs(at(3.4))).toBeLessThan(1e-14);
    const bottom = 2 ** (1 / 6) * 3.4;
    expect(at(bottom)).toBeCloseTo(-0.24, 14);
    const g = gradientOf(lennardJones(pair, argon), pairAt(bottom));
    expect(Math.max(...g.map(Math.abs))).toBeLessThan(1e-14);
  });

  it('mixes by Lorentz and Berthelot, and takes given pairs as they are', () => {
    const system = systemOf({ positions: pairAt(4), kinds: ['A', 'B'], kind: [0, 1] });
    const kinds = { A: { sigma: 3, epsilon: 0.2 }, B: { sigma: 4, epsilon: 0.8 } };
    const bottom = pairAt(2 ** (1 / 6) * 3.5);
    expect(lennardJones(system, { kinds }).energy(bottom)).toBeCloseTo(-0.4, 14);
    const pairs = [{ kinds: ['B', 'A'] as const, sigma: 3.5, epsilon: 0.07 }];
    expect(lennardJones(system, { kinds, pairs }).energy(bottom)).toBeCloseTo(-0.07, 14);
  });

  it('ends at the cut-off as each mode says', () => {
    const full = (r: number) => 4 * 0.24 * ((3.4 / r) ** 12 - (3.4 / r) ** 6);
    const cutoff = (mode: 'cut' | 'shifted' | 'switched') => ({ cutoff: { radius: 8, mode } });
    for (const r of [3.5, 5, 7]) {
      expect(at(r, cutoff('cut'))).toBeCloseTo(full(r), 14);
      expect(at(r, cutoff('shifted'))).toBeCloseTo(full(r) - full(8), 14);
      expect(at(r, cutoff('switched'))).toBeCloseTo(full(r), 14);
    }
    // Halfway through the switch from 7.2 to 8.
    expect(at(7.6, cutoff('switched'))).toBeCloseTo(full(7.6) / 2, 14);
    expect(at(7.999999, cutoff('cut'))).toBeCloseTo(full(8), 8);
    for (const mode of ['shifted', 'switched'] as const)
      expect(Math.abs(at(7.999999, cutoff(mode)))).toBeLessThan(1e-8);
    for (const mode of ['cut', 'shifted', 'switched'] as const) expect(at(8.000001, cutoff(mode))).toBe(0);
  });

  it('has a switch with two continuous derivatives', () => {
    const term = lennardJones(pair, { ...argon, cutoff: { radius: 8, mode: 'switched', switchFrom: 6 } });
    const along = (r: number) => {
      const v = pairAt(1).map((entry, k) => (k < 3 ? 0 : entry - pairAt(0)[k]));
      const [g, h] = [gradientOf(term, pairAt(r)), hessianTimesOf(term, pairAt(r), v)];
      const dot = (a: Float64Array) => a.reduce((sum, entry, k) => sum + entry * v[k], 0);
      return [term.energy(pairAt(r)), dot(g), dot(h)];
    };
    for (const r of [6, 8]) {
      const [before, after] = [along(r - 1e-9), along(r + 1e-9)];
      before.forEach((entry, k) => {
        expect(Math.abs(entry - after[k])).toBeLessThan(1e-9);
      });
    }
  });
});

describe('TIP3P', () => {
  const [r, half] = [0.9572, (104.52 * Math.PI) / 360];
  /** Donor with one hydrogen towards the acceptor, whose plane is tilted by θ against the line O–O. */
  const dimer = (distance: number, theta: number) => {
    const [along, side] = [-Math.cos(half) * r, Math.sin(half) * r];
    const acceptor = (sign: number) => [
      distance - along * Math.cos(theta),
      -along * Math.sin(theta),
      sign * side,
    ];
    const donor = [0, 0, 0, r, 0, 0, r * Math.cos(2 * half), r * Math.sin(2 * half), 0];
    return Float64Array.from([...donor, distance, 0, 0, ...acceptor(1), ...acceptor(-1)]);
  };
  const system = systemOf({
    positions: dimer(2.74, 0.4),
    kinds: ['O', 'H'],
    kind: [0, 1, 1, 0, 1, 1],
    charge: [-0.834, 0.417, 0.417, -0.834, 0.417, 0.417],
    excluded: [
      [1, 2],
      [0, 2],
      [0, 1],
      [4, 5],
      [3, 5],
      [3, 4],
    ],
  });
  const lj = lennardJones(system, { kinds: { O: sizeAndDepth(582e3, 595), H: { sigma: 0, epsilon: 0 } } });
  const charges = coulomb(system);
  const energy = (x: Float64Array) => lj.energy(x) + charges.energy(x);

  /** A/r¹² − C/r⁶ between oxygens and the nine pairs of charges. */
  function byHand(x: Float64Array): number {
    const distance = (i: number, j: number) =>
      Math.hypot(x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]);
    let sum = 582e3 / distance(0, 3) ** 12 - 595 / distance(0, 3) ** 6;
    for (const i of [0, 1, 2])
      for (const j of [3, 4, 5]) sum += (332.0636 * system.charge[i] * system.charge[j]) / distance(i, j);
    return sum;
  }

  it('has the energy of two waters, computed by hand', () => {
    for (const [d, theta] of [
      [2.74, 0.4],
      [3.1, -1],
      [5, 2],
    ] as const)
      expect(Math.abs(energy(dimer(d, theta)) / byHand(dimer(d, theta)) - 1)).toBeLessThan(1e-12);
  });

  it('binds two waters by 6.50 kcal/mol at 2.74 Å (Jorgensen et al., J. Chem. Phys. 79 (1983) 926)', () => {
    let best = { energy: 0, distance: 0 };
    for (let distance = 2.5; distance < 3.2; distance += 0.01)
      for (let theta = -1.5; theta < 1.5; theta += 0.02) {
        const here = energy(dimer(distance, theta));
        if (here < best.energy) best = { energy: here, distance };
      }
    expect(Math.abs(best.energy + 6.5)).toBeLessThan(0.05);
    expect(Math.abs(best.distance - 2.74)).toBeLessThan(0.02);
  });
});

describe('Coulomb forces', () => {
  const system = systemOf({ positions: pairAt(1), charge: [2, -3] });
  const w = (r: number, cutoff?: CoulombParameters['cutoff']) =>
    coulomb(system, { constant: 1, ...(cutoff && { cutoff }) }).energy(pairAt(r)) / -6;
  const radius = 9;

  it('go as 1/r', () => {
    expect(w(2.5)).toBeCloseTo(0.4, 14);
  });

  it('in a reaction field end at the cut-off, in a conductor without force', () => {
    for (const epsilon of [1, 4, 78, Number.POSITIVE_INFINITY]) {
      const k = epsilon === Number.POSITIVE_INFINITY ? 0.5 : (epsilon - 1) / (2 * epsilon + 1);
      const field = { mode: 'reaction field', radius, epsilon } as const;
      expect(Math.abs(w(8.9999999, field))).toBeLessThan(1e-8);
      expect(w(3, field)).toBeCloseTo(1 / 3 + (k * 9) / 729 - 1 / 9 - k / 9, 14);
      const slope = derivative(r => w(r, field), 8.9, 0.01);
      expect(slope).toBeCloseTo(-1 / 8.9 ** 2 + (2 * k * 8.9) / 729, 10);
    }
    const conductor = { mode: 'reaction field', radius } as const;
    expect(w(3, { ...conductor, epsilon: 1e12 })).toBeCloseTo(w(3, conductor), 11);
    expect(Math.abs(derivative(r => w(r, conductor), 8.99, 0.001))).toBeLessThan(0.01 / 9 ** 2);
    // Vacuum outside: nothing but a shift.
    expect(w(3, { ...conductor, epsilon: 1 })).toBeCloseTo(1 / 3 - 1 / 9, 14);
  });

  it('with zero quadrupole end at the cut-off with neither force nor its slope', () => {
    const quadrupole = { mode: 'zero quadrupole', radius } as const;
    expect(w(3, quadrupole)).toBeCloseTo(
      1 / 3 + (10 / 8) * (9 / 729) - (3 / 8) * (81 / 9 ** 5) - 15 / 72,
      14,
    );
    // What is left close to the end is cubic, (5/2)(r_c − r)³/r_c⁴: the force there has no kink.
    for (const d of [0.04, 0.02, 0.01]) {
      const cubic = w(radius - d, quadrupole) / d ** 3;
      expect(Math.abs((cubic * radius ** 4) / 2.5 - 1)).toBeLessThan(d);
    }
    // The constants do not matter for what neutral groups see of each other from far within.
    const field = { mode: 'reaction field', radius } as const;
    expect(w(0.01, quadrupole) - w(0.01, field)).toBeCloseTo(1.5 / 9 - 15 / 72, 6);
  });

  it('damped and shifted end at the cut-off without force, and have both limits', () => {
    const damped = (alpha: number) => ({ mode: 'damped shifted force', radius, alpha }) as const;
    expect(w(3, damped(0))).toBeCloseTo(1 / 3 - 1 / 9 + (3 - 9) / 81, 14);
    for (const alpha of [0, 0.2, 0.5]) {
      expect(Math.abs(w(8.9999999, damped(alpha)))).toBeLessThan(1e-13);
      expect(Math.abs(derivative(r => w(r, damped(alpha)), 8.99, 0.001))).toBeLessThan(3e-4);
    }
    // Strong damping leaves erfc(αr)/r; a far cut-off without damping leaves 1/r.
    expect(w(0.5, damped(2))).toBeCloseTo(2 * 0.15729920705028513, 13);
    expect(w(3, { ...damped(0), radius: 1e9 })).toBeCloseTo(1 / 3, 8);
  });

  it('know erfc to round-off', () => {
    const known: [number, number][] = [
      [0, 1],
      [0.1, 0.887537083981715],
      [0.5, 0.4795001221869535],
      [1, 0.15729920705028513],
      [1.7, 0.01620954140922544],
      [2.5, 0.0004069520174449589],
      [4, 1.541725790028002e-8],
      [6, 2.1519736712498913e-17],
      [10, 2.088487583762545e-45],
      [26, 5.663192408856143e-296],
    ];
    for (const [x, erfc] of known)
      expect(Math.abs(complementaryErrorFunction(x) / erfc - 1)).toBeLessThan(4e-16 * (2 + x * x));
  });
});

describe('a pair formula', () => {
  it('agrees with the term it writes out', () => {
    const system = systemOf({ positions: shakenLattice([3, 3, 3], [4, 4, 4], 0.5, 1) });
    const text = pairFormula(system, {
      formula: '4*eps*((s/r)^12 - (s/r)^6)',
      parameters: { s: 3.4, eps: 0.24 },
      cutoff: { radius: 6 },
    });
    const term = lennardJones(system, { ...argon, cutoff: { radius: 6 } });
    const x = system.positions;
    expect(Math.abs(text.energy(x) / term.energy(x) - 1)).toBeLessThan(1e-13);
    expect(relativeDistance(gradientOf(text, x), gradientOf(term, x))).toBeLessThan(1e-13);
  });

  it('has the forces of a smooth centre at r = 0, and none of a cusp', () => {
    const system = systemOf({ positions: [1, 2, 3, 1, 2, 3] });
    const soft = pairFormula(system, { formula: 'exp(-r^2)' });
    const v = Float64Array.of(1, 2, 3, 0, 0, 0);
    expect(soft.energy(system.positions)).toBe(1);
    expect(gradientOf(soft, system.positions).every(entry => entry === 0)).toBe(true);
    expect(Array.from(hessianTimesOf(soft, system.positions, v))).toEqual([-2, -4, -6, 2, 4, 6]);
    const cusp = pairFormula(system, { formula: 'exp(-r)' });
    expect(gradientOf(cusp, system.positions).every(Number.isFinite)).toBe(false);
  });
});

describe('bonds and angles', () => {
  it('have their energies written out', () => {
    const system = systemOf({ positions: pairAt(1.3) });
    const ends = { a: 0, b: 1, length: 1.1 };
    const x = system.positions;
    expect(bondHarmonic(system, [{ ...ends, stiffness: 50 }]).energy(x)).toBeCloseTo(0.5 * 50 * 0.04, 13);
    expect(bondMorse(system, [{ ...ends, depth: 4, width: 2 }]).energy(x)).toBeCloseTo(
      4 * (1 - Math.exp(-0.4)) ** 2,
      13,
    );
  });

  const bent = (theta: number) =>
    Float64Array.of(1, 0, 0, 0, 0, 0, 1.5 * Math.cos(theta), 1.5 * Math.sin(theta), 0);
  const angle = { a: 0, b: 1, c: 2, stiffness: 7 };

  it('an angle has ½k(θ − θ₀)², and the force of that', () => {
    for (const theta of [0.4, 1.5, 2.9, 3.1]) {
      const system = systemOf({ positions: bent(theta) });
      const term = angleHarmonic(system, [{ ...angle, angle: 1.9 }]);
      expect(term.energy(bent(theta))).toBeCloseTo(3.5 * (theta - 1.9) ** 2, 12);
      // The end of the arm of length 1.5 is pushed across it.
      const g = gradientOf(term, bent(theta));
      const across = -Math.sin(theta) * g[6] + Math.cos(theta) * g[7];
      expect(across).toBeCloseTo((7 * (theta - 1.9)) / 1.5, 11);
    }
  });

  it('straight angles are smooth where θ₀ = π and finite where it is not', () => {
    const straight = systemOf({ positions: bent(Math.PI) });
    const v = Float64Array.of(0, 0, 0, 0, 0, 0, 0.3, 1, 2);
    const own = angleHarmonic(straight, [{ ...angle, angle: Math.PI }]);
    for (const x of [bent(Math.PI), Float64Array.of(1, 0, 0, 0, 0, 0, -1.5, 0, 0)]) {
      expect(own.energy(x)).toBeLessThan(1e-30);
      // Bending by v⊥/1.5: U = ½·7·(v⊥/1.5)².
      const h = hessianTimesOf(own, x, v);
      [0, 7 / 2.25, 14 / 2.25].forEach((entry, k) => {
        expect(h[6 + k]).toBeCloseTo(entry, 12);
      });
    }
    // The series near the straight angle joins the formula away from it.
    const along = (theta: number) => hessianTimesOf(own, bent(theta), v);
    const [before, after] = [along(Math.PI - 0.02 + 1e-13), along(Math.PI - 0.02 - 1e-13)];
    expect(relativeDistance(before, after)).toBeLessThan(1e-11);
    const other = angleHarmonic(straight, [{ ...angle, angle: 2 }]);
    for (const offset of [0, 1e-300, 1e-140, 1e-17, 1e-9]) {
      const x = Float64Array.of(1, 0, 0, 0, 0, 0, -1.5, offset, 0);
      expect(other.energy(x)).toBeCloseTo(3.5 * (Math.PI - 2) ** 2, 7);
      const largest = Math.max(...gradientOf(other, x).map(Math.abs));
      expect(largest).toBeLessThan(7 * (Math.PI - 2) * (1 + 1 / 1.5) * (1 + 1e-9));
      if (offset > 1e-100) expect(largest).toBeGreaterThan(7 * (Math.PI - 2));
    }
    expect(
      hessianTimesOf(other, Float64Array.of(1, 0, 0, 0, 0, 0, -1.5, 0, 0), v).every(Number.isFinite),
    ).toBe(true);
  });
});

describe('dihedrals', () => {
  /** Turned by φ about the z axis, clockwise seen along it. */
  const chain = (phi: number) =>
    Float64Array.of(1.4, 0, -0.5, 0, 0, 0, 0, 0, 1.5, 1.4 * Math.cos(phi), 1.4 * Math.sin(phi), 2);
  const four = { i: 0, j: 1, k: 2, l: 3 };
  const system = systemOf({ positions: chain(1) });

  it('Ryckaert–Bellemans: butane', () => {
    // kJ/mol; trans is the ground state at 0, gauche and the barriers follow from the polynomial.
    const C = [9.28, 12.16, -13.12, -3.06, 26.24, -31.5] as const;
    const term = dihedralRyckaertBellemans(system, [{ ...four, coefficients: C }]);
    for (const degrees of [-180, -135, -60, -5, 0, 40, 60, 120, 180]) {
      const psi = ((degrees - 180) * Math.PI) / 180;
      const formula = C.reduce((sum, c, n) => sum + c * Math.cos(psi) ** n, 0);
      expect(term.energy(chain((degrees * Math.PI) / 180))).toBeCloseTo(formula, 11);
    }
    expect(Math.abs(term.energy(chain(Math.PI)))).toBeLessThan(1e-10);
    expect(term.energy(chain(0))).toBeCloseTo(9.28 - 12.16 - 13.12 + 3.06 + 26.24 + 31.5, 10);
  });

  it('periodic: the sign of φ and the phase are those of the convention', () => {
    const dihedral = { ...four, stiffness: 2.5, multiplicity: 3, phase: 0.7 };
    const term = dihedralPeriodic(system, [dihedral]);
    for (const phi of [-3, -1, 0, 0.2, 2.5])
      expect(term.energy(chain(phi))).toBeCloseTo(2.5 * (1 + Math.cos(3 * phi - 0.7)), 12);
  });
});

describe('forces from outside', () => {
  const system = systemOf({
    positions: [1, 2, 3, -1, 0.5, 2, 4, 4, 4],
    kinds: ['A', 'B'],
    kind: [0, 1, 0],
    mass: [2, 3, 5],
    charge: [0.5, -1, 2],
  });
  const x = system.positions;

  it('a field is force, gravity and charge in one', () => {
    const term = externalField(system, {
      force: [1, 0, 0],
      acceleration: [0, 0, -10],
      field: [0, 4, 0],
      kinds: ['A'],
    });
    // −(1·1 + 0.5·4·2 − 2·10·3) − (4 + 2·4·4 − 5·10·4)
    expect(term.energy(x)).toBeCloseTo(55 + 164, 12);
    expect(Array.from(gradientOf(term, x))).toEqual([-1, -2, 20, 0, 0, 0, -1, -8, 50]);
  });

  it('a formula knows place, mass and charge', () => {
    const term = externalFormula(system, {
      formula: 'm*g*z + q*x*y',
      parameters: { g: 10 },
      kinds: ['B', 'A'],
    });
    expect(term.energy(x)).toBeCloseTo(60 + 1 + (60 + 0.5) + (200 + 32), 12);
  });

  it('a restraint pulls to its point, by default where the particle started', () => {
    const term = restraint(system, [
      { particle: 1, stiffness: 3 },
      { particle: 0, stiffness: 2, point: [0, 0, 3] },
    ]);
    const moved = x.map((entry, k) => (k === 4 ? entry + 2 : entry));
    expect(term.energy(moved)).toBeCloseTo(0.5 * 3 * 4 + 0.5 * 2 * 5, 13);
  });
});

describe('particles at the same place', () => {
  const system = systemOf({
    positions: [0, 0, 0, 5, 0, 0, 0, 3, 0, 5, 0, 0],
    charge: [1, 1, -1, -1],
    kinds: ['A'],
  });
  it.each([
    lennardJones(system, argon),
    lennardJones(system, { ...argon, cutoff: { radius: 4, mode: 'switched' } }),
    coulomb(system),
    coulomb(system, { cutoff: { radius: 4, mode: 'damped shifted force', alpha: 0.2 } }),
  ])('are never a success, and are named: $name', term => {
    expect(Number.isFinite(term.energy(system.positions))).toBe(false);
    expect(gradientOf(term, system.positions).every(Number.isFinite)).toBe(false);
    expect(term.closestPair(system.positions)).toEqual({ i: 1, j: 3, distance: 0 });
  });
});
