// U(r) = K q_i q_j w(r), K = e²/(4πε₀). Without cut-off w = 1/r. With one, one of
//   reaction field         w = 1/r + k r² − c,   k = (ε − 1)/((2ε + 1) r_c³),   c = 1/r_c + k r_c²        (ε = ∞: k = 1/(2r_c³))
//   zero quadrupole        w = 1/r + k r² + k₄ r⁴ − c,   k = 10/(8r_c³),   k₄ = −3/(8r_c⁵),   c = 15/(8r_c)
//   damped shifted force   w = e(r)/r − e(r_c)/r_c + (e(r_c)/r_c² + (2α/√π) exp(−α²r_c²)/r_c)(r − r_c),   e(r) = erfc(αr).
// All are 0 at r_c, and so is w' except for ε < ∞. The force of a reaction field has a kink at r_c, which makes the energy of
// a run drift as a random walk; with zero quadrupole w'' is 0 at r_c as well. Self terms and terms of excluded pairs, which
// some programs add, are left out: in rigid molecules they change no force.
// Tironi et al., J. Chem. Phys. 102 (1995) 5451, section II; Fukuda, J. Chem. Phys. 139 (2013) 174107, l = 2 and α = 0;
// Fennell and Gezelter, J. Chem. Phys. 124 (2006) 234104, eq. (18).

import { pairsWithin } from '../pairs/cutoff.ts';
import type { PairSelection } from '../pairs/list.ts';
import type { FieldConstants, PairRow, RadialFunction } from '../pairs/radial.ts';
import { createPairTerm } from '../pairs/term.ts';
import { nonNegativeNumber, positiveNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../system.ts';
import { coulombConstant } from '../units.ts';
import type { Coulomb } from './kinds.ts';

/** Parameters of the interaction of charges. */
export interface CoulombParameters {
  /** K in the units of the problem; default that of kcal/mol, Å and elementary charges. */
  readonly constant?: number;
  /** Without one: all pairs, in open space only. */
  readonly cutoff?: ReactionField | ZeroQuadrupole | DampedShiftedForce;
}

/** A cut-off distance of the charges. */
export interface Reach {
  readonly radius: number;
  readonly buffer?: number;
}

/** Charges in a dielectric beyond the cut-off. */
export interface ReactionField extends Reach {
  readonly mode: 'reaction field';
  /** Relative permittivity beyond the cut-off; default Infinity, a conductor. */
  readonly epsilon?: number;
}

/** Assumes that the charges within the cut-off have no total charge, dipole or quadrupole. */
export interface ZeroQuadrupole extends Reach {
  readonly mode: 'zero quadrupole';
}

/** Charges damped by erfc(αr) and shifted to zero force at the cut-off. */
export interface DampedShiftedForce extends Reach {
  readonly mode: 'damped shifted force';
  /** α, in 1/length; 0 is the plain shifted force. 0.2 / Å is usual. */
  readonly alpha: number;
}

export function coulomb(system: ParticleSystem, parameters: CoulombParameters = {}): Coulomb {
  const { cutoff, constant = coulombConstant } = parameters;
  positiveNumber('the constant of Coulomb’s law', constant);
  const bad = system.charge.findIndex(q => !Number.isFinite(q));
  if (bad >= 0)
    throw new RangeError(
      `the charge of particle ${bad} (${system.names[bad]}) is ${system.charge[bad]}; give a finite number`,
    );
  const field = fieldOf(cutoff);
  const radial = field
    ? inField(system.charge, constant, field)
    : dampedShiftedForce(system.charge, constant, cutoff as DampedShiftedForce);
  const pairs = pairsWithin(system, chargedPairs(system), cutoff);
  return { ...createPairTerm('Coulomb', pairs, radial), kind: 'coulomb', constant, field };
}

/** Only charged particles interact. */
function chargedPairs({ charge }: ParticleSystem): PairSelection {
  const group = Int32Array.from(charge, q => (q === 0 ? 0 : 1));
  return { group, groups: 2, interacts: Uint8Array.of(0, 0, 0, 1) };
}

/** null: w is not of the form 1/r + polynomial. */
function fieldOf(cutoff: CoulombParameters['cutoff']): FieldConstants | null {
  if (cutoff === undefined) return { k: 0, k4: 0, c: 0 };
  if (cutoff.mode === 'reaction field') return reactionConstants(cutoff);
  if (cutoff.mode === 'zero quadrupole') return quadrupoleConstants(cutoff);
  if (cutoff.mode === 'damped shifted force') return null;
  throw new RangeError(
    `the cut-off of Coulomb forces has mode “${(cutoff as { mode: string }).mode}”; it must be “reaction field”, “zero quadrupole” or “damped shifted force”`,
  );
}

function reactionConstants({ radius, epsilon = Number.POSITIVE_INFINITY }: ReactionField): FieldConstants {
  positiveNumber('the cut-off of the reaction field', radius);
  if (!(epsilon >= 1))
    throw new RangeError(
      `epsilon of the reaction field is ${epsilon}; give 1 (vacuum) or more, Infinity for a conductor`,
    );
  const share = epsilon === Number.POSITIVE_INFINITY ? 1 / 2 : (epsilon - 1) / (2 * epsilon + 1);
  const k = share / radius ** 3;
  return { k, k4: 0, c: 1 / radius + k * radius * radius };
}

function quadrupoleConstants({ radius }: ZeroQuadrupole): FieldConstants {
  positiveNumber('the cut-off of zero quadrupole', radius);
  return { k: 10 / (8 * radius ** 3), k4: -3 / (8 * radius ** 5), c: 15 / (8 * radius) };
}

/** w = 1/r + k r² + k₄ r⁴ − c; all 0 is the plain law. */
function inField(charge: Float64Array, K: number, { k: k2, k4, c }: FieldConstants): RadialFunction {
  return {
    first(i, { length, partner, r2, u, f }) {
      const Kq = K * charge[i];
      for (let k = 0; k < length; k++) {
        const Kqq = Kq * charge[partner[k]];
        const inverse = 1 / Math.sqrt(r2[k]);
        u[k] = Kqq * (inverse + (k2 + k4 * r2[k]) * r2[k] - c);
        f[k] = Kqq * (2 * k2 + 4 * k4 * r2[k] - inverse * inverse * inverse);
      }
    },
    second(i, { length, partner, r2, u, f, b }) {
      const Kq = K * charge[i];
      for (let k = 0; k < length; k++) {
        const Kqq = Kq * charge[partner[k]];
        const inverse = 1 / Math.sqrt(r2[k]);
        const cube = inverse * inverse * inverse;
        u[k] = Kqq * (inverse + (k2 + k4 * r2[k]) * r2[k] - c);
        f[k] = Kqq * (2 * k2 + 4 * k4 * r2[k] - cube);
        b[k] = 3 * Kqq * cube * inverse * inverse + 8 * Kqq * k4;
      }
    },
  };
}

function dampedShiftedForce(charge: Float64Array, K: number, cutoff: DampedShiftedForce): RadialFunction {
  const { radius, alpha } = cutoff;
  positiveNumber('the cut-off of the damped shifted force', radius);
  nonNegativeNumber('alpha of the damped shifted force', alpha, 'give 0 for no damping; 0.2 / Å is usual');
  const scale = (2 * alpha) / Math.sqrt(Math.PI);
  const atEnd = complementaryErrorFunction(alpha * radius) / radius;
  const slope = atEnd / radius + (scale * Math.exp(-alpha * alpha * radius * radius)) / radius;

  /** u and f, and what b needs of them: Kqq, g = scale exp(−α²r²). */
  function fill(i: number, { length, partner, r2, u, f }: PairRow): void {
    const Kq = K * charge[i];
    for (let k = 0; k < length; k++) {
      const Kqq = Kq * charge[partner[k]];
      const r = Math.sqrt(r2[k]);
      const damped = complementaryErrorFunction(alpha * r) / r;
      const gauss = scale * Math.exp(-alpha * alpha * r2[k]);
      u[k] = Kqq * (damped - atEnd + slope * (r - radius));
      f[k] = Kqq * ((slope - gauss / r - damped / r) / r);
    }
  }
  return {
    first: fill,
    // w'' = 2e/r³ + 2g/r² + 2α²g and b = (w'' − w'/r)/r².
    second(i, row) {
      fill(i, row);
      for (let k = 0; k < row.length; k++) {
        const s = row.r2[k];
        const r = Math.sqrt(s);
        const Kqq = K * charge[i] * charge[row.partner[k]];
        const gauss = scale * Math.exp(-alpha * alpha * s);
        const curvature =
          (2 * complementaryErrorFunction(alpha * r)) / (r * s) + (2 * gauss) / s + 2 * alpha * alpha * gauss;
        row.b[k] = (Kqq * curvature - row.f[k]) / s;
      }
    },
  };
}

// erfc(x) = (2/√π) ∫ₓ^∞ exp(−t²) dt for x ≥ 0, as exp(−x²) Σ cₙ Tₙ(t) / (1 + 2x), t = (x − 3.75)/(x + 3.75), to a relative
// error of a few units of round-off times (1 + x²). Coefficients by interpolation in 60 points with 40 digits.
// Shepherd and Laframboise, Chebyshev approximation of (1 + 2x) exp(x²) erfc(x), Math. Comp. 36 (1981) 249.

const coefficients = Float64Array.of(
  1.1775789345674017,
  -0.004590054580646478,
  -0.08424913336651792,
  0.05920993999819189,
  -0.026658668435305753,
  0.009074997670705265,
  -0.002413163540417608,
  0.0004907758365258086,
  -6.916973302501207e-5,
  4.13902798607301e-6,
  7.74038306619849e-7,
  -2.1886401049234397e-7,
  1.076499946567091e-8,
  4.521959811218287e-9,
  -7.754400208831351e-10,
  -6.318088340886684e-11,
  2.86879501093067e-11,
  1.9455868545777347e-13,
  -9.65469674843344e-13,
  3.25254814814874e-14,
  3.3478119482868056e-14,
  -1.864562880419313e-15,
  -1.2507950530688648e-15,
  7.418235256624044e-17,
);

export function complementaryErrorFunction(x: number): number {
  const t = (x - 3.75) / (x + 3.75);
  // Clenshaw's recurrence.
  let b1 = 0;
  let b2 = 0;
  for (let n = coefficients.length - 1; n > 0; n--) {
    const b = coefficients[n] + 2 * t * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  const sum = coefficients[0] + t * b1 - b2;
  return (Math.exp(-x * x) * sum) / (1 + 2 * x);
}
