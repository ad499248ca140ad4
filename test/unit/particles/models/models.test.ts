import { describe, expect, it } from 'vitest';
import { assemble } from '../../../../src/particles/build/assemble.ts';
import { beadRodChain, nAlkane } from '../../../../src/particles/models/chains.ts';
import { type MoleculeModel, molarMass } from '../../../../src/particles/models/molecule-model.ts';
import { argon, nitrogen } from '../../../../src/particles/models/named-models.ts';
import { spce, tip3p } from '../../../../src/particles/models/water.ts';
import { angleHarmonic } from '../../../../src/particles/terms/angle-harmonic.ts';
import { dihedralRyckaertBellemans } from '../../../../src/particles/terms/dihedrals.ts';
import { molecularUnits } from '../../../../src/particles/units.ts';
import { angle, between, dihedral, distance, dot } from '../geometry.ts';

const degrees = Math.PI / 180;
const { K, kJ } = molecularUnits;
const chain = beadRodChain({ beads: 7, length: 1, mass: 1, epsilon: 1, sigma: 1 });
const all: readonly MoleculeModel[] = [
  tip3p,
  spce,
  argon,
  nitrogen,
  nAlkane(2),
  nAlkane(4),
  nAlkane(16),
  chain,
];

describe.each(all.map(model => [model.title, model] as const))('%s', (_, model) => {
  const n = model.sites.length;

  it('satisfies its rods', () => {
    expect(model.shape).toHaveLength(3 * n);
    for (const { a, b, length } of model.rods)
      expect(Math.abs(distance(model.shape, a, b) - length)).toBeLessThan(1e-12);
  });

  it('is neutral, has positive masses and known kinds', () => {
    expect(Math.abs(model.sites.reduce((sum, { charge }) => sum + charge, 0))).toBeLessThan(1e-15);
    const kinds = model.kinds.map(({ name }) => name);
    for (const { mass, kind } of model.sites) {
      expect(mass).toBeGreaterThan(0);
      expect(kinds).toContain(kind);
    }
    expect(new Set(model.sites.map(({ kind }) => kind)).size).toBe(kinds.length);
    expect(new Set(model.sites.map(({ name }) => name)).size).toBe(n);
  });

  it('names each excluded pair once, and its rods are among them', () => {
    const keys = model.excluded.map(([i, j]) => `${i} ${j}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const [i, j] of model.excluded) expect(i >= 0 && i < j && j < n).toBe(true);
    for (const { a, b } of model.rods) expect(keys).toContain(`${Math.min(a, b)} ${Math.max(a, b)}`);
  });
});

describe('waters', () => {
  it.each([
    ['TIP3P', tip3p, 0.9572, 104.52 * degrees, 0.417],
    ['SPC/E', spce, 1, Math.acos(-1 / 3), 0.4238],
  ])('%s has its angle, lengths and charges', (_, model, length, theta, charge) => {
    expect(Math.abs(distance(model.shape, 0, 1) - length)).toBeLessThan(1e-12);
    expect(Math.abs(distance(model.shape, 0, 2) - length)).toBeLessThan(1e-12);
    expect(Math.abs(angle(model.shape, 1, 0, 2) - theta)).toBeLessThan(1e-12);
    expect(model.sites.map(site => site.charge)).toEqual([-2 * charge, charge, charge]);
    expect(molarMass(model)).toBeCloseTo(18.0154, 12);
    expect(model.excluded).toHaveLength(3);
  });

  it('TIP3P: 4εσ¹² = 582000 and 4εσ⁶ = 595', () => {
    const { epsilon, sigma } = tip3p.kinds[0];
    expect(4 * epsilon * sigma ** 12).toBeCloseTo(582e3, 6);
    expect(4 * epsilon * sigma ** 6).toBeCloseTo(595, 9);
  });

  // As other programs have it: σ = 0.316557 nm, ε = 0.650194 kJ/mol; the paper's rounded A and B allow 1e-4.
  it('SPC/E: σ and ε', () => {
    const { epsilon, sigma } = spce.kinds[0];
    expect(Math.abs(sigma / 3.16557 - 1)).toBeLessThan(1e-5);
    expect(Math.abs(epsilon / (0.650194 * kJ) - 1)).toBeLessThan(1e-4);
  });
});

describe('simple molecules', () => {
  it('argon', () => {
    expect(argon.kinds[0].epsilon).toBeCloseTo(0.23807, 5);
    expect(argon.kinds[0].sigma).toBe(3.405);
    expect(molarMass(argon)).toBe(39.948);
  });

  it('nitrogen', () => {
    expect(distance(nitrogen.shape, 0, 1)).toBeCloseTo(1.089, 14);
    expect(nitrogen.kinds[0].epsilon / K).toBeCloseTo(37.3, 12);
    expect(molarMass(nitrogen)).toBe(28.014);
  });
});

describe('n-alkanes', () => {
  it.each([4, 6, 16])('C%i: all bonds, angles and torsions of the all-trans shape', n => {
    const { shape, rods, angles, dihedrals, sites } = nAlkane(n);
    expect([rods.length, angles.length, dihedrals.length]).toEqual([n - 1, n - 2, n - 3]);
    for (const { a, b } of rods) expect(Math.abs(distance(shape, a, b) - 1.54)).toBeLessThan(1e-12);
    for (const { i, j, k, theta0 } of angles) {
      expect(theta0).toBeCloseTo(114 * degrees, 14);
      expect(Math.abs(angle(shape, i, j, k) - theta0)).toBeLessThan(1e-12);
    }
    for (const { i, j, k, l } of dihedrals) expect(dihedral(shape, [i, j, k, l])).toBeCloseTo(Math.PI, 12);
    expect(sites.map(({ kind }) => kind)).toEqual(['CH3', ...Array(n - 2).fill('CH2'), 'CH3']);
  });

  it('excludes exactly the pairs at most three bonds apart', () => {
    const wanted: string[] = [];
    for (let i = 0; i < 16; i++) for (let j = i + 1; j < 16; j++) if (j - i <= 3) wanted.push(`${i} ${j}`);
    expect(nAlkane(16).excluded.map(pair => pair.join(' '))).toEqual(wanted);
  });

  it('has the torsion of its paper, in every direction', () => {
    const [{ coefficients }] = nAlkane(4).dihedrals;
    for (let phi = 0; phi <= 2 * Math.PI; phi += 0.1) {
      const printed =
        355.03 * (1 + Math.cos(phi)) - 68.19 * (1 - Math.cos(2 * phi)) + 791.32 * (1 + Math.cos(3 * phi));
      const ours = coefficients.reduce((sum, C, n) => sum + C * Math.cos(phi - Math.PI) ** n, 0);
      expect(Math.abs(ours / K - printed)).toBeLessThan(1e-9);
    }
  });

  // Trans is the zero of the torsion; cis has 2 (c₁ + c₃).
  it('suits the terms: no bonded energy in its own shape, and the barrier of the paper when cis', () => {
    const { shape, angles, dihedrals } = nAlkane(4);
    const x = Float64Array.from(shape);
    const { system } = assemble([{ model: nAlkane(4), count: 1 }], x, null);
    const harmonic = angles.map(({ i, j, k, theta0, stiffness }) => ({
      a: i,
      b: j,
      c: k,
      angle: theta0,
      stiffness,
    }));
    const bending = angleHarmonic(system, harmonic);
    expect(bending.energy(x)).toBeLessThan(1e-20);
    const torsion = dihedralRyckaertBellemans(system, dihedrals);
    expect(Math.abs(torsion.energy(x)) / K).toBeLessThan(1e-9);
    // The last bead to the other side: mirrored at the middle bond's line in the plane, which is cis.
    const [u, v] = [between(shape, 1, 2), between(shape, 1, 3)];
    const along = dot(u, v) / dot(u, u);
    for (let k = 0; k < 3; k++) x[9 + k] = shape[3 + k] + 2 * along * u[k] - v[k];
    expect(torsion.energy(x) / K).toBeCloseTo(2 * (355.03 + 791.32), 8);
  });

  it('has the stiffness and masses of its paper', () => {
    expect(nAlkane(3).angles[0].stiffness / K).toBeCloseTo(62500, 8);
    expect(molarMass(nAlkane(16))).toBeCloseTo(16 * 12.011 + 34 * 1.008, 10);
  });

  it.each([1, 0, 2.5, Number.NaN])('refuses %d carbons', n => {
    expect(() => nAlkane(n)).toThrow(/at least 2 beads/);
  });
});

describe('bead–rod chains', () => {
  it('excludes neighbours only', () => {
    expect(chain.excluded).toHaveLength(6);
    expect(angle(chain.shape, 0, 1, 2)).toBeCloseTo((2 * Math.PI) / 3, 12);
  });

  it.each([
    [{ length: 0 }, /positive length/],
    [{ mass: -1 }, /positive length and mass/],
    [{ epsilon: -1 }, /ε ≥ 0/],
    [{ sigma: Number.NaN }, /σ ≥ 0/],
    [{ beads: 1 }, /at least 2/],
  ])('refuses %o', (wrong, message) => {
    const right = { beads: 3, length: 1, mass: 1, epsilon: 1, sigma: 1 };
    expect(() => beadRodChain({ ...right, ...wrong })).toThrow(message);
  });
});
