// The systems of the comparison as unit masses at points, joined by rods and springs, and their energy:
//   H = ½ Σ |v|² + γ Σ height + ½ Σ k |r_b − r_a|²,   g = w (|r_b − r_a|² − L²) for each rod, w as the case writes it.
// Both are computed from the positions and velocities of every program. The point −1 is the origin, which is fixed.

import type { System } from '../task.ts';

type Pair = Readonly<Record<'a' | 'b', number>>;

export interface PointSystem {
  readonly points: number;
  readonly dimension: 2 | 3;
  /** Downwards along the last axis. */
  readonly gravity: number;
  /** weight: w in g above. */
  readonly rods: readonly (Pair & { readonly length: number; readonly weight: number })[];
  readonly springs: readonly (Pair & { readonly stiffness: number })[];
  /** At t = 0, point after point: the order of the case. */
  readonly q: Float64Array;
  readonly v: Float64Array;
}

/** Rods one below another, as the pendulum, the double pendulum and the chain are; at rest at t = 0. */
export interface Linkage {
  readonly lengths: readonly number[];
  /** From the downward vertical. */
  readonly angles: readonly number[];
  readonly gravity: number;
}

const linkages = {
  pendulum: (): Linkage => ({ lengths: [1], angles: [1], gravity: 9.81 }),
  'double-pendulum': () => ({ lengths: [1, Math.SQRT2], angles: [0, Math.PI / 4], gravity: 1 }),
  chain: (links: number) => ({
    ...{ lengths: Array(links).fill(1), angles: Array(links).fill(Math.PI / 2), gravity: 1 },
  }),
};
type LinkageSystem = keyof typeof linkages;

export const isLinkage = (system: System): system is LinkageSystem => system in linkages;

export const linkageOf = (system: LinkageSystem, links: number): Linkage => linkages[system](links);

export function pointSystem(system: System, links: number): PointSystem {
  if (isLinkage(system)) return linkagePoints(linkageOf(system, links));
  return system === 'six-node' ? sixNodes() : topPoints();
}

function linkagePoints(linkage: Linkage): PointSystem {
  const { lengths, angles, gravity } = linkage;
  const points = lengths.length;
  const q = new Float64Array(2 * points);
  const v = new Float64Array(2 * points);
  const rest = new Float64Array(points);
  pointsOfAngles(lengths, { angles, rates: rest }, { q, v });
  // The chain starts on whole numbers; cos(π/2) is not quite 0.
  for (let i = 0; i < q.length; i++) if (Math.abs(q[i] - Math.round(q[i])) < 1e-12) q[i] = Math.round(q[i]);
  const rods = lengths.map((length, b) => ({ a: b - 1, b, length, weight: 1 }));
  return { points, dimension: 2, gravity, rods, springs: [], q, v };
}

function sixNodes(): PointSystem {
  const side = Math.SQRT1_2;
  const q = Float64Array.from({ length: 12 }, (_, k) => (k % 2 ? ((k >> 1) % 2) * side : (k >> 1) * side));
  const rods = [0, 1, 2, 3, 4].map(a => ({ a, b: a + 1, length: 1, weight: 0.5 }));
  const springs = [0, 1, 2, 3].map(a => ({ a, b: a + 2, stiffness: 5 }));
  return { points: 6, dimension: 2, gravity: 0, rods, springs, q, v: new Float64Array(12) };
}

function topPoints(): PointSystem {
  const q = new Float64Array(9);
  const v = new Float64Array(9);
  pointsOfTop(rotation, top.omega, { q, v });
  const arm = Math.hypot(radius, height);
  const side = Math.sqrt(3) * radius;
  const rods = [
    ...[0, 1, 2].map(b => ({ a: -1, b, length: arm, weight: 1 })),
    ...[0, 1, 2].map(a => ({ a, b: (a + 1) % 3, length: side, weight: 1 })),
  ];
  return { points: 3, dimension: 3, gravity: top.gravity, rods, springs: [], q, v };
}

export function energy(system: PointSystem, q: Numbers, v: Numbers): number {
  const { points, dimension, gravity, springs } = system;
  let sum = 0;
  for (let k = 0; k < points * dimension; k++) sum += 0.5 * v[k] * v[k];
  for (let i = 1; i <= points; i++) sum += gravity * q[i * dimension - 1];
  for (const { a, b, stiffness } of springs) sum += 0.5 * stiffness * squaredDistance(q, dimension, a, b);
  return sum;
}

/** Largest |g|. */
export function constraintError({ dimension, rods }: PointSystem, q: Numbers): number {
  let largest = 0;
  for (const { a, b, length, weight } of rods) {
    const g = weight * (squaredDistance(q, dimension, a, b) - length * length);
    // Written so that NaN propagates.
    if (!(Math.abs(g) <= largest)) largest = Math.abs(g);
  }
  return largest;
}

function squaredDistance(q: Numbers, dimension: number, a: number, b: number): number {
  let sum = 0;
  for (let k = 0; k < dimension; k++) {
    const difference = q[b * dimension + k] - (a < 0 ? 0 : q[a * dimension + k]);
    sum += difference * difference;
  }
  return sum;
}

type Angles = Readonly<Record<'angles' | 'rates', Numbers>>;

/** Positions and velocities of a linkage at angles from the downward vertical. */
export function pointsOfAngles(lengths: Numbers, { angles, rates }: Angles, out: Points): void {
  let [x, y, u, w] = [0, 0, 0, 0];
  for (let i = 0; i < lengths.length; i++) {
    const sine = lengths[i] * Math.sin(angles[i]);
    const cosine = lengths[i] * Math.cos(angles[i]);
    x += sine;
    y -= cosine;
    u += rates[i] * cosine;
    w += rates[i] * sine;
    out.q[2 * i] = x;
    out.q[2 * i + 1] = y;
    out.v[2 * i] = u;
    out.v[2 * i + 1] = w;
  }
}

// The heavy top as a rigid body: three unit masses on a ring, its tip at the origin.

export type Numbers = ArrayLike<number>;

/** Positions and velocities of points, one after another. */
export type Points = Readonly<Record<'q' | 'v', Float64Array>>;

export type Vector = readonly [number, number, number];

/** Of the top: a unit quaternion, scalar first. */
export type Quaternion = readonly [number, number, number, number];

const [radius, height, tilt, spin] = [0.5, 1, 0.5, 20];
const rotation: Quaternion = [Math.cos(tilt / 2), Math.sin(tilt / 2), 0, 0];

export const top = {
  ...{ gravity: 9.81, radius, height, spin },
  /** About the centre, across the axis; twice this about the axis. */
  inertia: 1.5 * radius * radius,
  /** At t = 0: a tilt about x, and the angular velocity in space, about the axis. */
  ...{ rotation, omega: rotated(rotation, [0, 0, spin]) },
};

/** The masses in the body's own frame. */
const topRing = [0, 1, 2].map((i): Vector => {
  const angle = (2 * Math.PI * i) / 3;
  return [radius * Math.cos(angle), radius * Math.sin(angle), height];
});

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
