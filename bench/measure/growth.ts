// Growth with the size as a power: time = c · sizeᵉ between the smallest and the largest size given.

export interface Sized {
  readonly size: number;
  readonly time: number;
}

/** e; null with fewer than two sizes. Sorted by size. */
export function growthExponent(points: readonly Sized[]): number | null {
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || first.size === last.size) return null;
  return Math.log(last.time / first.time) / Math.log(last.size / first.size);
}

/** Shorter chains pay for what every step costs. */
export const leastLinks = 100;
