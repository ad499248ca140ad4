// The free particle on |q|² + |p|² = 1, section 5.4.1: H = ½|p|², with the exact solution of eq. 26,
//   q(t) = R(ωt) q₀,  p(t) = R(ωt) p₀,    ω = (q₀ × p₀)/(|q₀|² − |p₀|²).

import { distance } from '../../src/linalg/dense.ts';
import type { State } from '../../src/problem/state.ts';
import type { Random } from '../../src/random/mulberry.ts';
import { turned } from './harmonic.ts';

export const spin = ([q0, q1, p0, p1]: State): number => q0 * p1 - q1 * p0;
/** |q|² − |p|² */
export const excess = ([q0, q1, p0, p1]: State): number => q0 ** 2 + q1 ** 2 - p0 ** 2 - p1 ** 2;
export const rate = (z: State): number => spin(z) / excess(z);

/** R(φ) on q and on p. */
export function rotated([q0, q1, p0, p1]: State, angle: number): State {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return Float64Array.of(c * q0 - s * q1, s * q0 + c * q1, c * p0 - s * p1, s * p0 + c * p1);
}

/** The φ with R(φ)z nearest to w. */
export function rotationBetween(z: State, w: State): number {
  const cross = z[0] * w[1] - z[1] * w[0] + z[2] * w[3] - z[3] * w[2];
  const inner = z[0] * w[0] + z[1] * w[1] + z[2] * w[2] + z[3] * w[3];
  return Math.atan2(cross, inner);
}

/** States with q·p = 0, by turning random ones along their fibres to a zero of (23); `quarter` chooses among four. */
export function randomHiddenState(random: Random, quarter: number): State {
  const z = Float64Array.from({ length: 4 }, () => random.symmetric());
  const size = Math.hypot(...z);
  const unit = z.map(value => value / size);
  const first = Math.atan2(-2 * (unit[0] * unit[2] + unit[1] * unit[3]), excess(unit)) / 2;
  return turned(unit, first + (quarter * Math.PI) / 2);
}

/** A state on one of the two exceptional fibres: |q| = |p| and q ⊥ p. */
export function exceptionalState(orientation: 1 | -1, angle: number): State {
  const r = Math.SQRT1_2;
  return turned(Float64Array.of(r, 0, 0, orientation * r), angle);
}

/** Parts into which points fall when all closer than `link` are joined. */
export function countClusters(points: readonly State[], link: number): number {
  const left = new Set(points);
  let parts = 0;
  for (const first of points) {
    if (!left.delete(first)) continue;
    parts += 1;
    const queue = [first];
    for (let from = queue.pop(); from; from = queue.pop()) {
      for (const to of left) {
        if (distance(from, to) >= link) continue;
        left.delete(to);
        queue.push(to);
      }
    }
  }
  return parts;
}
