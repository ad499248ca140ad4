// SETTLE: rigid three-site water in closed form. In the frame of the old plane (Z normal to it, Y towards the new O as
// seen from the centre of mass) the constraint forces do not change z. Two tilts φ, ψ follow from the z of the atoms, and
// the rotation θ about Z from the condition that the constraint forces have no torque:
//   sin φ = z_O/r_a,  sin ψ = (z_H1 − z_H2)/(2 r_c cos φ),  sin θ = (αγ − β √(α² + β² − γ²))/(α² + β²).
// r_a, r_b: distance of O and of the middle of H1 H2 from the centre of mass; r_c: half of H1 H2.
// Conditions: equal arms, equal masses at their ends, tilts and turn below a right angle.
// Reference: Miyamoto & Kollman, J. Comput. Chem. 13 (1992) 952, appendix.

import { done, failed, type Outcome } from '../../solvers/outcome.ts';
import type { RodSolver } from './solver.ts';

/** Waters of one kind. */
export interface Waters {
  /** Particles of each: O, H1, H2. */
  readonly sites: readonly (readonly number[])[];
  readonly massO: number;
  readonly massH: number;
  /** Lengths of the rods O–H and H–H. */
  readonly arm: number;
  readonly base: number;
  /** Numbers of the rods O–H1, O–H2 and H1–H2 of each water, and their names, for messages. */
  readonly rods: readonly (readonly number[])[];
  readonly nameOf: (rod: number) => string;
}

export function settle(waters: Waters): RodSolver {
  return new Settle(waters);
}

class Settle implements RodSolver {
  readonly title: string;
  private readonly waters: Waters;
  private readonly o: Int32Array;
  private readonly h1: Int32Array;
  private readonly h2: Int32Array;
  private readonly ra: number;
  private readonly rb: number;
  private readonly rc: number;
  /** m_H/M and m_H/m_O. */
  private readonly share: number;
  private readonly ratio: number;
  private readonly wO: number;
  private readonly wH: number;
  /** The atoms of one water: old H1 − O and H2 − O, then O, H1, H2 of the unconstrained step, relative to their centre of mass. */
  private readonly old = new Float64Array(6);
  private readonly free = new Float64Array(9);
  /** Rows X and Y of the frame; Z stays inside. */
  private readonly axes = new Float64Array(6);
  /** In the frame: old H1, H2 (x, y), free O (z), free H1, H2 (x, y, z). */
  private readonly seen = new Float64Array(11);
  /** Displacements of H1 and H2 in the frame (x, y). */
  private readonly shift = new Float64Array(4);
  private readonly nu = new Float64Array(3);

  constructor(waters: Waters) {
    this.waters = waters;
    const { sites, massO, massH, arm, base } = waters;
    [this.o, this.h1, this.h2] = [0, 1, 2].map(k => Int32Array.from(sites, site => 3 * site[k]));
    this.rc = base / 2;
    const height = Math.sqrt(arm * arm - this.rc * this.rc);
    this.ra = (2 * massH * height) / (massO + 2 * massH);
    this.rb = height - this.ra;
    this.share = massH / (massO + 2 * massH);
    this.ratio = massH / massO;
    [this.wO, this.wH] = [1 / massO, 1 / massH];
    this.title = `${sites.length} × SETTLE (rigid water)`;
  }

  moveOntoRods(x0: Float64Array, h: number, x: Float64Array, p: Float64Array): Outcome {
    const perH = h === 0 ? 0 : this.waters.massH / h;
    for (let water = 0; water < this.o.length; water++) {
      this.gather(water, x0, x);
      this.turnIntoFrame();
      if (!this.solve()) return this.failure(water, x);
      this.move(water, perH, x, p);
    }
    return done;
  }

  private gather(water: number, x0: Float64Array, x: Float64Array): void {
    const { old, free, share } = this;
    const i = this.o[water];
    const j = this.h1[water];
    const l = this.h2[water];
    for (let k = 0; k < 3; k++) {
      old[k] = x0[j + k] - x0[i + k];
      old[3 + k] = x0[l + k] - x0[i + k];
      const first = x[j + k] - x[i + k];
      const second = x[l + k] - x[i + k];
      // Differences first: a large distance from the origin must not cost digits.
      const centre = share * (first + second);
      free[k] = -centre;
      free[3 + k] = first - centre;
      free[6 + k] = second - centre;
    }
  }

  /** X = O × Z, Y = Z × X with Z = old H1 × old H2, all made to length 1, and the atoms in them. */
  private turnIntoFrame(): void {
    const { old, free, axes, seen } = this;
    const nx = old[1] * old[5] - old[2] * old[4];
    const ny = old[2] * old[3] - old[0] * old[5];
    const nz = old[0] * old[4] - old[1] * old[3];
    const ox = free[1] * nz - free[2] * ny;
    const oy = free[2] * nx - free[0] * nz;
    const oz = free[0] * ny - free[1] * nx;
    const perN = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    const perO = 1 / Math.sqrt(ox * ox + oy * oy + oz * oz);
    const zx = nx * perN;
    const zy = ny * perN;
    const zz = nz * perN;
    const xx = ox * perO;
    const xy = oy * perO;
    const xz = oz * perO;
    const yx = zy * xz - zz * xy;
    const yy = zz * xx - zx * xz;
    const yz = zx * xy - zy * xx;
    seen[4] = zx * free[0] + zy * free[1] + zz * free[2];
    for (let k = 0, at = 3; k < 2; k++, at += 3) {
      const old3 = 3 * k;
      seen[2 * k] = xx * old[old3] + xy * old[old3 + 1] + xz * old[old3 + 2];
      seen[2 * k + 1] = yx * old[old3] + yy * old[old3 + 1] + yz * old[old3 + 2];
      seen[5 + old3] = xx * free[at] + xy * free[at + 1] + xz * free[at + 2];
      seen[6 + old3] = yx * free[at] + yy * free[at + 1] + yz * free[at + 2];
      seen[7 + old3] = zx * free[at] + zy * free[at + 1] + zz * free[at + 2];
    }
    axes[0] = xx;
    axes[1] = xy;
    axes[2] = xz;
    axes[3] = yx;
    axes[4] = yy;
    axes[5] = yz;
  }

  /** The displacements; false when no solution exists. */
  private solve(): boolean {
    const { seen, shift, ra, rb, rc } = this;
    const sinPhi = seen[4] / ra;
    const cosPhi = Math.sqrt(1 - sinPhi * sinPhi);
    const sinPsi = (seen[7] - seen[10]) / (2 * rc * cosPhi);
    const cosPsi = Math.sqrt(1 - sinPsi * sinPsi);
    // The tilted triangle: H1 at (x, y1), H2 at (−x, y2).
    const x = -rc * cosPsi;
    const tilt = rc * sinPsi * sinPhi;
    const y1 = -rb * cosPhi - tilt;
    const y2 = -rb * cosPhi + tilt;
    const alpha = x * (seen[0] - seen[2]) + seen[1] * y1 + seen[3] * y2;
    const beta = x * (seen[3] - seen[1]) + seen[0] * y1 + seen[2] * y2;
    const gamma = seen[0] * seen[6] - seen[5] * seen[1] + seen[2] * seen[9] - seen[8] * seen[3];
    const size = alpha * alpha + beta * beta;
    const sin = (alpha * gamma - beta * Math.sqrt(size - gamma * gamma)) / size;
    const cos = Math.sqrt(1 - sin * sin);
    shift[0] = x * cos - y1 * sin - seen[5];
    shift[1] = x * sin + y1 * cos - seen[6];
    shift[2] = -x * cos - y2 * sin - seen[8];
    shift[3] = -x * sin + y2 * cos - seen[9];
    // NaN after the square root of a negative number, or when a coordinate was not finite.
    return Number.isFinite(shift[1] + shift[3]);
  }

  /** Impulses on both H and their opposite on O, so that linear momentum is conserved to round-off. */
  private move(water: number, perH: number, x: Float64Array, p: Float64Array): void {
    const { axes, shift, ratio } = this;
    const i = this.o[water];
    const j = this.h1[water];
    const l = this.h2[water];
    for (let k = 0; k < 3; k++) {
      const first = shift[0] * axes[k] + shift[1] * axes[3 + k];
      const second = shift[2] * axes[k] + shift[3] * axes[3 + k];
      x[i + k] -= ratio * (first + second);
      x[j + k] += first;
      x[l + k] += second;
      p[i + k] -= perH * (first + second);
      p[j + k] += perH * first;
      p[l + k] += perH * second;
    }
  }

  projectMomenta(x: Float64Array, p: Float64Array): Outcome {
    const { o, h1, h2, nu } = this;
    for (let water = 0; water < o.length; water++) {
      const i = o[water];
      const j = h1[water];
      const l = h2[water];
      if (!this.solveRates(water, x, p)) return this.lost(water);
      for (let k = 0; k < 3; k++) {
        const first = nu[0] * (x[j + k] - x[i + k]);
        const second = nu[1] * (x[l + k] - x[i + k]);
        const third = nu[2] * (x[l + k] - x[j + k]);
        p[i + k] -= first + second;
        p[j + k] += first - third;
        p[l + k] += second + third;
      }
    }
    return done;
  }

  /** ν of the rods d₁ = H1 − O, d₂ = H2 − O, d₃ = H2 − H1 by elimination in the 3 × 3 matrix G M⁻¹ Gᵀ. */
  private solveRates(water: number, x: Float64Array, p: Float64Array): boolean {
    const { nu, wO, wH } = this;
    const i = this.o[water];
    const j = this.h1[water];
    const l = this.h2[water];
    let [d11, d12, d22, r1, r2, r3] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const first = x[j + k] - x[i + k];
      const second = x[l + k] - x[i + k];
      const vO = wO * p[i + k];
      const v1 = wH * p[j + k];
      const v2 = wH * p[l + k];
      d11 += first * first;
      d12 += first * second;
      d22 += second * second;
      r1 -= first * (v1 - vO);
      r2 -= second * (v2 - vO);
      r3 -= (second - first) * (v2 - v1);
    }
    // d₃ = d₂ − d₁ gives the rest of the products.
    const n12 = wO * d12;
    const n13 = wH * (d11 - d12);
    const per1 = 1 / ((wO + wH) * d11);
    const per2 = 1 / ((wO + wH) * d22 - n12 * n12 * per1);
    const n23 = wH * (d22 - d12) - n12 * n13 * per1;
    r2 -= n12 * per1 * r1;
    r3 -= n13 * per1 * r1 + n23 * per2 * r2;
    const pivot = 2 * wH * (d22 - 2 * d12 + d11) - n13 * n13 * per1 - n23 * n23 * per2;
    nu[2] = r3 / pivot;
    nu[1] = (r2 - n23 * nu[2]) * per2;
    nu[0] = (r1 - n12 * nu[1] - n13 * nu[2]) * per1;
    return per1 > 0 && per2 > 0 && pivot > 0 && Number.isFinite(nu[0]);
  }

  /** A triangle has independent rods: only a non-finite number can be the reason. */
  private lost(water: number): Outcome {
    const { rods, nameOf } = this.waters;
    const [equation] = rods[water];
    const detail = `positions or momenta of the water of ${nameOf(equation)} are not finite, or it is flat; the run was lost before`;
    return failed('not finite', detail, { equation, iterations: 1 });
  }

  /** Reports the rod with the largest error at x. */
  private failure(water: number, x: Float64Array): Outcome {
    const { rods, nameOf, arm, base } = this.waters;
    const [i, j, l] = [this.o[water], this.h1[water], this.h2[water]];
    const errors = [errorOf(x, i, j, arm), errorOf(x, i, l, arm), errorOf(x, j, l, base)];
    const residual = Math.max(...errors);
    const equation = rods[water][Math.max(0, errors.indexOf(residual))];
    if (!Number.isFinite(residual))
      return failed('not finite', `the water of ${nameOf(equation)} is not at a finite place`, { equation });
    const detail = `the water of ${nameOf(equation)} turned or stretched so far in one step that no forces along its rods lead back; shorten the step`;
    return failed('did not converge', detail, { equation, residual, iterations: 1 });
  }
}

/** |r² − length²| / (2 length²) */
function errorOf(x: Float64Array, i: number, j: number, length: number): number {
  const r = Math.hypot(x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]);
  return Math.abs((r / length) ** 2 - 1) / 2;
}
