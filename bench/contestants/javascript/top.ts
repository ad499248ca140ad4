// The heavy top as a rigid body: three unit masses on a ring, its tip at the origin.

export type Numbers = ArrayLike<number>;

/** Positions and velocities of points, one after another. */
export interface Points {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

export type Vector = readonly [number, number, number];

/** Tilted about x, with its spin about the axis of symmetry. */
export const top = { gravity: 9.81, radius: 0.5, height: 1, tilt: 0.5, spin: 20 } as const;

/** The masses in the body's own frame. */
export const topRing: readonly Vector[] = [0, 1, 2].map(i => {
  const angle = (2 * Math.PI * i) / 3;
  return [top.radius * Math.cos(angle), top.radius * Math.sin(angle), top.height];
});

/** Of the top: a unit quaternion, scalar first. */
export type Quaternion = readonly [number, number, number, number];

/** A rotation by the tilt about x. */
export const topRotation: Quaternion = [Math.cos(top.tilt / 2), Math.sin(top.tilt / 2), 0, 0];

/** Angular velocity in space at t = 0: the spin about the axis. */
export const topSpin = rotated(topRotation, [0, 0, top.spin]);

/** Positions R ρ and velocities ω × R ρ of the three masses; ω in space. */
export function pointsOfTop(rotation: Quaternion, omega: Vector, out: Points): void {
  topRing.forEach((rho, i) => {
    const r = rotated(rotation, rho);
    out.q.set(r, 3 * i);
    out.v.set(cross(omega, r), 3 * i);
  });
}

/** r + 2 s (u × r) + 2 u × (u × r) for the quaternion (s, u). */
export function rotated([s, ...u]: Quaternion, r: Vector): Vector {
  const once = cross(u, r);
  const twice = cross(u, once);
  return [0, 1, 2].map(k => r[k] + 2 * (s * once[k] + twice[k])) as unknown as Vector;
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}
