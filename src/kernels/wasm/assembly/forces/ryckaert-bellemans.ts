// U = Σ P(c), P(c) = C₀ + C₁ c + … + C₅ c⁵, c = −cos φ, φ the dihedral angle of i j k l; no angle is computed. With
// F = r_i − r_j, G = r_j − r_k, H = r_l − r_k, A = F×G, B = H×G, w = 1/(|A||B|) and s = P'(c) |G| sin φ = −P'(c) w G² F·B:
//   c = −w A·B,   ∂U/∂r_i = −s A/A²,   ∂U/∂r_l = s B/B²,   ∂U/∂r_j = −∂U/∂r_i + t,   ∂U/∂r_k = −∂U/∂r_l − t,
//   t = s (F·G/G²) A/A² − s (H·G/G²) B/B².
// Condition: neither ijk nor jkl in line. Blondel and Karplus, J. Comput. Chem. 17 (1996) 1132, eq. (27).

import { component, site } from '../blocks.ts';
import { gatherBlock, placeBytes } from '../cluster-blocks.ts';
import { add, div, loadPair, mul, neg, splat, sqrt, storePair, sub, sumLanes } from '../lanes.ts';
import { cross, dot } from '../vectors.ts';
import { addToGradient, BondedTerms, separation } from './bonded-terms.ts';

/** Offsets in the work space: the particles, later their gradients, and vectors. */
const I: usize = 0;
const J: usize = site;
const K: usize = 2 * site;
const L: usize = 3 * site;
const F: usize = 4 * site;
const G: usize = 5 * site;
const H: usize = 6 * site;
const A: usize = 7 * site;
const B: usize = 8 * site;

/** Parameters: C₀ … C₅. ∇U is added to the gradient; returns U. */
export function dihedralForces(terms: BondedTerms): f64 {
  const work = terms.work;
  let places = terms.places;
  let parameters = terms.parameters;
  let energy = splat(0);
  for (let n: usize = 0; n < terms.pairs; n++) {
    gatherBlock(terms.x, places, 4, work);
    separation(terms, work + I, work + J, work + F);
    separation(terms, work + J, work + K, work + G);
    separation(terms, work + L, work + K, work + H);
    energy = add(energy, twist(work, parameters));
    addToGradient(terms, places, work + I);
    addToGradient(terms, places + placeBytes, work + J);
    addToGradient(terms, places + 2 * placeBytes, work + K);
    addToGradient(terms, places + 3 * placeBytes, work + L);
    places += 4 * placeBytes;
    parameters += 6 * component;
  }
  return sumLanes(energy);
}

/** U from F, G and H; its gradients overwrite the particles. */
function twist(work: usize, parameters: usize): v128 {
  cross(work + F, work + G, work + A);
  cross(work + H, work + G, work + B);
  const A2 = dot(work + A, work + A);
  const B2 = dot(work + B, work + B);
  const G2 = dot(work + G, work + G);
  const w = div(splat(1), sqrt(mul(A2, B2)));
  const c = neg(mul(w, dot(work + A, work + B)));
  let P = splat(0);
  let slope = splat(0);
  for (let power = parameters + 5 * component; power >= parameters; power -= component) {
    slope = add(mul(slope, c), P);
    P = add(mul(P, c), loadPair(power));
  }
  const s = neg(mul(mul(slope, w), mul(G2, dot(work + F, work + B))));
  // 1/A² = w² B² and 1/B² = w² A².
  const a = mul(s, mul(mul(w, w), B2));
  const b = mul(s, mul(mul(w, w), A2));
  const perG2 = div(splat(1), G2);
  const p = mul(a, mul(dot(work + F, work + G), perG2));
  spread(work, a, b, p, mul(b, mul(dot(work + H, work + G), perG2)));
  return P;
}

/** ∂U/∂r_i = −a A, ∂U/∂r_l = b B, and t = p A − q B for the two in the middle. */
function spread(work: usize, a: v128, b: v128, p: v128, q: v128): void {
  for (let axis: usize = 0; axis < site; axis += component) {
    const first = mul(a, loadPair(work + A + axis));
    const last = mul(b, loadPair(work + B + axis));
    const t = sub(mul(p, loadPair(work + A + axis)), mul(q, loadPair(work + B + axis)));
    storePair(work + I + axis, neg(first));
    storePair(work + J + axis, add(first, t));
    storePair(work + K + axis, neg(add(last, t)));
    storePair(work + L + axis, last);
  }
}
