// U = Σ ½ k (δ − δ₀)², δ = π − θ, θ the angle at b between d = r_a − r_b and e = r_c − r_b. With n = d×e:
//   δ from (−d·e, |n|),   ∂U/∂r_a = f n×d/(|n| d²),   ∂U/∂r_c = f e×n/(|n| e²),   ∂U/∂r_b = −∂U/∂r_a − ∂U/∂r_c,   f = k (δ − δ₀).
// Where n = 0 no direction is preferred, and ∇U is set to 0: see particles/terms/angle-harmonic.ts.

import { component, site } from '../blocks.ts';
import { gatherBlock, placeBytes } from '../cluster-blocks.ts';
import { add, div, loadPair, mul, neg, splat, sqrt, storePair, sub, sumLanes } from '../lanes.ts';
import { cross, dot } from '../vectors.ts';
import { angleOf } from './arc-tangent.ts';
import { addToGradient, BondedTerms, separation } from './bonded-terms.ts';

/** Offsets in the work space: the particles, later their gradients, and vectors. */
const A: usize = 0;
const B: usize = site;
const C: usize = 2 * site;
const D: usize = 3 * site;
const E: usize = 4 * site;
const N: usize = 5 * site;

/** Parameters: δ₀ and k. ∇U is added to the gradient; returns U. */
export function angleForces(terms: BondedTerms): f64 {
  const work = terms.work;
  let places = terms.places;
  let parameters = terms.parameters;
  let energy = splat(0);
  for (let n: usize = 0; n < terms.pairs; n++) {
    gatherBlock(terms.x, places, 3, work);
    separation(terms, work + A, work + B, work + D);
    separation(terms, work + C, work + B, work + E);
    energy = add(energy, bend(work, loadPair(parameters), loadPair(parameters + component)));
    addToGradient(terms, places, work + A);
    addToGradient(terms, places + placeBytes, work + B);
    addToGradient(terms, places + 2 * placeBytes, work + C);
    places += 3 * placeBytes;
    parameters += 2 * component;
  }
  return sumLanes(energy);
}

/** U from D and E; its gradients overwrite the particles. */
function bend(work: usize, delta0: v128, k: v128): v128 {
  cross(work + D, work + E, work + N);
  const n2 = dot(work + N, work + N);
  const sine = sqrt(n2);
  const stretch = sub(angleOf(sine, neg(dot(work + D, work + E))), delta0);
  const f = mul(k, stretch);
  const bent = f64x2.ne(n2, splat(0));
  cross(work + N, work + D, work + A);
  cross(work + E, work + N, work + C);
  // These divisions do not depend on the angle and overlap with its latency.
  const first = mul(f, v128.and(bent, div(splat(1), mul(sine, dot(work + D, work + D)))));
  const last = mul(f, v128.and(bent, div(splat(1), mul(sine, dot(work + E, work + E)))));
  for (let c: usize = 0; c < site; c += component) {
    const a = mul(first, loadPair(work + A + c));
    const b = mul(last, loadPair(work + C + c));
    storePair(work + A + c, a);
    storePair(work + C + c, b);
    storePair(work + B + c, neg(add(a, b)));
  }
  return mul(splat(0.5), mul(f, stretch));
}
