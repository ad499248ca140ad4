// Growth of a time with size as a power, time = c · sizeᵉ, between the smallest and the largest size.

export interface TimeAtSize {
  readonly size: number;
  readonly time: number;
}

/** Shortest chain for an exponent: in shorter ones the constant part of a step dominates. */
export const minimumLinks = 100;

/** e of points sorted by size; null with fewer than two sizes. */
export function growthExponent(points: readonly TimeAtSize[]): number | null {
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || first.size === last.size) return null;
  return Math.log(last.time / first.time) / Math.log(last.size / first.size);
}
