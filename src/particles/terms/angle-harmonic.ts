// U = Σ ½ k (θ − θ₀)², θ the angle at b between d = r_a − r_b and e = r_c − r_b. Everything goes through c = cos θ, whose
// derivatives exist for straight angles too:
//   ∂c/∂d = (ê − c d̂)/|d|,   ∂c/∂e = (d̂ − c ê)/|e|,   U_c = −U'/sin θ,   U_cc = (U'' − U' cot θ)/sin²θ.
// For θ₀ = π both have limits, k and k/3, at θ = π. For other θ₀ the energy has a conical point at sin θ = 0: no direction
// is preferred, so gradient and Hessian are set to 0 exactly there. GROMACS manual, “Harmonic angle potential”.

import { checkParticles, nonNegativeNumber } from '../parameter-checks.ts';
import type { ForceTerm, ParticleSystem } from '../system.ts';
import { cross3, difference, dot3, separation } from '../vector3.ts';

export interface HarmonicAngle {
  readonly a: number;
  /** The particle in the middle. */
  readonly b: number;
  readonly c: number;
  /** θ₀ in radians, 0 < θ₀ ≤ π. */
  readonly angle: number;
  /** k, per radian². */
  readonly stiffness: number;
}

export interface HarmonicAngles extends ForceTerm {
  readonly kind: 'harmonic-angles';
  readonly angles: readonly HarmonicAngle[];
}

export function angleHarmonic(
  { box, count }: ParticleSystem,
  angles: readonly HarmonicAngle[],
): HarmonicAngles {
  angles.forEach((angle, n) => {
    checkAngle(angle, n, count);
  });
  const bend = createBend();

  function evaluate(x: Float64Array, { a, b, c, angle, stiffness }: HarmonicAngle): void {
    separation(x, box, a, b, bend.d);
    separation(x, box, c, b, bend.e);
    measure(bend);
    curve(bend, angle, stiffness);
  }
  return {
    kind: 'harmonic-angles',
    name: 'harmonic angle',
    angles,
    energy(x) {
      let total = 0;
      for (const angle of angles) {
        evaluate(x, angle);
        total += bend.U;
      }
      return total;
    },
    addGradient(x, out) {
      let total = 0;
      for (const angle of angles) {
        evaluate(x, angle);
        addToThree(angle, bend.Uc, bend.cd, bend.ce, out);
        total += bend.U;
      }
      return total;
    },
    addHessianTimes(x, v, out) {
      for (const angle of angles) {
        evaluate(x, angle);
        difference(v, angle.a, angle.b, bend.dv);
        difference(v, angle.c, angle.b, bend.ev);
        const { cd, ce, dv, ev, cdv, cev, Uc, Ucc } = bend;
        addToThree(angle, Ucc * (dot3(cd, dv) + dot3(ce, ev)), cd, ce, out);
        slopesAlong(bend);
        addToThree(angle, Uc, cdv, cev, out);
      }
    },
    addVirial(x, out) {
      for (const angle of angles) {
        evaluate(x, angle);
        const { Uc, cd, ce, d, e } = bend;
        for (let axis = 0; axis < 3; axis++) out[axis] -= Uc * (cd[axis] * d[axis] + ce[axis] * e[axis]);
      }
    },
  };
}

function checkAngle({ a, b, c, angle, stiffness }: HarmonicAngle, n: number, count: number): void {
  checkParticles(`harmonic angle ${n}`, [a, b, c], count);
  nonNegativeNumber(`the stiffness of harmonic angle ${n}`, stiffness);
  if (!(angle > 0 && angle <= Math.PI))
    throw new RangeError(
      `the angle of harmonic angle ${n} is ${angle} and must be in (0, π]; it is in radians: multiply degrees by π/180`,
    );
}

/** One bent angle: c = cos θ, s = sin θ, their derivatives by d and e, and the energy as a function of c. */
function createBend() {
  const vector = () => new Float64Array(3);
  const vectors = { d: vector(), e: vector(), cd: vector(), ce: vector(), normal: vector() };
  const along = { dv: vector(), ev: vector(), cdv: vector(), cev: vector() };
  return { ...vectors, ...along, c: 0, s: 0, U: 0, Uc: 0, Ucc: 0 };
}

type Bend = ReturnType<typeof createBend>;

function measure(bend: Bend): void {
  const { d, e, cd, ce, normal } = bend;
  const rd = Math.sqrt(dot3(d, d));
  const re = Math.sqrt(dot3(e, e));
  cross3(d, e, normal);
  bend.c = dot3(d, e) / (rd * re);
  bend.s = Math.sqrt(dot3(normal, normal)) / (rd * re);
  // ê − c d̂ = (d×e)×d/(|d|²|e|): as a difference it would be all rounding error where s is small, and U_c large.
  cross3(normal, d, cd);
  cross3(e, normal, ce);
  for (let axis = 0; axis < 3; axis++) {
    cd[axis] /= rd * rd * rd * re;
    ce[axis] /= re * re * re * rd;
  }
}

/** U, U_c and U_cc at the measured angle. */
function curve(bend: Bend, angle: number, k: number): void {
  const { c, s } = bend;
  // Measured from the straight angle, δ = π − θ and δ₀ = π − θ₀: no cancellation near δ = 0.
  const delta = Math.atan2(s, -c);
  const stretch = delta - (Math.PI - angle);
  bend.U = 0.5 * k * stretch * stretch;
  if (angle === Math.PI && delta < 0.02) {
    const ratio = delta === 0 ? 1 : Math.sin(delta) / delta;
    const square = delta * delta;
    bend.Uc = k / ratio;
    bend.Ucc = (k * (1 / 3 - square / 30 + (square * square) / 840)) / (ratio * ratio * ratio);
  } else {
    bend.Uc = s === 0 ? 0 : (k * stretch) / s;
    bend.Ucc = s === 0 ? 0 : (k + (k * stretch * c) / s) / (s * s);
  }
}

/** Derivatives of ∂c/∂d = (ê − c d̂)/|d| and of ∂c/∂e along (dv, ev). */
function slopesAlong(bend: Bend): void {
  const { c, d, e, cd, ce, dv, ev, cdv, cev } = bend;
  const rd = Math.sqrt(dot3(d, d));
  const re = Math.sqrt(dot3(e, e));
  const cv = dot3(cd, dv) + dot3(ce, ev);
  const rdv = dot3(d, dv) / rd;
  const rev = dot3(e, ev) / re;
  for (let axis = 0; axis < 3; axis++) {
    const dHat = d[axis] / rd;
    const eHat = e[axis] / re;
    const dHatv = (dv[axis] - dHat * rdv) / rd;
    const eHatv = (ev[axis] - eHat * rev) / re;
    cdv[axis] = (eHatv - cv * dHat - c * dHatv - cd[axis] * rdv) / rd;
    cev[axis] = (dHatv - cv * eHat - c * eHatv - ce[axis] * rev) / re;
  }
}

function addToThree(
  { a, b, c }: HarmonicAngle,
  s: number,
  first: Float64Array,
  last: Float64Array,
  out: Float64Array,
): void {
  for (let axis = 0; axis < 3; axis++) {
    out[3 * a + axis] += s * first[axis];
    out[3 * b + axis] -= s * (first[axis] + last[axis]);
    out[3 * c + axis] += s * last[axis];
  }
}
