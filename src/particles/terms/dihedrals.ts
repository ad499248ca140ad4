// U = Σ U_k(φ), φ the dihedral angle of four particles i j k l: the angle between the planes ijk and jkl, ±π for trans,
// 0 for cis, positive when l is turned clockwise seen along j → k. With F = r_i − r_j, G = r_j − r_k, H = r_l − r_k,
// A = F×G, B = H×G:   cos φ = A·B/(|A||B|),   sin φ = (B×A)·G/(|A||B||G|),
//   ∂φ/∂r_i = −|G| A/A²,   ∂φ/∂r_l = |G| B/B²,   ∂φ/∂r_j = −∂φ/∂r_i + t,   ∂φ/∂r_k = −∂φ/∂r_l − t,
//   t = (F·G/|G|) A/A² − (H·G/|G|) B/B².
// Condition: neither ijk nor jkl in line; there φ has no value and the gradient is not finite.
// Blondel and Karplus, J. Comput. Chem. 17 (1996) 1132, eqs. (4), (5), (27).

import { checkParticles, finiteNumber } from '../parameter-checks.ts';
import type { ForceTerm, ParticleSystem } from '../system.ts';
import { addScaled3, cross3, difference, dot3, separation } from '../vector3.ts';
import type { BondedLaw } from './bonded-law.ts';

/** The four particles of a dihedral, along the chain. */
export interface DihedralParticles {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly l: number;
}

function createDihedralTerm(
  name: string,
  { box, count }: ParticleSystem,
  dihedrals: readonly DihedralParticles[],
  law: BondedLaw,
): Omit<ForceTerm, 'kind'> {
  dihedrals.forEach(({ i, j, k, l }, n) => {
    checkParticles(`${name} ${n}`, [i, j, k, l], count);
  });
  const particles = Int32Array.from(dihedrals.flatMap(({ i, j, k, l }) => [i, j, k, l]));
  const geometry = createGeometry();
  const U = new Float64Array(3);

  /** Fills the geometry and U for dihedral n. */
  function evaluate(x: Float64Array, n: number): void {
    const at = 4 * n;
    const { F, G, H } = geometry;
    separation(x, box, particles[at], particles[at + 1], F);
    separation(x, box, particles[at + 1], particles[at + 2], G);
    separation(x, box, particles[at + 3], particles[at + 2], H);
    law.evaluate(n, angle(geometry), U);
  }
  return {
    name,
    energy(x) {
      let total = 0;
      for (let n = 0; n < dihedrals.length; n++) {
        evaluate(x, n);
        total += U[0];
      }
      return total;
    },
    addGradient(x, out) {
      let total = 0;
      for (let n = 0; n < dihedrals.length; n++) {
        evaluate(x, n);
        slopes(geometry);
        addToFour(particles, n, U[1], geometry.slope, out);
        total += U[0];
      }
      return total;
    },
    addHessianTimes(x, v, out) {
      for (let n = 0; n < dihedrals.length; n++) {
        evaluate(x, n);
        slopes(geometry);
        addToFour(particles, n, U[2] * turnAlong(particles, n, v, geometry), geometry.slope, out);
        slopesAlong(geometry);
        addToFour(particles, n, U[1], geometry.slopeAlong, out);
      }
    },
    addVirial(x, out) {
      for (let n = 0; n < dihedrals.length; n++) {
        evaluate(x, n);
        slopes(geometry);
        addVirialOf(geometry, U[1], out);
      }
    },
  };
}

/** Positions relative to r_j: r_i = F, r_k = −G, r_l = H − G. */
function addVirialOf({ F, G, H, slope }: Geometry, dU: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++)
    out[k] -= dU * (slope[0][k] * F[k] - slope[2][k] * G[k] + slope[3][k] * (H[k] - G[k]));
}

/** Vectors and numbers of one dihedral; `…v` are their derivatives along a direction v. */
function createGeometry() {
  const vector = () => new Float64Array(3);
  const four = () => [vector(), vector(), vector(), vector()];
  return {
    F: vector(),
    G: vector(),
    H: vector(),
    A: vector(),
    B: vector(),
    Fv: vector(),
    Gv: vector(),
    Hv: vector(),
    Av: vector(),
    Bv: vector(),
    work: vector(),
    /** ∂φ/∂r of the four particles, and the derivative of that. */
    slope: four(),
    slopeAlong: four(),
  };
}

type Geometry = ReturnType<typeof createGeometry>;

function angle({ F, G, H, A, B, work }: Geometry): number {
  cross3(F, G, A);
  cross3(H, G, B);
  cross3(B, A, work);
  return Math.atan2(dot3(work, G) / Math.sqrt(dot3(G, G)), dot3(A, B));
}

function slopes({ F, G, H, A, B, slope }: Geometry): void {
  const g = Math.sqrt(dot3(G, G));
  const A2 = dot3(A, A);
  const B2 = dot3(B, B);
  const p = dot3(F, G) / g;
  const q = dot3(H, G) / g;
  for (let axis = 0; axis < 3; axis++) {
    const nA = A[axis] / A2;
    const nB = B[axis] / B2;
    const t = p * nA - q * nB;
    slope[0][axis] = -g * nA;
    slope[1][axis] = g * nA + t;
    slope[2][axis] = -g * nB - t;
    slope[3][axis] = g * nB;
  }
}

/** Derivatives of F, G and H along v; returns ∇φ·v. */
function turnAlong(
  particles: Int32Array,
  n: number,
  v: Float64Array,
  { Fv, Gv, Hv, slope }: Geometry,
): number {
  const at = 4 * n;
  difference(v, particles[at], particles[at + 1], Fv);
  difference(v, particles[at + 1], particles[at + 2], Gv);
  difference(v, particles[at + 3], particles[at + 2], Hv);
  let sum = 0;
  for (let m = 0; m < 4; m++)
    for (let axis = 0; axis < 3; axis++) sum += slope[m][axis] * v[3 * particles[at + m] + axis];
  return sum;
}

/** The derivative of `slopes` along (Fv, Gv, Hv), factor by factor. */
function slopesAlong(geometry: Geometry): void {
  const { F, G, H, A, B, Fv, Gv, Hv, Av, Bv, work, slopeAlong } = geometry;
  cross3(Fv, G, Av);
  cross3(F, Gv, work);
  addScaled3(1, work, Av);
  cross3(Hv, G, Bv);
  cross3(H, Gv, work);
  addScaled3(1, work, Bv);
  const g = Math.sqrt(dot3(G, G));
  const gv = dot3(G, Gv) / g;
  const A2 = dot3(A, A);
  const B2 = dot3(B, B);
  const A2v = (2 * dot3(A, Av)) / A2;
  const B2v = (2 * dot3(B, Bv)) / B2;
  const p = dot3(F, G) / g;
  const q = dot3(H, G) / g;
  const pv = (dot3(Fv, G) + dot3(F, Gv) - p * gv) / g;
  const qv = (dot3(Hv, G) + dot3(H, Gv) - q * gv) / g;
  for (let axis = 0; axis < 3; axis++) {
    const nA = A[axis] / A2;
    const nB = B[axis] / B2;
    const nAv = Av[axis] / A2 - A2v * nA;
    const nBv = Bv[axis] / B2 - B2v * nB;
    const tv = pv * nA + p * nAv - qv * nB - q * nBv;
    slopeAlong[0][axis] = -gv * nA - g * nAv;
    slopeAlong[3][axis] = gv * nB + g * nBv;
    slopeAlong[1][axis] = -slopeAlong[0][axis] + tv;
    slopeAlong[2][axis] = -slopeAlong[3][axis] - tv;
  }
}

function addToFour(
  particles: Int32Array,
  n: number,
  s: number,
  vectors: readonly Float64Array[],
  out: Float64Array,
): void {
  for (let m = 0; m < 4; m++)
    for (let axis = 0; axis < 3; axis++) out[3 * particles[4 * n + m] + axis] += s * vectors[m][axis];
}

// U = Σ k (1 + cos(nφ − φ₀)) over dihedrals, φ = ±π for trans. GROMACS manual, “Proper dihedrals: periodic type”.

/** U = k(1 + cos(nφ − δ)) of four particles. */
export interface PeriodicDihedral extends DihedralParticles {
  /** k: half the height of the barrier. */
  readonly stiffness: number;
  /** n: number of minima in a full rotation. */
  readonly multiplicity: number;
  /** φ₀ in radians; default 0. */
  readonly phase?: number;
}

export function dihedralPeriodic(system: ParticleSystem, dihedrals: readonly PeriodicDihedral[]): ForceTerm {
  dihedrals.forEach(({ stiffness, multiplicity, phase = 0 }, i) => {
    finiteNumber(`the stiffness of periodic dihedral ${i}`, stiffness);
    finiteNumber(`the phase of periodic dihedral ${i}`, phase, 'it is in radians');
    if (!(Number.isInteger(multiplicity) && multiplicity >= 0))
      throw new RangeError(
        `the multiplicity of periodic dihedral ${i} is ${multiplicity}; give a whole number, 0 or more`,
      );
  });
  const stiffness = Float64Array.from(dihedrals, dihedral => dihedral.stiffness);
  const multiplicity = Float64Array.from(dihedrals, dihedral => dihedral.multiplicity);
  const phase = Float64Array.from(dihedrals, dihedral => dihedral.phase ?? 0);
  const law: BondedLaw = {
    evaluate(i, phi, out) {
      const n = multiplicity[i];
      const turn = n * phi - phase[i];
      const waves = stiffness[i] * Math.cos(turn);
      out[0] = stiffness[i] + waves;
      out[1] = -n * stiffness[i] * Math.sin(turn);
      out[2] = -n * n * waves;
    },
  };
  return { ...createDihedralTerm('periodic dihedral', system, dihedrals, law), kind: 'periodic-dihedrals' };
}

// U = Σ C₀ + C₁ cos ψ + … + C₅ cos⁵ ψ over dihedrals, ψ = φ − π, so that trans is ψ = 0 (the convention of polymers).
// Ryckaert and Bellemans, Chem. Phys. Lett. 30 (1975) 123, eq. (2); GROMACS manual, “Ryckaert–Bellemans function”.

export interface RyckaertBellemansDihedral extends DihedralParticles {
  /** C₀ … C₅. */
  readonly coefficients: readonly [number, number, number, number, number, number];
}

export interface RyckaertBellemans extends ForceTerm {
  readonly kind: 'ryckaert-bellemans';
  readonly dihedrals: readonly RyckaertBellemansDihedral[];
}

export function dihedralRyckaertBellemans(
  system: ParticleSystem,
  dihedrals: readonly RyckaertBellemansDihedral[],
): RyckaertBellemans {
  dihedrals.forEach(({ coefficients }, n) => {
    if (coefficients.length !== 6)
      throw new RangeError(
        `Ryckaert–Bellemans dihedral ${n} has ${coefficients.length} coefficients and needs six, C₀ to C₅; fill up with zeros`,
      );
    coefficients.forEach((C, power) => {
      finiteNumber(`C${power} of Ryckaert–Bellemans dihedral ${n}`, C);
    });
  });
  const C = Float64Array.from(dihedrals.flatMap(({ coefficients }) => coefficients));
  const law: BondedLaw = {
    // With c = cos ψ = −cos φ: dc/dφ = sin φ, so U' = P'(c) sin φ and U'' = P''(c) sin²φ + P'(c) cos φ.
    evaluate(n, phi, out) {
      const c = -Math.cos(phi);
      const s = Math.sin(phi);
      let P = 0;
      let P1 = 0;
      let P2 = 0;
      for (let power = 5; power >= 0; power--) {
        P2 = P2 * c + 2 * P1;
        P1 = P1 * c + P;
        P = P * c + C[6 * n + power];
      }
      out[0] = P;
      out[1] = P1 * s;
      out[2] = P2 * s * s - P1 * c;
    },
  };
  const term = createDihedralTerm('Ryckaert–Bellemans dihedral', system, dihedrals, law);
  return { ...term, kind: 'ryckaert-bellemans', dihedrals };
}
