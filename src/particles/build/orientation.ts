// Rotations as 3 × 3 matrices, row after row.
//   uniform   from a unit quaternion made of four normal numbers, which is uniform on the sphere S³
//   about v   Rodrigues: R = I + sin φ K + (1 − cos φ) K², K the cross product with v/φ, φ = |v|
// Shoemake, Uniform random rotations, Graphics Gems III (1992).

import type { NormalSource } from '../../random/philox.ts';

export type Rotation = readonly number[];

export const noRotation: Rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function randomRotation(random: NormalSource): Rotation {
  const normal = new Float64Array(4);
  random.fill(normal);
  const length = Math.hypot(...normal);
  const [w, x, y, z] = [...normal].map(value => value / length);
  return fromQuaternion(w, x, y, z);
}

/** About the axis v, by the angle |v|; for quaternions of any length. */
export function rotationAbout(v: readonly [number, number, number]): Rotation {
  const angle = Math.hypot(...v);
  // sin(φ/2)/φ tends to ½.
  const s = angle > 0 ? Math.sin(angle / 2) / angle : 0.5;
  return fromQuaternion(Math.cos(angle / 2), s * v[0], s * v[1], s * v[2]);
}

function fromQuaternion(w: number, x: number, y: number, z: number): Rotation {
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
  ];
}

/** The shape rotated about the mean of its points and translated so that this mean is `centre`. */
export function place(
  shape: readonly number[],
  R: Rotation,
  centre: readonly [number, number, number],
  out: Float64Array,
): void {
  const n = shape.length / 3;
  const mean = [0, 0, 0];
  for (let i = 0; i < shape.length; i++) mean[i % 3] += shape[i] / n;
  for (let i = 0; i < n; i++) {
    const [x, y, z] = [0, 1, 2].map(k => shape[3 * i + k] - mean[k]);
    for (let k = 0; k < 3; k++)
      out[3 * i + k] = centre[k] + R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z;
  }
}
