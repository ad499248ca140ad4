// Space: open, or a periodic box with edges along the axes. Positions are kept as they move, never wrapped, so that
// molecules stay whole and distances travelled can be read; only differences of positions look for the nearest image.

export interface Box {
  /** Edge lengths, all positive. */
  readonly edges: readonly [number, number, number];
}

/** d ← the nearest image of the difference d, for a component along an edge of this length. */
export function nearestImage(d: number, edge: number): number {
  return d - edge * Math.round(d / edge);
}

export function volume({ edges }: Box): number {
  return edges[0] * edges[1] * edges[2];
}
