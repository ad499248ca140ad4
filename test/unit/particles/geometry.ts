// Distances, angles and dihedral angles by the textbook, for tests: independent of what builds molecules.

type Points = ArrayLike<number>;

export function between(x: Points, a: number, b: number): number[] {
  return [0, 1, 2].map(k => x[3 * b + k] - x[3 * a + k]);
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function distance(x: Points, a: number, b: number): number {
  return Math.hypot(...between(x, a, b));
}

/** The angle a–b–c, radians. */
export function angle(x: Points, a: number, b: number, c: number): number {
  const [u, v] = [between(x, b, a), between(x, b, c)];
  return Math.atan2(Math.hypot(...cross(u, v)), dot(u, v));
}

/** IUPAC: 180° is trans; the absolute value, radians. */
export function dihedral(x: Points, [a, b, c, d]: readonly [number, number, number, number]): number {
  const [n, m] = [cross(between(x, a, b), between(x, b, c)), cross(between(x, b, c), between(x, c, d))];
  return Math.atan2(Math.hypot(...cross(n, m)), dot(n, m));
}

/** The smallest distance between particles of different molecules by looking at all pairs of nearest images. */
export function smallestDistance(
  x: Points,
  molecule: ArrayLike<number>,
  edges: readonly number[] | undefined,
): number {
  const [a, b, c] = edges ?? [1, 1, 1];
  const nearest = (d: number, edge: number) => (edges ? d - edge * Math.round(d / edge) : d);
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < molecule.length; i++) {
    for (let j = 0; j < i; j++) {
      if (molecule[i] === molecule[j]) continue;
      const u = nearest(x[3 * i] - x[3 * j], a);
      const v = nearest(x[3 * i + 1] - x[3 * j + 1], b);
      const w = nearest(x[3 * i + 2] - x[3 * j + 2], c);
      least = Math.min(least, u * u + v * v + w * w);
    }
  }
  return Math.sqrt(least);
}
