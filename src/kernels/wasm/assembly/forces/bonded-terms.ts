// Bonded terms of one kind: U and ∇U, two terms at a time.

import { component, site } from '../blocks.ts';
import { highLanes, image, increase, loadPair, lowLanes, splat, storePair, sub } from '../lanes.ts';

/** Record, written by the host. */
export class BondedTerms {
  /** Addresses of x, y, z of all particles of the system, and of ∇U. */
  x: usize;
  gradient: usize;
  /** By pair of terms: byte offsets of their particles; parameters, as pairs of doubles. */
  places: usize;
  parameters: usize;
  /** Number of pairs. */
  pairs: usize;
  /** Work space for the particles of a pair and some vectors: bondedWork. */
  work: usize;
  /** Edges of the box, and 1/edges; all 0 in open space. */
  edgeX: f64;
  edgeY: f64;
  edgeZ: f64;
  perX: f64;
  perY: f64;
  perZ: f64;
}

/** Nine vectors: the dihedrals use them all, the angles six. */
export const bondedWork: usize = 9 * site;

const y: usize = component;
const z: usize = 2 * component;

/** out = the nearest image of a − b. */
export function separation(terms: BondedTerms, a: usize, b: usize, out: usize): void {
  storePair(out, image(sub(loadPair(a), loadPair(b)), splat(terms.edgeX), splat(terms.perX)));
  storePair(out + y, image(sub(loadPair(a + y), loadPair(b + y)), splat(terms.edgeY), splat(terms.perY)));
  storePair(out + z, image(sub(loadPair(a + z), loadPair(b + z)), splat(terms.edgeZ), splat(terms.perZ)));
}

/** Adds both lanes of a vector to ∇U of their two particles, one after the other: they may be the same particle. */
export function addToGradient(terms: BondedTerms, place: usize, vector: usize): void {
  const a = terms.gradient + load<u32>(place);
  const b = terms.gradient + load<u32>(place + 4);
  const xs = loadPair(vector);
  const ys = loadPair(vector + y);
  const zs = loadPair(vector + z);
  increase(a, lowLanes(xs, ys));
  store<f64>(a + 16, load<f64>(a + 16) + f64x2.extract_lane(zs, 0));
  increase(b, highLanes(xs, ys));
  store<f64>(b + 16, load<f64>(b + 16) + f64x2.extract_lane(zs, 1));
}
